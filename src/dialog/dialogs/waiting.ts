import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { standingAtSql } from '../flows/standing.ts';
import { channels, type Environment, identities } from '../schema.ts';
import { dialogs } from './schema.ts';

const d = alias(dialogs, 'd');
const i = alias(identities, 'i');
const c = alias(channels, 'c');

const countDialogs = statement({
  name: 'dialogs-waiting',
  prepared: false,
  params: {
    projectId: d.projectId,
    environment: c.environment,
    version: d.version,
    steps: listOf(types.text),
  },
  columns: { step: as(types.text, sql`step`), waiting: as(types.int, sql`sum(n)::int`) },
  query: (p, columns) => {
    const ofVersion = sql`${d.projectId} = ${p.projectId} AND ${d.version} = ${p.version} AND coalesce(${d.channelId}, (
      SELECT ${i.channelId} FROM ${identities} AS ${i}
      WHERE ${i.projectId} = ${p.projectId} AND ${i.id} = ${d.identityId}
    )) IN (SELECT id FROM open)`;
    return sql`
      WITH open AS MATERIALIZED (
        SELECT ${c.id} FROM ${channels} AS ${c}
        WHERE ${c.projectId} = ${p.projectId} AND ${c.environment} = ${p.environment} AND ${c.deletedAt} IS NULL
      )
      SELECT ${columns} FROM (${standingAtSql(sql`${dialogs} AS ${d}`, d.position, ofVersion, p.steps)}) AS counted
      GROUP BY step`;
  },
});

/** How many dialogs wait at each of these steps of a version of the scenario; those of deleted channels wait for nobody. */
export async function dialogsWaiting(
  database: Queryable,
  given: { projectId: string; environment: Environment; version: number; steps: string[] },
): Promise<Map<string, number>> {
  const rows = await countDialogs.all(database, given);
  return new Map(rows.map(({ step, waiting }) => [step, waiting]));
}
