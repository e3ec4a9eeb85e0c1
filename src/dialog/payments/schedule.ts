import type { OrderRow } from './orders.ts';

/** When the provider is asked again about what is open, beside its notifications, of which any may be lost. */

/** A process that dies in between, or a notification that is lost, is made up for by then. */
export const firstCheckMs = 5000;
const growth = 1.6;
const longestMs = 3600_000;
const dayMs = 24 * 3600_000;
/** After this, what was not found is hardly there: it is looked for once a day. */
const seldomAfterMs = 3 * dayMs;
/** And after this no more, unless a notification or an owner asks for it. */
const neverAfterMs = 30 * dayMs;

/** While the task that makes a payment or refund is under way, it is not long until there is something to see. */
export const underWayInMs = ({ checks }: OrderRow): number => Math.min(60_000, 1000 * growth ** checks);

/** Growing intervals, most of them within the hour that a payer has. Null for an order that is given up. */
export function checkedAgainInMs({ checks, createdAt, status }: OrderRow, now: Date): number | null {
  const interval = Math.min(longestMs, firstCheckMs * growth ** checks);
  if (status !== 'unknown') return interval;
  const age = now.getTime() - createdAt.getTime();
  if (age > neverAfterMs) return null;
  return age > seldomAfterMs ? dayMs : interval;
}
