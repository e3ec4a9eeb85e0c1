import { readId } from '../../platform/ids.ts';
import { JsonText } from '../../platform/json-text.ts';
import { endpoint } from '../../platform/routes.ts';
import { event } from '../dialogs/said.ts';
import { acceptWrite } from '../gate/accept.ts';
import { answerEvent, eventAccepted, eventAnswer, eventCodes } from '../gate/event-key.ts';
import { losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { noIdentity } from '../profiles/identities.ts';
import type { Acceptor } from '../tasks/accept.ts';
import { eventBody } from './shapes.ts';

export const submitEvent = endpoint(
  {
    operationId: 'submitEvent',
    tags: ['Events'],
    summary: 'Submit an event into the dialog with an identity',
    description:
      'If the scenario waits for an answer, `text` is that answer; otherwise the event starts whatever ' +
      'waits for it. `data` is read in templates as `{{event.<key>}}`. What became of it shows in the ' +
      'audit log as `event.filled`, `event.started`, `event.ignored`, `event.held` or ' +
      '`event.binding_refused`.',
    params: projectPath,
    body: eventBody,
    answers: { 202: eventAccepted },
    errors: [...eventCodes, 'identity_not_found'],
  },
  async (request, reply, { acceptor }: { acceptor: Acceptor }) => {
    const { event_id: eventId, identity_id: publicIdentity, text: words } = request.body;
    const identityId = readId('identity', publicIdentity) ?? noIdentity;
    // The text as sent, so that numbers are not stored as doubles.
    const data = losslessField(request.bodyText, 'data') ?? '{}';
    const name = { endpoint: 'events', key: eventId };
    const acceptance = await acceptWrite(acceptor, request, name, {
      task: event.task({
        payload: { event_id: eventId, text: words, data: new JsonText(data) },
        ...{ identityId, environment: null, target: null },
      }),
      answer: eventAnswer(eventId),
      audit: {
        action: 'event.accepted',
        subject: { type: 'event', id: eventId },
        data: { identity_id: publicIdentity },
      },
    });
    return answerEvent(reply, acceptance);
  },
);
