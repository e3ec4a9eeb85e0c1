import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId, readId, showId } from '../../platform/ids.ts';
import {
  acceptCodes,
  answerAcceptance,
  fingerprintOf,
  idempotencyHeaders,
  replayedHeader,
} from '../gate/idempotency.ts';
import { projectAnswers } from '../http/answers.ts';
import { text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { noIdentity } from '../profiles/identities.ts';
import type { Acceptor } from '../tasks/accept.ts';
import { type ChannelTypeName, channelTypes, contentFields } from './content.ts';
import { faultsOn } from './faults.ts';

const accepted = z
  .object({ message_id: z.string(), status: z.literal('queued') })
  .describe('The message is stored and will be sent once.')
  .meta({ headers: replayedHeader });

const example = { identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b', text: 'Shall we?', buttons: ['Yes', 'No'] };

export function messageRoutes(app: FastifyInstance, { acceptor }: { acceptor: Acceptor }): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/messages',
    {
      config: { scope: 'messages:write' },
      schema: {
        operationId: 'sendMessage',
        tags: ['Messages'],
        summary: 'Send a message to an identity',
        description:
          'Needs the scope `messages:write`. Messages to one identity leave in the order in which they were accepted. ' +
          'The outcome shows in the audit log as `message.sent`, `message.failed` or `message.unknown`.',
        params: projectPath,
        headers: idempotencyHeaders,
        body: z
          .object({ identity_id: text().describe('`idn_…`, from a profile.'), ...contentFields })
          .meta({ 'x-examples': { message: { value: example } } }),
        response: projectAnswers({ 202: accepted }, acceptCodes),
      },
    },
    async (request, reply) => {
      const { identity_id: publicIdentity, ...content } = request.body;
      const key = request.projectKey;
      const identityId = readId('identity', publicIdentity) ?? noIdentity;
      const id = newId();
      const messageId = showId('message', id);
      const acceptance = await acceptor.accept({
        projectId: key.projectId,
        keyId: key.id,
        endpoint: 'messages',
        key: request.headers['idempotency-key'],
        fingerprint: fingerprintOf(request),
        answer: `{"message_id":"${messageId}","status":"queued"}`,
        task: {
          id,
          kind: 'message',
          lane: `message:${identityId}`,
          payload: JSON.stringify(content),
          identityId,
          environment: null,
          target: 'channel',
        },
        refusedChannelTypes: channelTypes.filter((type) => faultsOn(content, type).length > 0),
        audit: {
          actorType: 'key',
          actorId: key.publicId,
          actorName: key.name,
          action: 'message.accepted',
          subjectType: 'message',
          subjectId: messageId,
          requestId: request.id,
          data: JSON.stringify({ identity_id: publicIdentity }),
        },
      });
      return answerAcceptance(reply, acceptance, (type) => faultsOn(content, type as ChannelTypeName));
    },
  );
}
