import type { Column } from '../kit/grid.tsx';
import type { Table } from './paths.ts';
import type { TableRow } from './rows.ts';
import { type ColumnType, isNumber, shownOf } from './values.ts';

/** A column of the grid: one that the table defines, or one that rows have. */
export interface ShownColumn {
  name: string;
  /** Undefined if the table does not define it. */
  type: ColumnType | undefined;
  description: string;
}

/** Most columns that are looked for in rows. */
const most = 200;

/** The columns that the table defines, in its order, and behind them what else the rows have. */
export function shownColumns(table: Pick<Table, 'columns'>, rows: readonly TableRow[]): ShownColumn[] {
  const defined = new Map(table.columns.map((column) => [column.name, column]));
  const names = new Set(defined.keys());
  for (const { values } of rows) for (const name of values.keys()) if (names.size < most) names.add(name);
  return [...names].map((name) => ({
    name,
    type: defined.get(name)?.type,
    description: defined.get(name)?.description ?? '',
  }));
}

/** The width that the first rows ask for, in px. */
function widthOf({ name }: ShownColumn, rows: readonly TableRow[]): number {
  const lengths = rows.slice(0, 50).map(({ values }) => shownOf(values.get(name)).length);
  return Math.min(320, Math.max(104, 28 + 8 * Math.max(name.length, ...lengths)));
}

/** The columns for the grid. */
export const gridColumns = (
  shown: readonly ShownColumn[],
  rows: readonly TableRow[],
): readonly Column<TableRow>[] =>
  shown.map((column) => {
    const { name, type } = column;
    const values = rows.slice(0, 20).flatMap((row) => row.values.get(name) ?? []);
    return {
      ...{ id: name, name, order: name, width: `${widthOf(column, rows)}px` },
      isNumber:
        type === 'number' ||
        type === 'integer' ||
        (type === undefined && values.length > 0 && values.every(isNumber)),
      text: (row: TableRow) => shownOf(row.values.get(name)),
    };
  });
