import { newId } from '../../platform/ids.ts';
import { pgArray } from '../../platform/pg-array.ts';
import type { Queryable } from '../../platform/postgres.ts';
import type { Environment, Waiter } from '../schema.ts';
import type { LaneTicket } from './task.ts';
import { countUnfinished } from './unfinished.ts';

/** Work that the server makes for itself, in a transaction of its own doing. */
export interface NewTask {
  projectId: string;
  /** Made here when left out. */
  id?: string;
  kind: string;
  lane: string;
  /** Null: that of the identity's channel. */
  environment: Environment | null;
  identityId: string | null;
  /** What holds it back in `live`: the channel of its identity, a connection, or nothing. */
  target: 'channel' | { id: string } | null;
  requestId: string | null;
  payload: unknown;
  waiter?: Waiter | null;
  /** After this, what could not begin is not tried again. */
  deadlineMs: number;
  /** Not before so many milliseconds from now. */
  afterMs?: number;
}

/**
 * Queues tasks in the caller's transaction, in the order given. They count as unfinished work of their projects, but
 * are never refused for it: what they follow from was accepted.
 *
 * A task for an identity whose channel was deleted meanwhile is left out.
 * @returns the lanes to wake once the transaction has committed.
 */
export async function insertTasks(tx: Queryable, shard: number, tasks: NewTask[]): Promise<LaneTicket[]> {
  if (tasks.length === 0) return [];
  const column = (pick: (task: NewTask) => string | number | null) => pgArray(tasks.map(pick));
  const { rows } = await tx.query<{ project_id: string; lane: string; target_id: string | null }>({
    name: 'insert-tasks',
    text: `INSERT INTO dialog.tasks
             (project_id, id, kind, lane, payload, waiter, identity_id, environment, target_id, request_id, due_at,
              deadline_at)
           SELECT i.project_id, i.id, i.kind, i.lane, i.payload::json, i.waiter::json, i.identity_id,
             coalesce(i.environment, c.environment),
             CASE WHEN coalesce(i.environment, c.environment) = 'live'
               THEN CASE WHEN i.target = 'channel' THEN c.id ELSE i.target::uuid END END,
             i.request_id,
             now() + make_interval(secs => i.after_ms / 1000.0),
             now() + make_interval(secs => (i.after_ms + i.deadline_ms) / 1000.0)
           FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[],
             $9::text[], $10::text[], $11::bigint[], $12::bigint[]) WITH ORDINALITY
             AS i(project_id, id, kind, lane, payload, waiter, identity_id, environment, target, request_id, after_ms,
               deadline_ms, n)
           LEFT JOIN dialog.identities AS t ON t.project_id = i.project_id AND t.id = i.identity_id
           LEFT JOIN dialog.channels AS c
             ON c.project_id = t.project_id AND c.id = t.channel_id AND c.deleted_at IS NULL
           WHERE coalesce(i.environment, c.environment) IS NOT NULL
             AND (i.target IS DISTINCT FROM 'channel' OR c.id IS NOT NULL)
           ORDER BY i.n
           RETURNING project_id, lane, target_id`,
    values: [
      column((t) => t.projectId),
      column((t) => t.id ?? newId()),
      column((t) => t.kind),
      column((t) => t.lane),
      column((t) => JSON.stringify(t.payload)),
      column((t) => (t.waiter ? JSON.stringify(t.waiter) : null)),
      column((t) => t.identityId),
      column((t) => t.environment),
      column((t) => (t.target === null || t.target === 'channel' ? t.target : t.target.id)),
      column((t) => t.requestId),
      column((t) => Math.ceil(t.afterMs ?? 0)),
      column((t) => t.deadlineMs),
    ],
  });
  await countUnfinished(
    tx,
    shard,
    rows.map((row) => row.project_id),
    1,
  );
  return rows.map((row) => [row.project_id, row.lane, row.target_id]);
}
