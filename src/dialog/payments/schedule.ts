import type { OrderRow } from './orders.ts';

/** When the provider is asked again about an open order. Notifications may come earlier, but any of them may be lost. */

/** Makes up for a process that died meanwhile, or a lost notification. */
export const firstCheckMs = 5000;
const growth = 1.6;
const longestMs = 3600_000;
const dayMs = 24 * 3600_000;
/** After this a missing payment is unlikely to exist, so it is looked for once a day. */
const seldomAfterMs = 3 * dayMs;
/** After this it is no longer looked for, unless a notification or an owner asks. */
const neverAfterMs = 30 * dayMs;

/** Milliseconds to the next check while the task that makes the payment or refund runs. */
export const underWayInMs = ({ checks }: OrderRow): number => Math.min(60_000, 1000 * growth ** checks);

/** Milliseconds to the next check, growing, with most checks within the hour that a payer has. Null if the order is given up. */
export function checkedAgainInMs({ checks, createdAt, status }: OrderRow, now: Date): number | null {
  const interval = Math.min(longestMs, firstCheckMs * growth ** checks);
  if (status !== 'unknown') return interval;
  const age = now.getTime() - createdAt.getTime();
  if (age > neverAfterMs) return null;
  return age > seldomAfterMs ? dayMs : interval;
}
