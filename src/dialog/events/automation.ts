import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import { JsonText } from '../../platform/json-text.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Definitions } from '../flows/definitions.ts';
import { TurnGroup } from '../flows/turn-group.ts';
import { acceptWrite } from '../gate/accept.ts';
import { answerEvent, eventAccepted, eventAnswer, eventCodes } from '../gate/event-key.ts';
import { losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { noIdentity } from '../profiles/identities.ts';
import type { Acceptor } from '../tasks/accept.ts';
import { defineKind } from '../tasks/kind.ts';
import { lanesOf } from '../tasks/lanes.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import { anyJsonObject } from '../template/json.ts';
import { type Arrival, movedData, takeWaits } from '../waits/arrivals.ts';
import { makeStarts, matchStarts, notStarted } from '../workflows/triggers.ts';
import { automationEventBody } from './shapes.ts';

const automationLanes = lanesOf('automation');

export const automationEvent = defineKind({
  name: 'automation_event',
  payload: z.object({ event_id: z.string(), source: z.string(), data: anyJsonObject }),
  lane: ({ id }) => automationLanes.of(id),
});

export const submitAutomationEvent = endpoint(
  {
    operationId: 'submitAutomationEvent',
    tags: ['Events'],
    summary: 'Submit an event that starts workflows',
    description: 'Every published workflow of the environment with a trigger for this source starts once.',
    params: projectPath,
    body: automationEventBody,
    answers: { 202: eventAccepted },
    errors: [...eventCodes, 'identity_not_found'],
  },
  async (request, reply, { acceptor }: { acceptor: Acceptor }) => {
    const { event_id: eventId, source, environment, identity_id: publicIdentity } = request.body;
    const data = losslessField(request.bodyText, 'data') ?? '{}';
    const name = { endpoint: `automation-events/${environment}`, key: eventId };
    const acceptance = await acceptWrite(acceptor, request, name, {
      task: automationEvent.task({
        payload: { event_id: eventId, source, data: new JsonText(data) },
        identityId: publicIdentity == null ? null : (readId('identity', publicIdentity) ?? noIdentity),
        environment,
        target: null,
      }),
      answer: eventAnswer(eventId),
      audit: {
        action: 'automation_event.accepted',
        subject: { type: 'automation_event', id: eventId },
        data: { source },
      },
    });
    return answerEvent(reply, acceptance);
  },
);

/** Starts the workflows with a trigger for the event. */
export function automationEventKind({ workflows }: { workflows: Definitions }) {
  return automationEvent.inner({
    noun: 'automation_event',
    succeeded: 'ignored',
    subject: ({ payload }) => payload.event_id,
    async apply(tx, tasks, outbox) {
      const group = new TurnGroup(tx, outbox);
      const arrivals = tasks.map((task): Arrival => {
        const { projectId, environment, identityId, requestId } = task;
        const { event_id, source, data } = task.payload;
        const event = { event_id, source, ...data };
        const incoming = { type: 'event' as const, source, environment, event };
        return { projectId, environment, incoming, identityId, requestId };
      });
      const matched: Awaited<ReturnType<typeof matchStarts>>[] = [];
      for (const arrival of arrivals) matched.push(await matchStarts(group, workflows, arrival));
      const woken = await takeWaits(tx, outbox, arrivals);
      const started = await makeStarts(
        group,
        matched.map(({ starts }) => starts),
      );
      return tasks.map(({ payload: { source } }, i): TaskOutcome => {
        const { runs, faults } = started[i]!;
        const flows = woken[i]!;
        const { triggerFaults } = matched[i]!;
        const action = runs.length > 0 ? 'started' : flows.length > 0 ? 'awaited' : 'ignored';
        const data = {
          source,
          runs,
          ...movedData(flows),
          ...notStarted(...triggerFaults, ...faults),
        };
        return { state: 'succeeded', action, data, result: { runs } };
      });
    },
  });
}
