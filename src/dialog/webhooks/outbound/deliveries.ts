import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../../platform/ids.ts';
import type { Queryable, Transaction } from '../../../platform/postgres.ts';
import { as, outer, value } from '../../../platform/sql-expressions.ts';
import { jsonOf, listOf, type SqlType, types } from '../../../platform/sql-types.ts';
import { search } from '../../../platform/statement.ts';
import { tasks } from '../../schema.ts';
import { queueAgain } from '../../tasks/due.ts';
import type { TaskQueue } from '../../tasks/queue.ts';
import type { LaneTicket } from '../../tasks/task.ts';
import { deliveryDeadlineMs } from './delivery.ts';
import { subscriptions, webhookAttempts } from './schema.ts';

/** The states of a delivery. It is never unknown, because it may be repeated. */
export const deliveryStates = ['queued', 'running', 'succeeded', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const t = alias(tasks, 't');
const d = alias(tasks, 'd');
const s = alias(subscriptions, 's');
const a = alias(webhookAttempts, 'a');

interface ShownAttempt {
  n: number;
  at: string;
  duration_ms: number;
  status: number | null;
  error: string | null;
  answer: string | null;
  /** Of the answer; null without one, and in rows of earlier versions. */
  headers: Record<string, string> | null;
  truncated: boolean | null;
}

/** The states of a task without `unknown`, which a delivery never has. */
const ofDelivery: SqlType<DeliveryState> = { name: 'text', encode: (state) => state };

const shown = {
  id: t.id,
  /** The slug of its subscription; null if that was deleted. */
  subscription: outer(s.slug),
  type: as(types.text, sql`${t.payload}->>'type'`),
  entry: as(types.float, sql`(${t.payload}->>'entry')::bigint::float8`),
  state: as(ofDelivery, t.state),
  error: t.error,
  dueAt: t.dueAt,
  createdAt: t.createdAt,
  finishedAt: t.finishedAt,
  attempts: as(
    jsonOf<ShownAttempt[]>(),
    sql`coalesce((
      SELECT json_agg(json_build_object('n', ${a.n}, 'at', ${a.at}, 'duration_ms', ${a.durationMs},
        'status', ${a.status}, 'error', ${a.error}, 'answer', ${a.answer},
        'headers', ${a.headers}, 'truncated', ${a.truncated}) ORDER BY ${a.n})
      FROM ${webhookAttempts} AS ${a} WHERE ${a.projectId} = ${t.projectId} AND ${a.deliveryId} = ${t.id}
    ), '[]')`,
  ),
};

/** Deliveries of a project, newest first: each state is read in the order of the index, then they are merged. */
export function readDeliveries(
  database: Queryable,
  wanted: {
    projectId: string;
    /** Internal id. */
    subscriptionId: string | undefined;
    state: DeliveryState | undefined;
    offset: number;
    most: number;
  },
): Promise<DeliveryRow[]> {
  const { offset, most } = wanted;
  const project = value(tasks.projectId, wanted.projectId);
  const states = value(listOf(tasks.state), wanted.state === undefined ? deliveryStates : [wanted.state]);
  const ofSubscription =
    wanted.subscriptionId === undefined
      ? sql``
      : sql`AND ${t.targetId} = ${value(types.uuid, wanted.subscriptionId)}`;
  return search(
    database,
    shown,
    (columns) => sql`
      SELECT ${columns}
      FROM (
        SELECT ${d}.* FROM unnest(${states}) AS wanted(state)
        CROSS JOIN LATERAL (
          SELECT * FROM ${tasks} AS ${t}
          WHERE ${t.projectId} = ${project} AND ${t.kind} = 'delivery' AND ${t.state} = wanted.state
            ${ofSubscription}
          ORDER BY ${t.seq} DESC LIMIT ${offset}::int + ${most}::int
        ) AS ${d}
        ORDER BY ${d.seq} DESC OFFSET ${offset} LIMIT ${most}
      ) AS ${t}
      LEFT JOIN ${subscriptions} AS ${s} ON ${s.projectId} = ${t.projectId} AND ${s.id} = ${t.targetId}
      ORDER BY ${t.seq} DESC`,
  );
}

/** One delivery of a project. @param id internal */
export async function readDelivery(
  database: Queryable,
  projectId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await search(
    database,
    shown,
    (columns) => sql`
      SELECT ${columns} FROM ${tasks} AS ${t}
      LEFT JOIN ${subscriptions} AS ${s} ON ${s.projectId} = ${t.projectId} AND ${s.id} = ${t.targetId}
      WHERE ${t.projectId} = ${value(types.uuid, projectId)} AND ${t.id} = ${value(types.uuid, id)}
        AND ${t.kind} = 'delivery'`,
  );
  return row;
}

/** A delivery with its attempts. */
export type DeliveryRow = Awaited<ReturnType<typeof search<typeof shown>>>[number];

/**
 * Repeats a delivery under the same `webhook-id`, for another day. One that is still queued becomes due at once.
 * @returns the lane to wake when the transaction has committed; `missing` if there is no such delivery, `ended` if its
 *   subscription was deleted, `disabled` if it is disabled
 */
export async function redeliver(
  tx: Transaction,
  projectId: string,
  id: string,
  queue: TaskQueue,
): Promise<{ wake: LaneTicket[] } | 'missing' | 'ended' | 'disabled'> {
  const [found] = await tx.orm
    .select({
      state: t.state,
      targetId: t.targetId,
      lane: t.lane,
      origin: t.origin,
      subscription: s.state,
    })
    .from(t)
    .leftJoin(s, and(eq(s.projectId, t.projectId), eq(s.id, t.targetId)))
    .where(and(eq(t.projectId, projectId), eq(t.id, id), eq(t.kind, 'delivery')))
    .for('update', { of: t });
  if (!found) return 'missing';
  if (found.subscription === null) return 'ended';
  if (found.subscription === 'disabled') return 'disabled';
  if (found.state === 'running') return { wake: [] };
  await queueAgain(tx, projectId, id, deliveryDeadlineMs);
  if (found.state !== 'queued') await queue.count(tx, [projectId], 1);
  return { wake: [[projectId, found.lane, found.targetId, found.origin]] };
}

/** A delivery for owners. */
export function presentDelivery(row: DeliveryRow) {
  return {
    id: showId('delivery', row.id),
    subscription: row.subscription,
    type: row.type,
    audit_id: row.entry,
    status: row.state,
    attempts: row.attempts.map(({ at, headers, truncated, ...attempt }) => ({
      ...attempt,
      at: new Date(at).toISOString(),
      answer_headers: headers ?? {},
      answer_truncated: truncated ?? false,
    })),
    error: row.error,
    next_attempt_at: row.state === 'queued' ? row.dueAt.toISOString() : null,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
