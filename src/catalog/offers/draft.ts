import { hashJson, writeJson } from '../json.ts';
import { type Identifier, onlyId, readIdentifier } from '../sources/identifier.ts';
import { type OfferField, offerFields } from './columns.ts';
import type { OfferChange } from './shapes.ts';

/** The values of columns as text; null clears a column, and absent ones stay. */
export type OfferValues = Partial<Record<OfferField, string | null>>;

/**
 * The values that a checked offer writes.
 * @returns decimals and the payload as text; a payload without a hash gets one
 */
export function valuesOf(offer: Pick<OfferChange, OfferField>): OfferValues {
  const values: OfferValues = {};
  for (const field of offerFields) {
    if (field === 'raw_payload') continue;
    const value = offer[field];
    if (value !== undefined) values[field] = value;
  }
  const { raw_payload: payload } = offer;
  if (payload !== undefined) {
    values.raw_payload = payload === null ? null : writeJson(payload);
    values.raw_hash ??= payload === null ? null : hashJson(payload);
  }
  return values;
}

/** The identifier of a checked offer's source; undefined if a change keeps the source. */
export function sourceOf({
  source_identifier: text,
  source: id,
}: Pick<OfferChange, 'source_identifier' | 'source'>): Identifier | undefined {
  if (text !== undefined) return readIdentifier(text);
  return id === undefined ? undefined : onlyId(id);
}
