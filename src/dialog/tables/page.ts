import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { JsonText, jsonText } from '../../platform/json-text.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { Environment } from '../schema.ts';
import { tableRows, tableSheets, tables } from './schema.ts';

export interface PageRequest {
  projectId: string;
  slug: string;
  environment: Environment;
  offset: number;
  limit: number;
}

const t = alias(tables, 't');
const s = alias(tableSheets, 's');
const r = alias(tableRows, 'r');

const find = statement({
  name: 'table-page',
  params: {
    projectId: t.projectId,
    slug: t.slug,
    environment: s.environment,
    offset: types.bigint,
    limit: types.bigint,
  },
  columns: { rows: as(types.text, sql`page.rows`), revision: s.revision, total: s.total },
  query: (p, columns) => {
    const isOfSheet = sql`${r.projectId} = ${p.projectId} AND ${r.tableId} = ${s.tableId}
      AND ${r.environment} = ${p.environment}`;
    return sql`
      SELECT ${columns} FROM ${tables} AS ${t}
      JOIN ${tableSheets} AS ${s}
        ON ${s.projectId} = ${t.projectId} AND ${s.tableId} = ${t.id} AND ${s.environment} = ${p.environment}
      CROSS JOIN LATERAL (
        SELECT coalesce(string_agg(found.data::text, ',' ORDER BY found.position), '') AS rows
        FROM (
          SELECT ${r.position}, ${r.data} FROM ${tableRows} AS ${r}
          WHERE ${s.total} = ${s.last} - ${s.floor} AND ${isOfSheet}
            AND ${r.position} > ${s.floor} + ${p.offset} AND ${r.position} <= ${s.floor} + ${p.offset} + ${p.limit}
          UNION ALL
          (SELECT ${r.position}, ${r.data} FROM ${tableRows} AS ${r}
          WHERE ${s.total} < ${s.last} - ${s.floor} AND ${isOfSheet} AND ${r.position} > ${s.floor}
          ORDER BY ${r.position} OFFSET ${p.offset} LIMIT ${p.limit})
        ) AS found
      ) AS page
      WHERE ${t.projectId} = ${p.projectId} AND ${t.slug} = ${p.slug} AND ${t.deletedAt} IS NULL`;
  },
});

/**
 * A page of rows, oldest first, as the JSON text of the answer: Postgres joins the rows as they were sent, and nothing
 * parses them here. Rows, revision and total are read at the same time.
 *
 * If positions have no gaps, a page is a range of the primary key, at any offset. If single rows were deleted, the page is
 * found by counting.
 *
 * @returns undefined if there is no such table
 */
export async function readPage(
  database: Queryable,
  { projectId, slug, environment, offset, limit }: PageRequest,
): Promise<string | undefined> {
  const page = await find.first(database, { projectId, slug, environment, offset, limit });
  if (!page) return undefined;
  const next = offset + limit < page.total ? offset + limit : null;
  const { rows, revision, total } = page;
  return jsonText({ rows: new JsonText(`[${rows}]`), revision, total, next_offset: next });
}
