import type { Conversation } from './filters.ts';

/**
 * The list of conversations as it is shown, in pure functions. It never moves under the hand: while the pointer or the focus is in it,
 * rows change where they stand, and what would move or come waits.
 */
export interface Listed {
  rows: readonly Conversation[];
  /** Where the next page begins; null behind the last one. */
  cursor: string | null;
  /** The first page as it is now, while the hand is in the list; null if it is shown. */
  waiting: Page | null;
}

export interface Page {
  items: readonly Conversation[];
  next_cursor: string | null;
}

const idOf = ({ profile_id: id }: Conversation) => id;

/** Changes rows where they stand. */
function changed(rows: readonly Conversation[], now: readonly Conversation[]): readonly Conversation[] {
  const byId = new Map(now.map((each) => [idOf(each), each]));
  return rows.map((row) => byId.get(idOf(row)) ?? row);
}

/** The list with the first page as it is now. @param open the conversation that stays although it fits no longer */
function applied(before: Listed, head: Page, open: string | undefined): Listed {
  const inHead = new Set(head.items.map(idOf));
  const places = new Map(before.rows.map((row, n) => [idOf(row), n]));
  // The first page ends at a row that has not moved: behind that one the list is what it was, but for those who came up from there.
  const seam = head.items.map((each) => places.get(idOf(each))).findLast((place) => place !== undefined);
  const goesOn = head.next_cursor !== null && seam !== undefined;
  const rest = goesOn ? before.rows.slice(seam + 1).filter((row) => !inHead.has(idOf(row))) : [];
  const rows = [...head.items, ...rest];
  const at = before.rows.findIndex((row) => idOf(row) === open);
  const isLost = at >= 0 && !rows.some((row) => idOf(row) === open);
  if (isLost) rows.splice(Math.min(at, rows.length), 0, before.rows[at]!);
  return { rows, cursor: goesOn ? before.cursor : head.next_cursor, waiting: null };
}

/** The list after its first page was read anew. */
export function refreshed(
  before: Listed | undefined,
  head: Page,
  { isInHand, open }: { isInHand: boolean; open: string | undefined },
): Listed {
  if (!before) return { rows: head.items, cursor: head.next_cursor, waiting: null };
  // Nothing moves under a hand in an empty list.
  if (!isInHand || before.rows.length === 0) return applied(before, head, open);
  const kept = { ...before, rows: changed(before.rows, head.items) };
  const isSame = head.items.every((each, n) => kept.rows[n] && idOf(kept.rows[n]) === idOf(each));
  return { ...kept, waiting: isSame ? null : head };
}

/** The hand has left the list, or asked for what waits. */
export const released = (before: Listed, open: string | undefined): Listed =>
  before.waiting ? applied(before, before.waiting, open) : before;

/** With the next page at the end. */
export function appended(before: Listed, page: Page): Listed {
  const known = new Set(before.rows.map(idOf));
  const more = page.items.filter((each) => !known.has(idOf(each)));
  return { ...before, rows: [...before.rows, ...more], cursor: page.next_cursor };
}

/** With one conversation as it is now, where it stands. */
export const replaced = (before: Listed, now: Conversation): Listed => ({
  ...before,
  rows: changed(before.rows, [now]),
  waiting: before.waiting && { ...before.waiting, items: changed(before.waiting.items, [now]) },
});

/** How many conversations have come, or come to the beginning, that are not shown so yet. */
export function countWaiting({ rows, waiting }: Listed): number {
  if (!waiting) return 0;
  const place = new Map(rows.map((row, n) => [idOf(row), n]));
  let last = -1;
  let count = 0;
  // Rows that keep their order among each other have not moved; those before them have.
  for (const each of [...waiting.items].reverse()) {
    const at = place.get(idOf(each));
    if (at === undefined || (last >= 0 && at > last)) count += 1;
    else last = at;
  }
  return count;
}
