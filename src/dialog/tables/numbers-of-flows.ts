import { isLongNumber } from '../../platform/exact-json.ts';
import { losslessMembers, objectOf } from '../http/json-body.ts';
import type { RowsChange } from './change.ts';
import type { Column } from './columns.ts';

/** A long number as it stands in the text of a row that a flow writes, or something like it. */
const mayHoldLong = /"-?\d[\d.]{15}/;

/**
 * The rows of a flow, in which long numbers are texts, with numbers where they have to be: in columns of numbers, and in what an
 * increment adds.
 */
export function withNumbers<Change extends Pick<RowsChange, 'action' | 'key' | 'rows'>>(
  change: Change,
  columns: readonly Column[],
): Change {
  const { action, key = [], rows } = change;
  if (!rows.some((row) => mayHoldLong.test(row))) return change;
  const numeric = columns
    .filter(({ type }) => type === 'number' || type === 'integer')
    .map(({ name }) => name);
  const isNumber = (name: string) =>
    numeric.includes(name) || (action === 'increment' && !key.includes(name));
  return { ...change, rows: rows.map((row) => rowWithNumbers(row, isNumber)) };
}

function rowWithNumbers(row: string, isNumber: (name: string) => boolean): string {
  const members = losslessMembers(row);
  if (members.size === 0) return row; // no object, which is refused later
  for (const [name, text] of members) {
    const digits = text.slice(1, -1);
    if (text.startsWith('"') && isNumber(name) && isLongNumber(digits)) members.set(name, digits);
  }
  return objectOf(members);
}
