import { refuse } from './errors.ts';
import { type OrderTerm, orderSql } from './ordering.ts';
import type { Parameters } from './sql.ts';

/**
 * Keyset pages: what comes after a position in the order, found through an index however deep it lies.
 */

/** The values of the ordered columns at one row, as text. */
export type Position = (string | null)[];

export interface Cursor {
  position: Position | undefined;
  /** Read backwards from the position. */
  backwards: boolean;
}

const orderKey = (order: OrderTerm[]) => orderSql(order).replaceAll('o.', '');

/** The opaque form of a cursor. It names its order: it means nothing in another one. */
export function writeCursor(order: OrderTerm[], position: Position, backwards: boolean): string {
  return Buffer.from(JSON.stringify([orderKey(order), backwards ? 1 : 0, ...position])).toString('base64url');
}

const forms: Record<OrderTerm['type'], RegExp> = {
  bigint: /^\d{1,18}$/,
  text: /^[^\0]*$/,
  numeric: /^-?\d{1,20}(?:\.\d{1,20})?$/,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?$/,
};

/** @throws Refusal 404 `Invalid cursor` for a text that this list did not give out */
export function readCursor(text: string, order: OrderTerm[]): Cursor {
  if (text === '') return { position: undefined, backwards: false };
  try {
    const [key, backwards, ...position] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const fits = (value: unknown, i: number) =>
      value === null ? order[i]!.nullable : typeof value === 'string' && forms[order[i]!.type].test(value);
    if (key === orderKey(order) && position.length === order.length && position.every(fits)) {
      return { position: position as Position, backwards: backwards === 1 };
    }
  } catch {
    // Answered below like any other text that is no cursor.
  }
  throw refuse(404, 'Invalid cursor');
}

/**
 * A statement that selects whole rows `o` of `table` beyond the cursor, nearest first.
 *
 * @param conditions on `o`, all of which must hold
 */
export function seekSql(
  table: string,
  conditions: string[],
  order: OrderTerm[],
  { position, backwards }: Cursor,
  limit: number,
  parameters: Parameters,
): string {
  const terms = backwards ? order.map((term) => ({ ...term, descending: !term.descending })) : order;
  const select = (more: string[], by: OrderTerm[]) => {
    const all = [...conditions, ...more];
    const where = all.length > 0 ? ` WHERE ${all.join(' AND ')}` : '';
    return `SELECT o.* FROM ${table} AS o${where} ORDER BY ${orderSql(by)} LIMIT ${limit}`;
  };
  if (!position) return select([], terms);
  const values = position.map((value, i) =>
    value === null ? null : `${parameters.add(value)}::${terms[i]!.type}`,
  );
  const [first, second] = terms as [OrderTerm, OrderTerm];
  if (terms.length > 2) return select([beyond(terms, values)], terms);

  // One term, or one and the id: ranges of an index, one after the other.
  const sign = first.descending ? '<' : '>';
  if (terms.length === 1) return select([`o.${first.column} ${sign} ${values[0]}`], terms);
  if (first.descending !== second.descending) return select([beyond(terms, values)], terms);
  const ranges: string[] = [];
  const isNull = `o.${first.column} IS NULL`;
  if (values[0] === null) {
    ranges.push(select([isNull, `o.${second.column} ${sign} ${values[1]}`], [second]));
    if (first.descending) ranges.push(select([`o.${first.column} IS NOT NULL`], terms));
  } else {
    ranges.push(
      select([`(o.${first.column}, o.${second.column}) ${sign} (${values[0]}, ${values[1]})`], terms),
    );
    if (first.nullable && !first.descending) ranges.push(select([isNull], [second]));
  }
  if (ranges.length === 1) return ranges[0]!;
  // The parts of a UNION ALL come in their order, and each in its own.
  return `SELECT o.* FROM (${ranges.map((range) => `(${range})`).join(' UNION ALL ')}) AS o LIMIT ${limit}`;
}

/** The condition "after this position" for any mixture of directions and nulls. */
function beyond(terms: OrderTerm[], values: (string | null)[]): string {
  const alternatives = terms.map((term, i) => {
    const same = terms.slice(0, i).map(({ column }, j) => {
      return values[j] === null ? `o.${column} IS NULL` : `o.${column} = ${values[j]}`;
    });
    return `(${[...same, after(term, values[i]!)].join(' AND ')})`;
  });
  return `(${alternatives.join(' OR ')})`;
}

function after({ column, nullable, descending }: OrderTerm, value: string | null): string {
  if (value === null) return descending ? `o.${column} IS NOT NULL` : 'false';
  const further = `o.${column} ${descending ? '<' : '>'} ${value}`;
  return nullable && !descending ? `(${further} OR o.${column} IS NULL)` : further;
}
