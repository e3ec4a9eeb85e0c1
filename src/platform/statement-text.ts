import { is, Param, Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { columnEncoder, type RowsType, Shared, unnest } from './sql-expressions.ts';
import { encode, type Typed, typeOf, type ValueOf } from './sql-types.ts';

/** The type of a parameter: that of one value, or records. */
export type ParameterType = Typed | RowsType<Record<string, Typed>>;

/** The parameters as SQL that a template contains. */
export type ParameterChunks<Params> = { [Key in keyof Params]: SQL<ValueOf<Params[Key]>> };

export type Given = Record<string, unknown>;

const dialect = new PgDialect();

/** A parameter of records becomes one array per column, with placeholders named `parameter.column`. */
const separator = '.';

/** The SQL of a parameter inside a template. */
export function chunkOf(key: string, type: ParameterType): SQL {
  if (isRows(type)) {
    return unnest(type, (column) =>
      placeholder(key + separator + column, `${typeOf(type.columns[column]!).name}[]`),
    );
  }
  return placeholder(key, typeOf(type).name);
}

const placeholder = (key: string, type: string): SQL => sql`${sql.placeholder(key)}::${sql.raw(type)}`;

const isRows = (type: ParameterType): type is RowsType<Record<string, Typed>> => 'alias' in type;

/** Renders the text. Placeholders are numbered in the order in which the parameters were declared. */
export function compile(name: string, query: SQL, order: string[]): string {
  const unused = new Set(order);
  const numbering = new PgDialect();
  numbering.escapeParam = (_num: number, chunk?: unknown) => {
    if (!is(chunk, Placeholder)) return literal(name, chunk);
    unused.delete(chunk.name);
    return `$${order.indexOf(chunk.name) + 1}`;
  };
  const { sql: text } = numbering.sqlToQuery(query);
  if (unused.size > 0) throw new Error(`The statement "${name}" does not use ${[...unused].join(', ')}.`);
  return text;
}

/** Renders a search. Its values become parameters in the order of the text; a shared value is one parameter. */
export function compileOnce(query: SQL): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const numbers = new Map<Shared, number>();
  const numbering = new PgDialect();
  numbering.escapeParam = (_num: number, chunk?: unknown) => {
    if (!(chunk instanceof Shared)) return `$${values.push(chunk)}`;
    const number = numbers.get(chunk) ?? values.push(chunk.value);
    numbers.set(chunk, number);
    return `$${number}`;
  };
  return { text: numbering.sqlToQuery(query).sql, values };
}

/** The names of the placeholders, in the order of their numbers. */
export function placeholdersOf(params: Record<string, ParameterType>): string[] {
  return Object.entries(params).flatMap(([key, type]) =>
    isRows(type) ? Object.keys(type.columns).map((column) => key + separator + column) : [key],
  );
}

/** Writes a constant into the text of a statement. */
function literal(name: string, constant: unknown): string {
  switch (typeof constant) {
    case 'string':
      return dialect.escapeString(constant);
    case 'number':
    case 'bigint':
      return constant < 0 ? `(${constant})` : String(constant);
    case 'boolean':
      return String(constant);
    default:
      if (constant === null) return 'NULL';
      throw new TypeError(
        `The statement "${name}" holds ${is(constant, Param) ? 'a placeholder of Drizzle' : `a constant of type ${typeof constant}`}; give it a parameter in params.`,
      );
  }
}

/** Makes the function that takes the value of a placeholder from the values of a call. */
export function encoderOf(
  placeholder: string,
  params: Record<string, ParameterType>,
): (values: Given) => unknown {
  const [key, column] = placeholder.split(separator) as [string, string | undefined];
  const type = params[key]!;
  if (isRows(type)) {
    const encodeColumn = columnEncoder(type.columns[column!]!, column!);
    return (values) => encodeColumn(values[key] as Given[]);
  }
  const scalar = typeOf(type);
  return (values) => encode(scalar, values[key]);
}
