import { z } from 'zod';
import { newId, readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { auditOf, fileIdsOf } from '../content/attachments.ts';
import { type ChannelTypeName, channelTypes } from '../content/content.ts';
import { message } from '../content/payload.ts';
import { findSent } from '../conversations/find.ts';
import { shownDelivery } from '../conversations/from-task.ts';
import type { Delivery } from '../conversations/schema.ts';
import { acceptWrite } from '../gate/accept.ts';
import { acceptCodes, answerAcceptance, idempotencyHeaders } from '../gate/idempotency.ts';
import { missingScope, usedScope } from '../gate/project-gate.ts';
import { projectPath } from '../http/path.ts';
import { noIdentity } from '../profiles/identities.ts';
import type { Acceptor } from '../tasks/accept.ts';
import { faultsOn } from './faults.ts';
import { acceptedMessage, messageBody, sentMessage } from './project-shapes.ts';

/** Of these a key needs one to name files in a message, besides the scope of the route. */
const scopesForFiles = ['files:read', 'files:write'] as const;

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
    errors: [...acceptCodes, 'file_not_found'],
  },
  async (request, reply, { acceptor }: { acceptor: Acceptor }) => {
    const { identity_id: publicIdentity, ...content } = request.body;
    const identityId = readId('identity', publicIdentity) ?? noIdentity;
    const { publicId } = request.projectKey;
    const fileIds = fileIdsOf(content);
    // Who may not read files must not get at one by sending it to an endpoint of theirs.
    if (fileIds.length > 0 && usedScope(request.projectKey, scopesForFiles) === undefined) {
      throw missingScope(...scopesForFiles);
    }
    const id = newId();
    const messageId = showId('message', id);
    const name = { endpoint: 'messages', key: request.headers['idempotency-key'] };
    const acceptance = await acceptWrite(acceptor, request, name, {
      task: message.task({
        id,
        payload: { ...content, by: { key: publicId } },
        ...{ identityId, environment: null, target: 'channel' },
      }),
      answer: { message_id: messageId, status: 'queued' },
      audit: {
        action: 'message.accepted',
        subject: { type: 'message', id: messageId },
        data: { identity_id: publicIdentity, ...auditOf(content) },
      },
      fileIds,
      refusedChannelTypes: channelTypes.filter((type) => faultsOn(content, type).length > 0),
    });
    return answerAcceptance(reply, acceptance, (type) => faultsOn(content, type as ChannelTypeName));
  },
);

export const readMessage = endpoint(
  {
    operationId: 'readMessage',
    tags: ['Messages'],
    summary: 'Read what became of a message',
    description: 'For every message to a customer, whoever sent it, for as long as conversations are kept.',
    params: projectPath.extend({ message_id: z.string().describe('`msg_…`') }),
    answers: { 200: sentMessage },
    errors: ['message_not_found'],
  },
  async (request, _reply, { database }: { database: Database }) => {
    const { message_id: publicId } = request.params;
    const id = readId('message', publicId) ?? null;
    const sent = await findSent.first(database, { projectId: request.projectKey.projectId, id });
    if (!sent) throw new Problem(404, 'message_not_found', 'This project has sent no such message.');
    // Of a message to a customer, which is never `received`.
    const delivery = sent.delivery as Exclude<Delivery, 'received'>;
    const { delivery: status, read_at } = shownDelivery(delivery, sent.readAt);
    return {
      message_id: publicId,
      identity_id: showId('identity', sent.identityId),
      environment: sent.environment,
      status,
      error: sent.error,
      created_at: sent.createdAt.toISOString(),
      finished_at: sent.finishedAt?.toISOString() ?? null,
      read_at,
    };
  },
);
