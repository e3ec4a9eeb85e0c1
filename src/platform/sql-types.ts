import { Column, type GetColumnData } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { asParsed } from './exact-json.ts';
import { pgArray } from './pg-array.ts';

/** How a value is written into a statement and read from its result. */
export interface SqlType<Value> {
  /** The type as a cast names it, such as `uuid` or `text[]`. */
  name: string;
  /** Converts our value to the driver's. Never called with null. */
  encode(value: NonNullable<Value>): unknown;
  /** Converts the driver's value to ours; absent if they are the same. Never called with null. */
  decode?: ((value: never) => NonNullable<Value>) | undefined;
  /** Never set: it tells the compiler the type of the values. */
  readonly value?: Value;
}

/** What can give a value its type: a column of the schema, or one of `types`. */
export type Typed = AnyPgColumn | SqlType<unknown>;

/** The values of a column (with null if it may be null) or of a type. */
export type ValueOf<Type> = Type extends AnyPgColumn
  ? GetColumnData<Type>
  : Type extends { readonly value?: infer Value }
    ? Value
    : never;

/** One function for all types that the driver takes as they are, so that an array of them is written without calling it. */
const itself = (value: unknown): unknown => value;

const asItIs = <Value>(name: string): SqlType<Value> => ({ name, encode: itself });

/** Types of values that belong to no column, such as a count, a limit or a flag. */
export const types = {
  int: asItIs<number>('int'),
  float: asItIs<number>('float8'),
  /** A number that stays exact up to 2^53. The driver reads it as text. */
  bigint: { name: 'bigint', encode: String, decode: Number } as SqlType<number>,
  /** A decimal number as text, with all its digits. */
  numeric: asItIs<string>('numeric'),
  text: asItIs<string>('text'),
  boolean: asItIs<boolean>('boolean'),
  uuid: asItIs<string>('uuid'),
  bytes: asItIs<Buffer>('bytea'),
  instant: {
    name: 'timestamptz',
    encode: (value: Date) => value.toISOString(),
  } as SqlType<Date>,
  /** A day, as `2026-11-22`. */
  date: asItIs<string>('date'),
  /** JSON text, written as it is, for a column of type `json`. The result is parsed. */
  jsonText: asItIs<string>('json'),
};

/** Text that is one of these words. */
export function oneOf<const Word extends string>(..._words: Word[]): SqlType<Word> {
  return asItIs<Word>('text');
}

/** The same type with values in Postgres' text form, for values that a `Date` or a number cannot hold. */
export function textual(type: Typed): SqlType<string> {
  return asItIs(typeOf(type).name);
}

/** JSON of a shape that the caller knows, parsed by the driver. For `json_agg` and similar functions. */
export function jsonOf<Value>(): SqlType<Value> {
  return { name: 'json', encode: (value) => JSON.stringify(value) };
}

/** The same for what owners define, in which a number is a number, see `jsonDocument`. */
export function documentOf<Value>(): SqlType<Value> {
  return { ...jsonOf<Value>(), decode: (value: never) => asParsed(value) as NonNullable<Value> };
}

/** The same type or null, for an optional parameter and for results that an outer join or an aggregate may leave empty. */
export function orNull<Type extends Typed>(type: Type): SqlType<ValueOf<Type> | null> {
  return typeOf(type) as SqlType<ValueOf<Type> | null>;
}

/** An array of values, as one parameter: `WHERE id = ANY (${p.ids})`. */
export function listOf<Type extends Typed>(type: Type): SqlType<readonly ValueOf<Type>[]> {
  const element = typeOf(type);
  return {
    name: `${element.name}[]`,
    encode: (values) => arrayText(element, values, itself),
  };
}

/** Writes the text of an array parameter: of the element that `elementOf` gives for each item. */
export function arrayText<Item>(
  type: SqlType<unknown>,
  items: readonly Item[],
  elementOf: (item: Item) => unknown,
): string {
  if (type.encode === itself) return pgArray(items, elementOf);
  return pgArray(items, (item) => encode(type, elementOf(item)));
}

/** Converts a value for the driver; null stays null. */
export function encode(type: SqlType<unknown>, value: unknown): unknown {
  return value === null || value === undefined ? null : type.encode(value);
}

/** Column types whose values our code uses as the driver reads them, so that Drizzle's decoder is not called. */
const readByDriver = new Set([
  'PgText',
  'PgUUID',
  'PgInteger',
  'PgSmallInt',
  'PgBoolean',
  'PgTimestamp',
  'PgDateString',
  'PgNumeric',
  'PgJson',
  'PgJsonb',
]);

/** The type of a column without its length or precision, because a cast to those would be computed for every row. */
export function typeOf(type: Typed): SqlType<unknown> {
  if (!('columnType' in type)) return type;
  const column = type;
  return {
    name: column.getSQLType().replace(/ ?\([\d, ]+\)/, ''),
    encode:
      column.mapToDriverValue === Column.prototype.mapToDriverValue
        ? itself
        : (value) => column.mapToDriverValue(value),
    decode: readByDriver.has(column.columnType)
      ? undefined
      : (value) => column.mapFromDriverValue(value) as object,
  };
}
