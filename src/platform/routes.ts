import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteOptions,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { inTurnOfBody } from './body-turns.ts';

/** How an endpoint describes itself: the parts of a request and their schemas, its answers, and its texts. */
export interface Told<Code extends string = string> {
  /** Names the operation in generated clients. Clients depend on it, so it stays for ever. */
  operationId?: string;
  tags?: readonly string[];
  summary?: string;
  description?: string;
  params?: z.ZodType;
  querystring?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  /** The answers that are not errors, by status. */
  answers?: Record<number, z.ZodType>;
  /** The codes of its errors, except those that every route of its API can return. */
  errors?: readonly Code[];
  /** In bytes; the API's limit if absent. */
  bodyLimit?: number;
  /** Configuration that the gates of its API read. */
  config?: FastifyContextConfig;
}

/** The schemas of a request's parts, as Fastify takes them. */
interface RequestSchema<T extends Told> {
  params: T['params'];
  querystring: T['querystring'];
  headers: T['headers'];
  body: T['body'];
}

type Request<T extends Told> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  RawRequestDefaultExpression,
  RequestSchema<T>,
  ZodTypeProvider
>;

type Reply<T extends Told> = FastifyReply<
  RouteGenericInterface,
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  unknown,
  RequestSchema<T>,
  ZodTypeProvider
>;

/** The type of the declared answers; `unknown` if none are declared. */
type Answer<T extends Told> =
  T['answers'] extends Record<number, z.ZodType> ? z.output<T['answers'][keyof T['answers']]> : unknown;

/** What an API adds to a route because of its gate: hooks, configuration and documentation. */
export type GateOptions = Pick<
  RouteOptions,
  'onRequest' | 'onSend' | 'config' | 'schema' | 'exposeHeadRoute' | 'prefixTrailingSlash'
>;

/**
 * An endpoint, ready to stand in a table of routes.
 * @template Parts what its handler needs from the code that mounts the table
 * @template Code the codes of its errors
 */
export interface Endpoint<Parts, Code extends string = string> {
  told: Told<Code>;
  /** Declares it on an app. Only `mountRoutes` calls this. */
  declare: (app: FastifyInstance, place: Place, parts: Parts) => void;
}

interface Place extends GateOptions {
  method: HTTPMethods;
  url: string;
}

/**
 * Makes an endpoint from its description and its handler. The handler gets each part of the request as its schema outputs it.
 * It returns an answer that fits its schemas, or the reply if it has sent one itself, such as prepared JSON text.
 */
export function endpoint<T extends Told, Code extends string = never, Parts = unknown>(
  told: T & { errors?: readonly Code[] },
  handler: (request: Request<T>, reply: Reply<T>, parts: Parts) => Promise<FastifyReply | Answer<T>>,
): Endpoint<Parts, Code> {
  const { params, querystring, headers, body, bodyLimit, config } = told;
  return {
    told,
    declare(app, { schema, ...place }, parts) {
      app.withTypeProvider<ZodTypeProvider>().route({
        ...place,
        ...(bodyLimit !== undefined && { bodyLimit }),
        config: { ...config, ...place.config },
        schema: withoutAbsent({ ...schema, params, querystring, headers, body }),
        handler: (request: Request<T>, reply: Reply<T>) =>
          inTurnOfBody(request, () => handler(request, reply, parts)),
      });
    },
  };
}

/** Drops parts that are undefined, because Fastify warns about them. */
function withoutAbsent<Schema extends object>(schema: Schema): Schema {
  const present = { ...schema };
  for (const [part, declared] of Object.entries(present)) {
    if (declared === undefined) Reflect.deleteProperty(present, part);
  }
  return present;
}

/** One line of a table of routes. */
export interface Route<Gate extends string, Parts, Code extends string = string> {
  method: HTTPMethods;
  /** Below the mount point of its API, as OpenAPI writes it: `/profiles/{profile_id}`. */
  path: string;
  /** Who may call it: a scope, or the name of a gate. */
  gate: Gate;
  endpoint: Endpoint<Parts, Code>;
  /** Whether a person who has a second factor must have given it just now. */
  isConfirmed?: boolean;
  /** What is sensitive in its answer, so that whoever sees it is recorded. */
  shows?: Shown;
}

/** What is sensitive in the answers of a route. */
export interface Shown {
  /** A word for it. */
  what: string;
  /** The type of the record that the last parameter of the path names. */
  of: string;
  param: string;
  /** Whether it is a file with many of them. */
  isFile: boolean;
}

/** Makes a line of a table of routes. */
export function route<Gate extends string, Parts, Code extends string>(
  method: HTTPMethods,
  path: string,
  gate: Gate,
  endpoint: Endpoint<Parts, Code>,
): Route<Gate, Parts, Code> {
  return { method, path, gate, endpoint };
}

/** Marks a line: a person who has a second factor must have given it just now. */
export const confirmed = <Line extends Route<string, never>>(line: Line): Line => ({
  ...line,
  isConfirmed: true,
});

/** Marks a line: whoever sees this is recorded. @param of the type of the record that the last parameter of the path names */
export const shows = <Line extends Route<string, never>>(
  what: string,
  of: string,
  line: Line,
  { isFile = false } = {},
): Line => ({
  ...line,
  shows: { what, of, param: [...line.path.matchAll(/\{(\w+)\}/g)].at(-1)![1]!, isFile },
});

/**
 * Declares the routes of a table. This is the only way in which an API gets routes, so the table shows all of them.
 *
 * @param parts passed to every handler as its third argument
 * @param optionsOf returns what the gate of a route adds to it
 */
export function mountRoutes<Gate extends string, Parts, Code extends string>(
  app: FastifyInstance,
  routes: readonly Route<Gate, Parts, Code>[],
  parts: Parts,
  optionsOf: (line: Route<Gate, Parts, Code>) => GateOptions = () => ({}),
): void {
  for (const line of routes) {
    const { method, path, endpoint } = line;
    // Convert OpenAPI's `{name}` to the router's `:name`.
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    endpoint.declare(app, { ...optionsOf(line), method, url }, parts);
  }
}
