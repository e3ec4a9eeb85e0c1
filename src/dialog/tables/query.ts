import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, shared, value } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { search } from '../../platform/statement.ts';
import { isUnstorable } from '../http/unstorable.ts';
import type { Environment } from '../schema.ts';
import type { RowsFailure } from './failure.ts';
import { tableRows, tableSheets, tables } from './schema.ts';

/**
 * A condition on one column of a row. Values come from templates, so they may be any JSON: an object or array is compared as its
 * JSON text, and a value of `in` that is not an array counts as a list of one.
 */
export type RowCondition =
  | { column: string; op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'in'; value?: unknown }
  | { column: string; op: 'is_empty' | 'not_empty' };

export interface RowQuery {
  projectId: string;
  /** The slug. */
  table: string;
  environment: Environment;
  /** All of them must hold. */
  where?: readonly RowCondition[];
  sort?: readonly { column: string; direction: 'asc' | 'desc' }[];
  /** 1 to 500; 100 if absent. */
  limit?: number;
  /** How many rows are passed over; 0 if absent. */
  offset?: number;
}

/**
 * Reads rows in the caller's transaction, as the JSON texts in which they were written.
 *
 * A stored number is compared with a number, or with the text of one, as numbers; all other values are compared as text, by code
 * points. A missing value and null are the same: they equal only null, are neither less nor greater than any value, and come last
 * in every order. Numbers come before texts. `contains` searches in a text or among the items of an array; `is_empty` means
 * missing, null, `""`, `[]` or `{}`. Rows that are equal in the order are sorted oldest first.
 *
 * It reads every row of the sheet, because no index can exist for columns that nobody declares.
 */
export async function readRows(
  tx: Queryable,
  { projectId, table, environment, where = [], sort = [], limit = 100, offset = 0 }: RowQuery,
): Promise<{ ok: true; rows: string[]; revision: number } | RowsFailure> {
  if (namesUnfit(where, sort)) {
    return {
      ok: false,
      code: 'value_invalid',
      message: 'A NUL character or half a surrogate pair is in no row.',
    };
  }
  const conditions = conditionsSql(where);
  const order = orderSql(sort);
  const [project, name, place] = [
    shared(t.projectId, projectId),
    shared(t.slug, table),
    shared(s.environment, environment),
  ];
  const columns = {
    revision: s.revision,
    found: as(
      listOf(types.text),
      sql`ARRAY(
        SELECT ${r.data}::text FROM ${tableRows} AS ${r}
        WHERE ${r.projectId} = ${project} AND ${r.tableId} = ${s.tableId} AND ${r.environment} = ${place}
          AND ${r.position} > ${s.floor}${conditions}
        ORDER BY ${order}${r.position}
        LIMIT ${limit}${offset > 0 ? sql` OFFSET ${value(types.bigint, offset)}` : sql``})`,
    ),
  };
  const [sheet] = await search(
    tx,
    columns,
    (list) => sql`
      SELECT ${list} FROM ${tables} AS ${t}
      JOIN ${tableSheets} AS ${s}
        ON ${s.projectId} = ${t.projectId} AND ${s.tableId} = ${t.id} AND ${s.environment} = ${place}
      WHERE ${t.projectId} = ${project} AND ${t.slug} = ${name} AND ${t.deletedAt} IS NULL`,
  );
  if (!sheet) return { ok: false, code: 'table_not_found', message: `There is no table ${table}.` };
  return { ok: true, rows: [...sheet.found], revision: sheet.revision };
}

/** A row with its place, by which it can be changed. */
export interface PlacedRow {
  position: number;
  /** JSON text. */
  data: string;
}

/**
 * Reads rows like `readRows`, by their conditions and order, with their places.
 * @param page `after` begins behind a place, for readers that go through all rows in their order
 * @returns also the rows that the sheet has in all; undefined if there is no such table
 */
export async function readPlacedRows(
  database: Queryable,
  { projectId, table, environment, where = [], sort = [], limit = 100, offset = 0 }: RowQuery,
  { after = 0 }: { after?: number } = {},
): Promise<{ rows: PlacedRow[]; revision: number; total: number; floor: number } | undefined> {
  const isUnfit = namesUnfit(where, sort);
  const [project, name, place] = [
    shared(t.projectId, projectId),
    shared(t.slug, table),
    shared(s.environment, environment),
  ];
  const columns = {
    revision: s.revision,
    total: s.total,
    floor: s.floor,
    position: as(orNull(types.bigint), sql`found.position`),
    data: as(orNull(types.text), sql`found.data`),
  };
  const rows = await search(
    database,
    columns,
    (list) => sql`
      SELECT ${list} FROM ${tables} AS ${t}
      JOIN ${tableSheets} AS ${s}
        ON ${s.projectId} = ${t.projectId} AND ${s.tableId} = ${t.id} AND ${s.environment} = ${place}
      LEFT JOIN LATERAL (
        SELECT ${r.position} AS position, ${r.data}::text AS data, row_number() OVER (ORDER BY ${orderSql(sort)}${r.position}) AS n
        FROM ${tableRows} AS ${r}
        WHERE ${r.projectId} = ${project} AND ${r.tableId} = ${s.tableId} AND ${r.environment} = ${place}
          AND ${r.position} > ${s.floor} AND ${r.position} > ${value(types.bigint, after)}
          ${isUnfit ? sql`AND false` : conditionsSql(where)}
        ORDER BY ${orderSql(sort)}${r.position}
        OFFSET ${value(types.bigint, offset)} LIMIT ${value(types.bigint, limit)}
      ) AS found ON true
      WHERE ${t.projectId} = ${project} AND ${t.slug} = ${name} AND ${t.deletedAt} IS NULL
      ORDER BY found.n`,
  );
  const [sheet] = rows;
  if (!sheet) return undefined;
  const { revision, total, floor } = sheet;
  const found = rows.flatMap(({ position, data }) => (position === null ? [] : [{ position, data: data! }]));
  return { rows: found, revision, total, floor };
}

/** Whether a condition or an order has a character that is in no row. */
const namesUnfit = (where: readonly RowCondition[], sort: NonNullable<RowQuery['sort']>): boolean =>
  [...where.flatMap(textsOf), ...sort.map(({ column }) => column)].some(isUnstorable);

const conditionsSql = (where: readonly RowCondition[]): SQL =>
  sql.join(where.map((condition) => sql` AND (${conditionSql(condition)})`));

const orderSql = (sort: NonNullable<RowQuery['sort']>): SQL =>
  sql.join(
    sort.flatMap(({ column, direction }) => {
      const name = put(column);
      const towards = direction === 'desc' ? sql`DESC NULLS LAST` : sql`ASC NULLS LAST`;
      return [sql`${numberSql(name)} ${towards}, `, sql`${textSql(name)} COLLATE "C" ${towards}, `];
    }),
  );

const t = alias(tables, 't');
const s = alias(tableSheets, 's');
const r = alias(tableRows, 'r');

/** A text as one parameter of the statement, even if it is used several times. */
const put = (text: string | null): SQL => shared(orNull(types.text), text);

/** Numbers that `numeric` accepts: it has limits, which numbers in JSON may exceed, and fails beyond them. */
export const modestNumber = '^-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$';
const modestLength = 300;
const modest = new RegExp(modestNumber);

const textSql = (name: SQL) => sql`(${r.data} ->> ${name})`;

/** A stored number as `numeric`, and null for any other value; CASE prevents the cast of those. */
const numberSql = (name: SQL) => sql`(CASE WHEN json_typeof(${r.data} -> ${name}) = 'number'
  AND length(${textSql(name)}) <= ${sql.raw(String(modestLength))}
  AND ${textSql(name)} ~ ${modestSql} THEN ${textSql(name)}::numeric END)`;

/** A constant in the text, because it is the same in every statement. */
const modestSql = sql.raw(`'${modestNumber}'`);

/** Matches no row. It uses the column, because an unused parameter would be an error. */
const neverSql = (name: SQL) => sql`${name} IS NULL`;

const comparisons = { eq: sql`=`, lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` } as const;

function conditionSql(condition: RowCondition): SQL {
  const name = put(condition.column);
  switch (condition.op) {
    case 'eq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return comparisonSql(name, condition.op, condition.value);
    case 'ne':
      return sql`(${comparisonSql(name, 'eq', condition.value)}) IS NOT TRUE`;
    case 'in':
      return sql.join(
        [...[condition.value].flat().map((value) => comparisonSql(name, 'eq', value)), neverSql(name)],
        sql` OR `,
      );
    case 'contains': {
      const value = put(textOf(condition.value));
      return sql`CASE json_typeof(${r.data} -> ${name}) WHEN 'array' THEN
        ${value} IN (SELECT json_array_elements_text(${r.data} -> ${name}))
        ELSE strpos(${textSql(name)}, ${value}) > 0 END`;
    }
    case 'is_empty':
      return emptySql(name);
    case 'not_empty':
      return sql`NOT ${emptySql(name)}`;
    default:
      return condition satisfies never;
  }
}

function comparisonSql(name: SQL, op: keyof typeof comparisons, value: unknown): SQL {
  const sign = comparisons[op];
  const given = textOf(value);
  if (given === null) return op === 'eq' ? sql`${textSql(name)} IS NULL` : neverSql(name);
  const text = put(given);
  const asText = sql`${textSql(name)} COLLATE "C" ${sign} ${text}`;
  if (given.length > modestLength || !modest.test(given)) return asText;
  const number = numberSql(name);
  return sql`CASE WHEN ${number} IS NULL THEN ${asText} ELSE ${number} ${sign} ${text}::numeric END`;
}

const emptySql = (name: SQL) => sql`(CASE coalesce(json_typeof(${r.data} -> ${name}), 'null')
  WHEN 'null' THEN true
  WHEN 'string' THEN ${textSql(name)} = ''
  WHEN 'array' THEN json_array_length(${r.data} -> ${name}) = 0
  WHEN 'object' THEN NOT EXISTS (SELECT json_object_keys(${r.data} -> ${name}))
  ELSE false END)`;

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function textsOf(condition: RowCondition): string[] {
  const values = 'value' in condition ? [condition.value].flat() : [];
  return [condition.column, ...values.flatMap((value) => textOf(value) ?? [])];
}
