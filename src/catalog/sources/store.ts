import type { Database, Queryable } from '../../platform/postgres.ts';
import { type FieldErrors, noSuch } from '../errors.ts';
import { type Reading, readOptionalText, readRequiredText, required } from '../fields.ts';
import type { CatalogParts } from '../parts.ts';
import { retrying } from '../retry.ts';
import { sourceColumns } from '../sql.ts';
import { urlKey } from './identifier.ts';

export interface SourceValues {
  name?: string;
  url?: string | null;
}

/** Reads a source. @param mode `create` and `replace` need a name */
export function readSource(
  input: Record<string, unknown>,
  mode: 'create' | 'replace' | 'change',
): { values: SourceValues } | { errors: FieldErrors } {
  const errors: FieldErrors = {};
  const values: SourceValues = {};
  const take = <Value>(field: string, reading: Reading<Value>): Value | undefined => {
    if ('value' in reading) return reading.value;
    errors[field] = reading.errors;
    return undefined;
  };
  if (input.name !== undefined) values.name = take('name', readRequiredText(input.name, 255));
  else if (mode !== 'change') errors.name = [required];
  if (input.url !== undefined) values.url = take('url', readOptionalText(input.url));
  return Object.keys(errors).length > 0 ? { errors } : { values };
}

const shown = `(SELECT row_to_json(r)::text FROM (SELECT ${sourceColumns}) AS r) AS source`;

/** @returns the JSON text of a source. @throws Refusal 404 */
export async function findSource(hot: Queryable, id: string): Promise<string> {
  const { rows } = await hot.query<{ source: string }>({
    name: 'catalog-source',
    text: `SELECT ${shown} FROM catalog.sources AS o WHERE o.id = $1`,
    values: [id],
  });
  if (!rows[0]) throw noSuch('Source');
  return rows[0].source;
}

/** @returns JSON texts in the order of the sources */
export async function createSources(
  { hot, figures }: CatalogParts,
  sources: SourceValues[],
): Promise<string[]> {
  const { rows } = await hot.query<{ source: string }>({
    name: 'catalog-create-sources',
    text: `WITH fresh AS MATERIALIZED (
        SELECT nextval('catalog.sources_id_seq') AS id, i.* FROM (
          SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS u(name, url, url_key, n)
          ORDER BY n
        ) AS i
      ), made AS (
        INSERT INTO catalog.sources (id, name, url, url_key) SELECT id, name, url, url_key FROM fresh RETURNING *
      )
      SELECT ${shown} FROM made AS o ORDER BY o.id`,
    values: [
      sources.map(({ name }) => name),
      sources.map(({ url }) => url ?? null),
      sources.map(({ url }) => (url ? urlKey(url) : null)),
    ],
  });
  figures.wrote();
  return rows.map(({ source }) => source);
}

/** Changes the given fields; `updated_at` is renewed even when there are none. @throws Refusal 404 */
export async function updateSource(
  { hot, figures }: CatalogParts,
  id: string,
  { name, url }: SourceValues,
): Promise<string> {
  const { rows } = await hot.query<{ source: string }>({
    name: 'catalog-update-source',
    text: `UPDATE catalog.sources AS o SET
        name = coalesce($2, o.name),
        url = CASE WHEN $3::boolean THEN $4 ELSE o.url END,
        url_key = CASE WHEN $3::boolean THEN $5 ELSE o.url_key END,
        updated_at = clock_timestamp()
      WHERE o.id = $1 RETURNING ${shown}`,
    values: [id, name ?? null, url !== undefined, url ?? null, url ? urlKey(url) : null],
  });
  if (!rows[0]) throw noSuch('Source');
  figures.wrote();
  return rows[0].source;
}

/** Offers that one transaction of a deletion removes: a fraction of a second. */
const offersAtOnce = 2000;

/**
 * Deletes a source and its offers. The offers go first, in small transactions, so that nobody who writes to this source
 * meanwhile waits for a hundred thousand rows; what was added since goes with the source by cascade. After a crash the
 * rest is still there, and the deletion can be repeated.
 *
 * @returns false when there is no such source
 */
export async function deleteSource({ database, figures }: CatalogParts, id: string): Promise<boolean> {
  for (;;) {
    const { rowCount } = await retrying(() =>
      database.query(
        `WITH next AS MATERIALIZED (
         SELECT id FROM catalog.offers WHERE source_id = $1 ORDER BY id LIMIT ${offersAtOnce} FOR UPDATE
       )
       DELETE FROM catalog.offers WHERE id = ANY (ARRAY(SELECT id FROM next))`,
        [id],
      ),
    );
    figures.wrote();
    if ((rowCount ?? 0) < offersAtOnce) break;
  }
  const { rowCount } = await retrying(() =>
    database.query('DELETE FROM catalog.sources WHERE id = $1', [id]),
  );
  figures.wrote();
  return rowCount === 1;
}

/** @returns the ids that existed. One source after the other: none is locked while another is waited for. */
export async function deleteSources(parts: CatalogParts, ids: string[]): Promise<Set<string>> {
  const deleted = new Set<string>();
  for (const id of await existing(parts.database, ids)) if (await deleteSource(parts, id)) deleted.add(id);
  return deleted;
}

async function existing(database: Database, ids: string[]): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    'SELECT id::text AS id FROM catalog.sources WHERE id = ANY ($1::bigint[]) ORDER BY catalog.sources.id',
    [ids],
  );
  return rows.map(({ id }) => id);
}
