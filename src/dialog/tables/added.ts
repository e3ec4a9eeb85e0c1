import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { parseExactly } from '../../platform/exact-json.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { JsonObject } from '../template/json.ts';
import { tableRows, tableSheets, tables } from './schema.ts';

const t = alias(tables, 't');
const s = alias(tableSheets, 's');
const r = alias(tableRows, 'r');
/** Rows whose positions follow each other: those after `after` up to `last`. */
const ranges = rowsOf('w', {
  projectId: t.projectId,
  table: types.text,
  environment: s.environment,
  after: types.bigint,
  last: types.bigint,
});
const { at: w } = ranges;

/** Most rows of one range, and the most bytes that they have together. */
const most = { rows: 100, bytes: 32 * 1024 };

const read = statement({
  name: 'rows-added',
  params: { ranges, mostRows: types.int, mostBytes: types.int },
  columns: { n: ranges.n, rows: as(listOf(types.text), sql`found.rows`) },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${given.ranges}
    JOIN ${tables} AS ${t}
      ON ${t.projectId} = ${w.projectId} AND ${t.slug} = ${w.table} AND ${t.deletedAt} IS NULL
    JOIN ${tableSheets} AS ${s}
      ON ${s.projectId} = ${t.projectId} AND ${s.tableId} = ${t.id} AND ${s.environment} = ${w.environment}
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(sized.data::text ORDER BY sized.position), '{}') AS rows FROM (
        SELECT few.*, sum(octet_length(few.data::text)) OVER (ORDER BY few.position) AS bytes FROM (
          SELECT ${r.position}, ${r.data} FROM ${tableRows} AS ${r}
          WHERE ${r.projectId} = ${s.projectId} AND ${r.tableId} = ${s.tableId} AND ${r.environment} = ${s.environment}
            AND ${r.position} > ${s.floor} AND ${r.position} > ${w.after} AND ${r.position} <= ${w.last}
          ORDER BY ${r.position} LIMIT ${given.mostRows}
        ) AS few
      ) AS sized
      WHERE sized.bytes <= ${given.mostBytes}
    ) AS found`,
});

/** Where rows were added, as the audit log says it. */
export interface AddedRange {
  projectId: string;
  /** The slug. */
  table: string;
  environment: 'sandbox' | 'live';
  added: number;
  /** The position of the last one. */
  last: number;
}

/**
 * Reads rows that were added, as they are now, in their order: at most 100 of each range, with at most 32 KiB. Those that were
 * deleted since are left out.
 * @returns by position in the list
 */
export async function readAddedRows(tx: Queryable, given: AddedRange[]): Promise<JsonObject[][]> {
  const found: JsonObject[][] = given.map(() => []);
  if (given.length === 0) return found;
  const rows = await read.all(tx, {
    ranges: given.map(({ added, last, ...range }) => ({ ...range, after: last - added, last })),
    mostRows: most.rows,
    mostBytes: most.bytes,
  });
  for (const { n, rows: texts } of rows) found[n - 1] = texts.map((text) => parseExactly(text) as JsonObject);
  return found;
}
