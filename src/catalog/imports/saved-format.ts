import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { isCharset } from '../../platform/body-text.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { check } from '../check.ts';
import { invalid, noSuch } from '../errors.ts';
import { objectFault } from '../fields.ts';
import { isRecord, parseJson, writeJson } from '../json.ts';
import { importQuery } from '../offers/query.ts';
import { sourceFormats, sources } from '../schema.ts';
import { named } from '../shapes.ts';
import { readIdentifier } from '../sources/identifier.ts';
import { findSources } from '../sources/resolve.ts';
import { idText } from '../sql.ts';

/** How the files of a source are written, kept for its next imports. */

/** The parameters of an import that may be kept. */
const kept = importQuery.pick({
  ...{ map: true, set: true, delimiter: true, decimal: true },
  ...{ charset: true, header_row: true, sheet: true },
});
type Kept = z.output<typeof kept>;
const names = Object.keys(kept.shape);

/** The values as a query has them. Null is as if there was none. */
const asParameters = (format: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(format).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'string' ? value : writeJson(value)]],
    ),
  );

const example = {
  ...{ map: { Артикул: 'pn_raw', Цена: 'price_raw' }, set: { price_currency: 'RUB' } },
  ...{ delimiter: 'semicolon', decimal: 'comma', header_row: 2 },
};
const texts = { type: 'object', additionalProperties: { type: 'string' } } as const;
const properties = Object.fromEntries(
  Object.entries(kept.shape).map(([name, parameter]) => {
    const meta = parameter.unwrap().meta();
    return [name, name === 'map' || name === 'set' ? { ...texts, description: meta?.description } : meta];
  }),
);
const described = { type: 'object', properties, additionalProperties: false } as const;

/** A format to be kept: the parameters of an import, `map` and `set` as objects. The output is what is stored, as JSON text. */
export const newFormat = named(
  'ImportFormatRequest',
  z
    .unknown()
    .transform((input, ctx): string => {
      const fail = (message: string, ...path: string[]) => {
        ctx.issues.push({ code: 'custom', message, input, path });
      };
      if (!isRecord(input)) {
        fail(objectFault(input)!);
        return z.NEVER;
      }
      // A name that is dropped would be missed by the next import only.
      for (const name of Object.keys(input)) {
        if (!names.includes(name))
          fail(`A format has no such member. It may have ${names.join(', ')}.`, name);
      }
      const result = kept.safeParse(asParameters(input));
      if (!result.success) {
        for (const { path, message } of result.error.issues) fail(message, ...path.map(String));
        return z.NEVER;
      }
      const { charset } = result.data;
      if (charset !== undefined && !isCharset(charset)) fail(`"${charset}" is no charset.`, 'charset');
      // As it was said, since the sign itself is shown to nobody.
      const { delimiter } = input;
      return writeJson({ ...result.data, ...(result.data.delimiter !== undefined && { delimiter }) });
    })
    .meta(described),
  example,
);

/** The format of a source, empty if none is kept. */
export const shownFormat = named('ImportFormat', z.unknown().meta(described), example);

const shown = { format: as(types.text, sql`${sourceFormats.format}::text`) };

const findFormat = statement({
  name: 'catalog-source-format',
  params: { id: idText },
  columns: shown,
  query: ({ id }) => build.select(shown).from(sourceFormats).where(sql`${sourceFormats.sourceId} = ${id}`),
});

/** The format of a source as JSON text; `{}` if none is kept. */
export const readFormat = async (database: Queryable, id: string): Promise<string> =>
  (await findFormat.first(database, { id }))?.format ?? '{}';

const putFormat = statement({
  name: 'catalog-put-source-format',
  prepared: false,
  params: { id: idText, format: types.jsonText },
  columns: shown,
  // The source is locked, so that it is found to be missing while it is deleted.
  query: ({ id, format }, returned) => sql`
    INSERT INTO ${sourceFormats} (source_id, format)
    SELECT ${sources.id}, ${format} FROM ${sources} WHERE ${sources.id} = ${id} FOR KEY SHARE
    ON CONFLICT (source_id) DO UPDATE SET format = excluded.format
    RETURNING ${returned}`,
});

/** Keeps a format in place of the one before. @param format JSON text @returns it @throws Refusal 404 if there is no such source */
export async function writeFormat(database: Database, id: string, format: string): Promise<string> {
  const written = await putFormat.first(database, { id, format });
  if (!written) throw noSuch('Source');
  return written.format;
}

const removeFormat = statement({
  name: 'catalog-remove-source-format',
  prepared: false,
  params: { id: idText },
  query: ({ id }) => build.delete(sourceFormats).where(sql`${sourceFormats.sourceId} = ${id}`),
});

/** Forgets the format of a source; nothing happens if none is kept. */
export async function dropFormat(database: Database, id: string): Promise<void> {
  await removeFormat.run(database, { id });
}

/**
 * The parameters of an import with those that are kept for its source where the request says nothing, and the names of these.
 * @param isCharsetNamed whether the content type names the charset
 * @throws Refusal 400 if what is kept is not valid any more
 */
export async function withSavedFormat<Query extends Partial<Kept> & { source?: string | undefined }>(
  database: Queryable,
  query: Query,
  isCharsetNamed: boolean,
): Promise<{ query: Query; saved: string[] }> {
  if (query.source === undefined) return { query, saved: [] };
  const [id] = await findSources(database, [readIdentifier(query.source)]);
  if (id === undefined) return { query, saved: [] };
  const stored = parseJson(await readFormat(database, id));
  const format = 'value' in stored && isRecord(stored.value) ? stored.value : {};
  const result = check(kept, asParameters(format));
  if ('errors' in result) {
    throw invalid({
      source: ['What is kept at import-format/ of this source is not valid any more: put it anew.'],
    });
  }
  if (isCharsetNamed) delete result.value.charset;
  const said = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
  const saved = Object.keys(result.value).filter((name) => !(name in said));
  return { query: { ...query, ...result.value, ...said }, saved };
}
