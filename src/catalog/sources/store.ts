import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { as, name } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { inSteps } from '../deletion.ts';
import { noSuch } from '../errors.ts';
import type { CatalogParts } from '../parts.ts';
import { retrying } from '../retry.ts';
import { offers, sources } from '../schema.ts';
import { idText, recordText, shownSource, source } from '../sql.ts';
import { faultOf } from '../steps.ts';
import { urlKey } from './identifier.ts';
import { insertSources, rowsOfSources } from './insert.ts';
import type { NewSource, SourceChange } from './shapes.ts';

const shown = { source: as(types.text, recordText(shownSource)) };

const readSource = statement({
  name: 'catalog-source',
  params: { id: idText },
  columns: shown,
  query: ({ id }) => build.select(shown).from(source).where(sql`${source.id} = ${id}`),
});

/** @returns the JSON text of a source. @throws Refusal 404 */
export async function findSource(hot: Queryable, id: string): Promise<string> {
  const found = await readSource.first(hot, { id });
  if (!found) throw noSuch('Source');
  return found.source;
}

/** Sources in one step. */
const sourcesAtOnce = 1000;

/**
 * Creates sources, in steps with separate commits.
 * @returns JSON texts in the order of the sources; if the database failed, those of the created ones, with the fault
 */
export async function createSourcesInSteps(
  parts: CatalogParts,
  sources: NewSource[],
): Promise<{ made: string[]; fault?: unknown }> {
  const made: string[] = [];
  const fault = await faultOf(async () => {
    for (let from = 0; from < sources.length; from += sourcesAtOnce) {
      made.push(...(await createSources(parts, sources.slice(from, from + sourcesAtOnce))));
    }
  });
  return { made, fault };
}

/** @returns JSON texts in the order of the sources */
export async function createSources({ hot, figures }: CatalogParts, given: NewSource[]): Promise<string[]> {
  const made = await insertSources.all(hot, { sources: rowsOfSources(given) });
  figures.wrote();
  return made.map(({ source }) => source);
}

const writeSource = statement({
  name: 'catalog-update-source',
  params: {
    id: idText,
    name: orNull(types.text),
    changesUrl: types.boolean,
    url: orNull(types.text),
    urlKey: orNull(types.text),
  },
  columns: shown,
  query: (p, columns) => sql`
    UPDATE ${sources} AS ${source} SET
      ${name(source.name)} = coalesce(${p.name}, ${source.name}),
      ${name(source.url)} = CASE WHEN ${p.changesUrl} THEN ${p.url} ELSE ${source.url} END,
      ${name(source.urlKey)} = CASE WHEN ${p.changesUrl} THEN ${p.urlKey} ELSE ${source.urlKey} END,
      ${name(source.updatedAt)} = clock_timestamp()
    WHERE ${source.id} = ${p.id} RETURNING ${columns}`,
});

/** Changes the given fields; `updated_at` is set even if there are none. @throws Refusal 404 */
export async function updateSource(
  { hot, figures }: CatalogParts,
  id: string,
  { name, url }: SourceChange,
): Promise<string> {
  const written = await writeSource.first(hot, {
    ...{ id, name: name ?? null, changesUrl: url !== undefined },
    ...{ url: url ?? null, urlKey: url ? urlKey(url) : null },
  });
  if (!written) throw noSuch('Source');
  figures.wrote();
  return written.source;
}

/** Offers that one transaction of a deletion removes; it takes a fraction of a second. */
const offersAtOnce = 2000;

const deleteSomeOffers = statement({
  name: 'catalog-delete-some-offers',
  prepared: false,
  params: { sourceId: idText },
  query: ({ sourceId }) => sql`
    WITH next AS MATERIALIZED (
      SELECT ${offers.id} FROM ${offers} WHERE ${offers.sourceId} = ${sourceId}
      ORDER BY ${offers.id} LIMIT ${offersAtOnce} FOR UPDATE
    )
    DELETE FROM ${offers} WHERE ${offers.id} = ANY (ARRAY(SELECT id FROM next))`,
});

const deleteEmptySource = statement({
  name: 'catalog-delete-source',
  prepared: false,
  params: { id: idText },
  query: ({ id }) => build.delete(sources).where(sql`${sources.id} = ${id}`),
});

/**
 * Deletes a source and its offers. The offers are deleted first, in small transactions, so that nobody who writes to this
 * source waits for a hundred thousand rows; offers that were added meanwhile are deleted with the source by cascade. After
 * a crash the rest is still there, and the deletion can be repeated.
 *
 * @returns false if there is no such source
 */
export async function deleteSource({ database, figures }: CatalogParts, id: string): Promise<boolean> {
  for (;;) {
    const deleted = await retrying(() => deleteSomeOffers.run(database, { sourceId: id }));
    figures.wrote();
    if (deleted < offersAtOnce) break;
  }
  const deleted = await retrying(() => deleteEmptySource.run(database, { id }));
  figures.wrote();
  return deleted === 1;
}

/** Deletes sources one after the other, so that none is locked while another is waited for. @returns the ids that existed */
export async function deleteSources(parts: CatalogParts, ids: string[]): Promise<Set<string>> {
  const deleted = new Set<string>();
  return inSteps(deleted, async () => {
    for (const id of await existing(parts.database, ids)) {
      if (await deleteSource(parts, id)) deleted.add(id);
    }
  });
}

const ids = { id: as(types.text, sql`${sources.id}::text`) };
const findExisting = statement({
  name: 'catalog-existing-sources',
  prepared: false,
  params: { ids: listOf(idText) },
  columns: ids,
  query: (p) =>
    build.select(ids).from(sources).where(sql`${sources.id} = ANY (${p.ids})`).orderBy(sources.id),
});

async function existing(database: Database, given: string[]): Promise<string[]> {
  return (await findExisting.all(database, { ids: given })).map(({ id }) => id);
}
