import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** A column that a list can be ordered by. */
export interface OrderColumn {
  column: AnyPgColumn;
  type: 'bigint' | 'text' | 'numeric' | 'timestamptz';
  nullable: boolean;
  /** True if no index begins with it, so that ordering by it sorts the whole table. */
  unindexed?: boolean;
}

export interface OrderTerm extends OrderColumn {
  descending: boolean;
}

/**
 * Reads `ordering`. The result always ends with `id`, so that pages never overlap. Names that are not allowed are silently
 * dropped, as in DRF's OrderingFilter. The final `id` has the direction of the term before it, so that an index can be read
 * backwards.
 *
 * @param allowed columns by the names that clients use
 * @param id the column of the record's id
 */
export function readOrdering(
  text: string | undefined,
  allowed: Record<string, OrderColumn>,
  id: AnyPgColumn,
): OrderTerm[] {
  const terms: OrderTerm[] = [];
  for (const part of (text ?? '').split(',')) {
    const descending = part.trim().startsWith('-');
    const field = fieldOf(part);
    if (!Object.hasOwn(allowed, field)) continue;
    const column = allowed[field]!;
    if (terms.some((term) => isSame(term.column, column.column))) continue;
    terms.push({ ...column, descending });
    if (isSame(column.column, id)) return terms;
  }
  const last = terms.at(-1)?.descending ?? false;
  return [...terms, { column: id, type: 'bigint', nullable: false, descending: last }];
}

/** The fields of an `ordering` that {@link readOrdering} drops, since they are not allowed. An empty one is a field without a name. */
export function unknownFieldsOf(text: string | undefined, allowed: Record<string, OrderColumn>): string[] {
  if (text === undefined) return [];
  return text
    .split(',')
    .map(fieldOf)
    .filter((field) => !Object.hasOwn(allowed, field));
}

/** The field of a part of an `ordering`, without its direction. */
const fieldOf = (part: string): string => part.trim().replace(/^-/, '');

/** Whether two columns of one table are the same. An alias returns a new object at each access, so names are compared. */
const isSame = (one: AnyPgColumn, other: AnyPgColumn): boolean => one.name === other.name;

/** Whether an index has this order, so that its first records are found at once. */
export function isIndexed([first, second]: OrderTerm[]): boolean {
  return !first!.unindexed && (second === undefined || second.column.name === 'id');
}

/** The terms of `ORDER BY`. Nulls are last in ascending order and first in descending order, as in Postgres. */
export function orderSql(terms: OrderTerm[]): SQL {
  return sql.join(
    terms.map(({ column, descending }) => (descending ? sql`${column} DESC` : sql`${column}`)),
    sql`, `,
  );
}

/** The order as text, which is part of cursors that clients keep. */
export function orderText(terms: OrderTerm[]): string {
  return terms.map(({ column, descending }) => `${column.name}${descending ? ' DESC' : ''}`).join(', ');
}
