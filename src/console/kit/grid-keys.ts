import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { GridProps } from './grid-shapes.ts';
import { useKeys } from './keys.ts';

/** A row by its place, and by its key where that was known. */
interface Mark {
  index: number;
  key?: string | undefined;
}

/** The active row of each list that was left, so that who comes back goes on where they were. */
const left = new Map<string, Mark>();
const placeOf = (label: string) => `${location.pathname} ${label}`;

/** A range of more rows is read anew, though some may be at hand. */
const mostAtHand = 200;

/** What has keys of its own inside of a grid. */
const ownKeys = 'input, textarea, select, [contenteditable="true"], button';

interface GridKeysProps<Row> extends GridProps<Row> {
  count: number;
  at(index: number): Row | undefined;
}

/** The active row of a grid, and what the keyboard does with it and with the selection. */
export function useGridKeys<Row>(
  props: GridKeysProps<Row>,
  grid: RefObject<HTMLDivElement | null>,
  scrollTo: (index: number) => void,
) {
  const { label, rows, long, keyOf, columns, selected, onSelect, hasKeys = true, count, at } = props;
  const [mark, setMark] = useState(() => left.get(placeOf(label)));
  const [anchor, setAnchor] = useState(0);
  /** Rows that were selected: of a long list they may be forgotten before they are copied. */
  const chosen = useRef(new Map<string, Row>());
  const active = useMemo(() => {
    if (mark === undefined) return -1;
    if (!long) return rows.findIndex((row) => keyOf(row) === mark.key);
    const there = at(mark.index);
    const isOther = mark.key !== undefined && there !== undefined && keyOf(there) !== mark.key;
    return isOther || mark.index >= long.count ? -1 : mark.index;
  }, [mark, long, rows, at, keyOf]);

  const activate = (index: number) => {
    if (index < 0 || index >= count) return;
    const row = at(index);
    const next = { index, key: row && keyOf(row) };
    left.set(placeOf(label), next);
    setMark(next);
  };
  const go = (wanted: number, extend = false) => {
    const index = Math.max(0, Math.min(count - 1, wanted));
    activate(index);
    scrollTo(index);
    if (extend) mix(anchor, index, true);
    else setAnchor(index);
  };
  /** Selects rows besides those that are selected, or deselects them. */
  const mix = (from: number, to: number, isOn: boolean) => {
    const choose = (found: readonly Row[]) => {
      const next = new Set(selected);
      for (const row of found) {
        const key = keyOf(row);
        if (isOn) next.add(key);
        else next.delete(key);
        chosen.current.set(key, row);
      }
      onSelect?.(next);
    };
    const [first, last] = from < to ? [from, to] : [to, from];
    const found = Array.from({ length: Math.min(last - first + 1, mostAtHand) }, (_, more) =>
      at(first + more),
    );
    if (!long) choose(rows.slice(first, last + 1));
    else if (last - first < mostAtHand && found.every((row) => row !== undefined)) choose(found);
    // What cannot be read stays as it was; the part that is in view says so.
    else void long.read(first, last).then(choose, () => {});
  };
  const toggleAll = (isOn: boolean) => {
    if (isOn) mix(0, count - 1, true);
    else onSelect?.(new Set());
  };
  const press = (index: number, isRange: boolean) => {
    const row = at(index);
    if (!onSelect || row === undefined) return;
    if (isRange) mix(anchor, index, true);
    else mix(index, index, !selected?.has(keyOf(row)));
    setAnchor(index);
  };
  // Rows are drawn anew when what they are given changes.
  const latest = useRef(press);
  latest.current = press;
  const toggle = useCallback((index: number, isRange: boolean) => latest.current(index, isRange), []);

  const pageRows = () => Math.max(1, Math.floor(innerHeight / 60));
  const acts: Record<string, ((isShift: boolean) => void) | undefined> = {
    ArrowDown: (isShift) => go(active + 1, isShift),
    ArrowUp: (isShift) => go(active < 0 ? 0 : active - 1, isShift),
    PageDown: (isShift) => go(active + pageRows(), isShift),
    PageUp: (isShift) => go(active - pageRows(), isShift),
    Home: (isShift) => go(0, isShift),
    End: (isShift) => go(count - 1, isShift),
    Space: onSelect && ((isShift) => toggle(active, isShift)),
    Escape: selected?.size ? () => onSelect?.(new Set()) : undefined,
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const { code, shiftKey, ctrlKey, metaKey, altKey } = event;
    const target = event.target as HTMLElement;
    if (altKey || target.closest(ownKeys)) return;
    if (code === 'Enter' && target === grid.current) {
      // A real press on the link, so that it opens in a new tab with Ctrl, as links do.
      const opener = grid.current.querySelector(`[data-index="${active}"] :is(a, button:not([role]))`);
      opener?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }));
      event.preventDefault();
      return;
    }
    const isAll = (ctrlKey || metaKey) && code === 'KeyA' && onSelect;
    const act = isAll
      ? () => (long === undefined || count <= long.mostRead) && toggleAll(true)
      : ctrlKey || metaKey
        ? undefined
        : acts[code];
    if (!act) return;
    event.preventDefault();
    act(shiftKey);
  };

  const onCopy = (event: React.ClipboardEvent) => {
    if (getSelection()?.isCollapsed === false || (event.target as HTMLElement).closest(ownKeys)) return;
    const row = active < 0 ? undefined : at(active);
    const those = long ? [...chosen.current.values()] : rows;
    const copied = selected?.size ? those.filter((each) => selected.has(keyOf(each))) : row ? [row] : [];
    if (copied.length === 0) return;
    const texts = columns.filter(({ text }) => text !== undefined);
    const lines = copied.map((row) =>
      texts.map(({ text }) => String(text?.(row) ?? '').replaceAll(/[\t\n]+/g, ' ')).join('\t'),
    );
    event.clipboardData.setData('text/plain', lines.join('\n'));
    event.preventDefault();
  };

  const walk = (by: number) => {
    grid.current?.focus({ preventScroll: true });
    go(active < 0 ? 0 : active + by);
  };
  const map = hasKeys
    ? { KeyJ: () => walk(1), KeyK: () => walk(-1), ...(onSelect && { KeyX: () => toggle(active, false) }) }
    : {};
  useKeys(map);

  return {
    ...{ active, toggle, toggleAll },
    handlers: {
      onKeyDown,
      onCopy,
      onFocus: (event: React.FocusEvent) => {
        if (event.target === grid.current && active < 0) activate(0);
      },
    },
  };
}
