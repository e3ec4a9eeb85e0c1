import type { FastifyRequest } from 'fastify';
import { JsonText, jsonText } from '../platform/json-text.ts';
import { noSuchPage } from './errors.ts';
import type { Query } from './query.ts';

/**
 * Pages and links like those of DRF's PageNumberPagination (https://www.django-rest-framework.org/api-guide/pagination/).
 */

export const defaultSize = 20;
export const maxSize = 1000;

export interface PageQuery {
  /** The number of the page, `last`, or 0 for an impossible one. */
  number: number | 'last';
  size: number;
}

/** An invalid `page_size` is ignored. An invalid `page` becomes a 404 later, because filters are checked before it. */
export function readPage(query: Query): PageQuery {
  const page = query.last('page') ?? '';
  const number = /^\s*\+?(\d{1,12})\s*$/.exec(page)?.[1];
  return {
    number: page === 'last' ? 'last' : page === '' ? 1 : Number(number ?? 0),
    size: readPageSize(query),
  };
}

/** The page size of a query; the default if it is absent or invalid. */
export function readPageSize(query: Query): number {
  const text = (query.last('page_size') ?? '').trim();
  const size = /^\+?\d+$/.test(text) ? Number(text) : 0;
  return size === 0 ? defaultSize : Math.min(size, maxSize);
}

/**
 * The number of the requested page, when the count is known.
 * @throws Refusal 404 `Invalid page.`
 */
export function pageNumber({ number, size }: PageQuery, count: number): number {
  const pages = Math.max(1, Math.ceil(count / size));
  const page = number === 'last' ? pages : number;
  if (page < 1 || page > pages) throw noSuchPage('Invalid page.');
  return page;
}

/**
 * The envelope of a page.
 * @param results JSON texts from Postgres, separated by commas
 */
export function envelope(
  request: FastifyRequest,
  query: Query,
  { page, size, count, results }: { page: number; size: number; count: number; results: string },
): string {
  const next = page * size < count ? link(request, query, { page: String(page + 1) }) : null;
  const previous =
    page > 1 ? link(request, query, { page: page === 2 ? undefined : String(page - 1) }) : null;
  return jsonText({ count, next, previous, results: new JsonText(`[${results}]`) });
}

/** The address of this request with changed parameters, sorted by name. */
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
  return `${request.ownAddress()}${path}${text === '' ? '' : `?${text}`}`;
}
