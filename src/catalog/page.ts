import type { FastifyRequest } from 'fastify';
import { refuse } from './errors.ts';

/**
 * Pages and links as DRF's PageNumberPagination makes them
 * (https://www.django-rest-framework.org/api-guide/pagination/).
 */

export const defaultSize = 20;
const maxSize = 1000;

export interface PageQuery {
  /** The number of the page, `last`, or 0 for what cannot be one. */
  number: number | 'last';
  size: number;
}

/** The query of a request. Of a repeated parameter the last value counts, which is what `last` gives. */
export class Query {
  readonly #all: URLSearchParams;

  constructor(request: FastifyRequest) {
    const url = request.raw.url ?? '';
    const at = url.indexOf('?');
    this.#all = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  }

  last(name: string): string | undefined {
    return this.#all.has(name) ? this.#all.getAll(name).at(-1) : undefined;
  }

  /** All parameters, to build links from. */
  copy(): URLSearchParams {
    return new URLSearchParams(this.#all);
  }
}

/** A bad `page_size` is ignored, a bad `page` becomes a 404 later: filters are checked before it. */
export function readPage(query: Query): PageQuery {
  const page = (query.last('page') ?? '').trim();
  return {
    number: page === 'last' ? 'last' : page === '' ? 1 : /^\+?\d{1,12}$/.test(page) ? Number(page) : 0,
    size: readPageSize(query),
  };
}

export function readPageSize(query: Query): number {
  const text = (query.last('page_size') ?? '').trim();
  const size = /^\+?\d{1,9}$/.test(text) ? Number(text) : 0;
  return size === 0 ? defaultSize : Math.min(size, maxSize);
}

/**
 * The page that is meant, once the count is known.
 * @throws Refusal 404 `Invalid page.`
 */
export function pageNumber({ number, size }: PageQuery, count: number): number {
  const pages = Math.max(1, Math.ceil(count / size));
  const page = number === 'last' ? pages : number;
  if (page < 1 || page > pages) throw refuse(404, 'Invalid page.');
  return page;
}

/**
 * The envelope of a page.
 * @param results JSON texts joined by commas, as Postgres made them
 */
export function envelope(
  request: FastifyRequest,
  query: Query,
  { page, size, count, results }: { page: number; size: number; count: number; results: string },
): string {
  const next = page * size < count ? link(request, query, { page: String(page + 1) }) : null;
  const previous =
    page > 1 ? link(request, query, { page: page === 2 ? undefined : String(page - 1) }) : null;
  return `{"count":${count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":[${results}]}`;
}

/** The address of this request with other parameters, which come sorted by name. */
export function link(
  request: FastifyRequest,
  query: Query,
  change: Record<string, string | undefined>,
): string {
  const parameters = query.copy();
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, value);
  }
  parameters.sort();
  const [path] = (request.raw.url ?? '').split('?', 1);
  const text = parameters.toString();
  return `${request.protocol}://${request.host}${path}${text === '' ? '' : `?${text}`}`;
}
