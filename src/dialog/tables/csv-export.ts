import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { csvRow, defused, defusedJson } from '../../platform/csv.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { losslessMembers } from '../http/json-body.ts';
import { type RowQuery, readPlacedRows } from './query.ts';
import { tableRows, tableSheets, tables } from './schema.ts';
import { tableNotFound } from './slug.ts';
import { findTable } from './store.ts';

/** Rows of a table as a CSV. */

const rowsAtOnce = 500;
/** Texts are defused here, and numbers stay numbers. */
const asItIs = { defuse: false };
const mostColumns = 1000;

const t = alias(tables, 't');
const s = alias(tableSheets, 's');
const r = alias(tableRows, 'r');

const readNames = statement({
  name: 'table-csv-names',
  prepared: false,
  params: { projectId: t.projectId, slug: t.slug, environment: s.environment, most: types.int },
  columns: { column: as(types.text, sql`found.name`) },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tables} AS ${t}
    JOIN ${tableSheets} AS ${s}
      ON ${s.projectId} = ${t.projectId} AND ${s.tableId} = ${t.id} AND ${s.environment} = ${p.environment}
    CROSS JOIN LATERAL (
      SELECT k.name, min(${r.position}) AS first, min(k.place) AS place
      FROM ${tableRows} AS ${r} CROSS JOIN LATERAL json_object_keys(${r.data}) WITH ORDINALITY AS k (name, place)
      WHERE ${r.projectId} = ${t.projectId} AND ${r.tableId} = ${t.id} AND ${r.environment} = ${p.environment}
        AND ${r.position} > ${s.floor}
      GROUP BY k.name
    ) AS found
    WHERE ${t.projectId} = ${p.projectId} AND ${t.slug} = ${p.slug} AND ${t.deletedAt} IS NULL
    ORDER BY found.first, found.place LIMIT ${p.most}`,
});

/**
 * The lines of a file with the rows that meet the conditions, oldest first, in pieces. Its columns are those that the table
 * defines, and then those that only rows have. Texts that a spreadsheet would compute get an apostrophe, which an import takes
 * away. It reads page by page, so a row that is changed meanwhile is there as it was or as it is.
 * @throws Problem 404, 409 before the first piece; an Error if all rows are replaced while they are read
 */
export async function openCsv(
  database: Queryable,
  wanted: Pick<RowQuery, 'projectId' | 'table' | 'environment' | 'where'>,
): Promise<AsyncGenerator<string>> {
  const { projectId, table: slug, environment } = wanted;
  const table = await findTable(database, projectId, slug);
  if (!table) throw tableNotFound();
  const inRows = await readNames.all(database, { projectId, slug, environment, most: mostColumns + 1 });
  if (inRows.length > mostColumns) {
    throw new Problem(
      409,
      'too_many_columns',
      `The rows have more than ${mostColumns} different columns; read them as JSON.`,
    );
  }
  const columns = [
    ...new Set([...table.columns.map((column) => column.name), ...inRows.map(({ column }) => column)]),
  ];
  const ofJson = new Set(table.columns.filter(({ type }) => type === 'json').map((column) => column.name));
  return linesOf(database, wanted, columns, ofJson);
}

async function* linesOf(
  database: Queryable,
  wanted: RowQuery,
  columns: readonly string[],
  ofJson: ReadonlySet<string>,
): AsyncGenerator<string> {
  let text = csvRow(columns.map(defused), asItIs);
  let floor: number | undefined;
  for (let after = 0; ; ) {
    const page = await readPlacedRows(database, { ...wanted, limit: rowsAtOnce }, { after });
    // What was read is no whole table; a file that ends early must not look like one.
    floor ??= page?.floor;
    if (!page || page.floor !== floor) {
      throw new Error(`the rows of ${wanted.table} were replaced while they were exported`);
    }
    for (const { data } of page.rows) {
      const members = losslessMembers(data);
      text += csvRow(
        columns.map((column) => cellOf(members.get(column), ofJson.has(column))),
        asItIs,
      );
    }
    if (text !== '') yield text;
    text = '';
    if (page.rows.length < rowsAtOnce) return;
    after = page.rows.at(-1)!.position;
  }
}

/** @param value JSON text @param isJson whether an import reads the cell as JSON: there a text has its quotes, and null is a value */
function cellOf(value: string | undefined, isJson: boolean): string {
  if (value === undefined) return '';
  if (isJson) return defusedJson(value);
  if (value === 'null') return '';
  return value.startsWith('"') ? defused(JSON.parse(value) as string) : value;
}
