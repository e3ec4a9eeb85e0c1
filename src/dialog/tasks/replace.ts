import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { name, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import type { QueuedTask } from './new-task.ts';

const t = alias(tasks, 't');
const given = rowsOf('i', {
  projectId: t.projectId,
  id: t.id,
  payload: types.jsonText,
  identityId: t.identityId,
  requestId: t.requestId,
  after_ms: types.bigint,
  deadline_ms: types.bigint,
});

const replace = statement({
  name: 'tasks-replace',
  params: { given },
  columns: { id: t.id },
  query: (p, columns) => sql`
    UPDATE ${tasks} AS ${t} SET
      ${name(t.payload)} = ${given.at.payload}, ${name(t.identityId)} = ${given.at.identityId},
      ${name(t.requestId)} = ${given.at.requestId},
      ${name(t.dueAt)} = now() + make_interval(secs => ${given.at.after_ms} / 1000.0),
      ${name(t.deadlineAt)} = now() + make_interval(secs => (${given.at.after_ms} + ${given.at.deadline_ms}) / 1000.0)
    FROM ${p.given}
    WHERE ${t.projectId} = ${given.at.projectId} AND ${t.id} = ${given.at.id} AND ${t.state} = 'queued'
    RETURNING ${columns}`,
});

/**
 * Gives tasks that have not begun another payload, customer and time. The lane stays. Whoever calls this holds something that
 * keeps others from replacing the same tasks.
 * @returns the ids of those that had not begun
 */
export async function replaceQueued(tx: Queryable, replacements: QueuedTask[]): Promise<Set<string>> {
  const rows = await replace.all(tx, {
    given: replacements.map(({ projectId, task, requestId, afterMs = 0, deadlineMs }) => ({
      ...{ projectId, id: task.id, payload: task.payload, identityId: task.identityId, requestId },
      after_ms: Math.ceil(afterMs),
      deadline_ms: deadlineMs,
    })),
  });
  return new Set(rows.map(({ id }) => id));
}
