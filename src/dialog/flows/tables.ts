import type { Queryable } from '../../platform/postgres.ts';
import { tablesReadBy } from '../scenario/reads.ts';
import type { Json, JsonObject } from '../scenario/template.ts';
import { writeRows } from '../tables/change.ts';
import { type RowCondition, readRows } from '../tables/query.ts';
import type { Performer } from './calls.ts';
import type { Flow } from './drive.ts';

/** Reads rows for a step; numbers in them are those of JavaScript from here on. */
export const readTable: Performer<'table_read'> = async (tx, call, { projectId, environment }) => {
  const { table, where, sort, limit } = call;
  const read = await readRows(tx, {
    projectId,
    table,
    environment,
    where: where as RowCondition[],
    sort,
    limit,
  });
  if (!read.ok) return failed(read);
  return { status: 'succeeded', result: shownRows(read.rows), error: null };
};

/** Changes rows for a step. */
export const writeTable: Performer<'table_write'> = async (tx, call, { projectId, environment }) => {
  const { table, action, key } = call;
  const rows = call.rows.map((row) => JSON.stringify(row));
  const change = await writeRows(tx, { projectId, table, environment, action, key, rows });
  if (!change.ok) return failed(change);
  const { written, revision } = change;
  return { status: 'succeeded', result: { written, revision }, error: null };
};

const rowsForTemplates = 100;

/** The first rows of the tables that the templates of a flow name, as `{{table.<slug>…}}` reads them. */
export async function readTables(tx: Queryable, { definition, caller }: Flow): Promise<JsonObject> {
  const found: JsonObject = {};
  for (const table of tablesReadBy(definition)) {
    const { projectId, environment } = caller;
    const read = await readRows(tx, { projectId, table, environment, limit: rowsForTemplates });
    if (read.ok) found[table] = shownRows(read.rows);
  }
  return found;
}

function shownRows(texts: string[]) {
  const rows = texts.map((row) => JSON.parse(row) as JsonObject);
  return { rows, count: rows.length, first: rows[0] ?? null };
}

function failed({ code, message }: { code: string; message: string }) {
  return { status: 'failed' as const, result: null as Json, error: { code, message } };
}
