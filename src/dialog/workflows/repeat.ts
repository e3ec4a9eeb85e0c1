import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, asText } from '../../platform/sql-expressions.ts';
import { jsonOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { stepOf } from '../flows/standing.ts';
import type { KeptData } from '../scenario/position.ts';
import { workflowRuns, workflowSteps } from './schema.ts';

const r = alias(workflowRuns, 'r');
const s = alias(workflowSteps, 's');

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
    kept: as(orNull(jsonOf<KeptData>()), sql`${r.start} -> 'kept'`),
    outcome: as(orNull(types.text), sql`${r.start} ->> 'outcome'`),
    pinned: as(orNull(types.text), sql`${r.start} ->> 'pinned'`),
    status: r.status,
    /** The step in which it failed, also if `on_error` dealt with it before the end. */
    failedAt: as(
      orNull(types.text),
      sql`coalesce(${r.position} #>> '{error,step}', ${stepOf(r.position)}, (
        SELECT ${s.step} FROM ${workflowSteps} AS ${s} WHERE ${s.projectId} = ${r.projectId} AND ${s.runId} = ${r.id}
          AND ${s.status} = 'failed' ORDER BY ${s.n} DESC LIMIT 1))`,
    ),
    finishedAt: r.finishedAt,
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${workflowRuns} AS ${r} WHERE ${r.projectId} = ${p.projectId} AND ${r.id} = ${p.id}`,
});

/** What a run was started with, its input, event and pinned outputs as JSON text. */
export type Begun = ResultOf<typeof readGiven>;

/** Reads what a run was started with, and where it failed; undefined before its first turn. */
export function readBegun(tx: Queryable, projectId: string, id: string): Promise<Begun | undefined> {
  return readGiven.first(tx, { projectId, id });
}
