import type { ReactNode } from 'react';
import type { Search } from './address.ts';

/** A column of a grid. */
export interface Column<Row> {
  id: string;
  name: string;
  /** Its value as text: for copying, and for the cell if `cell` is not given. */
  text?(row: Row): string | number | null | undefined;
  /** What stands in the cell. */
  cell?(row: Row): ReactNode;
  /** In the words of `grid-template-columns`; by default `minmax(0, 1fr)`. */
  width?: string;
  /** Right-aligned, with digits of one width. */
  isNumber?: boolean;
  /**
   * Where it stands in a narrow grid, where rows have two lines. By default the first column is the title, and the others stand below
   * it one after the other.
   */
  narrow?: 'title' | 'end' | 'about' | 'none';
  /** The order of the list that a press on its name asks for. */
  order?: string;
}

/** Where a row leads. */
export interface RowLink {
  to: string;
  search?: Search | ((before: Search) => Search);
}

/** What was entered into a cell, until the list has it. */
export interface CellState {
  text: string;
  is: 'saving' | 'saved' | 'refused';
  /** Why it was refused. */
  fault?: string | undefined;
}

export interface CellWrite {
  /** The key of the row. */
  row: string;
  column: string;
  text: string;
  /** What stood there when somebody began to write, if that was this cell alone. */
  seen?: string | undefined;
}

/** Cells that are gone to one by one, copied as ranges and, with `write`, changed. */
export interface Cells<Row> {
  /** What is copied, and what stands in the field when somebody begins to write. */
  textOf(row: Row, column: string): string;
  /** What was entered and is not in the rows yet. */
  stateOf(row: string, column: string): CellState | undefined;
  write?(writes: readonly CellWrite[]): void;
  /** Rows that were pasted below the last one: the texts by column. */
  add?(rows: readonly Readonly<Record<string, string>>[]): void;
  /** Forgets what was refused. */
  drop?(row: string, column: string): void;
}

/** The rows near those in view. */
export interface Part<Row> {
  /** Undefined: not read yet. */
  at(index: number): Row | undefined;
  /** Why some of them cannot be read, with a way to try again. */
  fault?: ReactNode;
}

/** A list that is too long to be read as a whole: what comes into view is read, and forgotten some time after. */
export interface LongRows<Row> {
  count: number;
  /** A hook. */
  usePart(first: number, last: number): Part<Row>;
  /** The rows from one place to another, at most `mostRead` of them. */
  read(first: number, last: number): Promise<readonly Row[]>;
  /** So many can be selected together. */
  mostRead: number;
  /** The name of the box that selects all, or why it cannot. */
  allLabel: string;
}

export interface GridProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** In the place of `rows`. */
  long?: LongRows<Row> | undefined;
  keyOf(row: Row): string;
  /** The page that a row leads to: by a press, Enter, or in a new tab. */
  link?(row: Row): RowLink;
  /** What a row does instead of leading somewhere. */
  onOpen?(row: Row): void;
  /** The row that is open beside the grid. */
  openKey?: string | undefined;
  isLoading?: boolean;
  /** What went wrong, with a way to try again. Rows that are there stay. */
  fault?: ReactNode;
  /** In the place of the rows if there are none. */
  empty: ReactNode;
  hasMore?: boolean;
  isLoadingMore?: boolean;
  /** Reads on; called as the last rows come into view. */
  more?(): void;
  /** How many there are, if that is known. */
  total?: number | undefined;
  /** The keys of the rows that are selected. With `onSelect` rows have check boxes. */
  selected?: ReadonlySet<string>;
  onSelect?(selected: ReadonlySet<string>): void;
  /** The order of the list, of the columns' `order`. */
  order?: { by: string; direction: 'ascending' | 'descending' };
  onOrder?(by: string): void;
  /** A line below the names of the columns that stays in view, such as "3 new". */
  notice?: ReactNode;
  /** Moves along cells instead of rows. Widths of columns are then in px, and what holds the grid scrolls in both directions. */
  cells?: Cells<Row>;
  /** Whether `j`, `k` and `x` work wherever the focus is: for the one list that a page is about. By default yes. */
  hasKeys?: boolean;
}
