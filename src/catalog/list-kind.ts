import type { SQL } from 'drizzle-orm';
import type { Filters } from './filters.ts';
import type { OrderColumn } from './ordering.ts';
import type { offer, source } from './sql.ts';

/** The kind of a list. @template Values the values that the query of each of its lists can have */
export interface ListKind<Values> {
  name: 'offers' | 'sources';
  /** The record's table, under the alias that filters and orders use. */
  record: typeof offer | typeof source;
  /** Its columns in answers. */
  shown: SQL;
  orderable: Record<string, OrderColumn>;
  /** Adds the filters that every list of this kind has. */
  filter(filters: Filters, values: Values): void;
}
