type JsonSchema = Record<string, unknown>;

const text = (maxLength: number | undefined, description: string): JsonSchema => ({
  type: ['string', 'null'],
  ...(maxLength === undefined ? {} : { maxLength }),
  description,
});
const decimal = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  format: 'decimal',
  pattern: '^-?\\d{1,14}(?:\\.\\d{1,6})?$',
  description,
});
const decimalIn = (description: string): JsonSchema => ({
  ...decimal(description),
  type: ['string', 'number', 'null'],
});
const id = { type: 'integer', minimum: 1, readOnly: true };
const time = (description: string) => ({ type: 'string', format: 'date-time', readOnly: true, description });

export const sourceProperties: Record<string, JsonSchema> = {
  id,
  name: { type: 'string', maxLength: 255 },
  url: text(undefined, 'Address of the source, as text of any length.'),
  updated_at: time('When the source itself was last written; its offers do not count.'),
};

export const sourceRequest: JsonSchema = {
  type: 'object',
  properties: { name: sourceProperties.name, url: sourceProperties.url },
  required: ['name'],
};

const payload = {
  description: 'Raw data of the offer: any JSON. Keys keep their order and numbers their digits.',
};

export const offerProperties: Record<string, JsonSchema> = {
  id,
  source: { type: 'integer', minimum: 1, description: 'Id of the source.' },
  source_name: { type: 'string', readOnly: true },
  brand_raw: text(255, 'Brand.'),
  pn_raw: { type: 'string', maxLength: 255, description: 'Part number.' },
  condition_raw: text(255, 'For example new, used, refurbished.'),
  status_raw: text(255, 'For example active, inactive, sold.'),
  price_raw: decimal('Price: up to 20 digits, 6 of them decimals.'),
  price_currency: text(16, 'For example USD.'),
  weight_value: decimal('Weight: up to 20 digits, 6 of them decimals.'),
  weight_unit: text(16, 'For example kg.'),
  product_url: text(undefined, 'Page of the product at the source.'),
  raw_payload: payload,
  raw_hash: text(64, 'SHA-256 of `raw_payload`; computed where the payload comes without it.'),
  created_at: time('When the offer was created.'),
};

export const offerRequest: JsonSchema = {
  type: 'object',
  properties: {
    source_identifier: {
      type: 'string',
      maxLength: 255,
      writeOnly: true,
      description:
        'Name, address or id of the source, tried in that order. What is unknown creates a source: an http(s) ' +
        'address one named by its host, other texts one of that name; digits alone are an error.',
    },
    source: { type: 'integer', minimum: 1, description: 'Id of the source; not read on creation.' },
    brand_raw: offerProperties.brand_raw,
    pn_raw: offerProperties.pn_raw,
    condition_raw: offerProperties.condition_raw,
    status_raw: offerProperties.status_raw,
    price_raw: decimalIn('A string keeps its digits; a number comes back in its shortest form.'),
    price_currency: offerProperties.price_currency,
    weight_value: decimalIn('As `price_raw`.'),
    weight_unit: offerProperties.weight_unit,
    product_url: offerProperties.product_url,
    raw_payload: payload,
    raw_hash: offerProperties.raw_hash,
  },
};
