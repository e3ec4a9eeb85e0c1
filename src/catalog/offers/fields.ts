import type { FieldErrors } from '../errors.ts';
import {
  type Reading,
  readKey,
  readOptionalDecimal,
  readOptionalText,
  readRequiredText,
  required,
} from '../fields.ts';
import { hashJson, writeJson } from '../json.ts';
import { type Identifier, onlyId, readIdentifier } from '../sources/identifier.ts';

/** The columns of an offer that clients write, in the order of the API's fields. */
export const offerFields = [
  'brand_raw',
  'pn_raw',
  'condition_raw',
  'status_raw',
  'price_raw',
  'price_currency',
  'weight_value',
  'weight_unit',
  'product_url',
  'raw_payload',
  'raw_hash',
] as const;

export type OfferField = (typeof offerFields)[number];

/** The type that Postgres is told for each column; decimals and payloads travel as text. */
export const fieldTypes: Record<OfferField, 'text' | 'numeric' | 'json'> = {
  brand_raw: 'text',
  pn_raw: 'text',
  condition_raw: 'text',
  status_raw: 'text',
  price_raw: 'numeric',
  price_currency: 'text',
  weight_value: 'numeric',
  weight_unit: 'text',
  product_url: 'text',
  raw_payload: 'json',
  raw_hash: 'text',
};

export type OfferValues = Partial<Record<OfferField, string | null>>;

/** What is asked of an offer, checked but for what only the database knows. */
export interface OfferDraft {
  values: OfferValues;
  /** The source by name, address or id. */
  identifier: Identifier | undefined;
  /** The source by id alone, as the field `source` gives it. */
  sourceId: string | undefined;
}

export type DraftResult = { draft: OfferDraft } | { errors: FieldErrors };

const longText = 255;
const shortText = 16;
const hashText = 64;

const readers: Record<Exclude<OfferField, 'raw_payload'>, (value: unknown) => Reading<string | null>> = {
  brand_raw: (value) => readOptionalText(value, longText),
  pn_raw: (value) => readRequiredText(value, longText),
  condition_raw: (value) => readOptionalText(value, longText),
  status_raw: (value) => readOptionalText(value, longText),
  price_raw: readOptionalDecimal,
  price_currency: (value) => readOptionalText(value, shortText),
  weight_value: readOptionalDecimal,
  weight_unit: (value) => readOptionalText(value, shortText),
  product_url: (value) => readOptionalText(value),
  raw_hash: (value) => readOptionalText(value, hashText),
};

/**
 * Reads an offer.
 * @param mode `create` needs `source_identifier`; `replace` needs that or `source`; `change` needs nothing. A
 *   `source_identifier` wins over a `source`; only `create` knows no `source`, where it is a field that is read-only.
 */
export function readOffer(
  input: Record<string, unknown>,
  mode: 'create' | 'replace' | 'change',
): DraftResult {
  const errors: FieldErrors = {};
  const values: OfferValues = {};
  const take = <Value>(name: string, reading: Reading<Value>): Value | undefined => {
    if ('value' in reading) return reading.value;
    errors[name] = reading.errors;
    return undefined;
  };

  let identifier: Identifier | undefined;
  let sourceId: string | undefined;
  if (input.source_identifier !== undefined) {
    const text = take('source_identifier', readRequiredText(input.source_identifier, longText));
    if (text !== undefined) identifier = readIdentifier(text);
  } else if (mode !== 'create' && input.source !== undefined) {
    sourceId = take('source', readKey(input.source));
  } else if (mode !== 'change') {
    errors.source_identifier = [required];
  }

  for (const field of offerFields) {
    const value = input[field];
    if (value === undefined) {
      if (field === 'pn_raw' && mode !== 'change') errors.pn_raw = [required];
    } else if (field === 'raw_payload') {
      values.raw_payload = value === null ? null : writeJson(value);
    } else {
      const read = take(field, readers[field](value));
      if (read !== undefined) values[field] = read;
    }
  }
  for (const _ in errors) return { errors };
  if (values.raw_payload !== undefined && (values.raw_hash ?? null) === null) {
    values.raw_hash = values.raw_payload === null ? (values.raw_hash ?? null) : hashJson(input.raw_payload);
  }
  return { draft: { values, identifier, sourceId } };
}

/** How the source of a draft is looked up; undefined when the draft does not change it. */
export function sourceOf({ identifier, sourceId }: OfferDraft): Identifier | undefined {
  return identifier ?? (sourceId === undefined ? undefined : onlyId(sourceId));
}
