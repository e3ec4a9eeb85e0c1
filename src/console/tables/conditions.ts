import { useMemo } from 'react';
import { useAddress, wordAt } from '../kit/address.ts';
import type { ShownColumn } from './columns.ts';
import { isNumber } from './values.ts';

/** The comparisons of a column, as the API names them. */
export const comparisons = [
  'eq',
  'ne',
  'contains',
  'lt',
  'lte',
  'gt',
  'gte',
  'is_empty',
  'not_empty',
] as const;
export type Comparison = (typeof comparisons)[number];

export interface Condition {
  column: string;
  op: Comparison;
  /** As it was entered; empty for comparisons without a value. */
  value: string;
}

export const needsValue = (op: Comparison): boolean => op !== 'is_empty' && op !== 'not_empty';

const isComparison = (word: unknown): word is Comparison => comparisons.includes(word as Comparison);

/** The conditions in the address: `[["left","lt","5"]]`. What is none is left out. */
export function readConditions(given: unknown): Condition[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((each) => {
    const [column, op, value = ''] = Array.isArray(each) ? each : [];
    return typeof column === 'string' && isComparison(op) ? [{ column, op, value: String(value) }] : [];
  });
}

/** The value for the API: a number or a truth where the column has such, otherwise a text. */
function jsonValueOf({ column, op, value }: Condition, columns: readonly ShownColumn[]): string {
  const type = columns.find(({ name }) => name === column)?.type;
  const isPlain = op !== 'contains' && type !== 'text' && type !== 'date';
  return isPlain && (isNumber(value) || value === 'true' || value === 'false')
    ? value
    : JSON.stringify(value);
}

/** The conditions as the API takes them; numbers keep their digits. */
export const whereOf = (conditions: readonly Condition[], columns: readonly ShownColumn[]): string =>
  conditions.length === 0
    ? ''
    : `[${conditions
        .map((each) => {
          const { column, op } = each;
          const value = needsValue(op) ? `,"value":${jsonValueOf(each, columns)}` : '';
          return `{"column":${JSON.stringify(column)},"op":"${op}"${value}}`;
        })
        .join()}]`;

/** What of the rows is shown and in which order, as the address says it. */
export function useConditions() {
  const [search, change] = useAddress();
  const { where } = search;
  const conditions = useMemo(() => readConditions(where), [where]);
  const wanted = wordAt(search, 'sort') ?? '';
  const isDown = wanted.startsWith('-');
  const by = wanted.replace(/^-/, '');
  return {
    conditions,
    set: (next: readonly Condition[]) =>
      change({
        where:
          next.length === 0
            ? undefined
            : next.map(({ column, op, value }) => (needsValue(op) ? [column, op, value] : [column, op])),
      }),
    order:
      by === '' ? undefined : { by, direction: isDown ? ('descending' as const) : ('ascending' as const) },
    /** A column is sorted up, then down, then no more. */
    setOrder: (column: string) =>
      change({ sort: by !== column ? column : isDown ? undefined : `-${column}` }),
    sort: by === '' ? '' : JSON.stringify([{ column: by, direction: isDown ? 'desc' : 'asc' }]),
  };
}
