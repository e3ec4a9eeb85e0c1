import { z } from 'zod';
import { dict, text } from '../http/fields.ts';
import { word } from '../http/validation-items.ts';
import { condition } from './conditions.ts';
import { eventSource, jsonTemplate, slug } from './fields.ts';

/** What a step may wait for: an event or a call of a receiver, by its values and a condition. */

/** Paths in what arrives, such as `order.id` or `body.items.0.sku`. */
const matchPath = text({ max: 100, pattern: '^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$' });
const mostMatches = 5;
const longestWhere = 8192;

const fitting = {
  match: dict(jsonTemplate)
    .superRefine((match, ctx) => {
      const paths = Object.keys(match);
      const wrong = (path: string[], message: string) =>
        ctx.addIssue({ code: 'custom', path, message, input: match });
      if (paths.length > mostMatches) wrong([], `"match" compares at most ${mostMatches} values`);
      for (const path of paths) {
        for (const issue of matchPath.safeParse(path).error?.issues ?? []) {
          wrong([path], `as a path: ${word(issue, path)[1]}`);
        }
      }
    })
    .optional(),
  where: condition
    .refine(
      (where) => JSON.stringify(where).length <= longestWhere,
      `a condition on what arrives has at most ${longestWhere} characters of JSON`,
    )
    .optional(),
};

/** An automation event. */
export const awaitedEvent = z.strictObject({ source: eventSource, ...fitting });

/** A call of a receiver. */
export const awaitedCall = z.strictObject({ slug, ...fitting });
