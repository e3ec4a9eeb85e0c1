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
