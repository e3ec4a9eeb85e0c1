import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { rates } from '../schema.ts';
import { shownTime, timeText } from '../sql.ts';

/** The rates by which prices are compared. */

/** Rates that replace the ones that are there. */
export interface NewRates {
  base: string;
  /** Null: of now. */
  at: string | null;
  /** Units of each currency for one of the base, as decimals. */
  rates: { currency: string; rate: string }[];
}

/** The rates that are there; `base` and `at` are null if there are none. */
export interface Rates {
  base: string | null;
  at: string | null;
  rates: Record<string, string>;
}

const readAll = statement({
  name: 'catalog-rates',
  columns: {
    ...{ currency: rates.currency, isBase: rates.isBase, perBase: rates.perBase },
    at: as(types.text, shownTime(rates.at)),
  },
  query: (_, columns) => sql`SELECT ${columns} FROM ${rates} ORDER BY ${rates.currency}`,
});

/** Reads all rates. */
export async function readRates(database: Queryable): Promise<Rates> {
  const found = await readAll.all(database);
  const base = found.find(({ isBase }) => isBase);
  const others = found.filter(({ isBase }) => !isBase);
  return {
    base: base?.currency ?? null,
    at: base?.at ?? null,
    rates: Object.fromEntries(others.map(({ currency, perBase }) => [currency, perBase])),
  };
}

const removeAll = statement({
  name: 'catalog-remove-rates',
  prepared: false,
  query: () => sql`DELETE FROM ${rates}`,
});

const rows = rowsOf('r', { currency: types.text, per_base: types.numeric, is_base: types.boolean });
const insertAll = statement({
  name: 'catalog-insert-rates',
  prepared: false,
  params: { rows, at: orNull(timeText) },
  query: ({ rows: given, at }) => sql`
    INSERT INTO ${rates} (currency, per_base, is_base, at)
    SELECT ${rows.at.currency}, ${rows.at.per_base}, ${rows.at.is_base}, coalesce(${at}, now()) FROM ${given}`,
});

/** Replaces all rates at once. */
export async function replaceRates(database: Database, { base, at, rates: given }: NewRates): Promise<void> {
  await database.transaction(async (tx) => {
    await removeAll.run(tx);
    await insertAll.run(tx, {
      at,
      rows: [
        { currency: base, per_base: '1', is_base: true },
        ...given.map(({ currency, rate }) => ({ currency, per_base: rate, is_base: false })),
      ],
    });
  });
}
