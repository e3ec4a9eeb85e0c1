import type { SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { GateOptions, Told } from '../platform/routes.ts';
import type { RouteCode } from './errors.ts';
import type { Gate } from './gate.ts';
import { isRecord } from './json.ts';
import { catalogSchemas, detail, invalidData } from './shapes.ts';
import { words } from './words.ts';

/** The catalog's OpenAPI document, made from its table of routes and their schemas. */

type JsonSchema = Record<string, unknown>;

const jsonSchemaTransform = createJsonSchemaTransform({ schemaRegistry: catalogSchemas });
const jsonSchemaTransformObject = createJsonSchemaTransformObject({ schemaRegistry: catalogSchemas });

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a body that is a file: an example for each of its types. No schema checks it. */
    consumes?: Record<string, string>;
    /** For an answer that is a file: an example for each of its types. */
    produces?: Record<string, string>;
    /** Headers of a success, besides the request id. */
    answerHeaders?: Record<string, JsonSchema>;
    /** The code of its 409, if that is not about an offer that exists already. */
    conflict?: RouteCode;
  }
}

/** The problems by status: the name of the answer in the document, its meaning, and an example. */
const problems = {
  400: [
    'BadRequest',
    'Invalid data; the messages stand under the names of the fields.',
    { pn_raw: [words.required] },
  ],
  401: [
    'Unauthorized',
    'A token is set, and the request has none or a wrong one.',
    'Incorrect authentication credentials.',
  ],
  403: ['Forbidden', 'The token may read only.', 'You do not have permission to perform this action.'],
  404: ['NotFound', 'No such record or page.', 'Not found.'],
  408: ['RequestTimeout', 'The body did not arrive in time.', 'The body did not arrive in time.'],
  409: [
    'Conflict',
    'Another offer has this source, pn_raw and condition_raw; or the import has ended.',
    words.duplicateOffer,
  ],
  413: [
    'ContentTooLarge',
    'The body is over the limit.',
    'Request body is too large: the limit here is 1 MiB.',
  ],
  415: [
    'UnsupportedMediaType',
    'The body has another type.',
    'Unsupported media type "text/plain" in request.',
  ],
  429: [
    'TooManyRequests',
    'This address has shown too many wrong tokens; `Retry-After` says when to try again.',
    'Request was throttled. Expected available in 30 seconds.',
  ],
  500: [
    'InternalServerError',
    'The server failed; its log has the details under the request id.',
    'Internal server error.',
  ],
  503: [
    'ServiceUnavailable',
    'The database is not available, or too many searches are under way; `Retry-After` says when to try again.',
    'Too many searches are under way. Try again in a few seconds.',
  ],
} as const satisfies Record<number, readonly [string, string, unknown]>;

type Status = keyof typeof problems;
/** The problems of the catalog have no codes; their status identifies them. */
export type ProblemCode = `${Status}`;

const ofEveryRoute: Status[] = [401, 429, 500, 503];
const ofBodies: Status[] = [400, 408, 413, 415];

/** The description of a route in the document. */
export function describeRoute(gate: Gate, told: Told<ProblemCode>): NonNullable<GateOptions['schema']> {
  const { operationId, tags, summary, description, answers, errors = [], body, params, config } = told;
  const statuses = new Set<Status>([
    ...ofEveryRoute,
    ...(params ? ([404] as const) : []),
    ...(gate === 'write' ? ([403] as const) : []),
    ...(body ? ofBodies : []),
    ...errors.map((code) => Number(code) as Status),
  ]);
  const problemShapes = [...statuses].map((status) => [status, status === 400 ? invalidData : detail]);
  return {
    operationId,
    tags,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(config?.consumes ? { consumes: Object.keys(config.consumes) } : {}),
    ...(config?.produces ? { produces: Object.keys(config.produces) } : {}),
    response: { ...answers, ...Object.fromEntries(problemShapes) },
  };
}

const requestIdHeader = {
  'X-Request-Id': { type: 'string', description: 'The request id that was sent, or a new one.' },
};
const retryAfterHeader = { 'Retry-After': { type: 'integer', description: 'Seconds.' } };
const headersByStatus: Partial<Record<ProblemCode, Record<string, JsonSchema>>> = {
  401: { ...requestIdHeader, 'WWW-Authenticate': { type: 'string', description: 'Bearer' } },
  429: { ...requestIdHeader, ...retryAfterHeader },
  503: { ...requestIdHeader, ...retryAfterHeader },
};

/** Turns the schemas of a route into JSON Schema, and adds what only the document needs. */
export const describeInDocument: SwaggerTransform<FastifySchema> = (document) => {
  const { schema, url } = jsonSchemaTransform(document);
  const { config = {} } = document.route;
  const answers = (schema.response ?? {}) as Record<string, JsonSchema>;
  const response = mapValues(answers, (shape, code) => {
    if (isProblem(code)) return describeProblem(code, shape);
    const headers = { ...requestIdHeader, ...config.answerHeaders };
    if (shape.type === 'null') return { description: 'Done', headers, type: 'null' };
    const content = config.produces
      ? mapValues(config.produces, (example) => ({ schema: shape, example }))
      : { 'application/json': { schema: shape } };
    return { description: document.schema.summary, headers, content };
  });
  const { consumes } = config;
  const body = consumes && {
    content: mapValues(consumes, (example) => ({ schema: { ...ofBody(schema), example } })),
  };
  return {
    schema: { ...schema, ...(body && { body }), ...(schema.response ? { response } : {}) },
    // Linters of OpenAPI want addresses without a final slash; the server accepts both forms.
    url: url.replace(/\/$/, ''),
  };
};

/** A problem is always JSON, whatever a success is. */
function describeProblem(code: ProblemCode, schema: JsonSchema): JsonSchema {
  const [, description, given] = problems[code];
  const example = typeof given === 'string' ? { detail: given } : given;
  const headers = headersByStatus[code] ?? requestIdHeader;
  return { description, headers, content: { 'application/json': { schema, example } } };
}

function mapValues<From, To>(
  record: Record<string, From>,
  map: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}

const ofBody = ({ body }: FastifySchema): object => (isRecord(body) ? body : {});

const isProblem = (code: string): code is ProblemCode => code in problems;

const componentPath = '#/components/schemas/';

/**
 * Adds the named schemas and problems that the document uses, and adds the example of its schema to every body. A schema
 * has the same name in requests and answers, so the suffixes that distinguish the two are removed.
 */
export const completeDocument: SwaggerTransformObject = (document) => {
  const whole = jsonSchemaTransformObject(document) as OpenAPIV3_1.Document;
  const all: Record<string, object> = whole.components?.schemas ?? {};
  const used: Record<string, JsonSchema> = {};
  const nameOf = (ref: string) => ref.slice(componentPath.length).replace(/Input$/, '');
  const copy = <Node>(node: Node): Node =>
    JSON.parse(JSON.stringify(node), (_key, value: unknown) => {
      if (!isRecord(value)) return value;
      // As in FastAPI and similar frameworks, answers may get new members.
      if (value.additionalProperties === false) delete value.additionalProperties;
      delete value.propertyNames; // says only that names are texts
      if (typeof value.$ref === 'string') {
        const id = value.$ref.slice(componentPath.length);
        const name = nameOf(value.$ref);
        value.$ref = componentPath + name;
        if (!(name in used)) {
          used[name] = {};
          const { example, ...shape } = copy(all[id]) as JsonSchema;
          Object.assign(used[name], shape, { examples: [example] });
        }
      }
      const { schema } = value;
      if (isRecord(schema) && value.example === undefined) {
        const { $ref: ref } = schema;
        const [example] = typeof ref === 'string' ? [used[nameOf(ref)]?.examples].flat() : [schema.example];
        if (example !== undefined) value.example = example;
        delete schema.example;
      }
      return value;
    });
  const paths = copy(whole.paths);
  const responses = nameProblems(paths);
  const schemas = Object.fromEntries(Object.entries(used).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...whole, paths, components: { ...whole.components, schemas, responses } } as OpenAPIV3_1.Document;
};

/** Replaces each problem by a reference to its name. @returns the problems by name */
function nameProblems(paths: OpenAPIV3_1.PathsObject | undefined): Record<string, object> {
  const named: Record<string, object> = {};
  for (const methods of Object.values(paths ?? {})) {
    for (const operation of Object.values(methods ?? {})) {
      if (!isRecord(operation) || !isRecord(operation.responses)) continue;
      const { responses } = operation;
      for (const [code, response] of Object.entries(responses)) {
        if (!isProblem(code) || !isRecord(response)) continue;
        const [name] = problems[code];
        named[name] = response;
        responses[code] = { $ref: `#/components/responses/${name}` };
      }
    }
  }
  return named;
}
