/** The access that a paid order gives to its product: a number of days, or for ever. Pure. */

export type AccessTerm = { days: number } | 'forever';

/** The access from one paid order. */
export interface Grant {
  orderId: string;
  term: AccessTerm;
  /** When the server learned that the payment had succeeded. */
  at: Date;
}

/** When access ends; null means never. */
export type AccessEnd = Date | null;

const dayMs = 24 * 3600 * 1000;
/** The largest time of a Date, so that no number of days makes an invalid one. */
const latestMs = 8_640_000_000_000_000;

/** Extends access by a term: from now, or from its current end if that is later. */
export function extendAccess(present: AccessEnd | undefined, term: AccessTerm, now: Date): AccessEnd {
  if (present === null || term === 'forever') return null;
  const from = Math.max(now.getTime(), present?.getTime() ?? 0);
  return new Date(Math.min(from + term.days * dayMs, latestMs));
}

/**
 * The access of one profile to one product, order by order: each order extends what the earlier ones gave. An order counts
 * once, even if it is listed several times. Leave out refunded orders; the rest is then what the other orders give.
 *
 * @param grants in any order
 * @returns the end of access after each order, oldest first; the last one is the end in total
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
