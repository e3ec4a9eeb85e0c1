import type { Database, Queryable } from '../../platform/postgres.ts';
import { type Identifier, sourceFor, urlKey } from './identifier.ts';

export type Resolution = { id: string } | { error: string };

/** An identifier as a name, as an address and as an id, in that order; names are not unique, the oldest counts. */
export const resolveSql = `coalesce(
  (SELECT s.id FROM catalog.sources AS s WHERE s.name = i.text ORDER BY s.id LIMIT 1),
  (SELECT min(s.id) FROM catalog.sources AS s WHERE s.url_key = i.key),
  (SELECT s.id FROM catalog.sources AS s WHERE s.id = i.id))`;

/** The three arrays that `unnest($1::text[], $2::text[], $3::bigint[]) AS i(text, key, id)` takes. */
export function identifierArrays(identifiers: Identifier[]): (string | null)[][] {
  // An empty text is no name and no address: nothing is looked up by it.
  return [
    identifiers.map((i) => i.text || null),
    identifiers.map((i) => i.key || null),
    identifiers.map((i) => i.id),
  ];
}

/** Looks sources up without creating any. @returns ids in the order of the identifiers */
export async function findSources(
  database: Queryable,
  identifiers: Identifier[],
): Promise<(string | undefined)[]> {
  const { rows } = await database.query<{ id: string | null }>({
    name: 'catalog-find-sources',
    text: `SELECT ${resolveSql}::text AS id
           FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS i(text, key, id, n) ORDER BY i.n`,
    values: identifierArrays(identifiers),
  });
  return rows.map((row) => row.id ?? undefined);
}

/**
 * Locks of one transaction lie in a table of fixed size that all connections share, so a call with ten thousand new
 * sources takes them by the hundred.
 */
const locksAtOnce = 200;

/**
 * Finds sources and creates those that are missing.
 *
 * Creation is serialised for each identifier by an advisory lock, taken in one order by everybody, so that requests
 * for the same new source create one, and requests for other sources do not wait. It commits on its own: the locks
 * are held for the moment of creation and not for the offers that follow.
 *
 * @returns one resolution an identifier, in their order
 */
export async function ensureSources(database: Database, identifiers: Identifier[]): Promise<Resolution[]> {
  const resolutions: Resolution[] = new Array(identifiers.length);
  const found = await findSources(database, identifiers);
  const missing = new Map<
    string,
    { identifier: Identifier; name: string; url: string | null; places: number[] }
  >();
  identifiers.forEach((identifier, place) => {
    const id = found[place];
    const source = id === undefined ? sourceFor(identifier) : undefined;
    if (id !== undefined) resolutions[place] = { id };
    else if ('error' in source!) resolutions[place] = source;
    else {
      const { name, url } = source!;
      const lock = url === null ? identifier.text : identifier.key;
      const entry = missing.get(lock);
      if (entry) entry.places.push(place);
      else missing.set(lock, { identifier, name, url, places: [place] });
    }
  });
  const locks = [...missing.keys()].sort();
  for (let from = 0; from < locks.length; from += locksAtOnce) {
    const chunk = locks.slice(from, from + locksAtOnce).map((lock) => ({ lock, ...missing.get(lock)! }));
    const ids = await createUnderLock(database, chunk);
    chunk.forEach(({ places }, i) => {
      for (const place of places) resolutions[place] = { id: ids[i]! };
    });
  }
  return resolutions;
}

interface Missing {
  lock: string;
  identifier: Identifier;
  name: string;
  url: string | null;
}

function createUnderLock(database: Database, missing: Missing[]): Promise<string[]> {
  return database.transaction(async (tx) => {
    await tx.query(
      `SELECT pg_advisory_xact_lock(l.lock) FROM (
         SELECT DISTINCT hashtextextended('catalog source ' || text, 0) AS lock FROM unnest($1::text[]) AS text
         ORDER BY 1
       ) AS l`,
      [missing.map(({ lock }) => lock)],
    );
    // A new statement: it sees what the one before committed, for whose lock this one waited.
    const found = await findSources(
      tx,
      missing.map(({ identifier }) => identifier),
    );
    const wanted = missing.filter((_, i) => found[i] === undefined);
    if (wanted.length === 0) return found as string[];
    const { rows } = await tx.query<{ id: string }>(
      `WITH fresh AS MATERIALIZED (
         SELECT nextval('catalog.sources_id_seq') AS id, i.* FROM (
           SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS u(name, url, url_key, n)
           ORDER BY n
         ) AS i
       ), made AS (
         INSERT INTO catalog.sources (id, name, url, url_key) SELECT id, name, url, url_key FROM fresh
       )
       SELECT id::text FROM fresh ORDER BY n`,
      [wanted.map((w) => w.name), wanted.map((w) => w.url), wanted.map((w) => w.url && urlKey(w.url))],
    );
    let next = 0;
    return found.map((id) => id ?? rows[next++]!.id);
  });
}
