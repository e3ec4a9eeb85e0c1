import { z } from 'zod';
import { Problem } from '../../platform/problem.ts';
import { moment, named, namedBody } from '../http/shapes.ts';
import { earliestOf } from '../scenario/branches.ts';
import type { Position } from '../scenario/position.ts';
import type { SkippedWait } from '../tasks/waiters.ts';

/**
 * How a wait of a flow of the sandbox is skipped: by the same turn that its time would have led to, in the same lane. The task names the
 * wait, so that it moves nothing else if the flow has gone on before.
 */

/** A turn that skips a wait does not expire. In milliseconds. */
export const skipWithinMs = 24 * 3600_000;

/** Where a flow stands, and for a dialog whether a person has it, and until when. */
export interface Standing {
  position: Position | null;
  heldAt?: Date | null;
  heldUntil?: Date | null;
}

/** The wait of a flow that could be skipped; undefined if it waits for no time, or goes on by itself. */
function skippable({ position, heldAt = null, heldUntil = null }: Standing): SkippedWait | undefined {
  const until = heldAt ? heldUntil?.toISOString() : position && earliestOf(position);
  return until ? { until, taken: position?.taken ?? 0 } : undefined;
}

/** What a timer takes for the present: the end of the wait that is skipped, if the flow is still in that wait. */
export function presentFor(skip: SkippedWait | undefined, standing: Standing): Date {
  const now = new Date();
  const waits = skip && skippable(standing);
  if (!waits || waits.until !== skip.until || waits.taken !== skip.taken) return now;
  const then = new Date(skip.until);
  return then > now ? then : now;
}

/** The body of a request that skips a wait. */
export const skipBody = namedBody(
  'SkippedWait',
  z.object({
    until: moment
      .optional()
      .describe(
        'The end of the wait that you mean. If it waits for another time by then, nothing is skipped.',
      ),
  }),
  { until: '2026-11-22T11:05:30.052Z' },
);

export const acceptedSkip = named(
  'AcceptedSkip',
  z.object({
    status: z.literal('queued'),
    until: moment.describe('The end of the wait that is skipped.'),
  }),
  { status: 'queued', until: '2026-11-22T11:05:30.052Z' },
);

/**
 * The wait that a request may skip.
 * @throws Problem 409 if there is none, or another one than the request means
 */
export function waitToSkip(standing: Standing, until: string | undefined): SkippedWait {
  const waits = skippable(standing);
  if (waits && (until === undefined || Date.parse(until) === Date.parse(waits.until))) return waits;
  const detail = waits
    ? `That wait is over; it now waits until ${waits.until}.`
    : 'It waits for no time now, so there is nothing to skip.';
  throw new Problem(409, 'no_such_wait', detail);
}
