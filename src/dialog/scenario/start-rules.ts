import { z } from 'zod';
import { literal, text } from '../http/fields.ts';

/** What a workflow says of its runs before they begin: how many at once, and which of many starts counts. */

const key = text({ max: 20_000 }).optional();

/** The largest `limit`, so that all runs with one key can be looked at together. */
const mostAtOnce = 100;
/** A day, in seconds. */
const longestDebounce = 24 * 3600;

export const concurrency = z.strictObject({
  /** A template; runs for which it gives the same text count together. All runs, if it is absent. */
  key,
  limit: z.int().min(1).max(mostAtOnce).optional(),
  when_full: literal(['queue', 'skip', 'cancel_running']).optional(),
});

export const debounce = z.strictObject({
  key,
  seconds: z.int().min(1).max(longestDebounce),
});

export type Concurrency = z.output<typeof concurrency>;
export type Debounce = z.output<typeof debounce>;
