import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { type TaskState, tasks } from '../schema.ts';

/** Most tasks of one state that are counted: a backlog can be as long as its project may have unfinished work, and longer. */
export const mostCounted = 10_000;

const t = alias(tasks, 't');

/** Some tasks of a project in one state; each state has an index that begins with the project. */
const some = (state: TaskState, project: unknown) => sql`(
  SELECT ${t.kind} AS kind, ${t.state} AS state, ${t.dueAt} AS due_at FROM ${tasks} AS ${t}
  WHERE ${t.projectId} = ${project} AND ${t.state} = ${sql.raw(`'${state}'`)} LIMIT ${mostCounted})`;

const countIn = (state: TaskState) =>
  as(types.int, sql`count(*) FILTER (WHERE state = ${sql.raw(`'${state}'`)})::int`);

const readByKind = statement({
  name: 'tasks-of-project',
  prepared: false,
  params: { projectId: t.projectId },
  columns: {
    kind: as(t.kind, sql`kind`),
    queued: countIn('queued'),
    running: countIn('running'),
    unknown: countIn('unknown'),
    /** Since when the task that waits longest has been due; null if none is due. */
    oldestDueAt: as(
      orNull(t.dueAt),
      sql`min(due_at) FILTER (WHERE state = 'queued' AND due_at <= clock_timestamp())`,
    ),
  },
  query: ({ projectId }, columns) => sql`
    SELECT ${columns} FROM (
      ${some('queued', projectId)} UNION ALL ${some('running', projectId)} UNION ALL ${some('unknown', projectId)}
    ) AS unfinished
    GROUP BY kind ORDER BY kind`,
});

/** How much work of one kind a project has that is not finished. */
export type KindDepth = ResultOf<typeof readByKind>;

/**
 * Waiting, running and unknown tasks of a project by kind, and since when the oldest has been due.
 * @returns also whether the numbers are exact: of each state at most `mostCounted` are counted, in no order
 */
export async function readDepth(
  database: Queryable,
  projectId: string,
): Promise<{ kinds: KindDepth[]; isExact: boolean }> {
  const kinds = await readByKind.all(database, { projectId });
  const isFull = (state: 'queued' | 'running' | 'unknown') =>
    kinds.reduce((sum, kind) => sum + kind[state], 0) >= mostCounted;
  return { kinds, isExact: !isFull('queued') && !isFull('running') && !isFull('unknown') };
}
