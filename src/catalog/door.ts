import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Told } from '../platform/routes.ts';
import type { CheckNames } from './check.ts';
import { type Answer, type Model, notFoundCode, type RouteCode } from './errors.ts';
import type { Gates } from './gate.ts';
import type { ProblemCode } from './openapi.ts';

/** How another API shows the catalog: who passes, how refusals are answered, and what its document has to know. */

export interface Door {
  gates: Gates;
  answer: Answer;
  checkNames: CheckNames;
  /** Whose share of the memory for bodies a request uses. */
  holderOf: (request: FastifyRequest) => string | undefined;
}

/** The routes of a catalog behind a door, for the document of the API around. */
export interface CatalogDocument {
  /** An OpenAPI document of these routes alone; its error answers are those of REST framework. */
  read: () => object;
  operations: readonly CatalogOperation[];
}

interface CatalogOperation {
  method: string;
  /** In the document, from the root of the server. */
  path: string;
  /** The codes of its refusals, besides those of the door and of a server that fails. Errors of fields have none. */
  codes: readonly RouteCode[];
}

/** The codes with which an endpoint refuses. */
export function codesOf({ params, querystring, body, config, errors = [] }: Told<ProblemCode>): RouteCode[] {
  const model = params instanceof z.ZodObject ? (params.meta()?.model as Model) : undefined;
  const hasPages = querystring instanceof z.ZodObject && 'page' in querystring.shape;
  return [
    ...(model ? [notFoundCode[model]] : []),
    ...(hasPages ? (['page_not_found'] as const) : []),
    ...(body ? (['body_unreadable', 'body_too_large', 'unsupported_media_type'] as const) : []),
    ...(querystring ? (['too_many_searches'] as const) : []),
    ...(errors.includes('409') ? [config?.conflict ?? 'offer_exists'] : []),
    ...(errors.includes('415') ? (['unsupported_media_type'] as const) : []),
  ];
}
