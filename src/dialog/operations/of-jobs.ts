import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { rowsOf } from '../../platform/sql-expressions.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import { operationRevisions } from './schema.ts';

const t = alias(tasks, 't');
const r = alias(operationRevisions, 'r');
const wanted = rowsOf('w', { projectId: t.projectId, id: t.id });

const read = statement({
  name: 'operations-of-jobs',
  params: { wanted },
  columns: { id: t.id, slug: r.slug },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${given.wanted}
    JOIN ${tasks} AS ${t}
      ON ${t.projectId} = ${wanted.at.projectId} AND ${t.id} = ${wanted.at.id} AND ${t.kind} = 'job'
    JOIN ${operationRevisions} AS ${r}
      ON ${r.projectId} = ${t.projectId} AND ${r.id} = (${t.payload} ->> 'revision')::uuid`,
});

/** The slugs of the operations that jobs run. @returns by id of the job */
export async function operationsOfJobs(
  tx: Queryable,
  given: { projectId: string; id: string }[],
): Promise<Map<string, string>> {
  if (given.length === 0) return new Map();
  return new Map((await read.all(tx, { wanted: given })).map(({ id, slug }) => [id, slug]));
}
