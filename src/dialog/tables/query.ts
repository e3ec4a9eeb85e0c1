import type { Queryable } from '../../platform/postgres.ts';
import { isUnstorable } from '../http/validation.ts';
import type { Environment } from '../schema.ts';
import type { RowsFailure } from './failure.ts';

/**
 * A condition on one column of a row. Values come out of templates, so they may be any JSON: an object or array is
 * compared as its JSON text, and `in` takes what is no array for its only value.
 */
export type RowCondition =
  | { column: string; op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'in'; value?: unknown }
  | { column: string; op: 'is_empty' | 'not_empty' };

export interface RowQuery {
  projectId: string;
  /** The slug. */
  table: string;
  environment: Environment;
  /** All of them have to hold. */
  where?: readonly RowCondition[];
  sort?: readonly { column: string; direction: 'asc' | 'desc' }[];
  /** 1 to 500; 100 unless told otherwise. */
  limit?: number;
}

/**
 * Reads rows in somebody's transaction, as the JSON texts in which they were written.
 *
 * A stored number and a number, or the text of one, are compared as numbers; everything else as text, by code points.
 * Missing and null are one: they equal null only, are neither less nor greater than anything, and come last in every
 * order, where numbers come before texts. `contains` looks for a part of a text or an item of an array; `is_empty`
 * means missing, null, `""`, `[]` or `{}`. Rows in the same place of the order stay oldest first.
 *
 * It reads every row of the sheet: no index can serve columns that nobody declares.
 */
export async function readRows(
  tx: Queryable,
  { projectId, table, environment, where = [], sort = [], limit = 100 }: RowQuery,
): Promise<{ ok: true; rows: string[]; revision: number } | RowsFailure> {
  const values: unknown[] = [projectId, table, environment, limit];
  const unfit = [...where.flatMap(textsOf), ...sort.map(({ column }) => column)].find(isUnstorable);
  if (unfit !== undefined) {
    return {
      ok: false,
      code: 'value_invalid',
      message: 'A NUL character or half a surrogate pair is in no row.',
    };
  }
  const put: Put = (value) => `$${values.push(value)}::text`;
  const conditions = where.map((condition) => `(${conditionSql(condition, put)})`);
  const order = sort.flatMap(({ column, direction }) => {
    const name = put(column);
    const towards = direction === 'desc' ? 'DESC NULLS LAST' : 'ASC NULLS LAST';
    return [`${numberSql(name)} ${towards}`, `${textSql(name)} COLLATE "C" ${towards}`];
  });
  const { rows } = await tx.query<{ revision: string; found: string[] }>(
    `SELECT s.revision, ARRAY(
       SELECT r.data::text FROM dialog.table_rows AS r
       WHERE r.project_id = $1 AND r.table_id = s.table_id AND r.environment = $3
         AND ${['r.position > s.floor', ...conditions].join(' AND ')}
       ORDER BY ${[...order, 'r.position'].join(', ')}
       LIMIT $4) AS found
     FROM dialog.tables AS t
     JOIN dialog.table_sheets AS s
       ON s.project_id = t.project_id AND s.table_id = t.id AND s.environment = $3
     WHERE t.project_id = $1 AND t.slug = $2 AND t.deleted_at IS NULL`,
    values,
  );
  const sheet = rows[0];
  if (!sheet) return { ok: false, code: 'table_not_found', message: `There is no table ${table}.` };
  return { ok: true, rows: sheet.found, revision: Number(sheet.revision) };
}

/** Makes a text a parameter of the statement, and says how it is called there. */
type Put = (value: string | null) => string;

/** Numbers that `numeric` takes, however long those of JSON may be: it has limits, and fails beyond them. */
const modestNumber = '^-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$';
const modestLength = 300;
const modest = new RegExp(modestNumber);

const textSql = (name: string) => `(r.data ->> ${name})`;

/** A stored number as `numeric`, and null for everything else; CASE keeps the cast from being tried on those. */
const numberSql = (name: string) =>
  `(CASE WHEN json_typeof(r.data -> ${name}) = 'number' AND length(${textSql(name)}) <= ${modestLength} ` +
  `AND ${textSql(name)} ~ '${modestNumber}' THEN ${textSql(name)}::numeric END)`;

/** Holds for no row; it mentions the column, since a parameter that nothing mentions is an error. */
const neverSql = (name: string) => `${name} IS NULL`;

const comparisons = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

function conditionSql(condition: RowCondition, put: Put): string {
  const name = put(condition.column);
  switch (condition.op) {
    case 'eq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return comparisonSql(name, condition.op, condition.value, put);
    case 'ne':
      return `(${comparisonSql(name, 'eq', condition.value, put)}) IS NOT TRUE`;
    case 'in':
      return [
        ...[condition.value].flat().map((value) => comparisonSql(name, 'eq', value, put)),
        neverSql(name),
      ].join(' OR ');
    case 'contains': {
      const value = put(textOf(condition.value));
      return `CASE json_typeof(r.data -> ${name}) WHEN 'array' THEN
        ${value} IN (SELECT json_array_elements_text(r.data -> ${name}))
        ELSE strpos(${textSql(name)}, ${value}) > 0 END`;
    }
    case 'is_empty':
      return emptySql(name);
    case 'not_empty':
      return `NOT ${emptySql(name)}`;
    default:
      return condition satisfies never;
  }
}

function comparisonSql(name: string, op: keyof typeof comparisons, value: unknown, put: Put): string {
  const sign = comparisons[op];
  const given = textOf(value);
  if (given === null) return op === 'eq' ? `${textSql(name)} IS NULL` : neverSql(name);
  const text = put(given);
  const asText = `${textSql(name)} COLLATE "C" ${sign} ${text}`;
  if (given.length > modestLength || !modest.test(given)) return asText;
  const number = numberSql(name);
  return `CASE WHEN ${number} IS NULL THEN ${asText} ELSE ${number} ${sign} ${text}::numeric END`;
}

const emptySql = (name: string) => `(CASE coalesce(json_typeof(r.data -> ${name}), 'null')
  WHEN 'null' THEN true
  WHEN 'string' THEN ${textSql(name)} = ''
  WHEN 'array' THEN json_array_length(r.data -> ${name}) = 0
  WHEN 'object' THEN NOT EXISTS (SELECT json_object_keys(r.data -> ${name}))
  ELSE false END)`;

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function textsOf(condition: RowCondition): string[] {
  const values = 'value' in condition ? [condition.value].flat() : [];
  return [condition.column, ...values.flatMap((value) => textOf(value) ?? [])];
}
