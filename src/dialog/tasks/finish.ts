import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, name, type RecordOf, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { auditColumns, auditRecordOf, auditRecords, insertAuditSql, stepsText } from '../audit/entry.ts';
import { auditInbox } from '../audit/schema.ts';
import { projectCounters, tasks } from '../schema.ts';
import { leased } from './claim.ts';
import { countUnfinishedSql, insertTasksSql, newTasks, recordOf } from './insert.ts';
import { isNews, kindOf, subjectOf, type TaskKinds } from './kinds.ts';
import type { QueuedTask } from './new-task.ts';
import { Outbox } from './outbox.ts';
import type { TaskQueue } from './queue.ts';
import type { LaneTicket, Pause, Success, Task, TaskError, TaskOutcome } from './task.ts';
import { toldTasks } from './waiters.ts';

/** A finished attempt and its outcome, or a task that pauses. */
export interface Finished {
  task: Task;
  outcome: TaskOutcome | Pause;
}

/** The state of a task after an attempt: final, or queued again until `dueInMs` from now. */
interface Settled {
  state: 'succeeded' | 'failed' | 'unknown' | 'queued';
  dueInMs: number;
}

const firstRetryMs = 1000;
const longestRetryMs = 60_000;

/**
 * What an outcome means for the task. A retry waits twice as long each time, with jitter so that many do not return
 * together; or as long as the other side asked; or by its kind's own schedule. A retry after the deadline becomes a failure.
 */
export function settle({ task, outcome }: Finished, now = Date.now()): Settled {
  if (outcome.state === 'paused') return { state: 'queued', dueInMs: outcome.inMs };
  if (outcome.state !== 'retry') return { state: outcome.state, dueInMs: 0 };
  const backOff =
    Math.min(longestRetryMs, firstRetryMs * 2 ** (task.attempts - 1)) * (0.75 + Math.random() / 2);
  const dueInMs = outcome.inMs ?? Math.max(outcome.afterMs ?? 0, backOff);
  return now + dueInMs > task.deadlineAt.getTime()
    ? { state: 'failed', dueInMs: 0 }
    : { state: 'queued', dueInMs };
}

/**
 * What was written: the task's new state (`paused` for one that is queued without a failed attempt), the milliseconds that its
 * lane must wait, and the lanes that got work.
 */
export interface Written {
  state: Settled['state'] | 'paused';
  delayMs: number;
  wake: LaneTicket[];
}

/**
 * Writes the outcomes of a batch, each with its audit entry and the project's counter, in one statement. The same statement
 * queues the tasks that notify the waiters of tasks that ended.
 * @param outbox what else follows from the outcomes
 * @returns what was written, by position in the batch; undefined if the lease was lost, and then nothing was written
 */
export async function finishTasks(
  tx: Queryable,
  kinds: TaskKinds,
  queue: TaskQueue,
  batch: Finished[],
  outbox = new Outbox(),
): Promise<(Written | undefined)[]> {
  const settled = batch.map((finished) => settle(finished));
  const outcomes = batch.map((finished, i) => recordOfOutcome(kinds, finished, settled[i]!));
  const tasks = [
    ...outbox.tasks.map((task) => recordOf(task)),
    ...batch.flatMap((finished, i) => notices(finished, settled[i]!).map((task) => recordOf(task, i + 1))),
  ];
  const given = { outcomes, shard: queue.shard, leased };
  const rows =
    tasks.length === 0 && outbox.entries.length === 0
      ? await writeFinished.all(tx, given)
      : await writeWithOutbox.all(tx, { ...given, tasks, entries: outbox.entries.map(auditRecordOf) });
  const written: (Written | undefined)[] = batch.map(() => undefined);
  const made: LaneTicket[] = [];
  for (const { n, lane, projectId, targetId, origin } of rows) {
    if (lane !== null) made.push([projectId!, lane, targetId, origin!]);
    if (n === null) continue;
    const { outcome } = batch[n - 1]!;
    const wake = outcome.state === 'succeeded' ? (outcome.wake ?? []) : [];
    const { state, dueInMs: delayMs } = settled[n - 1]!;
    written[n - 1] = { state: outcome.state === 'paused' ? 'paused' : state, delayMs, wake };
  }
  // The lanes of all new tasks are returned with one entry of the batch; which one does not matter.
  const first = written.find((each) => each !== undefined);
  if (first) first.wake = [...first.wake, ...made];
  return written;
}

/** An outcome as one record of the statement. */
function recordOfOutcome(
  kinds: TaskKinds,
  { task, outcome }: Finished,
  { state, dueInMs }: Settled,
): RecordOf<typeof o> {
  const isTold = state !== 'queued' && isNews(kinds, task.kind, state);
  const subject = isTold ? subjectOf(kinds, task.kind, task) : null;
  const succeeded = outcome.state === 'succeeded';
  const word = isTold && succeeded ? (outcome.action ?? kindOf(kinds, task.kind).succeeded) : state;
  const more = succeeded ? outcome.data : { error: errorOf(outcome) };
  const { result, error, progress, answer } = leftBy(outcome);
  return {
    projectId: task.projectId,
    id: task.id,
    lease: task.lease,
    state,
    due_ms: Math.ceil(dueInMs),
    result,
    error,
    progress,
    answer,
    action: subject && `${subject.type}.${word}`,
    subject_type: subject?.type ?? null,
    subject_id: subject?.id ?? null,
    data: subject && JSON.stringify({ attempts: task.attempts, ...more }),
    steps: succeeded ? stepsText(outcome.stepCounts) : null,
  };
}

/** What notifies the waiter of a task that ended. */
function notices({ task, outcome }: Finished, { state }: Settled): QueuedTask[] {
  if (!task.waiter) return [];
  const succeeded = outcome.state === 'succeeded';
  const result = succeeded ? outcome.result : null;
  return toldTasks([{ ...task, state, result, error: succeeded ? null : errorOf(outcome) }]);
}

const errorOf = (outcome: Exclude<Finished['outcome'], Success>): TaskError | null =>
  outcome.state === 'paused' ? null : outcome.error;

/** What an outcome writes into the columns of its task, as JSON text. */
function leftBy(
  outcome: Finished['outcome'],
): Record<'result' | 'error' | 'progress' | 'answer', string | null> {
  const textOf = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const answer = outcome.state === 'paused' ? null : textOf(outcome.answer ?? undefined);
  if (outcome.state === 'succeeded') {
    return { result: textOf(outcome.result), error: textOf(outcome.flowError), progress: null, answer };
  }
  const progress = outcome.state === 'failed' ? undefined : outcome.progress;
  return { result: null, error: textOf(errorOf(outcome) ?? undefined), progress: textOf(progress), answer };
}

const t = alias(tasks, 't');
const o = rowsOf('o', {
  projectId: tasks.projectId,
  id: tasks.id,
  lease: tasks.lease,
  state: tasks.state,
  due_ms: types.bigint,
  result: orNull(types.jsonText),
  error: orNull(types.jsonText),
  progress: orNull(types.jsonText),
  answer: orNull(types.jsonText),
  action: orNull(auditInbox.action),
  subject_type: orNull(auditInbox.subjectType),
  subject_id: orNull(auditInbox.subjectId),
  data: orNull(types.jsonText),
  steps: orNull(types.jsonText),
});

/** What was changed: the tasks whose leases still hold, each with its outcome. */
const changedSql = (p: { outcomes: SQL; leased: SQL }): SQL => sql`
outcome AS (
  SELECT * FROM ${p.outcomes}
), changed AS (
  UPDATE ${tasks} AS ${t} SET
    ${name(t.state)} = ${o.at.state},
    ${name(t.result)} = ${o.at.result},
    ${name(t.error)} = ${o.at.error},
    ${name(t.progress)} = coalesce(${o.at.progress}, ${t.progress}),
    ${name(t.answer)} = CASE WHEN ${o.at.state} = 'queued' AND ${o.at.error} IS NULL THEN ${t.answer} ELSE ${o.at.answer} END,
    -- Queued without an error: a pause, and the claim before it was no attempt.
    ${name(t.attempts)} = ${t.attempts} - CASE WHEN ${o.at.state} = 'queued' AND ${o.at.error} IS NULL THEN 1 ELSE 0 END,
    ${name(t.dueAt)} = CASE WHEN ${o.at.state} = 'queued'
      THEN now() + make_interval(secs => ${o.at.due_ms} / 1000.0) ELSE ${t.dueAt} END,
    ${name(t.begunAt)} = CASE WHEN ${o.at.state} = 'queued' THEN NULL ELSE ${t.begunAt} END,
    ${name(t.finishedAt)} = CASE WHEN ${o.at.state} = 'queued' THEN NULL ELSE clock_timestamp() END,
    ${name(t.lease)} = NULL,
    ${name(t.leaseUntil)} = NULL
  FROM outcome AS o
  WHERE ${t.projectId} = ${o.at.projectId} AND ${t.id} = ${o.at.id} AND ${t.lease} = ${o.at.lease}
    AND ${t.state} = ${p.leased}
  RETURNING o.n, ${t.projectId}, ${t.environment}, ${t.requestId}, ${t.identityId}, ${t.cause}, ${o.at.state}, ${o.at.action},
    ${o.at.subject_type}, ${o.at.subject_id}, ${o.at.data}, ${o.at.steps}
)`;

/** What the audit log says of the outcomes, in the columns of other entries. */
const endingsSql = sql`
  SELECT 2 AS part, n, project_id, 'system' AS actor_type, NULL::text AS actor_id, NULL::text AS actor_name, action,
    subject_type, subject_id, environment, request_id, identity_id, data, cause, steps
  FROM changed WHERE action IS NOT NULL`;

const endedSql = sql`SELECT project_id, -1 AS change FROM changed WHERE state <> 'queued'`;

/** What was written: the positions of outcomes, and the lanes of new tasks. */
const columns = {
  n: as(orNull(types.bigint), sql`written.n`),
  projectId: as(orNull(tasks.projectId), sql`written.project_id`),
  lane: as(orNull(tasks.lane), sql`written.lane`),
  targetId: as(tasks.targetId, sql`written.target_id`),
  origin: as(orNull(tasks.origin), sql`written.origin`),
};
const outcomesWritten = sql`
  SELECT n, NULL::uuid AS project_id, NULL::text AS lane, NULL::uuid AS target_id, NULL::text AS origin FROM changed`;

const params = { outcomes: o, shard: projectCounters.shard, leased: tasks.state };

const writeFinished = statement({
  name: 'finish',
  params,
  columns,
  query: (p, columns) => sql`
WITH ${changedSql(p)}, entries AS (
  ${insertAuditSql(sql`(${endingsSql}) AS endings ORDER BY n`)}
), counted AS (${countUnfinishedSql(p.shard, endedSql)})
SELECT ${columns} FROM (${outcomesWritten}) AS written`,
});

/**
 * The same with an outbox. A task that follows from one of the outcomes is stored only if that outcome is. Entries of the
 * outbox come first, because they tell what led to the outcomes.
 */
const writeWithOutbox = statement({
  name: 'finish-and-queue',
  params: { ...params, tasks: newTasks, entries: auditRecords },
  columns,
  query: (p, columns) => sql`
WITH ${changedSql(p)}, stored AS (
  ${insertTasksSql(
    p.tasks,
    sql`(${newTasks.at.outcome} IS NULL OR ${newTasks.at.outcome} IN (SELECT n FROM changed))`,
  )}
), entries AS (
  ${insertAuditSql(sql`
    (SELECT 1 AS part, n, ${auditColumns} FROM ${p.entries} UNION ALL ${endingsSql}) AS told ORDER BY part, n`)}
), counted AS (
  ${countUnfinishedSql(p.shard, sql`${endedSql} UNION ALL SELECT project_id, 1 FROM stored`)}
)
SELECT ${columns} FROM (
  ${outcomesWritten} UNION ALL SELECT NULL, project_id, lane, target_id, origin FROM stored
) AS written`,
});
