import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { Environment } from '../schema.ts';
import { type Figures, moneyOf, revenue, sumsOf } from './figures.ts';
import { tagFigures, tagRevenue } from './schema.ts';

const f = alias(tagFigures, 'f');
const r = alias(tagRevenue, 'r');

const readTags = statement({
  name: 'analytics-tags',
  prepared: false,
  params: {
    projectId: f.projectId,
    environment: f.environment,
    days: types.int,
    after: f.tag,
    most: types.int,
  },
  columns: ({ projectId, environment, days }) => ({
    tag: f.tag,
    ...sumsOf(f),
    revenue: as(
      revenue,
      sql`coalesce(${moneyOf(
        r,
        sql`FROM ${tagRevenue} AS ${r}
          WHERE ${r.projectId} = ${projectId} AND ${r.environment} = ${environment}
            AND ${r.tag} = ${f.tag} AND ${r.day} > (now() AT TIME ZONE 'UTC')::date - ${days}`,
      )}, '[]')`,
    ),
  }),
  query: ({ projectId, environment, days, after, most }, columns) => sql`
    SELECT ${columns} FROM ${tagFigures} AS ${f}
    WHERE ${f.projectId} = ${projectId} AND ${f.environment} = ${environment} AND ${f.tag} > ${after}
      AND ${f.day} > (now() AT TIME ZONE 'UTC')::date - ${days}
    GROUP BY ${f.tag} ORDER BY ${f.tag} LIMIT ${most}`,
});

/**
 * The sums of the last days for each tag whose customers had any, by the order of their letters. A page reads a row for each of its tags and
 * days. @param after the last tag of the page before; empty for the first page
 */
export function readFiguresByTag(
  database: Queryable,
  page: { projectId: string; environment: Environment; days: number; after: string; most: number },
): Promise<(Figures & { tag: string })[]> {
  return readTags.all(database, page);
}
