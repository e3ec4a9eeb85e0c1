import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { invalid, noSuch } from '../errors.ts';
import { listOf, object, type Reading, readRequiredText } from '../fields.ts';
import { sourceAliases, sources } from '../schema.ts';
import { named } from '../shapes.ts';
import { idText } from '../sql.ts';
import { readIdentifier } from './identifier.ts';
import { findSources } from './resolve.ts';

/** Further names and addresses under which offers and imports may name a source. */

const most = 1000;
/** In code points, so that every key fits into an entry of the index. */
const longest = 255;

const isId = (text: string) => /^\d+$/.test(text);

function readAlias(value: unknown): Reading<string> {
  const reading = readRequiredText(value, longest);
  return 'value' in reading && isId(reading.value)
    ? { errors: ['A number is an id, and cannot be an alias.'] }
    : reading;
}

const example = { aliases: ['ACME Europe', 'https://acme.example'] };

export const newAliases = named(
  'SourceAliasesRequest',
  object({
    aliases: listOf(readAlias, {
      ...{ most, mayBeEmpty: true },
      items: { type: 'string', minLength: 1, maxLength: longest },
      description: 'Names and addresses, in place of those before.',
    }),
  }),
  example,
);

export const shownAliases = named(
  'SourceAliases',
  z.object({ aliases: z.array(z.string()).meta({ description: 'In alphabetical order.' }) }),
  example,
);

const shown = { alias: sourceAliases.alias };

const listAliases = statement({
  name: 'catalog-source-aliases',
  params: { sourceId: idText },
  columns: shown,
  query: ({ sourceId }) =>
    build
      .select(shown)
      .from(sourceAliases)
      .where(sql`${sourceAliases.sourceId} = ${sourceId}`)
      .orderBy(sourceAliases.alias),
});

/** The aliases of a source, in alphabetical order. */
export const aliasesOf = async (database: Queryable, sourceId: string): Promise<string[]> =>
  (await listAliases.all(database, { sourceId })).map(({ alias }) => alias);

const holdSource = statement({
  name: 'catalog-hold-source',
  prepared: false,
  params: { id: idText },
  columns: { id: as(types.text, sql`${sources.id}::text`) },
  // Two who replace the aliases of a source do so one after the other.
  query: ({ id }, columns) =>
    sql`SELECT ${columns} FROM ${sources} WHERE ${sources.id} = ${id} FOR NO KEY UPDATE`,
});

const dropAliases = statement({
  name: 'catalog-drop-source-aliases',
  prepared: false,
  params: { sourceId: idText },
  query: ({ sourceId }) => build.delete(sourceAliases).where(sql`${sourceAliases.sourceId} = ${sourceId}`),
});

const input = rowsOf('i', { key: types.text, alias: types.text });

const insertAliases = statement({
  name: 'catalog-insert-source-aliases',
  prepared: false,
  params: { sourceId: idText, aliases: input },
  query: ({ sourceId, aliases }) => sql`
    INSERT INTO ${sourceAliases} (key, alias, source_id)
    SELECT DISTINCT ON (i.key) i.key, i.alias, ${sourceId} FROM ${aliases} ORDER BY i.key, i.n
    ON CONFLICT (key) DO NOTHING`,
});

/**
 * Gives a source these aliases in place of those before.
 * @returns them as they are kept
 * @throws Refusal 404; 400 if one of them is already what another source is called
 */
export function replaceAliases(database: Database, sourceId: string, aliases: string[]): Promise<string[]> {
  return database.transaction(async (tx) => {
    if (!(await holdSource.first(tx, { id: sourceId }))) throw noSuch('Source');
    const owners = await findSources(tx, aliases.map(readIdentifier));
    const errors = aliases.flatMap((alias, index) =>
      owners[index] === undefined || owners[index] === sourceId
        ? []
        : [`Element ${index}: source ${owners[index]} is called "${alias}" already.`],
    );
    if (errors.length > 0) throw invalid({ aliases: errors.slice(0, 10) });
    await dropAliases.run(tx, { sourceId });
    await insert(tx, sourceId, aliases);
    return aliasesOf(tx, sourceId);
  });
}

/** Makes texts aliases of a source, except those that can be none, or by which a source is found already. */
export async function adoptNames(tx: Transaction, sourceId: string, texts: readonly string[]): Promise<void> {
  const possible = texts.filter((text) => 'value' in readAlias(text));
  const owners = await findSources(tx, possible.map(readIdentifier));
  await insert(
    tx,
    sourceId,
    possible.filter((_, index) => owners[index] === undefined),
  );
}

async function insert(tx: Transaction, sourceId: string, aliases: readonly string[]): Promise<void> {
  const rows = aliases.map((alias) => ({ key: readIdentifier(alias).key, alias }));
  if (rows.length > 0) await insertAliases.run(tx, { sourceId, aliases: rows });
}
