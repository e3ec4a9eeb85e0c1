import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Batcher } from '../platform/batcher.ts';
import type { Database, Queryable } from '../platform/postgres.ts';
import { as } from '../platform/sql-expressions.ts';
import { types } from '../platform/sql-types.ts';
import { search, statement } from '../platform/statement.ts';
import type { Kept } from './kept.ts';
import { totalChanges, totals } from './schema.ts';

/** The state of the catalog in which a statement ran. */
export interface CatalogState {
  /** Changes with every write to the catalog. */
  version: string;
  sources: number;
  offers: number;
}

const t = alias(totals, 't');

/**
 * The kept figures as columns of one row, for the `FROM` of a statement. Folded and unfolded changes are read in one
 * snapshot, so the sums are exact. Between two folds the number of committed changes only grows, so this number and the
 * generation of the fold identify a state.
 */
export const stateSql = sql`(
  SELECT ${t.generation} || '.' || c.changes AS version, ${t.sources} + c.sources AS sources, ${t.offers} + c.offers AS offers
  FROM ${totals} AS ${t},
    (SELECT count(*) AS changes, coalesce(sum(${totalChanges.sources}), 0) AS sources,
       coalesce(sum(${totalChanges.offers}), 0) AS offers
     FROM ${totalChanges}) AS c
) AS state`;

/** The state of a statement that has `stateSql` in its `FROM`. */
export const version = as(types.text, sql`state.version`);

const readState = statement({
  name: 'catalog-state',
  columns: {
    version,
    sources: as(types.bigint, sql`state.sources::bigint`),
    offers: as(types.bigint, sql`state.offers::bigint`),
  },
  query: (_, columns) => sql`SELECT ${columns} FROM ${stateSql}`,
});

/**
 * Reads the state. Requests that arrive during a read share the next one, which begins after they arrived, so each sees
 * every write that was answered before.
 */
export class StateReader {
  readonly #batcher: Batcher<undefined, CatalogState>;

  constructor(database: Database) {
    this.#batcher = new Batcher(
      async (requests) => {
        const state = await readState.one(database);
        return requests.map(() => state);
      },
      { limitMs: database.limitMs },
    );
  }

  read(): Promise<CatalogState> {
    return this.#batcher.submit(undefined);
  }
}

export interface CountQuestion {
  /** The table, and its alias in the conditions. */
  from: SQL;
  where: SQL | undefined;
  /** Identifies the question. */
  key: string;
  version: string;
}

/**
 * Counts the records that pass a filter, once for each state of the catalog.
 * @param readsFor gives a connection whose statements are cancelled when nobody waits for the count any more
 */
export async function countMatching(
  readsFor: (signal: AbortSignal) => Queryable,
  kept: Kept<number>,
  { from, where, key, version: asked }: CountQuestion,
  signal: AbortSignal,
): Promise<number> {
  const count = async (abandoned: AbortSignal) => {
    const columns = { version, value: as(types.bigint, sql`(SELECT count(*) FROM ${from} ${where})`) };
    const [found] = await search(
      readsFor(abandoned),
      columns,
      (selected) => sql`SELECT ${selected} FROM ${stateSql}`,
    );
    return found!;
  };
  return kept.get(key, asked, count, signal);
}
