import { type KeyboardEvent, useEffect, useRef } from 'react';

const hitsOf = () => [...document.querySelectorAll<HTMLElement>('[data-hit]')];

/**
 * Leads from the field of the search to what it found: arrow down goes to the first hit, Enter opens it. Without a search, arrow down goes
 * to the list.
 * @param q what is looked for; undefined while nobody searches
 * @param isFound whether what was found is known
 */
export function useHitKeys(q: string | undefined, isFound: boolean) {
  /** Enter was pressed before anything was found: then the first hit opens as soon as it is there. */
  const wantsFirst = useRef(false);
  useEffect(() => {
    if (!isFound || !wantsFirst.current || q === undefined) return;
    wantsFirst.current = false;
    hitsOf()[0]?.click();
  }, [isFound, q]);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { value } = event.target as HTMLInputElement;
    // Another key: what stands there is no longer what Enter was pressed for.
    if (event.key !== 'Enter') wantsFirst.current = false;
    if (event.key === 'Enter' && value.trim()) {
      if (isFound && value.trim() === q) hitsOf()[0]?.click();
      else wantsFirst.current = true;
    }
    // What was found for other words is about to go, and would take the focus with it.
    if (event.key !== 'ArrowDown' || value.trim() !== (q ?? '')) return;
    const next = q === undefined ? document.querySelector<HTMLElement>('[role="listbox"]') : hitsOf()[0];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return { press };
}

/** Up and down among what was found; up from the first one, or Escape, is the field again. */
export function moveAmongHits(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1, Escape: Number.NEGATIVE_INFINITY }[event.key] ?? 0;
  const hits = hitsOf();
  const at = hits.indexOf(document.activeElement as HTMLElement);
  if (by === 0 || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  const next = at + by < 0 ? document.querySelector<HTMLElement>('#inbox-search input') : hits[at + by];
  next?.focus();
}
