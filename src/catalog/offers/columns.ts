import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { name } from '../../platform/sql-expressions.ts';
import { orNull, type SqlType, types } from '../../platform/sql-types.ts';
import { offer } from '../sql.ts';

/** The columns of an offer `o` that clients write, by the names and in the order of the API's fields. */
export const offerColumns = {
  brand_raw: offer.brandRaw,
  pn_raw: offer.pnRaw,
  condition_raw: offer.conditionRaw,
  status_raw: offer.statusRaw,
  price_raw: offer.priceRaw,
  price_currency: offer.priceCurrency,
  weight_value: offer.weightValue,
  weight_unit: offer.weightUnit,
  product_url: offer.productUrl,
  raw_payload: offer.rawPayload,
  raw_hash: offer.rawHash,
} as const;

export type OfferField = keyof typeof offerColumns;

export const offerFields = Object.keys(offerColumns) as readonly OfferField[];

/** The columns that an imported file may have. */
export const knownColumns: readonly string[] = ['source_identifier', 'source_name', ...offerFields];

/** The columns that may be empty. */
export const clearable: readonly string[] = offerFields.filter((field) => field !== 'pn_raw');

const text = orNull(types.text);
const numeric = orNull(types.numeric);

/** The types in which values are sent to Postgres; decimals and payloads are sent as text. */
export const fieldTypes = {
  brand_raw: text,
  pn_raw: text,
  condition_raw: text,
  status_raw: text,
  price_raw: numeric,
  price_currency: text,
  weight_value: numeric,
  weight_unit: text,
  product_url: text,
  raw_payload: orNull(types.jsonText),
  raw_hash: text,
} as const satisfies Record<OfferField, SqlType<string | null>>;

/** An offer with all fields null, to be filled. */
export const noValues = Object.fromEntries(offerFields.map((field) => [field, null])) as Record<
  OfferField,
  null
>;

/** The bit of a field in `given`, which tells which fields a row of changes has. */
export const bit = (field: OfferField): number => 1 << offerFields.indexOf(field);

/** The bits of the fields that are there. */
export const givenBits = (values: Partial<Record<OfferField, string | null>>): number =>
  offerFields.reduce((sum, field) => sum + (values[field] === undefined ? 0 : bit(field)), 0);

/** The value of a column of an offer `o` after a row of changes `input`. @param mask its bit in `given` @param otherwise its value where it is not given */
export const wanted = (column: AnyPgColumn, mask: number, otherwise: SQLWrapper = column): SQL =>
  sql`CASE WHEN input.given & ${mask} <> 0 THEN input.${name(column)} ELSE ${otherwise} END`;

/** A column of an offer `o`, and the value that it shall have. */
export interface Assignment {
  column: AnyPgColumn;
  value: SQL;
}

const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
/** Type json has no equality. */
const comparable = (column: AnyPgColumn, value: SQLWrapper): SQL =>
  column === offerColumns.raw_payload ? sql`(${value})::text` : sql`${value}`;

/** For SET. */
export const assigned = (assignments: readonly Assignment[]): SQL =>
  list(assignments.map(({ column, value }) => sql`${name(column)} = ${value}`));

/** Whether an offer `o` would change. */
export const differs = (assignments: readonly Assignment[]): SQL =>
  sql`(${list(assignments.map(({ column }) => comparable(column, column)))})
    IS DISTINCT FROM (${list(assignments.map(({ column, value }) => comparable(column, value)))})`;
