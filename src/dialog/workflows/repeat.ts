import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, asText } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { workflowRuns } from './schema.ts';

const r = alias(workflowRuns, 'r');

const readGiven = statement({
  name: 'run-to-repeat',
  prepared: false,
  params: { projectId: r.projectId, id: r.id },
  columns: {
    slug: r.slug,
    version: r.version,
    environment: r.environment,
    identityId: r.identityId,
    input: asText(r.input),
    step: as(orNull(types.text), sql`${r.start} ->> 'step'`),
    event: as(orNull(types.text), sql`coalesce(${r.start} -> 'event', ${r.position} -> 'event')::text`),
    finishedAt: r.finishedAt,
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${workflowRuns} AS ${r} WHERE ${r.projectId} = ${p.projectId} AND ${r.id} = ${p.id}`,
});

/** What a run was started with, its input and event as JSON text; undefined before its first turn. */
export function readBegun(
  tx: Queryable,
  projectId: string,
  id: string,
): Promise<ResultOf<typeof readGiven> | undefined> {
  return readGiven.first(tx, { projectId, id });
}
