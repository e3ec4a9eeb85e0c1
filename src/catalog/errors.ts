import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { databaseFault, retryAfterSeconds } from '../platform/database-faults.ts';
import { noteDatabaseFault } from '../platform/fault-log.ts';
import { Problem } from '../platform/problem.ts';
import { writeJson } from './json.ts';
import { words } from './words.ts';

/**
 * The error answers of Django REST framework (https://www.django-rest-framework.org/api-guide/exceptions/): a 400
 * names fields, everything else is `{"detail": "<sentence>"}`.
 */

/** The errors of each field; those of list elements are under their index. */
export interface FieldErrors {
  [field: string]: string[] | FieldErrors;
}

/** Stable names of refusals, for an API whose errors have codes. REST framework has none, so its own answers do not show them. */
export type RefusalCode =
  | 'body_unreadable'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'source_not_found'
  | 'offer_not_found'
  | 'import_not_found'
  | 'import_ended'
  | 'page_not_found'
  | 'offer_exists'
  | 'too_many_searches'
  | 'not_found'
  | 'method_not_allowed'
  | 'internal_error'
  | 'database_unavailable';

/** Codes of refusals of a route. */
export type RouteCode = Exclude<RefusalCode, 'not_found' | 'method_not_allowed'>;

/** What is refused, for another form of answer than that of REST framework. */
export interface Refused {
  status: number;
  code: RefusalCode;
  /** `{"detail"}`, perhaps with more beside it, or the errors by field. */
  body: unknown;
  headers: Readonly<Record<string, string>>;
  /** A `Problem` if something before the catalog has refused the request. */
  cause?: unknown;
}

const codeByStatus: Record<number, RefusalCode> = {
  400: 'body_unreadable',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'offer_exists',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  503: 'database_unavailable',
};

/** An answer other than success. @param body as it is sent */
class Refusal extends Error implements Refused {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly #code: RefusalCode | undefined;

  constructor(
    status: number,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
    { cause, code }: { cause?: unknown; code?: RefusalCode | undefined } = {},
  ) {
    super(typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : 'refused', {
      cause,
    });
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.#code = code;
  }

  get code(): RefusalCode {
    return this.#code ?? codeByStatus[this.status] ?? 'internal_error';
  }
}

/** An answer with this status and the body `{"detail"}`. @param code where the status alone does not say what is refused */
export const refuse = (
  status: number,
  detail: string,
  headers?: Readonly<Record<string, string>>,
  code?: RefusalCode,
): Refusal => new Refusal(status, { detail }, headers, { code });

/**
 * A 503 for a write of many steps that the database interrupted.
 * @param done what was done before, in the fields of the complete report
 * @param cause the fault
 */
export const unfinished = (done: object, cause: unknown): Refusal =>
  new Refusal(503, { detail: notFinished, ...done }, { 'retry-after': String(retryAfterSeconds) }, { cause });

const notFinished =
  'The database is not available at the moment, and not everything was done. What is reported here was done, and the step ' +
  'under way may have been. Send the rest again.';

/** A 400 with the errors by field. */
export const invalid = (errors: FieldErrors | string[]): Refusal => new Refusal(400, errors);

/** A 404 for an unknown address. */
export const notFound = (): Refusal => refuse(404, 'Not found.');
/** The kinds of record, by DRF's names. */
export type Model = 'Source' | 'Offer' | 'Import';

/** The 404 for a record that does not exist. */
export const noSuch = (model: Model): Refusal =>
  refuse(404, `No ${model} matches the given query.`, undefined, notFoundCode[model]);

/** The codes of these 404s. */
export const notFoundCode = {
  Source: 'source_not_found',
  Offer: 'offer_not_found',
  Import: 'import_not_found',
} as const;

/** The 404 for a page or a cursor that a list does not have. */
export const noSuchPage = (detail: string): Refusal => refuse(404, detail, undefined, 'page_not_found');

/** 429 in the words of DRF. */
export const throttled = (seconds: number): Refusal =>
  refuse(
    429,
    `Request was throttled. Expected available in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { 'retry-after': String(seconds) },
  );

export const isRefusal = (error: unknown): error is Error & Refused => error instanceof Refusal;

/** Whether an error means that there is no such record. */
export const isNotFound = (error: unknown): boolean => error instanceof Refusal && error.status === 404;

/** The 409 for an offer that exists already. */
export const conflict = (): Refusal => refuse(409, words.duplicateOffer);

/** The form of ids that may exist: up to 18 digits. */
export const idForm = /^\d{1,18}$/;

/**
 * Reads the id in a path. @throws Refusal 404 if it cannot be an id; 405 if the text is the name of another route, which has only
 * other methods
 */
export function pathId(request: FastifyRequest, model: Model): string {
  const { id = '' } = request.params as { id?: string };
  if (idForm.test(id)) return id;
  if (/^-?\d+$/.test(id)) throw noSuch(model);
  throw unknownAddress(request);
}

/** What is known about one path of the catalog. */
interface Address {
  methods: Set<string>;
  /** Media types of its request bodies and its answers. */
  parses: readonly string[];
  renders: readonly string[];
}

type Addresses = ReadonlyMap<string, Address>;

declare module 'fastify' {
  interface FastifyInstance {
    /** The paths of the catalog, without the final slash. */
    readonly catalogRoutes: Addresses;
  }
}

/** Sends a refusal in the form of an API. */
export type Answer = (reply: FastifyReply, refused: Refused) => void;

/** Gives the catalog's plugin its error answers. Call it before the routes are declared. @param others methods of every address */
export function registerErrors(app: FastifyInstance, answerWith: Answer, others: readonly string[]): void {
  const routes = new Map<string, Address>();
  app.decorate('catalogRoutes', { getter: () => routes });
  app.addHook('onRoute', ({ url, method, schema }) => {
    const path = withoutLastSlash(url);
    const { consumes, produces } = schema ?? {};
    const address = routes.get(path) ?? {
      methods: new Set(others),
      parses: consumes ?? ['application/json'],
      renders: produces ?? ['application/json'],
    };
    for (const name of [method].flat()) address.methods.add(name);
    routes.set(path, address);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => answerWith(reply, toRefusal(error, request)));
}

/** Whether an address belongs to the catalog, even if it is unknown. */
export function isCatalogAddress(url: string): boolean {
  return /^\/api\/(?:sources|offers|imports)(?:[/?]|$)/.test(url);
}

/** Answers requests that Fastify refuses before it chooses a route, such as `%zz` in a path. */
export function answerBadAddress(reply: FastifyReply): void {
  answerLikeDjango(reply, notFound());
}

/** Answers for unknown paths below one mount, and for known paths with other methods. */
export function registerNotFound(app: FastifyInstance, answerWith: Answer): void {
  app.setNotFoundHandler((request, reply) => answerWith(reply, unknownAddress(request)));
}

/** Answers in the form of REST framework. */
export function answerLikeDjango(reply: FastifyReply, { status, headers, body }: Refused): void {
  // This header names the requested file, but the answer is an error.
  reply.removeHeader('content-disposition');
  void reply.code(status).headers(headers).type('application/json').send(writeJson(body));
}

function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  const route = `${request.method} ${request.routeOptions.url}`;
  if (error instanceof Refusal) {
    noteDatabaseFault(request.server.log, error.cause, route);
    return error;
  }
  // Hooks of the whole server may refuse an unknown address before the catalog sees it.
  if (request.is404 || (error instanceof Problem && error.status === 404)) return unknownAddress(request);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const mebibytes = request.routeOptions.bodyLimit / 2 ** 20;
    return refuse(413, `Request body is too large: the limit here is ${mebibytes} MiB.`);
  }
  if (error instanceof Problem) {
    return new Refusal(error.status, { detail: error.message }, error.headers, { cause: error });
  }
  const { statusCode = 500 } = error;
  // The sender has gone away, so there is nobody to answer and nothing to log.
  if (request.raw.errored) return refuse(400, 'The request was interrupted.');
  if (statusCode >= 400 && statusCode < 500) return refuse(statusCode, 'The request could not be read.');
  if (noteDatabaseFault(request.server.log, error, route)) return unavailable(error);
  request.log.error({ err: error, route }, 'a request failed');
  return refuse(500, 'Internal server error.');
}

/** A 503 if too many searches are running. */
export const busy = (): Refusal =>
  refuse(
    503,
    'Too many searches are under way. Try again in a few seconds.',
    { 'retry-after': '2' },
    'too_many_searches',
  );

/** A 503 for a temporary fault; the request can be repeated. */
function unavailable(error: unknown): Refusal {
  const detail =
    databaseFault(error)?.name === 'locked'
      ? 'Another request holds for too long what this one needs. Try again.'
      : 'The database is not available at the moment. Try again.';
  return refuse(503, detail, { 'retry-after': String(retryAfterSeconds) });
}

function unknownAddress(request: FastifyRequest): Refusal {
  const path = withoutLastSlash((request.raw.url ?? '').split(/[?#]/, 1)[0]!);
  const routes = request.server.catalogRoutes;
  const methods = (routes.get(path) ?? addressOfPattern(routes, path))?.methods;
  if (!methods || methods.has(request.method)) return notFound();
  return refuse(405, `Method "${request.method}" not allowed.`, { allow: allowOf(methods) });
}

const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** The value of the header `Allow`, in DRF's order. */
export function allowOf(methods: ReadonlySet<string>): string {
  return [...methods].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join(', ');
}

function addressOfPattern(routes: Addresses, path: string): Address | undefined {
  const parts = path.split('/');
  for (const [url, address] of routes) {
    const pattern = url.split('/');
    const fits = (part: string, i: number) =>
      part === parts[i] || (part === ':id' && /^-?\d+$/.test(parts[i]!));
    if (pattern.length === parts.length && pattern.every(fits)) return address;
  }
  return undefined;
}

function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
