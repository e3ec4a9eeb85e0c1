import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { tryLock } from '../platform/advisory-locks.ts';
import type { Database } from '../platform/postgres.ts';
import { excluded, name, names } from '../platform/sql-expressions.ts';
import { build, execute, statement } from '../platform/statement.ts';
import { offers, tallies, tallyChanges, totalChanges, totals } from './schema.ts';

const foldLock = 7_263_515;

const t = alias(totals, 't');
const foldTotals = statement({
  name: 'catalog-fold-totals',
  prepared: false,
  query: () => sql`
    WITH taken AS (DELETE FROM ${totalChanges} RETURNING ${totalChanges.sources}, ${totalChanges.offers}),
    sums AS (SELECT count(*) AS changes, sum(sources) AS sources, sum(offers) AS offers FROM taken)
    UPDATE ${totals} AS ${t}
    SET ${name(t.generation)} = ${t.generation} + 1, ${name(t.sources)} = ${t.sources} + sums.sources,
      ${name(t.offers)} = ${t.offers} + sums.offers
    FROM sums WHERE sums.changes > 0`,
});

const f = alias(tallies, 't');
const key = names(tallies.kind, tallies.sourceId, tallies.key);
const foldTallies = statement({
  name: 'catalog-fold-tallies',
  prepared: false,
  query: () => sql`
    WITH taken AS (DELETE FROM ${tallyChanges} RETURNING *)
    INSERT INTO ${tallies} AS ${f} (${key}, ${names(tallies.offers, tallies.priced, tallies.priceSum)})
    SELECT ${key}, sum(${name(tallies.offers)}), sum(${name(tallies.priced)}), sum(${name(tallies.priceSum)})
    FROM taken GROUP BY ${key}
    ON CONFLICT ON CONSTRAINT tallies_identity DO UPDATE
    SET ${name(f.offers)} = ${f.offers} + ${excluded(f.offers)}, ${name(f.priced)} = ${f.priced} + ${excluded(f.priced)},
      ${name(f.priceSum)} = ${f.priceSum} + ${excluded(f.priceSum)}`,
});

const deleteEmptyTallies = statement({
  name: 'catalog-delete-empty-tallies',
  prepared: false,
  query: () => build.delete(tallies).where(eq(tallies.offers, 0)),
});

/**
 * Adds the committed changes to the kept figures. It waits for nobody and blocks nobody, because others only insert new changes.
 * @returns `busy` if another process is doing it
 */
async function fold(database: Database): Promise<'folded' | 'nothing' | 'busy'> {
  return database.transaction(async (tx) => {
    if (!(await tryLock(tx, foldLock))) return 'busy';
    if ((await foldTotals.run(tx)) === 0) return 'nothing';
    await foldTallies.run(tx);
    await deleteEmptyTallies.run(tx);
    return 'folded';
  });
}

// Recent writes are in the index's pending list, which every search reads from end to end.
const tidySearches = statement({
  name: 'catalog-tidy-searches',
  prepared: false,
  query: () =>
    sql`SELECT gin_clean_pending_list(i) FROM to_regclass('catalog.offers_search') AS i WHERE i IS NOT NULL`,
});

/** Updates the planner's statistics after many new offers; otherwise it would treat the table as small until autovacuum runs. */
export async function analyzeOffers(upkeep: Database): Promise<void> {
  await execute(upkeep, sql`ANALYZE ${offers}`);
}

const foldEveryMs = 300;
const tidyEveryMs = 5000;

/** Folds changes while this process writes, and once at the start, because another process may have been killed. */
export class FigureKeeper {
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #tidiedAt = 0;
  #pending = false;
  #closed = false;

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
    this.wrote();
  }

  /** Call it after every write to the catalog. */
  wrote(): void {
    this.#pending = true;
    if (this.#timer || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#pending = false;
      this.#running = this.#work()
        .catch((error) => {
          // Its connection may be closed under it.
          if (!this.#closed) this.#onError(error);
        })
        .then(() => {
          this.#timer = undefined;
          if (this.#pending) this.wrote();
        });
    }, foldEveryMs);
    this.#timer.unref();
  }

  async #work(): Promise<void> {
    const folded = await fold(this.#database);
    if (folded === 'busy') this.#pending = true;
    if (this.#closed || folded === 'nothing' || Date.now() - this.#tidiedAt < tidyEveryMs) return;
    this.#tidiedAt = Date.now();
    // These tables are emptied several times a second, and would grow faster than autovacuum cleans them.
    await execute(this.#database, sql`VACUUM (TRUNCATE false) ${totalChanges}, ${tallyChanges}, ${totals}`);
    await tidySearches.run(this.#database);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
