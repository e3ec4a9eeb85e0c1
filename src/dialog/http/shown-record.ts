import { z } from 'zod';
import type { Route } from '../../platform/routes.ts';

type Line = Route<string, never>;

/**
 * What a read shows of the record that a route changes. Whoever has read a record may change it and send it back as it is, so these fields
 * are not unknown ones.
 *
 * @param routes all routes of the API
 * @returns undefined for a route that changes no record, or one that nothing shows
 */
export function shownOf(routes: readonly Line[], { method, path }: Line): z.ZodType | undefined {
  if (method !== 'PUT' && method !== 'PATCH') return undefined;
  const collection = path.slice(0, path.lastIndexOf('/'));
  return recordIn(answerAt(routes, path)) ?? itemIn(answerAt(routes, collection));
}

const answerAt = (routes: readonly Line[], path: string): z.ZodType | undefined =>
  routes.find((line) => line.method === 'GET' && line.path === path)?.endpoint.told.answers?.[200];

const recordIn = (answer: z.ZodType | undefined) => itemIn(answer) ?? answer;

/** The items of a list, or the rows of a table. */
function itemIn(answer: z.ZodType | undefined): z.ZodType | undefined {
  if (!(answer instanceof z.ZodObject)) return undefined;
  const items = answer.shape.items ?? answer.shape.rows;
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined;
}
