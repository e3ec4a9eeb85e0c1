import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { z } from 'zod';
import type { Route, Told } from '../../platform/routes.ts';
import { bodyCodes, fileBodyCodes, type ProblemCode } from './answers.ts';
import { errorAnswers, problem, validationProblem } from './document-errors.ts';
import { type Header, spellOut } from './document-headers.ts';
import { bareSchema, isPiece, keepUsedNames, mapValues, namesOf, type Piece } from './document-names.ts';
import { exampleOf } from './shapes.ts';

declare module 'zod' {
  interface GlobalMeta {
    /** Headers of an answer, by name, besides those of every answer. */
    headers?: Record<string, Header>;
    /** The content type of an answer, if it is not JSON as a whole: each event of a stream is. */
    media?: string;
  }
}

/** An API to be documented in OpenAPI. */
export interface DocumentedApi<Gate extends string> {
  /** Where its routes are mounted: `/api/v1/projects/{project_id}`. */
  prefix: string;
  routes: readonly Route<Gate, never, ProblemCode>[];
  /** The codes of errors that a route can answer besides those that its endpoint names. */
  codesOf: (line: Route<Gate, never, ProblemCode>) => readonly ProblemCode[];
  /** Headers of every answer, by name. */
  headers: Record<string, Header>;
  /** Further headers of errors, by status. */
  errorHeaders: Record<number, Record<string, Header>>;
}

/**
 * Completes the document that @fastify/swagger makes from the declared routes: schemas get the names from their endpoints,
 * requests and answers get examples, and each error answer is written once, under a name.
 */
export function documentOf<Gate extends string>(
  api: DocumentedApi<Gate>,
): Pick<FastifyDynamicSwaggerOptions, 'transform' | 'transformObject'> {
  let made: ReturnType<typeof namesOf> | undefined;
  // Not before somebody asks for the document: to look through all schemas is a tenth of the work of a start.
  const names = () => {
    made ??= namesOf([
      problem,
      validationProblem,
      ...api.routes.flatMap(({ endpoint: { told } }) => [
        ...(told.body ? [told.body] : []),
        ...Object.values(told.answers ?? {}),
      ]),
    ]);
    return made;
  };
  return {
    transform: (given) => names().transform(given),
    transformObject(given) {
      const { components, ...document }: Piece = { ...names().transformObject(given) };
      const { schemas, ...rest } = isPiece(components) ? components : {};
      const responses: Piece = {};
      const paths = isPiece(document.paths) ? document.paths : {};
      for (const line of api.routes) completeOperation(api, line, operationAt(paths, api, line), responses);
      const headers = allHeaders(api);
      return keepUsedNames(
        { ...document, components: { ...rest, responses, headers } },
        mapValues(isPiece(schemas) ? schemas : {}, bareSchema),
      );
    },
  };
}

function operationAt<Gate extends string>(
  paths: Piece,
  { prefix }: DocumentedApi<Gate>,
  { method, path }: Route<Gate, never, ProblemCode>,
): Piece {
  const methods = paths[prefix + path];
  const operation = isPiece(methods) ? methods[method.toLowerCase()] : undefined;
  if (!isPiece(operation)) throw new Error(`${method} ${prefix}${path} is not in the document.`);
  return operation;
}

function completeOperation<Gate extends string>(
  api: DocumentedApi<Gate>,
  line: Route<Gate, never, ProblemCode>,
  operation: Piece,
  named: Piece,
): void {
  const { told } = line.endpoint;
  if (told.body && isPiece(operation.requestBody)) {
    const required = !(told.body instanceof z.ZodOptional);
    const content = told.config?.takesFile
      ? anyBytes
      : json(operation.requestBody, told.body, required ? asItIs : whenItIsThere);
    operation.requestBody = { ...operation.requestBody, required, content };
  }
  const made = isPiece(operation.responses) ? operation.responses : {};
  const responses: Piece = {};
  for (const [status, schema] of Object.entries(told.answers ?? {})) {
    responses[status] = {
      description: schema.description,
      headers: refsTo({ ...api.headers, ...schema.meta()?.headers }),
      content: told.config?.answersWith
        ? mapValues(told.config.answersWith, (example) => ({ schema: { type: 'string' }, example }))
        : json(made[status], schema),
    };
  }
  for (const [status, { name, answer }] of errorAnswers([...api.codesOf(line), ...(told.errors ?? [])])) {
    const own = refsTo({ ...api.headers, ...api.errorHeaders[status] });
    const { description } = answer;
    named[name] ??= { description, headers: own, content: answer.content };
    // The description lists the codes.
    if (Object(named[name]).description !== description) throw new Error(`Two errors are called ${name}.`);
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
  named.ValidationProblem ??= {
    description: validationProblem.description,
    headers: refsTo(api.headers),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ValidationProblem' },
        example: exampleOf(validationProblem),
      },
    },
  };
  responses[422] = { $ref: '#/components/responses/ValidationProblem' };
  operation.responses = responses;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For answers that are no JSON: their media type, with an example. */
    answersWith?: Record<string, string>;
  }
}

/** The body of an upload. It may have any type, but a document has to name one. */
const anyBytes: Piece = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

/** The codes of errors that an endpoint can answer because of its body. */
export const bodyCodesOf = ({ body, config }: Told): readonly ProblemCode[] =>
  body ? (config?.takesFile ? fileBodyCodes : bodyCodes) : [];

const asItIs = (schema: unknown): unknown => schema;

/** The form of a body that may be absent or null. */
function whenItIsThere(schema: unknown): unknown {
  if (!isPiece(schema) || !Array.isArray(schema.anyOf)) return schema;
  const [form, ...others] = schema.anyOf.filter((one) => isPiece(one) && one.type !== 'null');
  return others.length === 0 ? form : schema;
}

/** The JSON content of a request or an answer, with its example. */
function json(
  made: unknown,
  schema: z.ZodType,
  shown: (schema: unknown) => unknown = asItIs,
): Piece | undefined {
  const content = isPiece(made) && isPiece(made.content) ? made.content['application/json'] : undefined;
  if (!isPiece(content)) return undefined;
  const bare = shown(bareSchema(content.schema));
  // The description is beside the reference already.
  const refersOnly = isPiece(bare) && '$ref' in bare ? { $ref: bare.$ref } : bare;
  const media = schema.meta()?.media ?? 'application/json';
  return { [media]: { schema: refersOnly, example: exampleOf(schema) } };
}

const refsTo = (headers: Record<string, Header>): Piece =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function allHeaders<Gate extends string>({ headers, errorHeaders, routes }: DocumentedApi<Gate>): Piece {
  const answers = routes.flatMap(({ endpoint }) => Object.values(endpoint.told.answers ?? {}));
  const all: Record<string, Header> = Object.assign(
    {},
    headers,
    ...answers.map((schema) => schema.meta()?.headers),
    ...Object.values(errorHeaders),
  );
  return spellOut(all);
}
