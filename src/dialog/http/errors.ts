import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { databaseFault, retryAfterSeconds } from '../../platform/database-faults.ts';
import { noteDatabaseFault } from '../../platform/fault-log.ts';
import { jsonText } from '../../platform/json-text.ts';
import { Problem } from '../../platform/problem.ts';
import { SealedShut } from '../../platform/secrets.ts';
import { ValidationProblem } from './validation.ts';

/** The methods of each declared path. */
export interface RouteTable {
  /** @param path as sent, without a query; a final slash makes no difference. @returns none for an unknown path */
  methodsOf(path: string): string[];
}

/** Watches the routes that are declared on `app` and its plugins after this call. */
export function trackRoutes(app: FastifyInstance): RouteTable {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const path = withoutLastSlash(url);
    const route = routes.get(path) ?? { pattern: patternOf(path), methods: new Set() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(path, route);
  });
  return {
    methodsOf(path) {
      const decoded = withoutLastSlash(decodePath(path));
      const matching = [...routes.values()].filter(({ pattern }) => pattern.test(decoded));
      return [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort();
    },
  };
}

/**
 * Gives this plugin the error answers of the project API: `{"detail", "code"}`, or `{"detail": [...]}` for a ValidationProblem.
 * Register it before any `onRequest` hook, so that an unknown path is a 404, and a known path with the wrong method a 405,
 * before a gate asks for a key or a body is read.
 *
 * @param routes knows the methods of each path; if absent, routes are watched from this call on
 */
export function registerErrors(app: FastifyInstance, routes: RouteTable = trackRoutes(app)): void {
  app.setErrorHandler((error, request, reply) => {
    answerProblem(reply, toProblem(error, request));
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404 || hasEmptySegment(request)) done(noSuchRoute(request, routes));
    else done();
  });
  app.setNotFoundHandler((request, reply) => {
    answerProblem(reply, noSuchRoute(request, routes));
  });
}

/**
 * For Fastify's `frameworkErrors` option. Fastify refuses some requests before it chooses a route, for `%zz` in a path or a
 * segment that is too long; these are answered as addresses that do not exist.
 */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const isBadAddress = error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  answerProblem(reply, isBadAddress ? notFound() : toProblem(error, request));
}

/** Sends an error: `{"detail", "code"}`, or `{"detail": [...]}` for a ValidationProblem. */
export function answerProblem(reply: FastifyReply, problem: Problem): void {
  const body =
    problem instanceof ValidationProblem
      ? { detail: problem.items }
      : { detail: problem.message, code: problem.code, ...problem.fields };
  // A string, so that no response schema of the route is applied.
  reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/json; charset=utf-8')
    .send(jsonText(body));
}

function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) {
    // The code that answers 503 logs its reason once, not for each request.
    if (error.status >= 500 && error.status !== 503) logFailure(request, error);
    return error;
  }
  if (error instanceof SealedShut) return new Problem(503, 'secrets_lost', secretsLost, { cause: error });
  const { statusCode = 500, code } = (error ?? {}) as Partial<FastifyError>;
  if (statusCode >= 400 && statusCode < 500) return clientProblem(statusCode, code, request);
  if (noteDatabaseFault(request.server.log, error, routeOf(request))) {
    return new Problem(503, 'database_unavailable', unavailable(error), {
      retryAfterSeconds,
      cause: error,
    });
  }
  logFailure(request, error);
  return new Problem(500, 'internal_error', 'Internal Server Error', { cause: error });
}

const secretsLost =
  'The secrets that this needs were sealed with another encryption key. Readiness names those that the owner has to enter again.';

/** The text for a fault of the database. A wait for another's lock is no failure of the connection, so it has its own text. */
function unavailable(error: unknown): string {
  const what =
    databaseFault(error)?.name === 'locked'
      ? 'Another request or job holds for too long what this request needs'
      : 'The database cannot be reached at the moment';
  return `${what}; repeat the request with the same Idempotency-Key.`;
}

function logFailure(request: FastifyRequest, error: unknown): void {
  request.log.error({ err: error, route: routeOf(request) }, 'a request failed');
}

/** Names the route that failed, as it was declared, because the ids in a path may be anything. */
const routeOf = (request: FastifyRequest): string => `${request.method} ${request.routeOptions.url}`;

/** The answer to a 4xx error of Fastify or a plugin. */
function clientProblem(status: number, code: string | undefined, request: FastifyRequest): Problem {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const limit = sizeInWords(request.routeOptions.bodyLimit);
      return new Problem(413, 'body_too_large', `Request body is too large: the limit here is ${limit}.`);
    }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return new Problem(400, 'body_unreadable', 'There was an error parsing the body');
    default: {
      const phrase = STATUS_CODES[status] ?? 'Bad Request';
      return new Problem(status, phrase.toLowerCase().replaceAll(/[^a-z]+/g, '_'), phrase);
    }
  }
}

function sizeInWords(bytes: number): string {
  if (bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20} MiB`;
  return bytes % 2 ** 10 === 0 ? `${bytes / 2 ** 10} KiB` : `${bytes} bytes`;
}

function noSuchRoute(request: FastifyRequest, routes: RouteTable): Problem {
  const methods = routes.methodsOf(pathOf(request));
  if (methods.length === 0) return notFound();
  return new Problem(405, 'method_not_allowed', 'Method Not Allowed', {
    headers: { allow: methods.join(', ') },
  });
}

function pathOf(request: FastifyRequest): string {
  const [path = ''] = (request.raw.url ?? '').split(/[?#]/, 1);
  return path;
}

/** find-my-way accepts an empty value of a parameter, but no id is empty. */
function hasEmptySegment(request: FastifyRequest): boolean {
  return request.raw.url?.includes('//') === true && pathOf(request).includes('//');
}

function notFound(): Problem {
  return new Problem(404, 'not_found', 'Not Found');
}

function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The paths that match a pattern of find-my-way: `:name` is a part of one segment, `*` all that remains. */
function patternOf(url: string): RegExp {
  const source = url
    .split(/(:\w+|\*)/)
    .map((piece, index) => {
      if (index % 2 === 1) return piece === '*' ? '.*' : '[^/]+';
      return piece.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`);
}
