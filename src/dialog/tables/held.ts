import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/postgres.ts';
import { name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import type { Environment } from '../schema.ts';
import { type RowsChange, refusalOf, writeRows } from './change.ts';
import type { Column } from './columns.ts';
import { withNumbers } from './numbers-of-flows.ts';
import { tableRows, tableSheets, tables } from './schema.ts';

/** The rows of a table in one environment. */
export interface SheetName {
  projectId: string;
  /** The slug. */
  table: string;
  environment: Environment;
}

const s = alias(tableSheets, 's');
const t = alias(tables, 't');
const n = alias(tables, 'n');
const wantedSheets = rowsOf('w', {
  projectId: n.projectId,
  table: types.text,
  environment: s.environment,
});
const { at: w } = wantedSheets;

const lock = statement({
  name: 'sheets-lock',
  params: { sheets: wantedSheets },
  columns: {
    projectId: s.projectId,
    table: t.slug,
    environment: s.environment,
    tableId: s.tableId,
    columns: t.columns,
    enforce: t.enforce,
    last: s.last,
    revision: s.revision,
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tableSheets} AS ${s}
    JOIN ${tables} AS ${t} ON ${t.projectId} = ${s.projectId} AND ${t.id} = ${s.tableId}
    WHERE (${s.projectId}, ${s.tableId}, ${s.environment}) IN (
      SELECT ${n.projectId}, ${n.id}, ${w.environment} FROM ${p.sheets}
      JOIN ${tables} AS ${n}
        ON ${n.projectId} = ${w.projectId} AND ${n.slug} = ${w.table} AND ${n.deletedAt} IS NULL)
    ORDER BY ${s.projectId}, ${s.tableId}, ${s.environment} FOR UPDATE OF ${s}`,
});

const r = tableRows;
const addedRows = rowsOf('i', {
  projectId: r.projectId,
  tableId: r.tableId,
  environment: r.environment,
  position: r.position,
  data: types.jsonText,
});
const grownSheets = rowsOf('g', {
  projectId: s.projectId,
  tableId: s.tableId,
  environment: s.environment,
  last: s.last,
  revision: s.revision,
  added: types.bigint,
});
const { at: g } = grownSheets;

const append = statement({
  name: 'sheets-append',
  params: { rows: addedRows, sheets: grownSheets },
  query: (p) => sql`
    WITH added AS (
      INSERT INTO ${r} (${names(r.projectId, r.tableId, r.environment, r.position, r.data)})
      SELECT ${names(r.projectId, r.tableId, r.environment, r.position, r.data)} FROM ${p.rows}
    )
    UPDATE ${tableSheets} AS ${s} SET ${name(s.revision)} = ${g.revision}, ${name(s.last)} = ${g.last},
      ${name(s.total)} = ${s.total} + ${g.added}
    FROM ${p.sheets}
    WHERE ${s.projectId} = ${g.projectId} AND ${s.tableId} = ${g.tableId} AND ${s.environment} = ${g.environment}`,
});

/** Characters of rows that wait in memory. More are written at once: a group of turns may append gigabytes. */
const mostPending = 1_000_000;

/** A sheet as it stands with the rows that are still to be written. */
type Held = { -readonly [Key in keyof ResultOf<typeof lock>]: ResultOf<typeof lock>[Key] } & {
  pending: string[];
};

/**
 * Sheets that a transaction has locked. Nobody else changes them, so rows that are appended get their positions and revisions
 * here, and those of many turns are written by one statement. `settle` must come before anything reads the rows, and
 * before the end.
 */
export class HeldSheets {
  readonly #tx: Transaction;
  readonly #held = new Map<string, Held>();
  readonly #columns = new Map<string, readonly Column[]>();
  /** Characters of all rows that are still to be written. */
  #pending = 0;

  constructor(tx: Transaction) {
    this.#tx = tx;
  }

  /**
   * Locks sheets until the transaction ends, so that nobody else changes their rows and what was read stays true. All callers
   * lock in the same order and at once, so that there is no deadlock. Tables that do not exist are left out.
   */
  async lock(sheets: SheetName[]): Promise<void> {
    if (sheets.length === 0) return;
    for (const sheet of await lock.all(this.#tx, { sheets })) {
      this.#held.set(keyOf(sheet), { ...sheet, pending: [] });
      this.#columns.set(keyOf(sheet), sheet.columns);
    }
  }

  /** Appends rows, as `writeRows` does. @returns undefined for other changes, and for sheets that are not locked here */
  append(change: RowsChange): ReturnType<typeof writeRows> | undefined {
    const sheet = change.action === 'append' ? this.#held.get(keyOf(change)) : undefined;
    return sheet && this.#appendTo(sheet, withNumbers(change, sheet.columns));
  }

  async #appendTo(sheet: Held, change: RowsChange): ReturnType<typeof writeRows> {
    const refused = refusalOf(change, sheet);
    if (refused) return refused;
    const { rows } = change;
    sheet.pending.push(...rows);
    sheet.last += rows.length;
    const revision = ++sheet.revision;
    for (const row of rows) this.#pending += row.length;
    if (this.#pending > mostPending) await this.settle();
    return { ok: true, written: rows.length, revision, added: rows.length, last: sheet.last };
  }

  /** Changes a sheet in another way. What is appended later in this transaction is not kept here any more. */
  async change(change: RowsChange): ReturnType<typeof writeRows> {
    await this.settle();
    this.#held.delete(keyOf(change));
    return writeRows(this.#tx, withNumbers(change, this.#columns.get(keyOf(change)) ?? []));
  }

  /** Writes the rows that were appended. */
  async settle(): Promise<void> {
    const sheets = [...this.#held.values()].filter(({ pending }) => pending.length > 0);
    if (sheets.length === 0) return;
    await append.run(this.#tx, {
      rows: sheets.flatMap(({ projectId, tableId, environment, last, pending }) =>
        pending.map((data, i) => ({
          ...{ projectId, tableId, environment, data },
          position: last - pending.length + 1 + i,
        })),
      ),
      sheets: sheets.map((sheet) => ({ ...sheet, added: sheet.pending.length })),
    });
    for (const sheet of sheets) sheet.pending = [];
    this.#pending = 0;
  }
}

const keyOf = ({ projectId, table, environment }: SheetName): string =>
  `${projectId} ${environment} ${table}`;
