import { newId, readId, showId } from '../../platform/ids.ts';
import { endpoint } from '../../platform/routes.ts';
import { type ChannelTypeName, channelTypes } from '../content/content.ts';
import { message } from '../content/payload.ts';
import { acceptWrite } from '../gate/accept.ts';
import { acceptCodes, answerAcceptance, idempotencyHeaders } from '../gate/idempotency.ts';
import { projectPath } from '../http/path.ts';
import { noIdentity } from '../profiles/identities.ts';
import type { Acceptor } from '../tasks/accept.ts';
import { faultsOn } from './faults.ts';
import { acceptedMessage, messageBody } from './project-shapes.ts';

export const sendMessage = endpoint(
  {
    operationId: 'sendMessage',
    tags: ['Messages'],
    summary: 'Send a message to an identity',
    description:
      'Messages to one identity leave in the order in which they were accepted. The outcome shows in the ' +
      'audit log as `message.sent`, `message.failed` or `message.unknown`.',
    params: projectPath,
    headers: idempotencyHeaders,
    body: messageBody,
    answers: { 202: acceptedMessage },
    errors: acceptCodes,
  },
  async (request, reply, { acceptor }: { acceptor: Acceptor }) => {
    const { identity_id: publicIdentity, ...content } = request.body;
    const identityId = readId('identity', publicIdentity) ?? noIdentity;
    const id = newId();
    const messageId = showId('message', id);
    const name = { endpoint: 'messages', key: request.headers['idempotency-key'] };
    const acceptance = await acceptWrite(acceptor, request, name, {
      task: message.task({ id, payload: content, identityId, environment: null, target: 'channel' }),
      answer: { message_id: messageId, status: 'queued' },
      audit: {
        action: 'message.accepted',
        subject: { type: 'message', id: messageId },
        data: { identity_id: publicIdentity },
      },
      refusedChannelTypes: channelTypes.filter((type) => faultsOn(content, type).length > 0),
    });
    return answerAcceptance(reply, acceptance, (type) => faultsOn(content, type as ChannelTypeName));
  },
);
