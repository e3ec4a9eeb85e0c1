import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId, readId } from '../../platform/ids.ts';
import { laneOf } from '../dialogs/lane.ts';
import { answerEvent, eventAccepted, eventAnswer, eventCodes } from '../gate/event-key.ts';
import { fingerprintOf } from '../gate/idempotency.ts';
import { projectAnswers } from '../http/answers.ts';
import { dict, text } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { noIdentity } from '../profiles/identities.ts';
import type { Acceptor } from '../tasks/accept.ts';

const example = {
  event_id: 'order-1042-paid',
  identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
  text: 'paid',
  data: { order: 1042, city: 'Riga' },
};

/** External events: they pass through the published scenario as if the customer had said `text`. */
export function eventRoutes(app: FastifyInstance, { acceptor }: { acceptor: Acceptor }): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/events',
    {
      config: { scope: 'events:write' },
      schema: {
        operationId: 'submitEvent',
        tags: ['Events'],
        summary: 'Submit an event into the dialog with an identity',
        description:
          'Needs the scope `events:write`. If the scenario waits for an answer, `text` is that answer; otherwise the ' +
          'event starts whatever waits for it. `data` is read in templates as `{{event.<key>}}`. What became of it ' +
          'shows in the audit log as `event.filled`, `event.started`, `event.ignored`, `event.held` or ' +
          '`event.binding_refused`.',
        params: projectPath,
        body: z
          .object({
            event_id: text({ min: 1, max: 100 }).describe('Names the event: the same again does nothing.'),
            identity_id: text().describe('`idn_…`, from a profile.'),
            text: text({ min: 1, max: 3000 }).describe('1 to 3000 code points.'),
            data: dict({ default: {} }).describe('Free-form.'),
          })
          .meta({ 'x-examples': { event: { value: example } } }),
        response: projectAnswers({ 202: eventAccepted }, [...eventCodes, 'identity_not_found']),
      },
    },
    async (request, reply) => {
      const { event_id: eventId, identity_id: publicIdentity, text: words } = request.body;
      const key = request.projectKey;
      const identityId = readId('identity', publicIdentity) ?? noIdentity;
      // As sent, so that no digit of a number passes through a double on its way to storage.
      const data = losslessField(request.bodyText, 'data') ?? '{}';
      const acceptance = await acceptor.accept({
        projectId: key.projectId,
        keyId: key.id,
        endpoint: 'events',
        key: eventId,
        fingerprint: fingerprintOf(request),
        answer: eventAnswer(eventId),
        task: {
          id: newId(),
          kind: 'event',
          lane: laneOf(identityId),
          payload: `{"event_id":${JSON.stringify(eventId)},"text":${JSON.stringify(words)},"data":${data}}`,
          identityId,
          environment: null,
          target: null,
        },
        refusedChannelTypes: [],
        audit: {
          actorType: 'key',
          actorId: key.publicId,
          actorName: key.name,
          action: 'event.accepted',
          subjectType: 'event',
          subjectId: eventId,
          requestId: request.id,
          data: JSON.stringify({ identity_id: publicIdentity }),
        },
      });
      return answerEvent(reply, acceptance);
    },
  );
}
