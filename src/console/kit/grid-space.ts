/**
 * Where the rows of a list of any length stand. Browsers draw no element of forty million pixels, so a long list is drawn as high as
 * `tallestPx`, and each place of the scroll bar stands for a place of the whole list. Near both ends, and wherever somebody scrolls by hand,
 * a pixel is a pixel; what this leaves as a debt is paid once the list stands still.
 */

/** Firefox draws up to 17 million pixels, and places are exact only up to 8 million. Less costs nothing: it is 15,000 rows. */
export const tallestPx = 600_000;
/** So much at both ends is drawn as it is. */
const edgePx = 20_000;

export interface Space {
  /** The height of all rows. */
  full: number;
  /** That of the element that they are drawn in. */
  drawn: number;
  /** That of what is seen. */
  view: number;
}

export const spaceOf = (count: number, rowPx: number, view: number): Space => ({
  full: count * rowPx,
  drawn: Math.min(count * rowPx, tallestPx),
  view,
});

/** What is seen: the place of its top in the element, and how much of the list lies above besides. */
export interface Seen {
  at: number;
  shift: number;
}

/** How much of the list a pixel of the element stands for between its ends. */
const ratioOf = ({ full, drawn, view }: Space) => (full - view - 2 * edgePx) / (drawn - view - 2 * edgePx);

/** What is seen at a place of the element to which the scroll bar was moved. */
export function seenAt(space: Space, at: number): Seen {
  const { full, drawn, view } = space;
  if (full === drawn || at <= edgePx) return { at, shift: 0 };
  if (at >= drawn - view - edgePx) return { at, shift: full - drawn };
  return { at, shift: edgePx + (at - edgePx) * ratioOf(space) - at };
}

/** The place of the element at which a place of the whole list is seen. */
export function placeOf(space: Space, top: number): number {
  const { full, drawn, view } = space;
  if (full === drawn || top <= edgePx) return top;
  if (top >= full - view - edgePx) return top - (full - drawn);
  return edgePx + (top - edgePx) / ratioOf(space);
}

/** What is seen after the element was scrolled: a wheel moves by pixels, and a far way is one of the scroll bar. */
export const scrolled = (space: Space, before: Seen, at: number): Seen =>
  Math.abs(at - before.at) > 2 * space.view ? seenAt(space, at) : { at, shift: before.shift };

/** Whether the element is at an end, and the list is not. */
export const isStuck = ({ full, drawn, view }: Space, { at, shift }: Seen): boolean =>
  (at < view && shift > 0) || (at > drawn - 2 * view && shift < full - drawn);

/** The first and the last row of which something is seen, with some more on both sides. */
export function rowsIn(
  { view }: Space,
  { at, shift }: Seen,
  { count, rowPx, more }: { count: number; rowPx: number; more: number },
): { first: number; last: number } {
  const top = at + shift;
  const within = (index: number) => Math.max(0, Math.min(count - 1, index));
  return {
    first: within(Math.floor(top / rowPx) - more),
    last: within(Math.ceil((top + view) / rowPx) - 1 + more),
  };
}
