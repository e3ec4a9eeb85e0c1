import { Batcher } from '../platform/batcher.ts';
import type { Database, Queryable } from '../platform/postgres.ts';

/** The state of the catalog that a statement saw. */
export interface CatalogState {
  /** Differs whenever anything in the catalog was written in between. */
  version: string;
  sources: number;
  offers: number;
}

/**
 * The kept figures as columns of one row, to stand in the `FROM` of a statement. What was folded and what was not yet
 * is read in one snapshot, so the sums are exact; and since committed changes only ever become more until a fold,
 * their number together with the generation of the fold names a state.
 */
export const stateSql = `(
  SELECT t.generation || '.' || c.changes AS version, (t.sources + c.sources)::text AS sources,
    (t.offers + c.offers)::text AS offers
  FROM catalog.totals AS t,
    (SELECT count(*) AS changes, coalesce(sum(sources), 0) AS sources, coalesce(sum(offers), 0) AS offers
     FROM catalog.total_changes) AS c
) AS state`;

export interface StateRow {
  version: string;
  sources: string;
  offers: string;
}

function toState({ version, sources, offers }: StateRow): CatalogState {
  return { version, sources: Number(sources), offers: Number(offers) };
}

/**
 * Reads the state. Requests that arrive while one read is on its way share the next one, which begins after they
 * arrived: each sees every write that was answered before.
 */
export class StateReader {
  readonly #batcher: Batcher<undefined, CatalogState>;

  constructor(database: Database) {
    this.#batcher = new Batcher(async (requests) => {
      const { rows } = await database.query<StateRow>({
        name: 'catalog-state',
        text: `SELECT * FROM ${stateSql}`,
      });
      return requests.map(() => toState(rows[0]!));
    });
  }

  read(): Promise<CatalogState> {
    return this.#batcher.submit(undefined);
  }
}

/**
 * Remembers what was worked out for a state of the catalog, until anything is written. Equal questions that are asked
 * at the same time are worked out once.
 */
export class Kept<Value> {
  readonly #most: number;
  readonly #isWorthKeeping: (value: Value) => boolean;
  readonly #values = new Map<string, { version: string; value: Value }>();
  readonly #underway = new Map<string, Promise<{ version: string; value: Value }>>();

  /** @param most how many values are kept */
  constructor(most: number, isWorthKeeping: (value: Value) => boolean = () => true) {
    this.#most = most;
    this.#isWorthKeeping = isWorthKeeping;
  }

  /** @param compute answers with the version of the state that it saw */
  async get(
    key: string,
    version: string,
    compute: () => Promise<{ version: string; value: Value }>,
  ): Promise<Value> {
    const kept = this.#values.get(key);
    if (kept?.version === version) {
      // The oldest one is forgotten first: what is asked for again becomes the youngest.
      this.#values.delete(key);
      this.#values.set(key, kept);
      return kept.value;
    }
    const flight = `${version} ${key}`;
    let found = this.#underway.get(flight);
    if (!found) {
      found = compute().finally(() => this.#underway.delete(flight));
      this.#underway.set(flight, found);
    }
    const fresh = await found;
    this.#values.delete(key);
    if (!this.#isWorthKeeping(fresh.value)) return fresh.value;
    this.#values.set(key, fresh);
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value!);
    return fresh.value;
  }
}

/** How many records pass a filter; counted once for each state of the catalog. */
export async function countMatching(
  database: Queryable,
  kept: Kept<number>,
  { table, where, values, key, version }: CountQuestion,
): Promise<number> {
  return kept.get(`${table} ${key}`, version, async () => {
    const { rows } = await database.query<{ version: string; count: string }>(
      `SELECT state.version, (SELECT count(*) FROM ${table} AS o ${where})::text AS count FROM ${stateSql}`,
      values,
    );
    return { version: rows[0]!.version, value: Number(rows[0]!.count) };
  });
}

export interface CountQuestion {
  table: string;
  where: string;
  values: unknown[];
  key: string;
  version: string;
}
