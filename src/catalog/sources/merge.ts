import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Transaction } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { listOf as listType, orNull, types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { invalid, noSuch, unfinished } from '../errors.ts';
import { listOf, object, oneOf, readId } from '../fields.ts';
import type { CatalogParts } from '../parts.ts';
import { retrying } from '../retry.ts';
import { offers, sourceAliases, sourceFormats, sources } from '../schema.ts';
import { count, idShape, named } from '../shapes.ts';
import { idText, offer } from '../sql.ts';
import { faultOf } from '../steps.ts';
import { adoptNames } from './aliases.ts';
import { onlyId } from './identifier.ts';
import { findSources } from './resolve.ts';

/** Several sources become one. */

const most = 1000;

export const sourcesToMerge = named(
  'SourceMergeRequest',
  object({
    sources: listOf(readId, {
      most,
      items: idShape,
      description: 'The sources that become part of this one.',
    }),
    duplicates: oneOf(
      ['keep', 'delete'],
      'What becomes of offers that this source has already, with the same part number and condition. `keep`, which is the default: they stay where they are, and so does their source.',
    ).optional(),
  }),
  { sources: [8, 9], duplicates: 'delete' },
);

export const mergeReport = named(
  'SourceMerge',
  z.object({
    merged: count.meta({ description: 'Sources that are no more.' }),
    moved: count.meta({ description: 'Offers that belong to this source now, with their ids.' }),
    kept: count.meta({ description: 'Offers that stayed where they are.' }),
    deleted: count.meta({ description: 'Offers that were deleted.' }),
    not_found: z.array(z.int()).meta({ description: 'Ids of which there is no source.' }),
  }),
  { merged: 2, moved: 1200, kept: 0, deleted: 3, not_found: [] },
);

/** What a merge did. */
export interface Merge {
  merged: number;
  moved: number;
  kept: number;
  deleted: number;
  notFound: string[];
}

const lockSources = statement({
  name: 'catalog-lock-sources-to-merge',
  prepared: false,
  params: { ids: listType(idText) },
  columns: {
    id: as(types.text, sql`${sources.id}::text`),
    name: sources.name,
    url: as(orNull(types.text), sources.url),
    mergesInto: as(orNull(types.text), sql`${sources.mergesInto}::text`),
  },
  // Nobody adds an offer to one of them meanwhile. In one order, as whoever adds offers to several sources.
  query: ({ ids }, columns) =>
    sql`SELECT ${columns} FROM ${sources} WHERE ${sources.id} = ANY (${ids}) ORDER BY ${sources.id} FOR UPDATE`,
});

/** Offers that one transaction moves; it takes a fraction of a second. */
const offersAtOnce = 2000;

const nextOffers = statement({
  name: 'catalog-next-offers-to-move',
  prepared: false,
  params: { from: idText, after: idText },
  columns: { id: as(types.text, sql`${offer.id}::text`) },
  query: ({ from, after }, columns) => sql`
    SELECT ${columns} FROM ${offers} AS ${offer} WHERE ${offer.sourceId} = ${from} AND ${offer.id} > ${after}
    ORDER BY ${offer.id} LIMIT ${offersAtOnce} FOR UPDATE`,
});

const same = alias(offers, 'same');
/** Whether a source has an offer of the same part number and condition as an offer `o`. */
const isThere = (sourceId: SQL) => sql`EXISTS (
  SELECT FROM ${offers} AS ${same} WHERE ${same.sourceId} = ${sourceId} AND ${same.pnRaw} = ${offer.pnRaw}
    AND ${same.conditionRaw} IS NOT DISTINCT FROM ${offer.conditionRaw})`;

const deleteDuplicates = statement({
  name: 'catalog-delete-duplicates-of-merge',
  prepared: false,
  params: { ids: listType(idText), into: idText },
  query: ({ ids, into }) =>
    sql`DELETE FROM ${offers} AS ${offer} WHERE ${offer.id} = ANY (${ids}) AND ${isThere(into)}`,
});

const moveOffers = statement({
  name: 'catalog-move-offers',
  prepared: false,
  params: { ids: listType(idText), into: idText },
  query: ({ ids, into }) =>
    sql`UPDATE ${offers} AS ${offer} SET source_id = ${into} WHERE ${offer.id} = ANY (${ids}) AND NOT ${isThere(into)}`,
});

const countOffers = statement({
  name: 'catalog-count-offers-of-source',
  prepared: false,
  params: { sourceId: idText },
  columns: { count: as(types.bigint, sql`count(*)`) },
  query: ({ sourceId }, columns) =>
    sql`SELECT ${columns} FROM ${offers} AS ${offer} WHERE ${offer.sourceId} = ${sourceId}`,
});

const mark = statement({
  name: 'catalog-mark-source-as-merging',
  prepared: false,
  params: { from: idText, into: orNull(idText) },
  query: ({ from, into }) =>
    sql`UPDATE ${sources} SET merges_into = ${into} WHERE ${sources.id} = ${from} AND ${sources.mergesInto} IS DISTINCT FROM ${into}`,
});

const takeAliases = statement({
  name: 'catalog-take-aliases',
  prepared: false,
  params: { from: idText, into: idText },
  query: ({ from, into }) =>
    sql`UPDATE ${sourceAliases} SET source_id = ${into} WHERE ${sourceAliases.sourceId} = ${from}`,
});

const takeFormat = statement({
  name: 'catalog-take-import-format',
  prepared: false,
  params: { from: idText, into: idText },
  query: ({ from, into }) => sql`
    INSERT INTO ${sourceFormats} (source_id, format)
    SELECT ${into}, ${sourceFormats.format} FROM ${sourceFormats} WHERE ${sourceFormats.sourceId} = ${from}
    ON CONFLICT DO NOTHING`,
});

const dropSource = statement({
  name: 'catalog-delete-merged-source',
  prepared: false,
  params: { id: idText },
  query: ({ id }) => build.delete(sources).where(sql`${sources.id} = ${id}`),
});

interface Step {
  moved: number;
  deleted: number;
  /** Where the next step goes on; undefined after the last one. */
  after?: string;
  /** After the last one: offers that stayed. */
  kept: number;
}

interface Merging {
  from: string;
  into: string;
  deletes: boolean;
  /** The last offer of the step before, `0` at first. */
  after: string;
}

/** Moves some offers, and after the last of them all else. @returns undefined if there is no such source. @throws Refusal 404 or 400 */
async function mergeSome(
  tx: Transaction,
  { from, into, deletes, after }: Merging,
): Promise<Step | undefined> {
  const held = await lockSources.all(tx, { ids: [from, into] });
  const target = held.find(({ id }) => id === into);
  if (!target) throw noSuch('Source');
  // Two merges in opposite directions would move the same offers to and fro.
  const [next] = target.mergesInto === null ? [] : await findSources(tx, [onlyId(target.mergesInto)]);
  if (next !== undefined) {
    throw invalid({
      sources: [`This source is itself being merged into source ${next}. Merge these into that one.`],
    });
  }
  const source = held.find(({ id }) => id === from);
  if (!source) return undefined;
  const ids = (await nextOffers.all(tx, { from, after })).map(({ id }) => id);
  const deleted = deletes ? await deleteDuplicates.run(tx, { ids, into }) : 0;
  const moved = await moveOffers.run(tx, { ids, into });
  if (ids.length === offersAtOnce) {
    await mark.run(tx, { from, into });
    return { moved, deleted, kept: 0, after: ids.at(-1)! };
  }
  const kept = (await countOffers.one(tx, { sourceId: from })).count;
  // Others have added offers with smaller ids, which they had drawn before.
  if (kept > 0 && deletes) return { moved, deleted, kept: 0, after: '0' };
  if (kept > 0) {
    await mark.run(tx, { from, into: null });
    return { moved, deleted, kept };
  }
  await takeAliases.run(tx, { from, into });
  await takeFormat.run(tx, { from, into });
  await dropSource.run(tx, { id: from });
  await adoptNames(tx, into, [source.name, ...(source.url === null ? [] : [source.url])]);
  return { moved, deleted, kept };
}

/**
 * Makes sources part of another one: their offers move to it, and their names, addresses and aliases become its aliases. Offers that it has already
 * are deleted, or stay, and their source with them. That happens in small transactions, so that nobody who writes to one of them waits for
 * long. After a crash what was moved has been moved, and the call can be repeated.
 * @throws Refusal 404; 400 if a source is to be merged into itself, or into one that is being merged; 503 with the report so far if the database failed
 */
export async function mergeSources(
  { database, figures }: CatalogParts,
  into: string,
  from: string[],
  duplicates: 'keep' | 'delete',
): Promise<Merge> {
  if (from.includes(into)) throw invalid({ sources: ['A source cannot be merged into itself.'] });
  const { notFound, ...counts }: Merge = { merged: 0, moved: 0, kept: 0, deleted: 0, notFound: [] };
  const fault = await faultOf(async () => {
    for (const id of new Set(from)) {
      for (let after: string | undefined = '0'; after !== undefined; ) {
        const merging: Merging = { from: id, into, after, deletes: duplicates === 'delete' };
        // Somebody may give an offer the part number of another one meanwhile (unique_violation).
        const step: Step | undefined = await retrying(
          () => database.transaction((tx) => mergeSome(tx, merging)),
          '23505',
        );
        after = step?.after;
        if (!step) {
          notFound.push(id);
          break;
        }
        figures.wrote();
        counts.moved += step.moved;
        counts.deleted += step.deleted;
        counts.kept += step.kept;
        if (after === undefined && step.kept === 0) counts.merged++;
      }
    }
  });
  if (fault) throw unfinished(counts, fault);
  return { ...counts, notFound };
}
