import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { name } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { build, search, statement } from '../../platform/statement.ts';
import { type SettledAs, type Settlement, type TaskState, tasks } from '../schema.ts';
import type { TaskQueue } from './queue.ts';
import type { LaneTicket, TaskError } from './task.ts';

/** The columns of a task that owners see. */
const record = {
  id: tasks.id,
  kind: tasks.kind,
  state: tasks.state,
  environment: tasks.environment,
  identity_id: tasks.identityId,
  request_id: tasks.requestId,
  attempts: tasks.attempts,
  error: tasks.error,
  /** What the other side answered, if that stands on record. */
  answer: tasks.answer,
  settlement: tasks.settlement,
  created_at: tasks.createdAt,
  started_at: tasks.startedAt,
  finished_at: tasks.finishedAt,
};

export const unsettledPage = 100;

const key = { projectId: tasks.projectId, id: tasks.id };
const isTask = (p: { projectId: SQL; id: SQL }) => and(eq(tasks.projectId, p.projectId), eq(tasks.id, p.id));
const isUnknown = (p: { projectId: SQL; id: SQL }) => and(isTask(p), eq(tasks.state, 'unknown'));

const standing = {
  state: tasks.state,
  settlement: tasks.settlement,
  error: tasks.error,
  finishedAt: tasks.finishedAt,
};

const readStanding = statement({
  name: 'task-standing',
  params: key,
  columns: standing,
  prepared: false,
  query: (p) => build.select(standing).from(tasks).where(isTask(p)),
});

const settled = {
  environment: tasks.environment,
  identityId: tasks.identityId,
  requestId: tasks.requestId,
  waiter: tasks.waiter,
};

const endFound = statement({
  name: 'settle-found',
  params: { ...key, state: tasks.state, result: tasks.result, error: tasks.error },
  columns: settled,
  prepared: false,
  query: (p) =>
    build
      .update(tasks)
      .set({ state: p.state, result: p.result, error: p.error })
      .where(isUnknown(p))
      .returning(settled),
});

/** A task as an owner sees it. */
export type TaskRecord = Awaited<ReturnType<typeof search<typeof record>>>[number];

const several = { projectId: tasks.projectId, ids: listOf(tasks.id) };

const settle = statement({
  name: 'settle-tasks',
  params: {
    ...several,
    state: tasks.state,
    settlement: tasks.settlement,
    again: types.boolean,
    deadlineMs: types.bigint,
  },
  columns: {
    ...record,
    ...{ lane: tasks.lane, origin: tasks.origin, target_id: tasks.targetId },
    ...{ waiter: tasks.waiter, result: tasks.result },
  },
  prepared: false,
  // New places in the order of the old ones: several of one lane, as messages to one customer, stay in their order.
  query: (p, columns) => sql`
    WITH again AS MATERIALIZED (
      SELECT o.id, nextval(pg_get_serial_sequence('dialog.tasks', 'seq')) AS seq FROM (
        SELECT ${tasks.id} AS id FROM ${tasks}
        WHERE ${p.again} AND ${tasks.projectId} = ${p.projectId} AND ${tasks.id} = ANY (${p.ids})
        ORDER BY ${tasks.seq}) AS o)
    UPDATE ${tasks} SET
      ${name(tasks.state)} = ${p.state},
      ${name(tasks.settlement)} = ${p.settlement},
      ${name(tasks.seq)} = CASE WHEN ${p.again}
        THEN (SELECT again.seq FROM again WHERE again.id = ${tasks.id}) ELSE ${tasks.seq} END,
      ${name(tasks.dueAt)} = CASE WHEN ${p.again} THEN now() ELSE ${tasks.dueAt} END,
      ${name(tasks.deadlineAt)} = CASE WHEN ${p.again}
        THEN now() + make_interval(secs => ${p.deadlineMs} / 1000.0) ELSE ${tasks.deadlineAt} END,
      ${name(tasks.begunAt)} = CASE WHEN ${p.again} THEN NULL ELSE ${tasks.begunAt} END,
      ${name(tasks.finishedAt)} = CASE WHEN ${p.again} THEN NULL ELSE ${tasks.finishedAt} END,
      ${name(tasks.error)} = CASE WHEN ${p.state} = 'failed' THEN ${tasks.error} END
    WHERE ${tasks.projectId} = ${p.projectId} AND ${tasks.id} = ANY (${p.ids}) AND ${tasks.state} = 'unknown'
    RETURNING ${columns}`,
});

const lock = statement({
  name: 'lock-unknown',
  params: several,
  columns: { id: tasks.id },
  prepared: false,
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tasks}
    WHERE ${tasks.projectId} = ${p.projectId} AND ${tasks.id} = ANY (${p.ids}) AND ${tasks.state} = 'unknown'
    ORDER BY ${tasks.id} FOR UPDATE`,
});

/** The state of a task, for code that learns elsewhere what became of it. */
export interface Standing {
  state: TaskState;
  isUnderWay: boolean;
  /** How its owner settled an unknown outcome, if at all. */
  settledAs: SettledAs | null;
  error: TaskError | null;
  finishedAt: Date | null;
}

/** @returns undefined if the task does not exist, or no longer exists */
export async function findStanding(
  tx: Queryable,
  projectId: string,
  id: string,
): Promise<Standing | undefined> {
  const row = await readStanding.first(tx, { projectId, id });
  return (
    row && {
      state: row.state,
      isUnderWay: row.state === 'queued' || row.state === 'running',
      settledAs: row.settlement?.outcome ?? null,
      error: row.error,
      finishedAt: row.finishedAt,
    }
  );
}

/** The real outcome of a task that had been unknown. */
export type Found = { state: 'succeeded'; result: unknown } | { state: 'failed'; error: TaskError };

/**
 * Ends a task with an unknown outcome by its real outcome, and notifies its waiter.
 * @returns the lanes that got work through this; undefined if the outcome was not unknown
 */
export async function settleFound(
  tx: Queryable,
  queue: TaskQueue,
  projectId: string,
  id: string,
  found: Found,
): Promise<LaneTicket[] | undefined> {
  const row = await endFound.first(tx, {
    ...{ projectId, id, state: found.state },
    result: found.state === 'succeeded' ? found.result : null,
    error: found.state === 'failed' ? found.error : null,
  });
  if (!row) return undefined;
  const end = found.state === 'succeeded' ? { ...found, error: null } : { ...found, result: null };
  return queue.tell(tx, [{ projectId, id, ...row, ...end }]);
}

/** Which tasks of unknown outcome are wanted. */
export interface WantedUnsettled {
  /** Of one task. */
  id?: string | undefined;
  /** A condition for rows of `tasks`. */
  only?: SQL | undefined;
  offset?: number;
}

/** Tasks whose outcome is unknown, oldest first. @returns one more than a page if there are more */
export function listUnsettled(
  database: Queryable,
  projectId: string,
  { id, only, offset = 0 }: WantedUnsettled,
): Promise<TaskRecord[]> {
  const conditions = [eq(tasks.projectId, projectId), sql`${tasks.state} = 'unknown'`];
  if (id !== undefined) conditions.push(eq(tasks.id, id));
  if (only) conditions.push(only);
  return search(
    database,
    record,
    (columns) => sql`
      SELECT ${columns} FROM ${tasks} WHERE ${and(...conditions)}
      ORDER BY ${tasks.seq} OFFSET ${offset} LIMIT ${unsettledPage + 1}`,
  );
}

/**
 * Locks those of these tasks whose outcome is unknown, in the order of their ids, so that nobody else settles them until the transaction
 * ends.
 * @returns their ids
 */
export async function lockUnknown(
  tx: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await lock.all(tx, { projectId, ids })).map(({ id }) => id);
}

/** Why a task cannot be settled: it has not ended yet, its outcome is known, or there is no such task. */
export async function whyNotUnknown(
  tx: Queryable,
  projectId: string,
  id: string,
): Promise<'open' | 'settled' | 'missing'> {
  const task = await findStanding(tx, projectId, id);
  if (!task) return 'missing';
  return task.isUnderWay ? 'open' : 'settled';
}

/** A decision about tasks of a project. */
export interface Decided {
  projectId: string;
  /** Internal ids; take those of more than one task from `lockUnknown`. */
  ids: readonly string[];
  settlement: Settlement;
}

/**
 * Settles unknown outcomes as an owner decided; tasks whose outcome is not unknown stay as they are. `retry` queues a task again at the end
 * of its lane, with a new deadline and without marks of the earlier attempt. The waiter is notified when the task has ended.
 * @returns the records that it has settled, and the lanes that got work through this
 */
export async function settleTasks(
  tx: Transaction,
  { projectId, ids, settlement }: Decided,
  retryDeadlineMs: number,
  queue: TaskQueue,
): Promise<{ records: TaskRecord[]; wake: LaneTicket[] }> {
  const states: Record<SettledAs, TaskState> = { done: 'succeeded', failed: 'failed', retry: 'queued' };
  const state = states[settlement.outcome];
  const again = settlement.outcome === 'retry';
  const records = await settle.all(tx, {
    ...{ projectId, ids, settlement, again, state },
    deadlineMs: retryDeadlineMs,
  });
  if (again) {
    await queue.count(
      tx,
      records.map(() => projectId),
      1,
    );
    return {
      records,
      wake: records.map((row): LaneTicket => [projectId, row.lane, row.target_id, row.origin]),
    };
  }
  const ended = records.map(({ id, environment, waiter, result, error, ...row }) => ({
    ...{ projectId, id, environment, waiter, state, result, error },
    identityId: row.identity_id,
    requestId: row.request_id,
  }));
  return { records, wake: await queue.tell(tx, ended) };
}
