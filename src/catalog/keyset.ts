import { and, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { noSuchPage } from './errors.ts';
import { type OrderTerm, orderSql, orderText } from './ordering.ts';

/**
 * Keyset pages: the rows after a position in an order, found through an index at any depth.
 */

/** The values of the order's columns in one row, as text. */
export type Position = (string | null)[];

export interface Cursor {
  position: Position | undefined;
  /** Read backwards from the position. */
  backwards: boolean;
}

/** Writes a cursor as opaque text. It contains its order, because it is invalid in another one. */
export function writeCursor(order: OrderTerm[], position: Position, backwards: boolean): string {
  return Buffer.from(JSON.stringify([orderText(order), backwards ? 1 : 0, ...position])).toString(
    'base64url',
  );
}

const forms: Record<OrderTerm['type'], RegExp> = {
  bigint: /^\d{1,18}$/,
  text: /^[^\0]*$/,
  numeric: /^-?\d{1,20}(?:\.\d{1,20})?$/,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?$/,
};

/** @throws Refusal 404 `Invalid cursor` for a text that is not a cursor of this list */
export function readCursor(text: string, order: OrderTerm[]): Cursor {
  if (text === '') return { position: undefined, backwards: false };
  try {
    const [key, backwards, ...position] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const fits = (value: unknown, i: number) =>
      value === null ? order[i]!.nullable : typeof value === 'string' && forms[order[i]!.type].test(value);
    if (key === orderText(order) && position.length === order.length && position.every(fits)) {
      return { position: position as Position, backwards: backwards === 1 };
    }
  } catch {
    // Handled below like any other invalid text.
  }
  throw noSuchPage('Invalid cursor');
}

/** A query for rows of a table `o`. */
export interface Sought {
  /** The table, and its alias in the conditions and the order. */
  from: SQL;
  /** Conditions that must all hold. */
  conditions: SQL[];
  order: OrderTerm[];
}

/**
 * A query for whole rows `o` after a position, nearest first.
 *
 * @param position the values at the position, each with its type, or null; undefined for the beginning
 */
export function seekSql(
  { from, conditions, order }: Sought,
  { position, backwards }: { position: (SQL | null)[] | undefined; backwards: boolean },
  limit: SQL | number,
): SQL {
  const terms = backwards ? order.map((term) => ({ ...term, descending: !term.descending })) : order;
  const most = typeof limit === 'number' ? sql.raw(String(limit)) : limit;
  const select = (more: SQL[], by: OrderTerm[]): SQL =>
    sql`SELECT o.* FROM ${from} ${whereSql([...conditions, ...more])} ORDER BY ${orderSql(by)} LIMIT ${most}`;
  if (!position) return select([], terms);
  const [first, second] = terms as [OrderTerm, OrderTerm];
  if (terms.length > 2) return select([beyond(terms, position)], terms);

  // One term, or one and the id: read ranges of an index, one after the other.
  const sign = sql.raw(first.descending ? '<' : '>');
  if (terms.length === 1) return select([sql`${first.column} ${sign} ${position[0]}`], terms);
  if (first.descending !== second.descending) return select([beyond(terms, position)], terms);
  const ranges: SQL[] = [];
  if (position[0] === null) {
    ranges.push(select([isNull(first.column), sql`${second.column} ${sign} ${position[1]}`], [second]));
    if (first.descending) ranges.push(select([isNotNull(first.column)], terms));
  } else {
    const pair = sql`(${first.column}, ${second.column}) ${sign} (${position[0]}, ${position[1]})`;
    ranges.push(select([pair], terms));
    if (first.nullable && !first.descending) ranges.push(select([isNull(first.column)], [second]));
  }
  if (ranges.length === 1) return ranges[0]!;
  // Postgres returns the parts of a UNION ALL one after the other, each in its own order.
  const parts = sql.join(
    ranges.map((range) => sql`(${range})`),
    sql` UNION ALL `,
  );
  return sql`SELECT o.* FROM (${parts}) AS o LIMIT ${most}`;
}

/** `WHERE` with all of the conditions, or nothing. */
export function whereSql(conditions: SQL[]): SQL | undefined {
  return conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : undefined;
}

/** The condition "after this position" for any mix of directions and nulls. */
function beyond(terms: OrderTerm[], position: (SQL | null)[]): SQL {
  const alternatives = terms.map((term, i) => {
    const same = terms.slice(0, i).map(({ column }, j) => {
      const value = position[j];
      return value === null ? isNull(column) : sql`${column} = ${value}`;
    });
    return and(...same, after(term, position[i]!));
  });
  return sql`(${or(...alternatives)})`;
}

function after({ column, nullable, descending }: OrderTerm, value: SQL | null): SQL {
  if (value === null) return descending ? isNotNull(column) : sql`false`;
  const further = sql`${column} ${sql.raw(descending ? '<' : '>')} ${value}`;
  return nullable && !descending ? sql`(${further} OR ${column} IS NULL)` : further;
}

/** The records of a page as JSON text and, for a page found by a cursor, its position. */
export interface KeptPage {
  results: string;
  first?: Position | undefined;
  last?: Position | undefined;
  more?: boolean;
}
