import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { armed } from '../../platform/csv.ts';
import { CsvFault, type CsvRow, readCsv } from '../../platform/csv-reader.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { name } from '../../platform/sql-expressions.ts';
import { statement } from '../../platform/statement.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import { holdsUnstorable } from '../http/json-body.ts';
import { isUnstorable, unstorable } from '../http/unstorable.ts';
import type { Environment } from '../schema.ts';
import { lockSheet, statementOf } from './change-statements.ts';
import { type Column, columnFaults, type RowRules } from './columns.ts';
import { revisionConflict } from './edit.ts';
import { deepestRow, isDeeperThan, mostRows } from './rows.ts';
import { tableSheets } from './schema.ts';
import { tableNotFound } from './slug.ts';

/** Rows of a table from a CSV. */

export const most = { rows: 100_000, bytes: 32 * 2 ** 20, faults: 100, columns: 1000, nameLength: 100 };

/** Characters of all rows as JSON. Each cell repeats the name of its column there, so a small file can become large. */
const mostText = 4 * most.bytes;

/** A fault of a file, at its place. `column` is null for a fault of the whole line. */
export interface RowFault {
  line: number;
  column: string | null;
  message: string;
}

export interface ReadRows {
  columns: string[];
  /** JSON texts of the rows without a fault, in the order of the file. */
  texts: string[];
  /** At most 100. */
  faults: RowFault[];
}

/**
 * Reads the rows of a file, by the types of the table's columns: a cell of a `number` is a number, of `boolean` true or false, of
 * `json` any JSON, and every other a text. An empty cell is a column that the row does not have.
 * @param contentType names the charset, see `readCsv`
 * @param key a column that each row must have, and a text, number or boolean in it
 * @throws Problem 413 for more rows or bytes than an import may have
 */
export async function readRowsOfCsv(
  file: Readable,
  contentType: string | undefined,
  rules: RowRules,
  key: string | undefined,
): Promise<ReadRows> {
  const types = new Map(rules.columns.map((column) => [column.name, column.type]));
  const found: ReadRows = { columns: [], texts: [], faults: [] };
  const report = (line: number, column: string | null, message: string) => {
    if (found.faults.length < most.faults) found.faults.push({ line, column, message });
  };
  let header: CsvRow | undefined;
  let textLength = 0;
  try {
    const pieces = Readable.from(limitedPieces(file), { objectMode: false });
    for await (const row of readCsv(pieces, contentType)) {
      if (!header) {
        header = row;
        found.columns = row.cells.map((cell) => armed(cell.trim()));
        const fault = headerFault(found.columns, rules, key);
        if (fault !== undefined) {
          report(row.line, null, fault);
          break;
        }
        continue;
      }
      if (found.texts.length === most.rows) throw tooMany();
      const read = readRow(row, found.columns, types, rules, key);
      if ('text' in read) {
        textLength += read.text.length;
        if (textLength > mostText) throw tooMuchText();
        found.texts.push(read.text);
      } else for (const { column, message } of read.faults) report(row.line, column, message);
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    report(error.line, null, error.message);
  }
  if (!header && found.faults.length === 0)
    report(1, null, 'The file has no row with the names of the columns.');
  return found;
}

/** Ends reading after as many bytes as an import may have. */
async function* limitedPieces(file: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of file as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > most.bytes) {
      throw new Problem(
        413,
        'body_too_large',
        `The file is too large: the limit is ${most.bytes / 2 ** 20} MiB.`,
      );
    }
    yield piece;
  }
}

const tooMany = () =>
  new Problem(
    413,
    'body_too_large',
    `The file has more than ${most.rows.toLocaleString('en')} rows. Send it in parts: the first replaces, the others append.`,
  );

const tooMuchText = () =>
  new Problem(
    413,
    'body_too_large',
    `The rows are too large: as JSON, with the names of the columns in each, they may have ${mostText / 2 ** 20} MiB. Send the file in parts: the first replaces, the others append.`,
  );

function headerFault(columns: string[], { enforce, columns: known }: RowRules, key: string | undefined) {
  if (columns.length > most.columns) return `There are more than ${most.columns} columns.`;
  const empty = columns.indexOf('');
  if (empty >= 0) return `Column ${empty + 1} has no name.`;
  const long = columns.findIndex((column) => column.length > most.nameLength);
  if (long >= 0) return `The name of column ${long + 1} is longer than ${most.nameLength} characters.`;
  const twice = columns.find((column, i) => columns.indexOf(column) !== i);
  if (twice !== undefined) return `The column ${twice} is there twice.`;
  if (columns.some(isUnstorable)) return unstorable;
  if (key !== undefined && !columns.includes(key)) return `There is no column ${key}, which is the key.`;
  const names = known.map((column) => column.name);
  const stranger = enforce ? columns.find((column) => !names.includes(column)) : undefined;
  return stranger && `The table has no column ${stranger}. Its columns are ${names.join(', ')}.`;
}

type Faults = { column: string | null; message: string }[];

function readRow(
  { cells }: CsvRow,
  columns: string[],
  types: Map<string, Column['type']>,
  rules: RowRules,
  key: string | undefined,
): { text: string } | { faults: Faults } {
  if (cells.length !== columns.length) {
    const message = `This line has ${cells.length} cells, and the first one ${columns.length}.`;
    return { faults: [{ column: null, message }] };
  }
  const faults: Faults = [];
  const members: string[] = [];
  for (const [i, column] of columns.entries()) {
    const cell = cells[i]!;
    if (cell === '') continue;
    const value = cellText(cell, types.get(column));
    if ('fault' in value) faults.push({ column, message: value.fault });
    else members.push(`${JSON.stringify(column)}:${value.text}`);
  }
  const text = `{${members.join()}}`;
  if (faults.length > 0) return { faults };
  const row = JSON.parse(text) as Record<string, unknown>;
  const named = key !== undefined && Object.hasOwn(row, key) ? row[key] : undefined;
  if (key !== undefined && !['string', 'number', 'boolean'].includes(typeof named)) {
    return { faults: [{ column: key, message: 'Every row needs this: it is the key.' }] };
  }
  for (const { loc, msg } of columnFaults(rules, [row], () => text)) {
    faults.push({ column: loc[3] === undefined ? null : String(loc[3]), message: `${msg}.` });
  }
  return faults.length > 0 ? { faults } : { text };
}

const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const integerText = /^-?(?:0|[1-9]\d*)$/;

/** The JSON text of a cell. */
function cellText(cell: string, type: Column['type'] | undefined): { text: string } | { fault: string } {
  if (isUnstorable(cell)) return { fault: unstorable };
  const word = cell.trim();
  switch (type) {
    case 'number':
      return numberText.test(word)
        ? { text: word }
        : { fault: 'This is no number. Decimals have a dot: 12.50.' };
    case 'integer':
      return integerText.test(word) ? { text: word } : { fault: 'This is no whole number.' };
    case 'boolean':
      return /^(?:true|false)$/i.test(word)
        ? { text: word.toLowerCase() }
        : { fault: 'Write true or false.' };
    case 'json': {
      const text = armed(cell);
      try {
        if (isDeeperThan(JSON.parse(text), deepestRow - 1)) {
          return { fault: `A row may be nested ${deepestRow} levels deep.` };
        }
        return holdsUnstorable(text) ? { fault: unstorable } : { text };
      } catch {
        return { fault: 'This is no JSON.' };
      }
    }
    default:
      return { text: JSON.stringify(armed(cell)) };
  }
}

const s = alias(tableSheets, 's');
const sheetPlace = { projectId: s.projectId, tableId: s.tableId, environment: s.environment };
const isSheet = (p: { [Name in keyof typeof sheetPlace]: unknown }) =>
  sql`${s.projectId} = ${p.projectId} AND ${s.tableId} = ${p.tableId} AND ${s.environment} = ${p.environment}`;

const emptySheet = statement({
  name: 'table-empty',
  prepared: false,
  params: sheetPlace,
  query: (p) => sql`
    UPDATE ${tableSheets} AS ${s} SET ${name(s.floor)} = ${s.last}, ${name(s.total)} = 0 WHERE ${isSheet(p)}`,
});

const setRevision = statement({
  name: 'table-revision',
  prepared: false,
  params: { ...sheetPlace, revision: s.revision },
  columns: { total: s.total },
  query: (p, columns) => sql`
    UPDATE ${tableSheets} AS ${s} SET ${name(s.revision)} = ${p.revision} WHERE ${isSheet(p)} RETURNING ${columns}`,
});

const textOf = ({ columns, enforce }: RowRules): string => JSON.stringify([columns, enforce]);

const tableChanged = () =>
  new Problem(
    409,
    'table_changed',
    'The columns of the table have changed while the file arrived, so nothing was written. Send it again.',
  );

export interface RowsImport {
  projectId: string;
  /** The slug. */
  table: string;
  environment: Environment;
  mode: 'append' | 'replace' | 'upsert';
  /** The column of the key, for `upsert`. */
  key: string | undefined;
  /** If set, nothing is written unless the rows have this revision. */
  ifRevision: number | undefined;
  texts: readonly string[];
  /** By which the rows were read: the columns of the table when the file began to come. */
  rules: RowRules;
  actor: Actor;
  requestId: string;
}

/**
 * Writes the rows of a file, all or none, with one audit entry; the revision grows by one. The sheet is locked only now, not
 * while the file arrives.
 * @throws Problem 404, 409
 */
export async function importRows(
  tx: Transaction,
  { projectId, table, environment, mode, key, ifRevision, texts, rules, actor, requestId }: RowsImport,
): Promise<{ written: number; total: number; revision: number }> {
  const sheet = await lockSheet.first(tx, { projectId, slug: table, environment });
  if (!sheet) throw tableNotFound();
  if (ifRevision !== undefined && ifRevision !== sheet.revision) throw revisionConflict(sheet.revision);
  if (textOf(sheet) !== textOf(rules)) throw tableChanged();
  const place = { projectId, tableId: sheet.tableId, environment };
  let { floor, last } = sheet;
  if (mode === 'replace') {
    await emptySheet.run(tx, place);
    floor = last;
  }
  let added = 0;
  for (let n = 0; n < texts.length; n += mostRows) {
    const rows = `[${texts.slice(n, n + mostRows).join()}]`;
    const given = { ...place, rows, floor, last, key: key === undefined ? [] : [key] };
    const done = await statementOf(mode === 'upsert' ? 'upsert' : 'append', given.key.length).one(tx, given);
    added += done.added;
    last = done.last;
  }
  const revision = sheet.revision + 1;
  const { total } = await setRevision.one(tx, { ...place, revision });
  await writeAudit(tx, {
    ...{ projectId, actor, environment, requestId },
    action: 'table.written',
    subject: { type: 'table', id: table },
    data: { rows: texts.length, replaced: mode === 'replace', revision, added, last, file: 'csv' },
  });
  return { written: texts.length, total, revision };
}
