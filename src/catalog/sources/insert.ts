import { type SQL, sql } from 'drizzle-orm';
import { as, names, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { sources } from '../schema.ts';
import { recordText, shownSource, source } from '../sql.ts';
import { urlKey } from './identifier.ts';

/** The statements that create sources, which get their ids in the given order. */

const input = rowsOf('i', { name: types.text, url: orNull(types.text), url_key: orNull(types.text) });

/** The rows of new sources. */
export const rowsOfSources = (given: readonly { name: string; url?: string | null | undefined }[]) =>
  given.map(({ name, url = null }) => ({ name, url, url_key: url ? urlKey(url) : null }));

/** @param returned columns of the inserted rows, which then have the alias `made` */
const insert = (rows: SQL, returned?: SQL): SQL => sql`
  WITH fresh AS MATERIALIZED (
    SELECT nextval('catalog.sources_id_seq') AS id, u.* FROM (SELECT i.* FROM ${rows} ORDER BY i.n) AS u
  ), made AS (
    INSERT INTO ${sources} (${names(sources.id, sources.name, sources.url, sources.urlKey)})
    SELECT id, name, url, url_key FROM fresh ${returned}
  )`;

/** Creates sources and returns their JSON texts. */
export const insertSources = statement({
  name: 'catalog-create-sources',
  params: { sources: input },
  columns: { source: as(types.text, recordText(shownSource)) },
  query: (p, columns) =>
    sql`${insert(p.sources, sql`RETURNING *`)} SELECT ${columns} FROM made AS ${source} ORDER BY ${source.id}`,
});

/** Creates sources that offers name, and returns their ids. */
export const insertUnknown = statement({
  name: 'catalog-create-unknown-sources',
  prepared: false,
  params: { sources: input },
  columns: { id: as(types.text, sql`fresh.id::text`) },
  query: (p, columns) => sql`${insert(p.sources)} SELECT ${columns} FROM fresh ORDER BY fresh.n`,
});
