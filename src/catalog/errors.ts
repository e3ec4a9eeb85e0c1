import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../platform/problem.ts';

/**
 * The error answers of Django REST framework (https://www.django-rest-framework.org/api-guide/exceptions/): a 400
 * names fields, everything else is `{"detail": "<sentence>"}`.
 */

/** What is wrong with each field; elements of a list stand under their index. */
export interface FieldErrors {
  [field: string]: string[] | FieldErrors;
}

/** An answer other than success. @param body as it is sent */
class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : 'refused');
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export const refuse = (status: number, detail: string, headers?: Record<string, string>): Refusal =>
  new Refusal(status, { detail }, headers);

/** 400 with what is wrong, field by field. */
export const invalid = (errors: FieldErrors | string[]): Refusal => new Refusal(400, errors);

/** 404 for an address that has the form of one and leads nowhere. */
const notFound = (): Refusal => refuse(404, 'Not found.');
export const noSuch = (model: 'Source' | 'Offer'): Refusal =>
  refuse(404, `No ${model} matches the given query.`);

export const duplicateOffer = 'Offer with this source, pn_raw and condition_raw already exists.';
export const conflict = (): Refusal => refuse(409, duplicateOffer);

/** For `maximum: 9223372036854775807` and the like: an id of this form may exist. */
const idForm = /^\d{1,18}$/;

/**
 * The id in a path. @throws Refusal 404 for anything that no id can be; 405 where the text is the name of another
 * route, which has only other methods.
 */
export function pathId(request: FastifyRequest, model: 'Source' | 'Offer'): string {
  const { id = '' } = request.params as { id?: string };
  if (idForm.test(id)) return id;
  if (/^-?\d+$/.test(id)) throw noSuch(model);
  throw unknownAddress(request);
}

/** Which methods each path of the catalog answers to. */
const methodsByPath = new WeakMap<FastifyInstance, Map<string, Set<string>>>();

/** Gives the catalog's plugin its error answers. Before its routes are declared. */
export function registerErrors(app: FastifyInstance): void {
  const routes = new Map<string, Set<string>>();
  methodsByPath.set(app, routes);
  app.decorateRequest('catalogRoutes', { getter: () => routes });
  app.addHook('onRoute', ({ url, method }) => {
    const path = withoutLastSlash(url);
    const methods = routes.get(path) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    routes.set(path, methods);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => answer(reply, toRefusal(error, request)));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Paths of the catalog and their methods. */
    readonly catalogRoutes: ReadonlyMap<string, ReadonlySet<string>>;
  }
}

/** True for an address that is the catalog's, whether or not it leads anywhere. */
export function isCatalogAddress(url: string): boolean {
  return /^\/api\/(?:sources|offers)(?:[/?]|$)/.test(url);
}

/** For what Fastify refuses before any route is chosen, such as `%zz` in a path. */
export function answerBadAddress(reply: FastifyReply): void {
  answer(reply, notFound());
}

/** Answers for paths below one mount that lead nowhere, or know other methods only. */
export function registerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => answer(reply, unknownAddress(request)));
}

function answer(reply: FastifyReply, { status, headers, body }: Refusal): void {
  void reply.code(status).headers(headers).type('application/json').send(JSON.stringify(body));
}

function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  // Hooks of the whole server may refuse an unknown address before the catalog is asked.
  if (request.is404 || (error instanceof Problem && error.status === 404)) return unknownAddress(request);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const mebibytes = request.routeOptions.bodyLimit / 2 ** 20;
    return refuse(413, `Request body is too large: the limit here is ${mebibytes} MiB.`);
  }
  const { statusCode = 500 } = error;
  // The sender went away; there is nobody to answer and nothing to look into.
  if (request.raw.errored) return refuse(400, 'The request was interrupted.');
  if (statusCode >= 400 && statusCode < 500) return refuse(statusCode, 'The request could not be read.');
  request.log.error(
    { err: error, route: `${request.method} ${request.routeOptions.url}` },
    'a request failed',
  );
  return refuse(500, 'Internal server error.');
}

const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

function unknownAddress(request: FastifyRequest): Refusal {
  const path = withoutLastSlash((request.raw.url ?? '').split(/[?#]/, 1)[0]!);
  const methods = request.catalogRoutes.get(path) ?? methodsOfPattern(request.catalogRoutes, path);
  if (!methods || methods.has(request.method)) return notFound();
  const allow = [...methods, 'OPTIONS'].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join(', ');
  if (request.method === 'OPTIONS') return new Refusal(200, metadata(path), { allow });
  return refuse(405, `Method "${request.method}" not allowed.`, { allow });
}

/** What DRF tells of an address, without the fields, which the OpenAPI document has. */
function metadata(path: string) {
  const model = path.split('/')[2] === 'sources' ? 'Source' : 'Offer';
  const name = `${model} ${/\/\d+$/.test(path) ? 'Instance' : 'List'}`;
  return { name, description: '', renders: ['application/json'], parses: ['application/json'] };
}

function methodsOfPattern(routes: ReadonlyMap<string, ReadonlySet<string>>, path: string) {
  const parts = path.split('/');
  for (const [url, methods] of routes) {
    const pattern = url.split('/');
    const fits = (part: string, i: number) =>
      part === parts[i] || (part === ':id' && /^-?\d+$/.test(parts[i]!));
    if (pattern.length === parts.length && pattern.every(fits)) return methods;
  }
  return undefined;
}

function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
