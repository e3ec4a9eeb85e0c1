import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { standingAtSql } from '../flows/standing.ts';
import type { Environment } from '../schema.ts';
import { workflowRuns } from './schema.ts';

const r = alias(workflowRuns, 'r');

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
      SELECT ${columns} FROM (${standingAtSql(sql`${workflowRuns} AS ${r}`, r.position, ofVersion, p.steps)}) AS counted
      GROUP BY step`;
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

/** Where a run stands that has begun, or waits for others with its key; undefined if there is none. */
export async function standingOfRun({ orm }: Pick<Transaction, 'orm'>, projectId: string, id: string) {
  const { environment, identityId, slug, position, finishedAt } = workflowRuns;
  const [found] = await orm
    .select({ environment, identityId, slug, position, finishedAt })
    .from(workflowRuns)
    .where(and(eq(workflowRuns.projectId, projectId), eq(workflowRuns.id, id)));
  return found;
}
