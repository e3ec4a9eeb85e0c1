import type { Queryable } from '../../platform/postgres.ts';
import { holdsUnstorable } from '../http/json-body.ts';
import { isUnstorable } from '../http/validation.ts';
import type { Environment } from '../schema.ts';
import { columnFaults, type RowRules } from './columns.ts';
import type { RowsFailure } from './failure.ts';
import { deepestRow, isDeeperThan, mostRows } from './rows.ts';

export interface RowsChange {
  projectId: string;
  /** The slug. */
  table: string;
  environment: Environment;
  /**
   * `append` adds the rows; `upsert` puts each in place of every stored row with the same key, or adds it; `delete`
   * removes every stored row with the key of one of these. The same key twice among them: the later row counts.
   */
  action: 'append' | 'upsert' | 'delete';
  /** The columns that make the key, for `upsert` and `delete`; compared as the texts of their values. */
  key?: readonly string[];
  /** JSON texts of objects, 1 to 5,000, stored as they are. */
  rows: readonly string[];
}

/**
 * Changes rows in somebody's transaction, by the rules and limits that hold for a project key. The revision grows by
 * one, whatever was found. The sheet stays locked until the transaction ends, so keep that short; transactions that
 * change several tables in different orders can deadlock (40P01) and are to be repeated.
 *
 * `upsert` and `delete` read every row of the sheet.
 *
 * @returns how many rows were added, replaced or removed
 */
export async function writeRows(
  tx: Queryable,
  change: RowsChange,
): Promise<{ ok: true; written: number; revision: number } | RowsFailure> {
  const { projectId, table, environment, action, rows } = change;
  const key = action === 'append' ? [] : (change.key ?? []);
  const { rows: sheets } = await tx.query<RowRules & { table_id: string; floor: string; last: string }>({
    name: 'table-change-lock',
    text: `SELECT t.columns, t.enforce, s.table_id, s.floor, s.last
           FROM dialog.tables AS t
           JOIN dialog.table_sheets AS s
             ON s.project_id = t.project_id AND s.table_id = t.id AND s.environment = $3
           WHERE t.project_id = $1 AND t.slug = $2 AND t.deleted_at IS NULL
           FOR UPDATE OF s`,
    values: [projectId, table, environment],
  });
  const sheet = sheets[0];
  if (!sheet) return { ok: false, code: 'table_not_found', message: `There is no table ${table}.` };
  const fault = faultOf(action, key, rows, sheet);
  if (fault) return { ok: false, code: 'rows_invalid', message: fault };

  const { rows: done } = await tx.query<{ written: string; revision: string }>({
    name: `table-${action}-${key.length}`,
    text: `WITH input AS (
             SELECT r.data, r.n, ${keySql('r', key)} AS key
             FROM json_array_elements($4::json) WITH ORDINALITY AS r(data, n)
           ), ${effects[action](keySql('r', key))}, figures AS (
             SELECT (SELECT count(*) FROM added) AS added, (SELECT count(*) FROM replaced) AS replaced,
               (SELECT count(*) FROM removed) AS removed
           )
           UPDATE dialog.table_sheets AS s SET
             revision = revision + 1,
             last = last + f.added,
             total = total + f.added - f.removed,
             -- An emptied sheet has no gaps any more.
             floor = CASE WHEN total + f.added = f.removed THEN last + f.added ELSE floor END
           FROM figures AS f
           WHERE s.project_id = $1 AND s.table_id = $2 AND s.environment = $3
           RETURNING f.added + f.replaced + f.removed AS written, s.revision`,
    values: [projectId, sheet.table_id, environment, `[${rows.join()}]`, sheet.floor, sheet.last, ...key],
  });
  return { ok: true, written: Number(done[0]!.written), revision: Number(done[0]!.revision) };
}

/** The key of a row as an array of texts; its columns are the parameters from $7 on. */
const keySql = (alias: string, key: readonly string[]) =>
  `ARRAY[${key.map((_, i) => `${alias}.data ->> $${i + 7}::text`).join()}]::text[]`;

const stored = `r.project_id = $1 AND r.table_id = $2 AND r.environment = $3 AND r.position > $5::bigint`;
const none = (name: string) => `${name} AS (SELECT WHERE false)`;
const insertInto = 'INSERT INTO dialog.table_rows (project_id, table_id, environment, position, data)';

/** What each action does, as the common table expressions `added`, `replaced` and `removed`. */
const effects: Record<RowsChange['action'], (key: string) => string> = {
  append: () => `
    added AS (
      ${insertInto} SELECT $1, $2, $3, $6::bigint + n, data FROM input WHERE $5::bigint IS NOT NULL RETURNING 1
    ), ${none('replaced')}, ${none('removed')}`,
  upsert: (key) => `
    latest AS (
      SELECT DISTINCT ON (key) key, data, n FROM input ORDER BY key, n DESC
    ), replaced AS (
      UPDATE dialog.table_rows AS r SET data = l.data FROM latest AS l
      WHERE ${stored} AND ${key} = l.key
      RETURNING l.n
    ), added AS (
      ${insertInto}
      SELECT $1, $2, $3, $6::bigint + row_number() OVER (ORDER BY n), data
      FROM latest WHERE n NOT IN (SELECT n FROM replaced)
      RETURNING 1
    ), ${none('removed')}`,
  delete: (key) => `
    removed AS (
      DELETE FROM dialog.table_rows AS r
      WHERE ${stored} AND $6::bigint IS NOT NULL AND ${key} IN (SELECT key FROM input)
      RETURNING 1
    ), ${none('added')}, ${none('replaced')}`,
};

/** What speaks against the rows, as a sentence. */
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
    rows.push(row as Record<string, unknown>);
  }
  if (action === 'delete') return undefined;
  const [fault] = columnFaults(rules, rows, (index) => texts[index]!);
  return fault && `Row ${Number(fault.loc[2]) + 1}, column ${fault.loc[3]}: ${fault.msg}.`;
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
