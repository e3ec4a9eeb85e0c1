import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { QueryConfig } from 'pg';
import type { Queryable } from './postgres.ts';
import { Expression } from './sql-expressions.ts';
import { typeOf, type ValueOf } from './sql-types.ts';
import {
  chunkOf,
  compile,
  compileOnce,
  encoderOf,
  type Given,
  type ParameterChunks,
  type ParameterType,
  placeholdersOf,
} from './statement-text.ts';

/**
 * Defines a statement. Every statement of the project is written in Drizzle, compiled once when it is used first, and prepared
 * under its name. The types of parameters and rows come from the schema.
 *
 * Use the query builder where it can express the statement. A constant becomes part of the text, so that Postgres can use a
 * partial index:
 *
 *     const columns = { id: tasks.id, lane: tasks.lane };
 *     const readQueued = statement({
 *       name: 'queued',
 *       params: { projectId: tasks.projectId },
 *       columns,
 *       query: (p) => build.select(columns).from(tasks)
 *         .where(and(eq(tasks.projectId, p.projectId), eq(tasks.state, 'queued'))).orderBy(tasks.seq).limit(100),
 *     });
 *     const rows = await readQueued.all(database, { projectId }); // { id: string; lane: string }[]
 *
 * Otherwise write a template that names tables and columns by the schema's objects. A parameter used twice is one parameter,
 * with its type as a cast. A column is qualified (`"dialog"."tasks"."lane"`, or `"t"."lane"` through an `alias`); `name` and
 * `names` give the unqualified name that SET, INSERT and ON CONFLICT need:
 *
 *     const c = alias(projectCounters, 'c');
 *     const count = statement({
 *       name: 'count',
 *       params: { projectId: c.projectId, shard: c.shard, by: types.int },
 *       columns: { unfinished: c.unfinished, accepted: as(types.bigint, sql`sum(…)`) },
 *       query: (p, columns) => sql`
 *         UPDATE ${projectCounters} AS ${c} SET ${name(c.unfinished)} = ${c.unfinished} + ${p.by}
 *         WHERE ${c.projectId} = ${p.projectId} AND ${c.shard} = ${p.shard} RETURNING ${columns}`,
 *     });
 *     const row = await count.first(tx, { projectId, shard, by: 1 });
 *
 * Any number of records are one parameter; `n` is the position of a record in the list:
 *
 *     const input = rowsOf('i', { projectId: tasks.projectId, id: tasks.id });
 *     const readLanes = statement({
 *       name: 'lanes',
 *       params: { tasks: input },
 *       columns: { n: input.n, lane: t.lane },
 *       query: (p, columns) => sql`
 *         SELECT ${columns} FROM ${p.tasks} JOIN ${tasks} AS ${t}
 *           ON ${t.projectId} = ${input.at.projectId} AND ${t.id} = ${input.at.id}`,
 *     });
 *     await readLanes.all(database, { tasks: [{ projectId, id }] });
 *
 * For a column that an outer join may leave empty, use `outer(channels.type)`; for JSON whose numbers must keep their digits,
 * `asText(profiles.state)`; for a list, `listOf(tasks.id)` with `= ANY (${p.ids})`; for an optional value,
 * `orNull(tasks.dueAt)`. A filter that differs between requests is a `search`.
 *
 * @throws Error when the module is loaded for a name used twice or too long, and at the first use for a parameter that the text
 *   does not use; a test compiles all of them
 */
export function statement<
  const Params extends Record<string, ParameterType> = Record<never, never>,
  const Columns extends ResultColumns = Record<never, never>,
>(
  given: StatementGiven<Params, Columns>,
): Statement<{ [Key in keyof Params]: ValueOf<Params[Key]> }, RowOf<Columns>> {
  const name = given.prepared === false ? undefined : given.name;
  let made: Compiled<RowOf<Columns>> | undefined;
  const compiled = () => {
    made ??= compileStatement(given);
    return made;
  };
  const run = (on: Queryable, values: object = {}) => {
    const { text, encoders } = compiled();
    const config: ByPosition = {
      name,
      text,
      values: encoders.map((encode) => encode(values as Given)),
      rowMode: 'array',
    };
    return on.query<Positions>(config);
  };
  const defined: Statement<{ [Key in keyof Params]: ValueOf<Params[Key]> }, RowOf<Columns>> = {
    name: given.name,
    get text() {
      return compiled().text;
    },
    get parameters() {
      return compiled().encoders.length;
    },
    async all(on, ...[values]) {
      return (await run(on, values)).rows.map(compiled().decode);
    },
    async first(on, ...[values]) {
      const [row] = (await run(on, values)).rows;
      return row && compiled().decode(row);
    },
    async one(on, ...[values]) {
      const [row] = (await run(on, values)).rows;
      if (!row) throw new Error(`The statement "${given.name}" gave no row.`);
      return compiled().decode(row);
    },
    async run(on, ...[values]) {
      return (await run(on, values)).rowCount ?? 0;
    },
  };
  if (given.name.length > 63)
    throw new Error(`"${given.name}" is longer than the 63 characters that Postgres keeps.`);
  if (registry.has(given.name)) throw new Error(`Two statements are named "${given.name}".`);
  registry.set(given.name, defined);
  return defined;
}

interface StatementGiven<Params extends Record<string, ParameterType>, Columns extends ResultColumns> {
  /** The name, unique among all statements; at most 63 characters. */
  name: string;
  params?: Params;
  /** The result's columns in order. A query of the builder must select or return the same record. */
  columns?: Columns | ((params: ParameterChunks<Params>) => Columns);
  /** False for a statement that runs rarely: its text is sent each time, and connections do not keep it. */
  prepared?: boolean;
  query: (params: ParameterChunks<Params>, columns: SQL) => SQLWrapper;
}

interface Compiled<Row> {
  text: string;
  /** What makes the values of `$1`, `$2` and so on. */
  encoders: ReturnType<typeof encoderOf>[];
  decode: (row: Positions) => Row;
}

function compileStatement<Params extends Record<string, ParameterType>, Columns extends ResultColumns>(
  given: StatementGiven<Params, Columns>,
): Compiled<RowOf<Columns>> {
  const params: Record<string, ParameterType> = given.params ?? {};
  const chunks = Object.fromEntries(
    Object.entries(params).map(([key, type]) => [key, chunkOf(key, type)]),
  ) as ParameterChunks<Params>;
  const columns: ResultColumns =
    (typeof given.columns === 'function' ? given.columns(chunks) : given.columns) ?? {};
  const order = placeholdersOf(params);
  return {
    text: compile(given.name, given.query(chunks, listOfColumns(columns)).getSQL(), order),
    encoders: order.map((placeholder) => encoderOf(placeholder, params)),
    decode: decoderOf<RowOf<Columns>>(columns),
  };
}

/** A compiled statement. Its methods throw the driver's error. */
export interface Statement<Values, Row> {
  name: string;
  text: string;
  /** Number of placeholders `$n` in the text. */
  parameters: number;
  all(on: Queryable, ...values: ValuesOf<Values>): Promise<Row[]>;
  /** The first row, if there is one. */
  first(on: Queryable, ...values: ValuesOf<Values>): Promise<Row | undefined>;
  /** The first row of a statement that always has one. @throws when it has none */
  one(on: Queryable, ...values: ValuesOf<Values>): Promise<Row>;
  /** @returns how many rows were written or read */
  run(on: Queryable, ...values: ValuesOf<Values>): Promise<number>;
}

/** The type of a statement's rows: `ResultOf<typeof readQueued>`. */
export type ResultOf<Of> = Of extends Statement<never, infer Row> ? Row : never;

/** A filter or a search for one call: compiled each time, and sent without a name. */
export interface Search<Row> {
  text: string;
  values: unknown[];
  all(on: Queryable): Promise<Row[]>;
}

/** Makes a search. A value in the template may be plain, or typed by `value`. */
export function searchOf<const Columns extends ResultColumns>(
  columns: Columns,
  query: (columns: SQL) => SQLWrapper,
): Search<RowOf<Columns>> {
  const { text, values } = compileOnce(query(listOfColumns(columns)).getSQL());
  return {
    text,
    values,
    async all(on) {
      const config: ByPosition = { text, values, rowMode: 'array' };
      const { rows } = await on.query<Positions>(config);
      return rows.map(decoderOf<RowOf<Columns>>(columns));
    },
  };
}

/** Runs SQL that was made for this one call. @returns how many rows were written */
export async function execute(on: Queryable, query: SQLWrapper): Promise<number> {
  return (await on.query(compileOnce(query.getSQL()))).rowCount ?? 0;
}

/** Makes a search and runs it. */
export function search<const Columns extends ResultColumns>(
  on: Queryable,
  columns: Columns,
  query: (columns: SQL) => SQLWrapper,
): Promise<RowOf<Columns>[]> {
  return searchOf(columns, query).all(on);
}

/** The query builder. It only builds; `statement` and `search` run the result. */
export const build = drizzle.mock();

/** All statements of the loaded modules. */
export function allStatements(): Iterable<Pick<Statement<never, unknown>, 'name' | 'text' | 'parameters'>> {
  return registry.values();
}

/** The columns of a result. A plain `sql` is not allowed, because its type is not known: see `as`. */
type ResultColumns = Record<string, AnyPgColumn | Expression<unknown>>;
type ValuesOf<Values> = keyof Values extends never ? [] : [values: Values];
type RowOf<Columns> = {
  [Key in keyof Columns]: Columns[Key] extends Expression<infer Value> ? Value : ValueOf<Columns[Key]>;
};

/** A row as the driver returns it: by position, because columns of two tables may have the same name. */
type Positions = { [position: number]: unknown };
interface ByPosition extends QueryConfig {
  rowMode: 'array';
}

const registry = new Map<string, Pick<Statement<never, unknown>, 'name' | 'text' | 'parameters'>>();

const listOfColumns = (columns: ResultColumns): SQL => sql.join(Object.values(columns), sql`, `);

function decoderOf<Row>(columns: ResultColumns): (row: Positions) => Row {
  const keys = Object.keys(columns);
  const decoders = Object.values(columns).map(
    (column) => (column instanceof Expression ? column.type : typeOf(column)).decode as Decoder | undefined,
  );
  return (row) => {
    const record: Record<string, unknown> = {};
    for (let i = 0; i < keys.length; i++) {
      const read = row[i];
      const decode = decoders[i];
      record[keys[i]!] = decode === undefined || read === null ? read : decode(read);
    }
    return record as Row;
  };
}

type Decoder = (value: unknown) => unknown;
