import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import type { Environment, TaskState, Waiter } from '../schema.ts';
import type { LaneTicket, TaskError } from './task.ts';
import { countUnfinished } from './unfinished.ts';
import { tellWaiters } from './waiters.ts';

/** A task as an owner sees it. */
export interface TaskRecord {
  id: string;
  kind: string;
  state: TaskState;
  environment: Environment;
  identity_id: string | null;
  request_id: string | null;
  attempts: number;
  error: { code: string; message: string } | null;
  settlement: Settlement | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

interface SettledRow {
  lane: string;
  target_id: string | null;
  waiter: Waiter | null;
  result: unknown;
}

export interface Settlement {
  outcome: SettledAs;
  note: string;
  /** RFC 3339. */
  at: string;
  /** Who settled it, by e-mail address. */
  by: string;
}

export type SettledAs = 'done' | 'failed' | 'retry';

const recordColumns = `id, kind, state, environment, identity_id, request_id, attempts, error, settlement,
  created_at, started_at, finished_at`;

export const unsettledPage = 100;

/** How a task stands, for whoever finds out elsewhere what became of it. */
export interface Standing {
  state: TaskState;
  isUnderWay: boolean;
  /** What its owner said of an unknown outcome, if anything. */
  settledAs: SettledAs | null;
  error: TaskError | null;
  finishedAt: Date | null;
}

/** @returns undefined for a task that is not there, or not any more. */
export async function findStanding(
  tx: Queryable,
  projectId: string,
  id: string,
): Promise<Standing | undefined> {
  const { rows } = await tx.query<{
    state: TaskState;
    settlement: Settlement | null;
    error: TaskError | null;
    finished_at: Date | null;
  }>('SELECT state, settlement, error, finished_at FROM dialog.tasks WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
  ]);
  const row = rows[0];
  return (
    row && {
      state: row.state,
      isUnderWay: row.state === 'queued' || row.state === 'running',
      settledAs: row.settlement?.outcome ?? null,
      error: row.error,
      finishedAt: row.finished_at,
    }
  );
}

/** What was found out about an unknown outcome. */
export type Found = { state: 'succeeded'; result: unknown } | { state: 'failed'; error: TaskError };

/**
 * Ends a task of which nobody knew the outcome by what was found out since, and tells whoever waits for it.
 * @returns the lanes that got work by it; undefined when nothing was unknown
 */
export async function settleFound(
  tx: Queryable,
  shard: number,
  projectId: string,
  id: string,
  found: Found,
): Promise<LaneTicket[] | undefined> {
  const { rows } = await tx.query<
    Omit<SettledRow, 'result'> & Pick<TaskRecord, 'environment' | 'identity_id' | 'request_id'>
  >(
    `UPDATE dialog.tasks SET state = $3, result = $4::json, error = $5::json
     WHERE project_id = $1 AND id = $2 AND state = 'unknown'
     RETURNING lane, target_id, waiter, environment, identity_id, request_id`,
    [
      projectId,
      id,
      found.state,
      found.state === 'succeeded' ? JSON.stringify(found.result) : null,
      found.state === 'failed' ? JSON.stringify(found.error) : null,
    ],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { environment, identity_id: identityId, request_id: requestId, waiter } = row;
  const end = found.state === 'succeeded' ? { ...found, error: null } : { ...found, result: null };
  return tellWaiters(tx, shard, [{ projectId, id, environment, identityId, requestId, waiter, ...end }]);
}

/** Tasks whose outcome is unknown, oldest first. */
export async function listUnsettled(
  database: Database,
  projectId: string,
  offset: number,
): Promise<TaskRecord[]> {
  const { rows } = await database.query<TaskRecord>(
    `SELECT ${recordColumns} FROM dialog.tasks
     WHERE project_id = $1 AND state = 'unknown' ORDER BY seq OFFSET $2 LIMIT ${unsettledPage + 1}`,
    [projectId, offset],
  );
  return rows;
}

/**
 * Settles an unknown outcome by what the owner found out. `retry` queues the task again, at the end of its lane, with
 * a new deadline and no trace of the earlier attempt that could make it look begun.
 *
 * Whoever waits for the task is told of its end.
 *
 * @returns the record and the lanes that got work by it; `settled` when there is nothing unknown any more, and
 *   `missing` when there is no such task.
 */
export async function settleTask(
  tx: Transaction,
  projectId: string,
  id: string,
  settlement: Settlement,
  retryDeadlineMs: number,
  shard: number,
): Promise<{ record: TaskRecord; wake: LaneTicket[] } | 'settled' | 'missing'> {
  const state: Record<SettledAs, TaskState> = { done: 'succeeded', failed: 'failed', retry: 'queued' };
  const again = settlement.outcome === 'retry';
  const { rows } = await tx.query<TaskRecord & SettledRow>(
    `UPDATE dialog.tasks SET
       state = $3,
       settlement = $4::json,
       seq = CASE WHEN $5 THEN nextval(pg_get_serial_sequence('dialog.tasks', 'seq')) ELSE seq END,
       due_at = CASE WHEN $5 THEN now() ELSE due_at END,
       deadline_at = CASE WHEN $5 THEN now() + make_interval(secs => $6::bigint / 1000.0) ELSE deadline_at END,
       begun_at = CASE WHEN $5 THEN NULL ELSE begun_at END,
       finished_at = CASE WHEN $5 THEN NULL ELSE finished_at END,
       error = CASE WHEN $3 = 'failed' THEN error END
     WHERE project_id = $1 AND id = $2 AND state = 'unknown'
     RETURNING ${recordColumns}, lane, target_id, waiter, result`,
    [projectId, id, state[settlement.outcome], JSON.stringify(settlement), again, retryDeadlineMs],
  );
  const row = rows[0];
  if (!row) {
    const { rows: found } = await tx.query('SELECT 1 FROM dialog.tasks WHERE project_id = $1 AND id = $2', [
      projectId,
      id,
    ]);
    return found.length > 0 ? 'settled' : 'missing';
  }
  if (again) {
    await countUnfinished(tx, shard, [projectId], 1);
    return { record: row, wake: [[projectId, row.lane, row.target_id]] };
  }
  const { environment, identity_id: identityId, request_id: requestId, waiter, result, error } = row;
  const ended = {
    projectId,
    id,
    environment,
    identityId,
    requestId,
    waiter,
    state: row.state,
    result,
    error,
  };
  return { record: row, wake: await tellWaiters(tx, shard, [ended]) };
}
