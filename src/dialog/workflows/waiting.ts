import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { furtherSteps, waitsAt, waitsAtMore } from '../flows/standing.ts';
import type { Environment } from '../schema.ts';
import { workflowRuns } from './schema.ts';

const r = alias(workflowRuns, 'r');

/** Goes to each step through an index, so that only positions with several steps are read. */
const countRuns = statement({
  name: 'runs-waiting',
  prepared: false,
  params: {
    projectId: r.projectId,
    slug: r.slug,
    environment: r.environment,
    version: r.version,
    steps: listOf(types.text),
  },
  columns: { step: as(types.text, sql`step`), waiting: as(types.int, sql`sum(n)::int`) },
  query: (p, columns) => {
    const ofVersion = sql`${r.projectId} = ${p.projectId} AND ${r.slug} = ${p.slug} AND ${r.version} = ${p.version}
      AND ${r.environment} = ${p.environment} AND ${r.finishedAt} IS NULL`;
    return sql`
      SELECT ${columns} FROM (
        SELECT wanted.step, found.n FROM unnest(${p.steps}) AS wanted(step) CROSS JOIN LATERAL (
          SELECT count(*) AS n FROM ${workflowRuns} AS ${r} WHERE ${ofVersion} AND ${waitsAt(r.position)} = wanted.step
        ) AS found
        UNION ALL
        SELECT further.step, 1 FROM (${furtherSteps(
          sql`SELECT ${r.position} FROM ${workflowRuns} AS ${r} WHERE ${ofVersion} AND ${waitsAtMore(r.position)}`,
        )}) AS further
      ) AS counted GROUP BY step`;
  },
});

/** How many runs wait at each of these steps of a version of a workflow. */
export async function runsWaiting(
  database: Queryable,
  given: { projectId: string; slug: string; environment: Environment; version: number; steps: string[] },
): Promise<Map<string, number>> {
  const rows = await countRuns.all(database, given);
  return new Map(rows.map(({ step, waiting }) => [step, waiting]));
}
