/** A column that a list can be ordered by. */
export interface OrderColumn {
  column: string;
  type: 'bigint' | 'text' | 'numeric' | 'timestamptz';
  nullable: boolean;
}

export interface OrderTerm extends OrderColumn {
  descending: boolean;
}

const idColumn: OrderColumn = { column: 'id', type: 'bigint', nullable: false };

/**
 * What `ordering` asks for, always ending in `id`, so that pages never overlap. Names that are not allowed are dropped
 * without a word, as DRF's OrderingFilter does. The last `id` goes in the direction of the term before it, which lets
 * an index be read backwards.
 *
 * @param allowed by the names that clients use
 */
export function readOrdering(text: string | undefined, allowed: Record<string, OrderColumn>): OrderTerm[] {
  const terms: OrderTerm[] = [];
  for (const part of (text ?? '').split(',')) {
    const name = part.trim();
    const descending = name.startsWith('-');
    const field = descending ? name.slice(1) : name;
    if (!Object.hasOwn(allowed, field)) continue;
    const column = allowed[field]!;
    if (terms.some((term) => term.column === column.column)) continue;
    terms.push({ ...column, descending });
    if (column.column === 'id') return terms;
  }
  return [...terms, { ...idColumn, descending: terms.at(-1)?.descending ?? false }];
}

/** `ORDER BY` without the words. Nulls are last upwards and first downwards, as Postgres has them. */
export function orderSql(terms: OrderTerm[]): string {
  return terms.map(({ column, descending }) => `o.${column}${descending ? ' DESC' : ''}`).join(', ');
}
