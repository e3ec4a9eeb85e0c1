import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import { lostProcess } from './sweep.ts';
import type { Task } from './task.ts';

const t = alias(tasks, 't');

const findLost = statement({
  name: 'find-lost-outcome',
  params: { projectId: t.projectId, id: t.id, attempts: t.attempts, lost: types.text },
  columns: { id: as(types.uuid, sql`${t.id}`) },
  prepared: false,
  // Another attempt is due without an error of this one, or runs; a pause gives its attempt back.
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tasks} AS ${t} WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = ${p.id} AND (
      ${t.state} = 'unknown' AND ${t.error} ->> 'code' = ${p.lost}
      OR ${t.state} = 'queued' AND ${t.error} IS NULL AND ${t.attempts} >= ${p.attempts}
      OR ${t.state} = 'running' AND ${t.error} IS NULL AND ${t.attempts} > ${p.attempts})`,
});

/**
 * Whether the lease of a task ran out before an outcome was written. If the answer to a write was lost, the next one finds no lease,
 * either, but the outcome stands.
 */
export async function isOutcomeLost(database: Database, { projectId, id, attempts }: Task): Promise<boolean> {
  const given = { projectId, id, attempts, lost: lostProcess.code };
  return (await findLost.all(database, given)).length > 0;
}
