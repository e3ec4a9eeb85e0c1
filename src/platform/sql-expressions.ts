import { type AnyColumn, SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { arrayText, type SqlType, type Typed, typeOf, types, type ValueOf } from './sql-types.ts';

/** SQL of a known type, so that it can be a result column. Made by `as`, `outer` and `asText`. */
export class Expression<Value> extends SQL<Value> {
  readonly type: SqlType<unknown>;

  constructor(type: Typed, expression: SQLWrapper) {
    super([expression.getSQL()]);
    this.type = typeOf(type);
  }
}

/** An expression of the given type, or of the type of a column: ``as(types.int, sql`count(*)::int`)``. */
export function as<Type extends Typed>(type: Type, expression: SQLWrapper): Expression<ValueOf<Type>> {
  return new Expression(type, expression);
}

/** A column that is null if an outer join finds no row. */
export function outer<Column extends AnyPgColumn>(column: Column): Expression<ValueOf<Column> | null> {
  return new Expression(column, sql`${column}`);
}

/** A JSON column as its stored text, so that numbers keep all digits. */
export function asText<Column extends AnyPgColumn>(
  column: Column,
): Expression<Column['_']['notNull'] extends true ? string : string | null> {
  return new Expression(types.text, sql`${column}::text`);
}

/**
 * The unqualified name of a column, `"lane"`, for the places where Postgres takes no qualified one: the left side of SET, and
 * the columns of INSERT and ON CONFLICT.
 */
export function name(column: AnyColumn): SQL {
  return sql`${sql.identifier(column.name)}`;
}

/** Unqualified names, separated by commas. */
export function names(...columns: AnyColumn[]): SQL {
  return sql.join(columns.map(name), sql`, `);
}

/** The value that the INSERT of an ON CONFLICT DO UPDATE wanted to write. */
export function excluded(column: AnyColumn): SQL {
  return sql`excluded.${name(column)}`;
}

/** A value with its type, for a `search`. */
export function value<Type extends Typed>(type: Type, given: ValueOf<Type>): SQL {
  const { name: typeName, encode } = typeOf(type);
  return sql`${given === null ? null : encode(given as object)}::${sql.raw(typeName)}`;
}

/** A value that occurs several times in the text of a search and is one parameter. Made by `shared`. */
export class Shared {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Like `value`, for a value that a search uses several times. */
export function shared<Type extends Typed>(type: Type, given: ValueOf<Type>): SQL {
  const { name: typeName, encode } = typeOf(type);
  return sql`${new Shared(given === null ? null : encode(given as object))}::${sql.raw(typeName)}`;
}

/** Records that are parameters of a statement: one array per column, one row per record. */
export interface RowsType<Columns extends Record<string, Typed>> {
  alias: string;
  columns: Columns;
  /** The fields of a record in the statement, such as `"i"."project_id"`. */
  at: { [Key in keyof Columns]: Expression<ValueOf<Columns[Key]>> };
  /** The position of a record in the given list, from 1. */
  n: Expression<number>;
  /** Never set: it tells the compiler the type of the records. */
  readonly value?: readonly { [Key in keyof Columns]: ValueOf<Columns[Key]> }[];
}

/** The type of one record of such a parameter. */
export type RecordOf<Rows> =
  Rows extends RowsType<infer Columns> ? { -readonly [Key in keyof Columns]: ValueOf<Columns[Key]> } : never;

/**
 * A parameter that takes any number of records. Each column is one array, so the text and the plan are the same for every
 * number of records:
 *
 *     const input = rowsOf('i', { projectId: tasks.projectId, id: tasks.id });
 *     … params: { tasks: input }, query: (p) => sql`… FROM ${p.tasks} WHERE ${t.id} = ${input.at.id} …`
 *
 * `p.tasks` becomes `unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS "i" ("project_id", "id", "n")`.
 */
export function rowsOf<Columns extends Record<string, Typed>>(
  alias: string,
  columns: Columns,
): RowsType<Columns> {
  const from = sql.identifier(alias);
  return {
    alias,
    columns,
    at: mapValues(columns, (type, key) =>
      as(type, sql`${from}.${sql.identifier(nameOf(type, key))}`),
    ) as RowsType<Columns>['at'],
    n: as(types.bigint, sql`${from}.n`),
  };
}

/** `unnest` over the arrays of such a parameter. */
export function unnest(
  { alias, columns }: RowsType<Record<string, Typed>>,
  array: (key: string) => SQL,
): SQL {
  const keys = Object.keys(columns);
  const list = (parts: SQLWrapper[]) => sql.join(parts, sql`, `);
  const columnNames = keys.map((key) => sql`${sql.identifier(nameOf(columns[key]!, key))}`);
  return sql`unnest(${list(keys.map(array))}) WITH ORDINALITY AS ${sql.identifier(alias)} (${list([...columnNames, sql`n`])})`;
}

/** Makes the function that writes one column of the records as an array. */
export function columnEncoder(
  type: Typed,
  key: string,
): (rows: readonly Record<string, unknown>[]) => string {
  const element = typeOf(type);
  const fieldOf = (row: Record<string, unknown>) => row[key];
  return (rows) => arrayText(element, rows, fieldOf);
}

/** In the statement, a field typed by a column has that column's name; any other has its own. */
const nameOf = (type: Typed, key: string): string => ('columnType' in type ? type.name : key);

function mapValues<From, To>(
  record: Record<string, From>,
  map: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, from]) => [key, map(from, key)]));
}
