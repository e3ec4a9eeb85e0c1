import type { Database } from '../platform/postgres.ts';

const foldLock = 7_263_515;

/**
 * Adds the changes to the figures they belong to. It waits for nobody and nobody waits for it: it takes the changes
 * that are committed, and others go on inserting theirs.
 * @returns `busy` while another process does it
 */
async function fold(database: Database): Promise<'folded' | 'nothing' | 'busy'> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      foldLock,
    ]);
    if (!rows[0]!.mine) return 'busy';
    const folded = await tx.query(
      `WITH taken AS (DELETE FROM catalog.total_changes RETURNING sources, offers),
       sums AS (SELECT count(*) AS changes, sum(sources) AS sources, sum(offers) AS offers FROM taken)
       UPDATE catalog.totals AS t
       SET generation = t.generation + 1, sources = t.sources + sums.sources, offers = t.offers + sums.offers
       FROM sums WHERE sums.changes > 0 RETURNING t.generation`,
    );
    if (folded.rows.length === 0) return 'nothing';
    await tx.query(
      `WITH taken AS (DELETE FROM catalog.tally_changes RETURNING *)
       INSERT INTO catalog.tallies AS t (kind, source_id, key, offers, priced, price_sum)
       SELECT kind, source_id, key, sum(offers), sum(priced), sum(price_sum)
       FROM taken GROUP BY kind, source_id, key
       ON CONFLICT ON CONSTRAINT tallies_identity DO UPDATE
       SET offers = t.offers + excluded.offers, priced = t.priced + excluded.priced,
         price_sum = t.price_sum + excluded.price_sum`,
    );
    await tx.query('DELETE FROM catalog.tallies WHERE offers = 0');
    return 'folded';
  });
}

const foldEveryMs = 300;
const tidyEveryMs = 5000;

/** Folds while this process writes, and once at the start for one that was killed. */
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

  /** To be called after every write to the catalog. */
  wrote(): void {
    this.#pending = true;
    if (this.#timer || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#pending = false;
      this.#running = this.#work()
        .catch(this.#onError)
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
    if (folded === 'nothing' || Date.now() - this.#tidiedAt < tidyEveryMs) return;
    this.#tidiedAt = Date.now();
    // Emptied several times a second, these would grow faster than autovacuum looks at them.
    await this.#database.query(
      'VACUUM (TRUNCATE false) catalog.total_changes, catalog.tally_changes, catalog.totals',
    );
    // What was written lately lies in a list that every search reads from end to end.
    await this.#database.query(
      `SELECT gin_clean_pending_list(i) FROM to_regclass('catalog.offers_search') AS i WHERE i IS NOT NULL`,
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
