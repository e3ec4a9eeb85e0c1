import type { Queryable } from '../../platform/postgres.ts';
import { holdsUnstorable } from '../http/json-body.ts';
import { isUnstorable } from '../http/unstorable.ts';
import type { Environment } from '../schema.ts';
import { type Given, lockSheet, misfitsOf, statementOf } from './change-statements.ts';
import { columnFaults, type RowRules } from './columns.ts';
import type { RowsFailure } from './failure.ts';
import { deepestRow, isDeeperThan, mostRows } from './rows.ts';

export interface RowsChange {
  projectId: string;
  /** The slug. */
  table: string;
  environment: Environment;
  /**
   * `append` adds the rows. `upsert` replaces every stored row with the same key, or adds the row. `delete` deletes every
   * stored row with one of these keys. If a key occurs twice in `rows`, the later row counts. `increment` adds the numbers in
   * the other columns to those of every stored row with the same key (a missing value counts as 0), or adds the row; if a key
   * occurs twice, both are added.
   */
  action: 'append' | 'upsert' | 'increment' | 'delete';
  /** If set, nothing is written unless the rows have this revision. */
  ifRevision?: number | null;
  /** The columns of the key, for all actions but `append`; values are compared as text. */
  key?: readonly string[];
  /** JSON texts of 1 to 5,000 objects, stored as they are. */
  rows: readonly string[];
}

export interface RowsChanged {
  ok: true;
  written: number;
  revision: number;
  added: number;
  last: number;
}

/**
 * Changes rows in the caller's transaction, by the rules and limits for a project key. The revision grows by one, even if no
 * row was found. The sheet stays locked until the transaction ends, so keep that short. A caller that writes several sheets, or
 * writes what depends on rows it reads, must first lock all of them (`HeldSheets`).
 *
 * All actions but `append` read every row of the sheet.
 *
 * @returns the number of rows that were added, replaced or deleted, and the new revision; of those that were added the number,
 *   and the position of the last
 */
export async function writeRows(tx: Queryable, change: RowsChange): Promise<RowsChanged | RowsFailure> {
  const { projectId, table, environment, action, rows } = change;
  const key = action === 'append' ? [] : (change.key ?? []);
  const sheet = await lockSheet.first(tx, { projectId, slug: table, environment });
  if (!sheet) return { ok: false, code: 'table_not_found', message: `There is no table ${table}.` };
  const refused = refusalOf(change, sheet);
  if (refused) return refused;
  const given: Given = {
    ...{ projectId, tableId: sheet.tableId, environment, floor: sheet.floor, last: sheet.last, key },
    rows: `[${rows.join()}]`,
  };
  const fault = action === 'increment' ? await misfit(tx, given) : undefined;
  if (fault) return { ok: false, code: 'rows_invalid', message: fault };
  const done = await statementOf(action, key.length).one(tx, given);
  return { ok: true, ...done };
}

/** What speaks against a change of a sheet at this revision, without a look at its rows. */
export function refusalOf(
  { table, action, key = [], ifRevision = null, rows }: RowsChange,
  sheet: RowRules & { revision: number },
): RowsFailure | undefined {
  if (ifRevision !== null && ifRevision !== sheet.revision) {
    const message = `The rows of ${table} have revision ${sheet.revision}, not ${ifRevision}: somebody has written since.`;
    return { ok: false, code: 'revision_conflict', message };
  }
  const fault = faultOf(action, action === 'append' ? [] : key, rows, sheet);
  return fault === undefined ? undefined : { ok: false, code: 'rows_invalid', message: fault };
}

/** A sentence about a stored value to which nothing can be added; undefined if there is none. */
async function misfit(tx: Queryable, given: Given): Promise<string | undefined> {
  const found = await misfitsOf(given.key.length).first(tx, given);
  return found && `The column ${found.name} of a stored row is no number, or one with too many digits.`;
}

/** What is wrong with the rows, as a sentence. */
function faultOf(
  action: RowsChange['action'],
  key: readonly string[],
  texts: readonly string[],
  rules: RowRules,
): string | undefined {
  if (texts.length === 0 || texts.length > mostRows)
    return `Between 1 and ${mostRows} rows are written at once.`;
  if (action !== 'append' && key.length === 0) return `To ${action} rows, name the columns of their key.`;
  if (key.some(isUnstorable)) return 'A column of the key has a name that no row can have.';
  const rows: Record<string, unknown>[] = [];
  for (const [index, text] of texts.entries()) {
    const row: unknown = JSON.parse(text);
    const at = `Row ${index + 1}`;
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return `${at} is not an object.`;
    if (isDeeperThan(row, deepestRow)) return `${at} is nested deeper than ${deepestRow} levels.`;
    if (holdsUnstorable(text)) return `${at} holds a NUL character or half a surrogate pair.`;
    const missing = key.find(
      (name) => !isScalar(Object.hasOwn(row, name) ? (row as never)[name] : undefined),
    );
    if (missing !== undefined)
      return `${at} lacks the key column ${missing}, or it is no text, number or boolean.`;
    if (action === 'increment') {
      const other = Object.entries(row).find(
        ([name, value]) => !key.includes(name) && typeof value !== 'number',
      );
      if (other) return `${at}, column ${other[0]}: only numbers can be added.`;
    }
    rows.push(row as Record<string, unknown>);
  }
  if (action === 'delete') return undefined;
  const [fault] = columnFaults(rules, rows, (index) => texts[index]!);
  return fault && `Row ${Number(fault.loc[2]) + 1}, column ${fault.loc[3]}: ${fault.msg}.`;
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
