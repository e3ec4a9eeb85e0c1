import { type RefObject, useLayoutEffect, useState } from 'react';
import type { CellWrite, GridProps } from './grid-shapes.ts';
import { fromTsv, toTsv } from './tsv.ts';

interface Place {
  row: number;
  column: number;
}

/** From the first to the last row and column, both included. */
export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const rangeOf = (one: Place, other: Place): Range => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
});

/**
 * What a paste changes: the block from the first cell on, or one value in all cells of the range.
 * @returns what is written into rows that are there, and the rows below the last one
 */
export function pasted(
  block: readonly (readonly string[])[],
  range: Range,
  keys: readonly string[],
  columns: readonly string[],
): { writes: CellWrite[]; added: Record<string, string>[] } {
  const isOne = block.length === 1 && block[0]!.length === 1;
  const height = isOne ? range.bottom - range.top + 1 : block.length;
  const writes: CellWrite[] = [];
  const added: Record<string, string>[] = [];
  for (let down = 0; down < height; down++) {
    const key = keys[range.top + down];
    const line = isOne
      ? Array.from({ length: range.right - range.left + 1 }, () => block[0]![0]!)
      : block[down]!;
    const cells = line.flatMap((text, right) => {
      const column = columns[range.left + right];
      return column === undefined ? [] : [{ column, text }];
    });
    if (key !== undefined) writes.push(...cells.map((cell) => ({ ...cell, row: key })));
    else added.push(Object.fromEntries(cells.map(({ column, text }) => [column, text])));
  }
  return { writes, added };
}

/** What stands in the field of the cell that is being written. */
export interface Editing {
  text: string;
  /** What stood in the cell when somebody began to write; undefined while an own write was on its way, which may yet be refused. */
  seen: string | undefined;
}

/** The active cell and the range of a grid whose cells can be gone to, and what the keyboard does with them. */
export function useGridCells<Row>(
  { rows, columns, keyOf, cells, selected, onSelect, hasMore }: GridProps<Row>,
  id: string,
  grid: RefObject<HTMLDivElement | null>,
  scrollTo: (index: number) => void,
) {
  const [at, setAt] = useState<Place>({ row: -1, column: 0 });
  const [from, setFrom] = useState<Place>(at);
  const [editing, setEditing] = useState<Editing>();
  const last = { row: rows.length - 1, column: columns.length - 1 };
  const active = { row: Math.min(at.row, last.row), column: Math.min(at.column, last.column) };
  const start = { row: Math.min(from.row, last.row), column: Math.min(from.column, last.column) };
  const range = rangeOf(active, start);
  const cellId = `${id}-${active.row}-${active.column}`;
  const isOn = cells !== undefined && active.row >= 0;

  useLayoutEffect(() => {
    if (isOn) document.getElementById(cellId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isOn, cellId]);

  const go = (row: number, column: number, extend = false) => {
    const next = {
      row: Math.max(0, Math.min(last.row, row)),
      column: Math.max(0, Math.min(last.column, column)),
    };
    setAt(next);
    if (!extend) setFrom(next);
    if (next.row !== active.row) scrollTo(next.row);
  };
  const edit = (text?: string) => {
    const row = rows[active.row];
    const column = columns[active.column];
    if (!cells?.write || !row || !column) return;
    const there = cells.textOf(row, column.id);
    const kept = cells.stateOf(keyOf(row), column.id);
    const seen = { saving: undefined, saved: kept?.text, refused: there };
    setEditing({ text: text ?? kept?.text ?? there, seen: kept ? seen[kept.is] : there });
  };
  /** Takes what was written, and goes on. */
  const commit = (text: string, down: number, right: number) => {
    const row = rows[active.row];
    const column = columns[active.column];
    setEditing(undefined);
    grid.current?.focus({ preventScroll: true });
    if (row && column && (text !== cells?.textOf(row, column.id) || cells.stateOf(keyOf(row), column.id)))
      cells?.write?.([{ row: keyOf(row), column: column.id, text, seen: editing?.seen }]);
    if (down !== 0 || right !== 0) go(active.row + down, active.column + right);
  };
  const cancel = () => {
    setEditing(undefined);
    grid.current?.focus({ preventScroll: true });
  };
  const chosen = () =>
    rows
      .slice(range.top, range.bottom + 1)
      .map((row) =>
        columns.slice(range.left, range.right + 1).map(({ id }) => ({ row, key: keyOf(row), column: id })),
      );
  const clear = () => {
    const writes = chosen()
      .flat()
      .filter(({ row, column }) => cells?.textOf(row, column) !== '')
      .map(({ key, column }) => ({ row: key, column, text: '' }));
    if (writes.length > 0) cells?.write?.(writes);
  };
  const toggle = () => {
    const row = rows[active.row];
    if (!row || !onSelect) return;
    const next = new Set(selected);
    if (!next.delete(keyOf(row))) next.add(keyOf(row));
    onSelect(next);
  };
  const drop = () => {
    const row = rows[active.row];
    if (row) cells?.drop?.(keyOf(row), columns[active.column]!.id);
    setFrom(active);
  };

  const pageRows = () => Math.max(1, Math.floor((grid.current?.parentElement?.clientHeight ?? 400) / 50));
  const acts: Record<string, (isShift: boolean, isMod: boolean) => void> = {
    ArrowDown: (isShift, isMod) => go(isMod ? last.row : active.row + 1, active.column, isShift),
    ArrowUp: (isShift, isMod) => go(isMod ? 0 : active.row - 1, active.column, isShift),
    ArrowRight: (isShift, isMod) => go(active.row, isMod ? last.column : active.column + 1, isShift),
    ArrowLeft: (isShift, isMod) => go(active.row, isMod ? 0 : active.column - 1, isShift),
    PageDown: (isShift) => go(active.row + pageRows(), active.column, isShift),
    PageUp: (isShift) => go(active.row - pageRows(), active.column, isShift),
    Home: (isShift, isMod) => go(isMod ? 0 : active.row, 0, isShift),
    End: (isShift, isMod) => go(isMod ? last.row : active.row, last.column, isShift),
    Escape: drop,
    ...(onSelect && { ' ': toggle }),
    ...(cells?.write && { Enter: () => edit(), F2: () => edit(), Delete: clear, Backspace: clear }),
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== grid.current || event.altKey || active.row < 0) return;
    const isMod = event.ctrlKey || event.metaKey;
    const act = acts[event.key];
    if (act) {
      event.preventDefault();
      act(event.shiftKey, isMod);
    } else if (cells?.write && !isMod && [...event.key].length === 1) {
      // The letter is put into the field that opens.
      event.preventDefault();
      edit(event.key);
    }
  };

  const onCopy = (event: React.ClipboardEvent) => {
    if (event.target !== grid.current || active.row < 0) return;
    event.preventDefault();
    const texts = chosen().map((line) => line.map(({ row, column }) => cells!.textOf(row, column)));
    event.clipboardData.setData('text/plain', toTsv(texts));
    if (event.type === 'cut' && cells?.write) clear();
  };
  const onPaste = (event: React.ClipboardEvent) => {
    if (event.target !== grid.current || !cells?.write || active.row < 0) return;
    event.preventDefault();
    const block = fromTsv(event.clipboardData.getData('text/plain'));
    const { writes, added } = pasted(
      block,
      range,
      rows.map(keyOf),
      columns.map(({ id }) => id),
    );
    if (writes.length > 0) cells.write(writes);
    // Below rows that were not read yet there is no end to add to.
    if (added.length > 0 && !hasMore) cells.add?.(added);
  };

  return {
    ...{ active, range, editing, cellId, go, edit, commit, cancel },
    handlers: {
      ...{ onKeyDown, onCopy, onCut: onCopy, onPaste },
      onFocus: (event: React.FocusEvent) => {
        if (event.target === grid.current && at.row < 0) go(0, 0);
      },
    },
  };
}
