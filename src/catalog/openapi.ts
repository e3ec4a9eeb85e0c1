import type { FastifyInstance, FastifySchema } from 'fastify';
import { bulkLimit } from './body.ts';
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
/** One of the schemas that `addSchemas` has made known. */
export const ref = (name: string): JsonSchema => ({ $ref: `${name}#` });

const whole = { type: 'integer', minimum: 0 };
/** The id of a source or an offer. */
export const recordId = { type: 'integer', minimum: 1 };
const amount = { type: 'string', format: 'decimal' };
const messages = list({ type: 'string' });
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
/** What is wrong with elements of a bulk call. @param place what says where it is, beside the index */
const itemErrors = (place: Record<string, JsonSchema> = {}): JsonSchema =>
  list({
    type: 'object',
    properties: { index: whole, ...place, errors: ref('FieldErrors') },
    required: ['index', 'errors'],
  });

/**
 * The body of a bulk call: an object that holds the list, or the bare list.
 * @param name of the list in the object
 */
export const bulkBody = (name: string, items: JsonSchema): JsonSchema => {
  const elements = { type: 'array', items, minItems: 1, maxItems: bulkLimit };
  return { anyOf: [object({ [name]: elements }), elements] };
};

const lineNumber = { type: 'integer', minimum: 1, description: 'Where the element begins in the file.' };
const updatedId = { ...recordId, description: 'The offer; absent where no id could be read.' };

const schemas: Record<string, JsonSchema> = {
  Source: object(sourceProperties),
  SourceRequest: sourceRequest,
  PatchedSource: { ...sourceRequest, required: [] },
  PaginatedSourceList: page('Source'),
  Offer: object(offerProperties),
  OfferRequest: { ...offerRequest, required: ['source_identifier', 'pn_raw'] },
  OfferReplacement: {
    anyOf: ['source', 'source_identifier'].map((source) => ({
      allOf: [ref('PatchedOffer')],
      required: ['pn_raw', source],
    })),
  },
  PatchedOffer: offerRequest,
  PaginatedOfferList: page('Offer'),
  FieldErrors: {
    type: 'object',
    description:
      'Messages by field; `non_field_errors` for the whole. Faults of elements of a list stand under their index.',
    additionalProperties: { anyOf: [messages, ref('FieldErrors')] },
  },
  Invalid: {
    description:
      'Messages by field; the bare messages where they are about `search` or `q`; `detail` for what is no JSON.',
    anyOf: [ref('FieldErrors'), messages, ref('Detail')],
  },
  Detail: object({ detail: { type: 'string' } }),
  Deletion: object({ deleted: whole, not_found: list(recordId) }),
  OfferCreation: object({
    created: whole,
    skipped: whole,
    failed: whole,
    ids: list(recordId),
    errors: itemErrors(),
  }),
  OfferImport: object({
    created: whole,
    skipped: whole,
    failed: whole,
    errors: itemErrors({ line: lineNumber }),
  }),
  OfferUpdate: object({ updated: whole, failed: whole, errors: itemErrors({ id: updatedId }) }),
  SourceCreation: object({
    created: whole,
    failed: whole,
    results: list(ref('Source')),
    errors: itemErrors(),
  }),
  OfferStatistics: object({
    total_offers: whole,
    offers_with_price: whole,
    by_currency: prices,
    by_condition: groupOf('condition_raw'),
    by_status: groupOf('status_raw'),
    by_brand: groupOf('brand_raw'),
    by_source: list(object({ source: recordId, source_name: { type: 'string' }, offers: whole })),
  }),
  SourceStatistics: object({
    total_sources: whole,
    sources_with_offers: whole,
    total_offers: whole,
    by_currency: prices,
    sources: list(
      object({
        id: recordId,
        name: { type: 'string' },
        url: textOrNull,
        offers_count: whole,
        by_currency: prices,
      }),
    ),
  }),
};

export function addSchemas(app: FastifyInstance): void {
  for (const [name, schema] of Object.entries(schemas)) app.addSchema({ $id: name, ...schema });
}

const problems: Record<number, [string, JsonSchema]> = {
  400: ['Invalid data; the messages stand under the names of the fields.', ref('Invalid')],
  401: ['A token is set, and the request has none or a wrong one.', ref('Detail')],
  403: ['The token may read only.', ref('Detail')],
  404: ['No such record or page.', ref('Detail')],
  409: ['Another offer has this source, pn_raw and condition_raw.', ref('Detail')],
  413: ['The body is over the limit.', ref('Detail')],
  415: ['The body has another type.', ref('Detail')],
  500: ['The server failed; its log has the details under the request id.', ref('Detail')],
};

const requestIdHeader = {
  'X-Request-Id': { type: 'string', description: 'The request id that was sent, or a new one.' },
};
const headersByStatus: Record<number, object> = {
  401: { ...requestIdHeader, 'WWW-Authenticate': { type: 'string', description: 'Bearer' } },
};

export interface Operation {
  id: string;
  tag: 'sources' | 'offers';
  summary: string;
  description?: string;
  /** True where the path ends in an id or holds one. */
  onRecord?: boolean;
  query?: Record<string, JsonSchema>;
  /** Parameters of the query that may not be left out. */
  requiredQuery?: string[];
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
    response[Number(status)] = {
      description: op.summary,
      headers: requestIdHeader,
      ...(schema ?? { type: 'null', description: 'Done' }),
    };
  }
  const isWrite = op.body !== undefined;
  const statuses = new Set([
    401,
    500,
    ...(op.onRecord ? [404] : []),
    ...(isWrite ? [400, 403, 413, 415] : []),
    ...listed,
  ]);
  for (const status of statuses) {
    const [description, schema] = problems[status]!;
    // What `produces` names are the types of a success; a problem is told in JSON all the same.
    const media = op.produces ? { content: { 'application/json': { schema } } } : schema;
    response[status] = { description, headers: headersByStatus[status] ?? requestIdHeader, ...media };
  }
  return {
    prefixTrailingSlash: 'slash',
    schema: {
      operationId: op.id,
      tags: [op.tag],
      summary: op.summary,
      ...(op.description ? { description: op.description } : {}),
      ...(op.onRecord ? { params: object({ id: recordId }) } : {}),
      ...(op.query
        ? { querystring: { type: 'object', properties: op.query, required: op.requiredQuery ?? [] } }
        : {}),
      ...(op.body ? { body: op.body } : {}),
      ...(op.consumes ? { consumes: op.consumes } : {}),
      ...(op.produces ? { produces: op.produces } : {}),
      response,
    } as FastifySchema,
  };
}
