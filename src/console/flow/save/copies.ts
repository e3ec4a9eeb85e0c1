import type { Draft } from '../document/history.ts';

/** What was not saved yet, kept in the browser before it is sent: a closed tab, a lost network or a session that ended loses nothing of it. */
export interface Copy {
  draft: Draft;
  /** What it was made of. */
  revision: number;
  base: Draft;
}

const nameOf = (place: string) => `parley.flow.${place}`;

export function readCopy(place: string): Copy | undefined {
  try {
    const copy = JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null') as Copy | null;
    return copy ?? undefined;
  } catch {
    return undefined;
  }
}

/** @returns whether there was room for it */
export function keepCopy(place: string, copy: Copy | undefined): boolean {
  try {
    if (copy) localStorage.setItem(nameOf(place), JSON.stringify(copy));
    else localStorage.removeItem(nameOf(place));
    return true;
  } catch {
    return false;
  }
}
