type JsonSchema = Record<string, unknown>;
type Parameters = Record<string, JsonSchema>;

const text = (description: string): JsonSchema => ({ type: 'string', description });
const number = (description: string): JsonSchema => ({ type: 'number', description });
const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
const time = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });

const pages: Parameters = {
  page: text('Number of the page, or `last`.'),
  page_size: { type: 'integer', minimum: 1, maximum: 1000, default: 20 },
  cursor: text('Deep paging without `count`: empty for the first page, then follow `next`.'),
};

const ordering = (fields: string): JsonSchema =>
  text(`Fields with commas between them, \`-\` for downwards: ${fields}. \`id\` always comes last.`);

export const sourceQuery: Parameters = {
  name: text('Exact.'),
  url: text('Exact.'),
  search: text('Every term must stand in the name or the address, in any case.'),
  has_offers: flag('Only sources with offers, or only those without.'),
  ordering: ordering('name, updated_at'),
  ...pages,
};

export const offerFilters: Parameters = {
  id: { type: 'integer', description: 'Exact.' },
  source: { type: 'integer', description: 'Id of a source.' },
  brand_raw: text('Exact.'),
  pn_raw: text('Exact.'),
  condition_raw: text('Exact.'),
  status_raw: text('Exact.'),
  price_raw: number('Exact.'),
  price_min: number('At least.'),
  price_max: number('At most.'),
  currency: text('Exact; the same as `price_currency`.'),
  price_currency: text('Exact.'),
  weight_value: number('Exact.'),
  weight_unit: text('Exact.'),
  product_url: text('Exact.'),
  raw_payload: text('JSON that is equal to the stored text without white space.'),
  raw_hash: text('Exact.'),
  created_at: time('Exact.'),
  search: text('Every term must stand in brand_raw, pn_raw or condition_raw, in any case.'),
  ordering: ordering('every field but raw_payload'),
};

export const offerQuery: Parameters = { ...offerFilters, ...pages };

export const searchQuery: Parameters = {
  ...offerQuery,
  q: text('As `search`.'),
  brand_raw__icontains: text('A part, in any case.'),
  pn_raw__icontains: text('A part, in any case.'),
  pn_raw__startswith: text('The beginning.'),
  condition_raw__in: text('One of these, with commas between them.'),
  status_raw__in: text('One of these, with commas between them.'),
  source__in: text('One of these ids, with commas between them.'),
  source_name: text('A part of the name of the source, in any case.'),
  weight_min: number('At least.'),
  weight_max: number('At most.'),
  created_after: time('At this time or later.'),
  created_before: time('At this time or earlier.'),
  has_price: flag('With or without a price.'),
  has_url: flag('With or without a product_url.'),
};

export const sourceNameQuery: Parameters = {
  name: text('A part of the name of the source, in any case.'),
  ...offerQuery,
};

export const sourceStatisticsQuery: Parameters = {
  source: { type: 'integer', description: 'Only this source.' },
  has_offers: flag('Only sources with offers, or only those without.'),
};
