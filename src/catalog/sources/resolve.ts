import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { invalid } from '../errors.ts';
import type { CatalogParts } from '../parts.ts';
import { sourceAliases, sources } from '../schema.ts';
import { idText, s } from '../sql.ts';
import { type Identifier, sourceFor } from './identifier.ts';
import { insertUnknown, rowsOfSources } from './insert.ts';

export type Resolution = { id: string } | { error: string };

/** Identifiers in a statement. An empty text is no name and no address, so nothing is looked up by it. */
export const identifiers = rowsOf('i', {
  text: orNull(types.text),
  key: orNull(types.text),
  id: orNull(idText),
});

/** The identifiers as the rows of such a parameter. */
export const identifierRows = (given: readonly Identifier[]) =>
  given.map(({ text, key, id }) => ({ text: text || null, key: key || null, id }));

/**
 * Looks up an identifier `i` as a name, as an address, as an id and as an alias, in that order. Names are not unique; the oldest counts.
 *
 * For `min(id)` Postgres may walk the primary key until it meets the address, which is all sources for an address that is
 * new. No index has `id + 0`, so that only the index of addresses is left.
 */
export const resolveSql = sql`coalesce(
  (SELECT ${s.id} FROM ${sources} AS ${s} WHERE ${s.name} = ${identifiers.at.text} ORDER BY ${s.id} LIMIT 1),
  (SELECT min(${s.id} + 0) FROM ${sources} AS ${s} WHERE ${s.urlKey} = ${identifiers.at.key}),
  (SELECT ${s.id} FROM ${sources} AS ${s} WHERE ${s.id} = ${identifiers.at.id}),
  (SELECT ${sourceAliases.sourceId} FROM ${sourceAliases} WHERE ${sourceAliases.key} = ${identifiers.at.key}))`;

const resolve = statement({
  name: 'catalog-find-sources',
  params: { identifiers },
  columns: { id: as(orNull(types.text), sql`${resolveSql}::text`) },
  query: (p, columns) => sql`SELECT ${columns} FROM ${p.identifiers} ORDER BY ${identifiers.n}`,
});

/** Finds sources without creating any. @returns ids in the order of the identifiers; undefined for missing ones */
export async function findSources(
  database: Queryable,
  given: readonly Identifier[],
): Promise<(string | undefined)[]> {
  const rows = await resolve.all(database, { identifiers: identifierRows(given) });
  return rows.map(({ id }) => id ?? undefined);
}

const named = { id: as(types.text, sql`${sources.id}::text`) };
const findNamed = statement({
  name: 'catalog-sources-named',
  params: { name: types.text },
  columns: named,
  query: ({ name }) => build.select(named).from(sources).where(sql`${sources.name} = ${name}`),
});

/** @returns the ids of all sources with that name, because names are not unique */
export async function sourcesNamed(database: Queryable, name: string): Promise<string[]> {
  return (await findNamed.all(database, { name })).map(({ id }) => id);
}

/**
 * The locks of all connections share a table of fixed size, so a call with ten thousand new sources takes them in small groups.
 */
const locksAtOnce = 200;

/**
 * Finds sources and creates the missing ones.
 *
 * An advisory lock for each identifier, taken in one order by all callers, serializes creation: requests for the same new
 * source create one, and requests for other sources do not wait. It has its own transaction, so that the locks are held
 * only for the creation and not for the offers that follow.
 *
 * @returns one resolution for each identifier, in their order
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

/**
 * The id of the source that an identifier names; creates the source if the identifier allows it.
 * @throws Refusal 400 under `source_identifier`
 */
export async function resolveSource({ hot, figures }: CatalogParts, identifier: Identifier): Promise<string> {
  const [resolution] = await ensureSources(hot, [identifier]);
  figures.wrote();
  if ('error' in resolution!) throw invalid({ source_identifier: [resolution.error] });
  return resolution!.id;
}

interface Missing {
  lock: string;
  identifier: Identifier;
  name: string;
  url: string | null;
}

const lockEach = statement({
  name: 'catalog-lock-sources',
  prepared: false,
  params: { locks: listOf(types.text) },
  query: ({ locks }) => sql`
    SELECT pg_advisory_xact_lock(l.lock) FROM (
      SELECT DISTINCT hashtextextended('catalog source ' || text, 0) AS lock FROM unnest(${locks}) AS text ORDER BY 1
    ) AS l`,
});

function createUnderLock(database: Database, missing: Missing[]): Promise<string[]> {
  return database.transaction(async (tx) => {
    await lockEach.run(tx, { locks: missing.map(({ lock }) => lock) });
    // A new statement sees what the transaction has committed for whose lock this one waited.
    const found = await findSources(
      tx,
      missing.map(({ identifier }) => identifier),
    );
    const wanted = missing.filter((_, i) => found[i] === undefined);
    const made = wanted.length > 0 ? await insertUnknown.all(tx, { sources: rowsOfSources(wanted) }) : [];
    let next = 0;
    return found.map((id) => id ?? made[next++]!.id);
  });
}
