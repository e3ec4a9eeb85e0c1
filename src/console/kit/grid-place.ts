import { useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** Below this width rows have two lines. */
const narrowPx = 640;

/** What scrolls the grid, how far below its top the rows begin, and whether the grid is narrow. */
export function usePlace(
  grid: React.RefObject<HTMLDivElement | null>,
  body: React.RefObject<HTMLDivElement | null>,
  scroller: React.RefObject<HTMLElement | null>,
) {
  const [place, setPlace] = useState({ isNarrow: false, offset: 0 });
  const measure = useCallback(() => {
    if (!grid.current || !body.current) return;
    scroller.current ??= scrollerOf(grid.current);
    const top = body.current.getBoundingClientRect().top;
    const offset = Math.round(
      top - scroller.current.getBoundingClientRect().top + scroller.current.scrollTop,
    );
    const isNarrow = grid.current.clientWidth < narrowPx;
    setPlace((before) =>
      before.isNarrow === isNarrow && before.offset === offset ? before : { isNarrow, offset },
    );
  }, [grid, body, scroller]);
  // Whatever stands above may have grown since.
  useLayoutEffect(measure);
  useEffect(() => {
    const sizes = new ResizeObserver(measure);
    if (grid.current) sizes.observe(grid.current);
    return () => sizes.disconnect();
  }, [measure, grid]);
  return place;
}

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let above = element.parentElement; above; above = above.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above;
  }
  return document.documentElement;
}
