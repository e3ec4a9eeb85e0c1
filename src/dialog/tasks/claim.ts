import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/postgres.ts';
import { as, name, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import type { LaneTicket, Task } from './task.ts';

/** The lease of a task was lost: what has not begun must not begin. */
export class LeaseLost extends Error {}

const t = alias(tasks, 't');

const claim = statement({
  name: 'claim',
  params: {
    projectIds: listOf(tasks.projectId),
    lanes: listOf(tasks.lane),
    lease: types.uuid,
    leaseMs: types.int,
  },
  columns: {
    projectId: t.projectId,
    id: t.id,
    kind: t.kind,
    environment: t.environment,
    lane: t.lane,
    origin: t.origin,
    targetId: t.targetId,
    identityId: t.identityId,
    requestId: t.requestId,
    payload: t.payload,
    waiter: t.waiter,
    cause: t.cause,
    progress: t.progress,
    attempts: t.attempts,
    lease: as(types.uuid, sql`${t.lease}`),
    claimedAt: as(types.instant, sql`clock_timestamp()`),
    deadlineAt: t.deadlineAt,
    createdAt: t.createdAt,
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM dialog.claim_tasks(${p.projectIds}, ${p.lanes}, ${p.lease}, ${p.leaseMs}) AS ${t}`,
});

/**
 * Takes the head of every given lane that has a due task and none running, under a lease. The database function
 * `claim_tasks` keeps the order within a lane and allows one running task in it.
 *
 * Every claim has its own lease, which is never used again. Claims do not wait for the disk, so a crash of the database can
 * undo one; its lease is then worthless, even if the same process claims the task again.
 */
export function claimTasks(database: Database, lanes: LaneTicket[], leaseMs: number): Promise<Task[]> {
  return claim.all(database, {
    projectIds: lanes.map(([projectId]) => projectId),
    lanes: lanes.map(([, lane]) => lane),
    lease: randomUUID(),
    leaseMs,
  });
}

/** Claims: a task and its lease each. */
const leases = rowsOf('i', { projectId: tasks.projectId, id: tasks.id, lease: tasks.lease });
/** A parameter, not a constant; `leased` gives the reason. */
const state = tasks.state;
const isLeased = (p: { state: SQL }) => sql`
  ${t.projectId} = ${leases.at.projectId} AND ${t.id} = ${leases.at.id} AND ${t.lease} = ${leases.at.lease}
    AND ${t.state} = ${p.state}`;

const beginnings = rowsOf('i', { ...leases.columns, sent: orNull(types.jsonText) });

const begin = statement({
  name: 'begin',
  params: { tasks: beginnings, state, notAfter: orNull(types.instant) },
  columns: { n: leases.n },
  query: (p, columns) => sql`
    UPDATE ${tasks} AS ${t} SET ${name(t.begunAt)} = clock_timestamp(), ${name(t.sent)} = ${beginnings.at.sent},
      ${name(t.answer)} = NULL
    FROM ${p.tasks}
    WHERE ${isLeased(p)} AND ${t.begunAt} IS NULL
      AND (${p.notAfter} IS NULL OR clock_timestamp() < ${p.notAfter})
    RETURNING ${columns}`,
});

/**
 * Commits that these tasks are about to touch the outside world. After this a crash makes them `unknown`, and they are never
 * repeated.
 * @param batch each with what it is about to send, if that is to be on record
 * @param notAfter a time of the database's clock. If the statement runs later, for example on a connection that was frozen,
 *   it changes nothing, because its caller has given up.
 * @returns one answer for each task: false if the lease was lost or it is too late, so that the task must not act
 */
export async function markBegun(
  database: Database,
  batch: (Task & { sent?: string | undefined })[],
  notAfter?: Date,
): Promise<boolean[]> {
  // By position, not by id: after a claim was undone, one batch may contain a task twice, under two leases.
  const given = batch.map((task) => ({ ...task, sent: task.sent ?? null }));
  const rows = await begin.all(database, { tasks: given, state: leased, notAfter: notAfter ?? null });
  const begun = new Set(rows.map(({ n }) => n));
  return batch.map((_task, i) => begun.has(i + 1));
}

const renew = statement({
  name: 'renew',
  params: { tasks: leases, leaseMs: types.int, state },
  query: (p) => sql`
    UPDATE ${tasks} AS ${t} SET ${name(t.leaseUntil)} = clock_timestamp() + make_interval(secs => ${p.leaseMs} / 1000.0)
    FROM ${p.tasks} WHERE ${isLeased(p)}`,
});

/**
 * Extends the leases of these tasks only: a claim whose answer was lost must expire, because nobody runs its task.
 */
export async function renewLeases(database: Database, batch: Task[], leaseMs: number): Promise<void> {
  await renew.run(database, { tasks: batch, leaseMs, state: leased });
}

/**
 * The state of tasks under a lease. Statements take it as a parameter. As a constant it would allow a plan, made while the
 * table was small, that finds each task by the partial index of running tasks instead of by its key.
 */
export const leased = 'running' as const;
