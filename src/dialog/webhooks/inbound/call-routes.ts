import { z } from 'zod';
import { parseExactly } from '../../../platform/exact-json.ts';
import { newId, noId, readId, showId } from '../../../platform/ids.ts';
import { JsonText } from '../../../platform/json-text.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import { endpoint } from '../../../platform/routes.ts';
import { acceptForPerson } from '../../gate/accept.ts';
import { answerAcceptance, optionalIdempotencyHeaders, replayedHeader } from '../../gate/idempotency.ts';
import { losslessField } from '../../http/json-body.ts';
import { knownSlugPath } from '../../http/slug.ts';
import { callFor } from '../../rights/sight.ts';
import { withoutSecretFields } from '../../scenario/given.ts';
import type { Acceptor } from '../../tasks/accept.ts';
import { readPayload } from '../../tasks/payload.ts';
import { type ArrivalLog, replayed } from './arrivals.ts';
import { inboundCall, inboundPayload } from './kind.ts';
import { outcomesOf } from './outcomes.ts';
import { findReceiver } from './receivers.ts';
import { queuedCallShape, receivedCallShape } from './shapes.ts';

/** An accepted call to a receiver, for owners: what it said, and how it is handled once more. */

interface CallParts {
  database: Database;
  acceptor: Acceptor;
  arrivals: ArrivalLog;
}

const callPath = knownSlugPath.extend({ event_id: z.string().describe('`evt_…`') });

/** @throws Problem 404 `receiver_not_found`, `call_not_found` */
async function findCall(
  database: Database,
  projectId: string,
  { slug, event_id }: z.output<typeof callPath>,
) {
  const receiver = await findReceiver(database, projectId, slug);
  const id = readId('event', event_id) ?? noId;
  const found = await readPayload.first(database, { projectId, id, kind: inboundCall.name });
  const payload = found && inboundPayload.parse(parseExactly(found.payload));
  if (payload?.receiver_id !== receiver.id) {
    const detail = 'This receiver has accepted no such call, or it is not kept any more.';
    throw new Problem(404, 'call_not_found', detail);
  }
  return { receiver, call: { ...found!, ...payload, bodyText: losslessField(found!.payload, 'body')! } };
}

export const readReceivedCall = endpoint(
  {
    operationId: 'readReceivedCall',
    tags: ['Receivers'],
    summary: 'Read a call to a receiver',
    description:
      'One that was accepted, for as long as `TASK_RETENTION_DAYS` says: what it said, and what became of it.',
    params: callPath,
    answers: { 200: receivedCallShape },
    errors: ['receiver_not_found', 'call_not_found'],
  },
  async ({ projectId, roles, params }, _reply, { database }: CallParts) => {
    const { call } = await findCall(database, projectId, params);
    const { headers, body, requestId, createdAt, replay_of } = call;
    const outcomes = await outcomesOf(database, projectId, [params.event_id]);
    return callFor(roles, {
      event_id: params.event_id,
      at: createdAt.toISOString(),
      request_id: requestId,
      ...(replay_of !== undefined && { replay_of }),
      headers: withoutSecretFields(headers) as Record<string, string>,
      body: withoutSecretFields(body),
      outcome: outcomes.get(params.event_id) ?? null,
    });
  },
);

export const replayReceivedCall = endpoint(
  {
    operationId: 'replayReceivedCall',
    tags: ['Receivers'],
    summary: 'Have a call to a receiver handled again',
    description:
      'As if it had come anew: by the target and the workflows that there are now, and whatever it did before. It gets an `event_id` of its ' +
      'own, so it is no repetition. As it does again in live what the call has done, and those who build read what workflows get, it is for owners. With an `Idempotency-Key` a repeated request does it once.',
    params: callPath,
    headers: optionalIdempotencyHeaders,
    answers: { 202: queuedCallShape.meta({ headers: replayedHeader }) },
    errors: ['receiver_not_found', 'call_not_found', 'queue_full', 'daily_limit'],
  },
  async (request, reply, { database, acceptor, arrivals }: CallParts) => {
    const { projectId, params, owner, id: requestId } = request;
    const { receiver, call } = await findCall(database, projectId, params);
    const { headers, bodyText } = call;
    const id = newId();
    const eventId = showId('event', id);
    const { event_id: replayOf } = params;
    const acceptance = await acceptForPerson(
      acceptor,
      // Whatever a body would say is not read, and makes no difference.
      { projectId, owner, id: requestId, bodyText: '' },
      `receivers/${receiver.id}/deliveries/${replayOf}/replay`,
      request.headers['idempotency-key'],
      {
        task: inboundCall.task({
          id,
          payload: { receiver_id: receiver.id, headers, body: new JsonText(bodyText), replay_of: replayOf },
          identityId: null,
          environment: 'live',
          target: null,
        }),
        answer: { event_id: eventId, status: 'queued' },
        audit: {
          action: 'webhook.accepted',
          subject: { type: 'webhook', id: eventId },
          data: { receiver: receiver.slug, replay_of: replayOf },
        },
      },
    );
    if (acceptance.verdict === 'accepted') {
      arrivals.add({
        ...{ projectId, receiverId: receiver.id, at: new Date(), status: 'accepted', reason: replayed },
        ...{ address: request.ip, size: Buffer.byteLength(bodyText), requestId, eventId },
      });
    }
    return answerAcceptance(reply, acceptance);
  },
);
