import { useCallback, useMemo, useRef, useState } from 'react';
import { renew } from '../api/cache.ts';
import { ApiProblem } from '../api/problem.ts';
import type { CellState, Cells, CellWrite } from '../kit/grid.tsx';
import { t, textFor } from '../text/text.ts';
import type { ShownColumn } from './columns.ts';
import { type Place, rowsPath, tablePath } from './paths.ts';
import { addRow, keyOfRow, type TableRow } from './rows.ts';
import { type Clash, OwnRevisions, saveRow } from './save-row.ts';
import { shownOf, valueFor } from './values.ts';

const savedMs = 1500;
const keyOf = (row: string, column: string) => `${row} ${column}`;

/** What a refusal says of a column of the row; of the others, that nothing of the row was written. */
export function faultOf(problem: unknown, column: string): string {
  if (!(problem instanceof ApiProblem)) return t('shell.failed');
  const own = [...problem.fields].find(([path]) =>
    [`set.${column}`, `data.${column}`].some((each) => path === each || path.startsWith(`${each}.`)),
  );
  return own?.[1] ?? textFor('problem', problem.code, problem.message);
}

/** Both values of a cell that somebody else has changed meanwhile, and what can be done. */
const clashText = ({ theirs }: Clash, mine: string): string =>
  t('tables.cell_clash', {
    theirs: shownOf(theirs) || t('tables.nothing'),
    mine: mine || t('tables.nothing'),
  });

/**
 * Keeps what is written into cells until the rows have it: each row is one request, one after the other, and what the server refuses
 * stays in its cell with the reason.
 */
export function useCells(
  place: Place,
  rows: readonly TableRow[],
  columns: readonly ShownColumn[],
  mayWrite: boolean,
) {
  const [states, setStates] = useState<ReadonlyMap<string, CellState>>(new Map());
  const queue = useRef(Promise.resolve());
  const own = useRef(new OwnRevisions());
  const now = useRef({ place, rows, columns });
  now.current = { place, rows, columns };

  const put = useCallback((changes: readonly (readonly [string, CellState | undefined])[]) => {
    setStates((before) => {
      const next = new Map(before);
      for (const [key, state] of changes) state ? next.set(key, state) : next.delete(key);
      return next;
    });
  }, []);

  /** Only what is still saved: meanwhile something else may have been written into the cell. */
  const forgetSaved = useCallback((writes: readonly CellWrite[]) => {
    setStates((before) => {
      const next = new Map(before);
      for (const { row, column, text } of writes) {
        const state = before.get(keyOf(row, column));
        if (state?.is === 'saved' && state.text === text) next.delete(keyOf(row, column));
      }
      return next;
    });
  }, []);

  const save = useCallback(
    async (row: string, writes: readonly CellWrite[]) => {
      const { place, rows, columns } = now.current;
      const found = rows.find((each) => keyOfRow(each) === row);
      if (!found) return;
      const values = writes.map(({ column, text, seen }) => {
        const before = found.values.get(column);
        const type = columns.find(({ name }) => name === column)?.type;
        const isOld = seen !== undefined && seen !== shownOf(before);
        return {
          ...{ column, text, value: valueFor(text, type, before) },
          // It was changed while somebody wrote, and the rows were read anew.
          seen: isOld ? valueFor(seen, type, before) : before,
        };
      });
      try {
        const clashes = await saveRow(place, found, values, own.current);
        const clashOf = (name: string) => clashes.find(({ column }) => column === name);
        put(
          values.map(({ column, text }) => {
            const clash = clashOf(column);
            const state: CellState = clash
              ? { text, is: 'refused', fault: clashText(clash, text) }
              : { text, is: 'saved' };
            return [keyOf(row, column), state];
          }),
        );
        const saved = writes.filter(({ column }) => !clashOf(column));
        setTimeout(() => forgetSaved(saved), savedMs);
      } catch (problem) {
        put(
          values.map(({ column, text }) => [
            keyOf(row, column),
            { text, is: 'refused', fault: faultOf(problem, column) },
          ]),
        );
      }
    },
    [put, forgetSaved],
  );

  const write = useCallback(
    (writes: readonly CellWrite[]) => {
      put(writes.map(({ row, column, text }) => [keyOf(row, column), { text, is: 'saving' }]));
      const byRow = new Map<string, CellWrite[]>();
      for (const each of writes) byRow.set(each.row, [...(byRow.get(each.row) ?? []), each]);
      for (const [row, own] of byRow) queue.current = queue.current.then(() => save(row, own));
    },
    [put, save],
  );

  const [refusedRows, setRefusedRows] = useState<{ count: number; fault: string }>();
  const add = useCallback((added: readonly Readonly<Record<string, string>>[]) => {
    const { place, columns } = now.current;
    const typeOf = (name: string) => columns.find((each) => each.name === name)?.type;
    queue.current = queue.current.then(async () => {
      for (const [done, texts] of added.entries()) {
        const values = Object.entries(texts).flatMap(([name, text]) => {
          const value = valueFor(text, typeOf(name), undefined);
          return value === undefined ? [] : [[name, value] as const];
        });
        try {
          await addRow(place, new Map(values));
        } catch (problem) {
          setRefusedRows({ count: added.length - done, fault: (problem as Error).message });
          break;
        }
      }
      await renew(rowsPath, tablePath);
    });
  }, []);

  const cells = useMemo<Cells<TableRow>>(
    () => ({
      textOf: ({ values }, column) => shownOf(values.get(column)),
      stateOf: (row, column) => states.get(keyOf(row, column)),
      ...(mayWrite && {
        ...{ write, add },
        drop: (row, column) =>
          states.get(keyOf(row, column))?.is === 'refused' && put([[keyOf(row, column), undefined]]),
      }),
    }),
    [states, mayWrite, write, add, put],
  );
  const all = [...states.values()];
  return {
    cells,
    refusedRows,
    forgetRefusedRows: () => setRefusedRows(undefined),
    /** Something is on its way, or was refused and stands in its cell only. */
    isOpen: all.some(({ is }) => is !== 'saved'),
    refused: all.filter(({ is }) => is === 'refused').length,
  };
}
