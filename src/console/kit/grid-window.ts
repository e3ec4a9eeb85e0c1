import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isStuck, placeOf, rowsIn, type Seen, scrolled, seenAt, spaceOf } from './grid-space.ts';

/** So long nothing moves before the scroll bar is put where the list is. */
const restMs = 150;
/** Rows that are drawn above and below those in view. */
const more = 8;

interface WindowProps {
  count: number;
  rowPx: number;
  scroller: RefObject<HTMLElement | null>;
  /** How far below the top of what scrolls the rows begin. */
  offset: number;
  /** What covers the top and the bottom of the view. */
  covered: { top: number; bottom: number };
}

/** The rows of a list that are in view: which they are, where they are drawn, and how to scroll to one. */
export function useGridWindow({ count, rowPx, scroller, offset, covered }: WindowProps) {
  const [view, setView] = useState(innerHeight);
  const [seen, setSeen] = useState<Seen>({ at: 0, shift: 0 });
  const space = spaceOf(count, rowPx, view);
  /** So much of the list has no place in the element. */
  const hidden = space.full - space.drawn;
  const now = useRef({ space, offset, seen });
  now.current = { ...now.current, space, offset };

  const keep = useCallback((next: Seen) => {
    now.current.seen = next;
    setSeen((before) => (before.at === next.at && before.shift === next.shift ? before : next));
  }, []);
  /** Puts the scroll bar where a place of the list belongs. The browser may round, so what it made of it is read back. */
  const moveTo = useCallback(
    (top: number) => {
      const element = scroller.current;
      if (!element) return;
      element.scrollTop = now.current.offset + placeOf(now.current.space, top);
      const at = element.scrollTop - now.current.offset;
      const { full, drawn } = now.current.space;
      keep({ at, shift: Math.max(0, Math.min(full - drawn, top - at)) });
    },
    [scroller, keep],
  );

  // Whatever stands above may have grown, and the list may have become another one.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const at = element.scrollTop - offset;
    const { space, seen } = now.current;
    keep(seen.shift <= hidden && hidden > 0 ? { at, shift: seen.shift } : seenAt(space, at));
  }, [scroller, offset, hidden, keep]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const target = element === document.documentElement ? document : element;
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      const { space, seen } = now.current;
      const top = seen.at + seen.shift;
      if (seenAt(space, seen.at).shift !== seen.shift && Math.abs(placeOf(space, top) - seen.at) >= 1)
        moveTo(top);
    };
    const onScroll = () => {
      const { space, seen, offset } = now.current;
      const next = scrolled(space, seen, element.scrollTop - offset);
      if (next.at === seen.at) return;
      // The rows have to be drawn in the picture that has scrolled.
      flushSync(() => {
        keep(next);
        if (isStuck(space, next)) settle();
      });
      clearTimeout(timer);
      timer = setTimeout(settle, restMs);
    };
    const sizes = new ResizeObserver(() => setView(element.clientHeight));
    sizes.observe(element);
    target.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
      target.removeEventListener('scroll', onScroll);
    };
  }, [scroller, keep, moveTo]);

  return {
    ...rowsIn(space, seen, { count, rowPx, more }),
    height: space.drawn,
    /** Where a row is drawn in the element; one far away stands at its end, so that nothing grows. */
    topOf: (index: number) => Math.max(0, Math.min(space.drawn - rowPx, index * rowPx - seen.shift)),
    /** Scrolls as little as is needed for a row to be seen. */
    scrollTo(index: number) {
      if (index === 0) return scroller.current?.scrollTo({ top: 0 });
      const { seen, space } = now.current;
      const top = seen.at + seen.shift;
      const above = index * rowPx - covered.top;
      const below = (index + 1) * rowPx - space.view + covered.bottom;
      if (above < top) moveTo(above);
      else if (below > top) moveTo(below);
    },
  };
}
