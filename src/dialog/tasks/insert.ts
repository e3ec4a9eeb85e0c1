import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, excluded, name, names, type RecordOf, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { auditRecordOf, auditRecords, insertAuditSql, writeAudit } from '../audit/entry.ts';
import { channels, identities, projectCounters, tasks } from '../schema.ts';
import { type QueuedTask, targetText } from './new-task.ts';
import type { Outbox } from './outbox.ts';
import type { LaneTicket } from './task.ts';

/** Tasks as they enter a statement. */
export const newTasks = rowsOf('i', {
  projectId: tasks.projectId,
  id: tasks.id,
  kind: tasks.kind,
  lane: tasks.lane,
  origin: tasks.origin,
  payload: types.jsonText,
  waiter: tasks.waiter,
  identityId: tasks.identityId,
  environment: orNull(tasks.environment),
  target: orNull(types.text),
  requestId: tasks.requestId,
  cause: tasks.cause,
  after_ms: types.bigint,
  deadline_ms: types.bigint,
  /** The position of the outcome from which it follows; null for none. */
  outcome: orNull(types.bigint),
});
const i = newTasks;

/** Turns a task into one record of the statement. */
export function recordOf(
  { projectId, task, requestId, waiter, cause, deadlineMs, afterMs }: QueuedTask,
  outcome: number | null = null,
): RecordOf<typeof newTasks> {
  return {
    projectId,
    id: task.id,
    kind: task.kind,
    lane: task.lane,
    origin: task.origin,
    payload: task.payload,
    waiter: waiter ?? null,
    identityId: task.identityId,
    environment: task.environment,
    target: targetText(task),
    requestId,
    cause: cause ?? null,
    after_ms: Math.ceil(afterMs ?? 0),
    deadline_ms: deadlineMs,
    outcome,
  };
}

const t = alias(identities, 't');
const c = alias(channels, 'h');

/**
 * The part of a statement that stores tasks, in the order given. One for an identity whose channel was deleted meanwhile is
 * left out. @param condition what else has to be met
 */
export const insertTasksSql = (given: SQL, condition = sql`true`): SQL => sql`
  INSERT INTO ${tasks} (${names(
    tasks.projectId,
    tasks.id,
    tasks.kind,
    tasks.lane,
    tasks.origin,
    tasks.payload,
    tasks.waiter,
    tasks.identityId,
    tasks.environment,
    tasks.targetId,
    tasks.requestId,
    tasks.cause,
    tasks.dueAt,
    tasks.deadlineAt,
  )})
  SELECT ${i.at.projectId}, ${i.at.id}, ${i.at.kind}, ${i.at.lane}, ${i.at.origin}, ${i.at.payload}, ${i.at.waiter},
    ${i.at.identityId},
    coalesce(${i.at.environment}, ${c.environment}),
    CASE WHEN coalesce(${i.at.environment}, ${c.environment}) = 'live'
      THEN CASE WHEN ${i.at.target} = 'channel' THEN ${c.id} ELSE ${i.at.target}::uuid END END,
    ${i.at.requestId},
    ${i.at.cause},
    now() + make_interval(secs => ${i.at.after_ms} / 1000.0),
    now() + make_interval(secs => (${i.at.after_ms} + ${i.at.deadline_ms}) / 1000.0)
  FROM ${given}
  LEFT JOIN ${identities} AS ${t} ON ${t.projectId} = ${i.at.projectId} AND ${t.id} = ${i.at.identityId}
  LEFT JOIN ${channels} AS ${c}
    ON ${c.projectId} = ${t.projectId} AND ${c.id} = ${t.channelId} AND ${c.deletedAt} IS NULL
  WHERE coalesce(${i.at.environment}, ${c.environment}) IS NOT NULL
    AND (${i.at.target} IS DISTINCT FROM 'channel' OR ${c.id} IS NOT NULL)
    AND ${condition}
  ORDER BY ${i.n}
  RETURNING ${names(tasks.projectId, tasks.lane, tasks.targetId, tasks.origin)}`;

const counters = alias(projectCounters, 'c');

/**
 * The part of a statement that counts the unfinished work of projects.
 * @param changes gives rows of `project_id` and `change`; where they come to nothing, no row is touched
 */
export const countUnfinishedSql = (shard: SQL, changes: SQL): SQL => sql`
  INSERT INTO ${projectCounters} AS ${counters} (${names(
    counters.projectId,
    counters.shard,
    counters.unfinished,
    counters.day,
  )})
  SELECT project_id, ${shard}, sum(change), (now() AT TIME ZONE 'UTC')::date
  FROM (${changes}) AS changes GROUP BY project_id HAVING sum(change) <> 0 ORDER BY project_id
  ON CONFLICT (${names(counters.projectId, counters.shard)}) DO UPDATE SET
    ${name(counters.unfinished)} = ${counters.unfinished} + ${excluded(counters.unfinished)}`;

const queueTasks = statement({
  name: 'queue-tasks',
  params: { tasks: newTasks, entries: auditRecords, shard: projectCounters.shard },
  columns: {
    projectId: as(tasks.projectId, sql`project_id`),
    lane: as(tasks.lane, sql`lane`),
    targetId: as(tasks.targetId, sql`target_id`),
    origin: as(tasks.origin, sql`origin`),
  },
  query: (p, columns) => sql`
    WITH stored AS (${insertTasksSql(p.tasks)}), entries AS (
      ${insertAuditSql(sql`${p.entries} ORDER BY ${auditRecords.n}`)}
    ), counted AS (${countUnfinishedSql(p.shard, sql`SELECT project_id, 1 AS change FROM stored`)})
    SELECT ${columns} FROM stored`,
});

/** The statement of `TaskQueue.write`. @returns the lanes of what was stored. */
export async function writeOutbox(
  tx: Queryable,
  { tasks: queued, entries }: Pick<Outbox, 'tasks' | 'entries'>,
  shard: number,
): Promise<LaneTicket[]> {
  if (queued.length === 0) {
    await writeAudit(tx, ...entries);
    return [];
  }
  const rows = await queueTasks.all(tx, {
    tasks: queued.map((task) => recordOf(task)),
    entries: entries.map(auditRecordOf),
    shard,
  });
  return rows.map(({ projectId, lane, targetId, origin }) => [projectId, lane, targetId, origin]);
}
