import type { FastifyInstance, FastifySchema } from 'fastify';
import { offerProperties, offerRequest, sourceProperties, sourceRequest } from './openapi-records.ts';

/**
 * The parts of the catalog's OpenAPI document. What requests are checked by is not derived from it: DRF's leniency and
 * messages are no JSON Schema.
 */

type JsonSchema = Record<string, unknown>;

const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});
export const ref = (name: string): JsonSchema => ({ $ref: `${name}#` });

const whole = { type: 'integer', minimum: 0 };
const id = { type: 'integer', minimum: 1 };
const amount = { type: 'string', format: 'decimal' };
const textOrNull = { type: ['string', 'null'] };
const link = { type: ['string', 'null'], format: 'uri' };

const page = (record: string): JsonSchema => ({
  type: 'object',
  description: 'A page. With `cursor` there is no `count`.',
  properties: { count: whole, next: link, previous: link, results: list(ref(record)) },
  required: ['next', 'previous', 'results'],
});

const groupOf = (name: string, key: JsonSchema = textOrNull): JsonSchema =>
  list(object({ [name]: key, offers: whole }));
const prices = list(
  object({
    price_currency: textOrNull,
    offers: whole,
    average_price: amount,
    min_price: amount,
    max_price: amount,
  }),
);
const itemErrors = list(
  object(
    { index: whole, errors: { type: 'object', additionalProperties: true } },
    { additionalProperties: true },
  ),
);

const schemas: Record<string, JsonSchema> = {
  Source: object(sourceProperties),
  SourceRequest: sourceRequest,
  PatchedSource: { ...sourceRequest, required: [] },
  PaginatedSourceList: page('Source'),
  Offer: object(offerProperties),
  OfferRequest: { ...offerRequest, required: ['source_identifier', 'pn_raw'] },
  OfferReplacement: { ...offerRequest, required: ['pn_raw'] },
  PatchedOffer: offerRequest,
  PaginatedOfferList: page('Offer'),
  FieldErrors: {
    type: ['object', 'array'],
    description:
      'Messages by field; `non_field_errors` for the whole. Of `search` and `q` the bare messages.',
    additionalProperties: true,
    items: { type: 'string' },
  },
  Detail: object({ detail: { type: 'string' } }),
  Ids: object({ ids: { type: 'array', items: id, minItems: 1, maxItems: 10_000 } }),
  Deletion: object({ deleted: whole, not_found: list(id) }),
  OfferCreation: object({ created: whole, skipped: whole, failed: whole, ids: list(id), errors: itemErrors }),
  OfferImport: object({ created: whole, skipped: whole, failed: whole, errors: itemErrors }),
  OfferUpdate: object({ updated: whole, failed: whole, errors: itemErrors }),
  SourceCreation: object({ created: whole, failed: whole, results: list(ref('Source')), errors: itemErrors }),
  OfferStatistics: object({
    total_offers: whole,
    offers_with_price: whole,
    by_currency: prices,
    by_condition: groupOf('condition_raw'),
    by_status: groupOf('status_raw'),
    by_brand: groupOf('brand_raw'),
    by_source: list(object({ source: id, source_name: { type: 'string' }, offers: whole })),
  }),
  SourceStatistics: object({
    total_sources: whole,
    sources_with_offers: whole,
    total_offers: whole,
    by_currency: prices,
    sources: list(
      object({ id, name: { type: 'string' }, url: textOrNull, offers_count: whole, by_currency: prices }),
    ),
  }),
};

export function addSchemas(app: FastifyInstance): void {
  for (const [name, schema] of Object.entries(schemas)) app.addSchema({ $id: name, ...schema });
}

const problems: Record<number, [string, JsonSchema]> = {
  400: ['Invalid data; the messages stand under the names of the fields.', ref('FieldErrors')],
  401: ['A token is set, and the request has none or a wrong one.', ref('Detail')],
  403: ['The token may read only.', ref('Detail')],
  404: ['No such record or page.', ref('Detail')],
  409: ['Another offer has this source, pn_raw and condition_raw.', ref('Detail')],
  413: ['The body is over the limit.', ref('Detail')],
  415: ['The body is not JSON.', ref('Detail')],
};

export interface Operation {
  id: string;
  tag: 'sources' | 'offers';
  summary: string;
  description?: string;
  /** True where the path ends in an id or holds one. */
  onRecord?: boolean;
  query?: Record<string, JsonSchema>;
  body?: JsonSchema;
  consumes?: string[];
  produces?: string[];
  /** What success is answered with, by status. */
  success: Record<number, JsonSchema | null>;
  problems?: number[];
}

/** The `schema` of a route, and that its address ends in a slash; it is served without it too. */
export function operation({ success, problems: listed = [], ...op }: Operation): {
  schema: FastifySchema;
  prefixTrailingSlash: 'slash';
} {
  const response: Record<number, JsonSchema> = {};
  for (const [status, schema] of Object.entries(success)) {
    response[Number(status)] = schema
      ? { description: op.summary, ...schema }
      : { type: 'null', description: 'Done' };
  }
  const isWrite = op.body !== undefined;
  const statuses = new Set([
    401,
    ...(op.onRecord ? [404] : []),
    ...(isWrite ? [400, 403, 413, 415] : []),
    ...listed,
  ]);
  for (const status of statuses) {
    const [description, schema] = problems[status]!;
    // What `produces` names are the types of a success; a problem is told in JSON all the same.
    response[status] = op.produces
      ? { description, content: { 'application/json': { schema } } }
      : { description, ...schema };
  }
  return {
    prefixTrailingSlash: 'slash',
    schema: {
      operationId: op.id,
      tags: [op.tag],
      summary: op.summary,
      ...(op.description ? { description: op.description } : {}),
      ...(op.onRecord ? { params: object({ id }) } : {}),
      ...(op.query ? { querystring: { type: 'object', properties: op.query } } : {}),
      ...(op.body ? { body: op.body } : {}),
      ...(op.consumes ? { consumes: op.consumes } : {}),
      ...(op.produces ? { produces: op.produces } : {}),
      response,
    } as FastifySchema,
  };
}
