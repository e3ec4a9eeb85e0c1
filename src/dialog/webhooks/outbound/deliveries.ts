import { showId } from '../../../platform/ids.ts';
import type { Queryable, Transaction } from '../../../platform/postgres.ts';
import type { LaneTicket } from '../../tasks/task.ts';
import { countUnfinished } from '../../tasks/unfinished.ts';
import { deliveryDeadlineMs } from './delivery.ts';

/** The states that a delivery can be in; it is never unknown, since it may be made twice. */
export const deliveryStates = ['queued', 'running', 'succeeded', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export interface DeliveryRow {
  id: string;
  /** The slug of its subscription; null when that was deleted. */
  subscription: string | null;
  type: string;
  entry: number;
  state: DeliveryState;
  error: { code: string; message: string } | null;
  attempts: {
    n: number;
    at: string;
    duration_ms: number;
    status: number | null;
    error: string | null;
    answer: string | null;
  }[];
  due_at: Date;
  created_at: Date;
  finished_at: Date | null;
}

/** Deliveries of a project, newest first: each state in its own order by the index, then merged. */
export async function readDeliveries(
  database: Queryable,
  wanted: {
    projectId: string;
    /** By its stored id. */
    subscriptionId: string | undefined;
    state: DeliveryState | undefined;
    offset: number;
    most: number;
  },
): Promise<DeliveryRow[]> {
  const { projectId, subscriptionId, state, offset, most } = wanted;
  const { rows } = await database.query<DeliveryRow>(
    `SELECT t.id, s.slug AS subscription, t.payload->>'type' AS type, (t.payload->>'entry')::bigint::float8 AS entry,
       t.state, t.error, t.due_at, t.created_at, t.finished_at, coalesce((
         SELECT json_agg(json_build_object('n', a.n, 'at', a.at, 'duration_ms', a.duration_ms, 'status', a.status,
           'error', a.error, 'answer', a.answer) ORDER BY a.n)
         FROM dialog.webhook_attempts AS a WHERE a.project_id = $1 AND a.delivery_id = t.id
       ), '[]') AS attempts
     FROM (
       SELECT d.* FROM unnest($2::text[]) AS wanted(state)
       CROSS JOIN LATERAL (
         SELECT * FROM dialog.tasks AS t
         WHERE t.project_id = $1 AND t.kind = 'delivery' AND t.state = wanted.state
           ${subscriptionId === undefined ? '' : 'AND t.target_id = $5'}
         ORDER BY t.seq DESC LIMIT $3::int + $4::int
       ) AS d
       ORDER BY d.seq DESC OFFSET $3 LIMIT $4
     ) AS t
     LEFT JOIN dialog.subscriptions AS s ON s.project_id = $1 AND s.id = t.target_id
     ORDER BY t.seq DESC`,
    [
      projectId,
      state === undefined ? deliveryStates : [state],
      offset,
      most,
      ...(subscriptionId === undefined ? [] : [subscriptionId]),
    ],
  );
  return rows;
}

/**
 * Delivers something again, under the same `webhook-id`, for another day; what is still queued is due at once.
 * @returns the lane to wake once the transaction has committed; `missing` without such a delivery, `ended` when its
 *   subscription was deleted, and `disabled` when it is.
 */
export async function redeliver(
  tx: Transaction,
  projectId: string,
  id: string,
  shard: number,
): Promise<{ wake: LaneTicket[] } | 'missing' | 'ended' | 'disabled'> {
  const { rows } = await tx.query<{
    state: DeliveryState;
    target_id: string;
    lane: string;
    subscription: string | null;
  }>(
    `SELECT t.state, t.target_id, t.lane, s.state AS subscription
     FROM dialog.tasks AS t
     LEFT JOIN dialog.subscriptions AS s ON s.project_id = t.project_id AND s.id = t.target_id
     WHERE t.project_id = $1 AND t.id = $2 AND t.kind = 'delivery' FOR UPDATE OF t`,
    [projectId, id],
  );
  const found = rows[0];
  if (!found) return 'missing';
  if (found.subscription === null) return 'ended';
  if (found.subscription === 'disabled') return 'disabled';
  if (found.state === 'running') return { wake: [] };
  await tx.query(
    `UPDATE dialog.tasks SET state = 'queued', due_at = now(), progress = NULL, error = NULL, result = NULL,
       finished_at = NULL, deadline_at = now() + make_interval(secs => $3::bigint / 1000.0)
     WHERE project_id = $1 AND id = $2`,
    [projectId, id, deliveryDeadlineMs],
  );
  if (found.state !== 'queued') await countUnfinished(tx, shard, [projectId], 1);
  return { wake: [[projectId, found.lane, found.target_id]] };
}

/** A delivery as an owner sees it. */
export function presentDelivery(row: DeliveryRow) {
  return {
    id: showId('delivery', row.id),
    subscription: row.subscription,
    type: row.type,
    audit_id: row.entry,
    status: row.state,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
    error: row.error,
    next_attempt_at: row.state === 'queued' ? row.due_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
