import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../platform/problem.ts';
import { ValidationProblem } from './validation.ts';

/** Which methods each declared path answers to. */
export interface RouteTable {
  /** @param path as sent, without a query; a last slash makes no difference. Empty for an unknown path. */
  methodsOf(path: string): string[];
}

/** Watches the routes that are declared on `app`, and in the plugins below it, from now on. */
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
 * Gives this plugin the error answers of the project API: `{"detail", "code"}`, for a ValidationProblem
 * `{"detail": [...]}`. Register it before any `onRequest` hook: an unknown path is a 404, and a known one with the
 * wrong method a 405, before anybody asks for a key or reads a body.
 *
 * @param routes what knows the methods of a path; left out, routes are watched from this call on
 */
export function registerErrors(app: FastifyInstance, routes: RouteTable = trackRoutes(app)): void {
  app.setErrorHandler((error, request, reply) => {
    answer(reply, toProblem(error, request));
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404 || hasEmptySegment(request)) done(noSuchRoute(request, routes));
    else done();
  });
  app.setNotFoundHandler((request, reply) => {
    answer(reply, noSuchRoute(request, routes));
  });
}

/**
 * For Fastify's `frameworkErrors` option: what it refuses before any route is chosen, such as `%zz` in a path or an
 * overlong segment, is an address that does not exist.
 */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const isBadAddress = error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  answer(reply, isBadAddress ? notFound() : toProblem(error, request));
}

function answer(reply: FastifyReply, problem: Problem): void {
  const body =
    problem instanceof ValidationProblem
      ? { detail: problem.items }
      : { detail: problem.message, code: problem.code, ...problem.fields };
  // A string, so that no response schema of the route is applied to it.
  reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) {
    if (error.status >= 500) logFailure(request, error);
    return error;
  }
  const { statusCode = 500, code } = (error ?? {}) as Partial<FastifyError>;
  if (statusCode >= 400 && statusCode < 500) return clientProblem(statusCode, code, request);
  logFailure(request, error);
  if (isDatabaseUnavailable(error)) {
    return new Problem(
      503,
      'database_unavailable',
      'The database cannot be reached at the moment; repeat the request with the same Idempotency-Key.',
      { headers: { 'retry-after': '1' }, cause: error },
    );
  }
  return new Problem(500, 'internal_error', 'Internal Server Error', { cause: error });
}

/** Says which route failed: without it the line could only be placed by its stack. Its ids may be anything, so they are left out. */
function logFailure(request: FastifyRequest, error: unknown): void {
  request.log.error(
    { err: error, route: `${request.method} ${request.routeOptions.url}` },
    'a request failed',
  );
}

/** An error with a 4xx status that Fastify or one of its plugins raised. */
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
  return bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20} MiB` : `${bytes} bytes`;
}

const UNREACHABLE = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;

/** SQLSTATE: connection exceptions, shutdown and start-up of the server, no connection left. */
const SERVER_GONE = /^(?:08[0-9A-Z]{3}|57P0[123]|53300)$/;

/** The `pg` driver raises these without a code. */
const LOST_CONNECTION = /^(?:Connection terminated|timeout exceeded when trying to connect)/;

/** Looks through `cause` as well, where drizzle keeps the driver's error. */
function isDatabaseUnavailable(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth++
  ) {
    const { code, syscall } = current as NodeJS.ErrnoException;
    if (typeof code !== 'string') {
      if (LOST_CONNECTION.test(current.message)) return true;
    } else if (UNREACHABLE.test(code) || SERVER_GONE.test(code)) {
      return true;
    } else if (
      (code === 'ENOENT' || code === 'ENOTFOUND') &&
      syscall !== undefined &&
      SOCKET_CALLS.has(syscall)
    ) {
      return true;
    }
  }
  return false;
}

/** ENOENT is a missing Unix socket only if it came from one of these, otherwise some missing file. */
const SOCKET_CALLS: ReadonlySet<string> = new Set(['connect', 'getaddrinfo']);

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

/** find-my-way takes nothing at all for the value of a parameter, which no id can be. */
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

/** The paths that a pattern of find-my-way stands for: `:name` is a part of one segment, `*` all that is left. */
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
