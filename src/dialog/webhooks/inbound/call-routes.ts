import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { parseExactly } from '../../../platform/exact-json.ts';
import { newId, noId, readId, showId } from '../../../platform/ids.ts';
import { JsonText } from '../../../platform/json-text.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import { endpoint } from '../../../platform/routes.ts';
import { as } from '../../../platform/sql-expressions.ts';
import { jsonOf, orNull, types } from '../../../platform/sql-types.ts';
import { build, statement } from '../../../platform/statement.ts';
import { acceptForPerson } from '../../gate/accept.ts';
import { answerAcceptance, optionalIdempotencyHeaders, replayedHeader } from '../../gate/idempotency.ts';
import { knownSlugPath } from '../../http/slug.ts';
import { callFor } from '../../rights/sight.ts';
import { withoutSecretFields } from '../../scenario/given.ts';
import { tasks } from '../../schema.ts';
import type { Acceptor } from '../../tasks/accept.ts';
import type { Json } from '../../template/json.ts';
import { type ArrivalLog, replayed } from './arrivals.ts';
import { inboundCall } from './kind.ts';
import { outcomesOf } from './outcomes.ts';
import { findReceiver } from './receivers.ts';
import { queuedCallShape, receivedCallShape } from './shapes.ts';

/** An accepted call to a receiver, for owners: what it said, and how it is handled once more. */

interface CallParts {
  database: Database;
  acceptor: Acceptor;
  arrivals: ArrivalLog;
}

const { payload } = tasks;
const call = {
  requestId: tasks.requestId,
  createdAt: tasks.createdAt,
  headers: as(jsonOf<Record<string, string>>(), sql`${payload} -> 'headers'`),
  /** JSON with all digits. */
  body: as(types.text, sql`(${payload} -> 'body')::text`),
  replayOf: as(orNull(types.text), sql`${payload} ->> 'replay_of'`),
};

const readCall = statement({
  name: 'inbound-call',
  prepared: false,
  params: { projectId: tasks.projectId, id: tasks.id, receiverId: types.text },
  columns: call,
  query: (p) =>
    build
      .select(call)
      .from(tasks)
      .where(
        and(
          ...[eq(tasks.projectId, p.projectId), eq(tasks.id, p.id), eq(tasks.kind, inboundCall.name)],
          sql`${payload} ->> 'receiver_id' = ${p.receiverId}`,
        ),
      ),
});

const callPath = knownSlugPath.extend({ event_id: z.string().describe('`evt_…`') });

/** @throws Problem 404 `receiver_not_found`, `call_not_found` */
async function findCall(
  database: Database,
  projectId: string,
  { slug, event_id }: z.output<typeof callPath>,
) {
  const receiver = await findReceiver(database, projectId, slug);
  const id = readId('event', event_id) ?? noId;
  const found = await readCall.first(database, { projectId, id, receiverId: receiver.id });
  if (found) return { receiver, found };
  const detail = 'This receiver has accepted no such call, or it is not kept any more.';
  throw new Problem(404, 'call_not_found', detail);
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
    const { found } = await findCall(database, projectId, params);
    const { headers, body, requestId, createdAt, replayOf } = found;
    const outcomes = await outcomesOf(database, projectId, [params.event_id]);
    return callFor(roles, {
      event_id: params.event_id,
      at: createdAt.toISOString(),
      request_id: requestId,
      ...(replayOf !== null && { replay_of: replayOf }),
      headers: withoutSecretFields(headers) as Record<string, string>,
      body: withoutSecretFields(parseExactly(body) as Json),
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
    const { receiver, found } = await findCall(database, projectId, params);
    const { headers, body } = found;
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
          payload: { receiver_id: receiver.id, headers, body: new JsonText(body), replay_of: replayOf },
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
        ...{ address: request.ip, size: Buffer.byteLength(body), requestId, eventId },
      });
    }
    return answerAcceptance(reply, acceptance);
  },
);
