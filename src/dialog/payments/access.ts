/** What a paid order gives: access to its product for so many days, or for ever. Pure. */

export type AccessTerm = { days: number } | 'forever';

/** The access that one paid order has given. */
export interface Grant {
  orderId: string;
  term: AccessTerm;
  /** When the payment was found to have succeeded. */
  at: Date;
}

/** When access ends; null for never. */
export type AccessEnd = Date | null;

const dayMs = 24 * 3600 * 1000;
/** The end of what a Date can hold, so that no number of days makes an invalid one. */
const latestMs = 8_640_000_000_000_000;

/** The end of access that is extended by a term: from now, or from its present end where that is later. */
export function extendAccess(present: AccessEnd | undefined, term: AccessTerm, now: Date): AccessEnd {
  if (present === null || term === 'forever') return null;
  const from = Math.max(now.getTime(), present?.getTime() ?? 0);
  return new Date(Math.min(from + term.days * dayMs, latestMs));
}

/**
 * The access of one profile to one product, order by order: each extends what the earlier ones gave. An order counts
 * once, however often it is listed. A refunded order is left out of the list: what remains is what the others give
 * by themselves.
 *
 * @param grants in any order
 * @returns the end of access after each order, oldest first; the last one is the end of all
 */
export function accessEnds(grants: readonly Grant[]): Map<string, AccessEnd> {
  const inOrder = [...grants].sort(
    (a, b) => a.at.getTime() - b.at.getTime() || (a.orderId < b.orderId ? -1 : 1),
  );
  const ends = new Map<string, AccessEnd>();
  let end: AccessEnd | undefined;
  for (const { orderId, term, at } of inOrder) {
    if (ends.has(orderId)) continue;
    end = extendAccess(end, term, at);
    ends.set(orderId, end);
  }
  return ends;
}
