import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId, readId } from '../../platform/ids.ts';
import type { Definitions } from '../flows/definitions.ts';
import { answerEvent, eventAccepted, eventAnswer, eventCodes } from '../gate/event-key.ts';
import { fingerprintOf } from '../gate/idempotency.ts';
import { projectAnswers } from '../http/answers.ts';
import { dict, literal, text } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { noIdentity } from '../profiles/identities.ts';
import type { JsonObject } from '../scenario/template.ts';
import type { Acceptor } from '../tasks/accept.ts';
import type { InnerKind } from '../tasks/kinds.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import { startMatching } from '../workflows/triggers.ts';

const example = {
  event_id: 'crm-20261120-0001',
  source: 'custom.crm.deal_won',
  environment: 'sandbox',
  data: { deal: 77 },
};

interface AutomationEvent {
  event_id: string;
  source: string;
  data: JsonObject;
}

/** Events that start workflows. */
export function automationEventRoutes(app: FastifyInstance, { acceptor }: { acceptor: Acceptor }): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/automation-events',
    {
      config: { scope: 'events:write' },
      schema: {
        operationId: 'submitAutomationEvent',
        tags: ['Events'],
        summary: 'Submit an event that starts workflows',
        description:
          'Needs the scope `events:write`. Every published workflow of the environment with a trigger for this ' +
          'source starts once.',
        params: projectPath,
        body: z
          .object({
            event_id: text({ min: 8, max: 100, pattern: '^[A-Za-z0-9_.:-]+$' }).describe(
              'Names the event in its environment: the same again does nothing.',
            ),
            source: text({ pattern: '^custom\\.[A-Za-z0-9_.-]{1,60}$' }).describe('Where it comes from.'),
            environment: literal(['sandbox', 'live'], { default: 'sandbox' }),
            data: dict({ default: {} }).describe('Read in templates as `{{event.<key>}}`.'),
            identity_id: text().nullish().describe('The customer whom it concerns, if any.'),
          })
          .meta({ 'x-examples': { event: { value: example } } }),
        response: projectAnswers({ 202: eventAccepted }, [...eventCodes, 'identity_not_found']),
      },
    },
    async (request, reply) => {
      const { event_id: eventId, source, environment, identity_id: publicIdentity } = request.body;
      const key = request.projectKey;
      const id = newId();
      const data = losslessField(request.bodyText, 'data') ?? '{}';
      const acceptance = await acceptor.accept({
        projectId: key.projectId,
        keyId: key.id,
        endpoint: `automation-events/${environment}`,
        key: eventId,
        fingerprint: fingerprintOf(request),
        answer: eventAnswer(eventId),
        task: {
          id,
          kind: 'automation_event',
          lane: `automation:${id}`,
          payload: `{"event_id":"${eventId}","source":"${source}","data":${data}}`,
          identityId: publicIdentity == null ? null : (readId('identity', publicIdentity) ?? noIdentity),
          environment,
          target: null,
        },
        refusedChannelTypes: [],
        audit: {
          actorType: 'key',
          actorId: key.publicId,
          actorName: key.name,
          action: 'automation_event.accepted',
          subjectType: 'automation_event',
          subjectId: eventId,
          requestId: request.id,
          data: JSON.stringify({ source }),
        },
      });
      return answerEvent(reply, acceptance);
    },
  );
}

/** Starts what an automation event starts. */
export function automationEventKind({
  workflows,
  shard,
}: {
  workflows: Definitions;
  shard: number;
}): InnerKind {
  return {
    noun: 'automation_event',
    succeeded: 'ignored',
    subject: ({ payload }) => (payload as AutomationEvent).event_id,
    async apply(tx, tasks) {
      const outcomes: TaskOutcome[] = [];
      for (const task of tasks) {
        const { event_id, source, data } = task.payload as AutomationEvent;
        const { runs, wake } = await startMatching(tx, workflows, shard, {
          projectId: task.projectId,
          environment: task.environment,
          incoming: {
            type: 'event',
            source,
            environment: task.environment,
            event: { event_id, source, ...data },
          },
          identityId: task.identityId,
          requestId: task.requestId,
        });
        const action = runs.length > 0 ? 'started' : 'ignored';
        outcomes.push({ state: 'succeeded', action, data: { source, runs }, result: { runs }, wake });
      }
      return outcomes;
    },
  };
}
