import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { lock } from '../../platform/advisory-locks.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { as, names } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { execute, statement } from '../../platform/statement.ts';
import { writeNoticesOf } from '../notices/write.ts';
import {
  type Assignment,
  assigned,
  bit,
  differs,
  offerColumns,
  offerFields,
  wanted,
} from '../offers/columns.ts';
import type { CatalogParts } from '../parts.ts';
import { retrying } from '../retry.ts';
import { importChanges, imports, offers, seenOffers, sources, stagedOffers } from '../schema.ts';
import { idText, offer } from '../sql.ts';
import { dropEarlierChanges, dropStaged, type ImportCounts, isInterrupted } from './run.ts';

/** A list that is staged, and what it may do. */
export interface StagedList {
  importId: string;
  sourceId: string;
  vanishedStatus: string | null;
  /** Whether it is never applied without a confirmation. */
  asks: boolean;
  /** It is not applied if more of the source's offers would vanish, in percent; 100 for a list that was confirmed. */
  mostVanishedPercent: number;
}

/** What a list did, or would do. */
export type ListCounts = Pick<ImportCounts, 'created' | 'updated' | 'unchanged' | 'vanished'> & {
  /** The offers that the list has, without rows that failed. */
  offers: number;
};

export type Application =
  | { outcome: 'done' | 'needs_confirmation'; counts: ListCounts }
  /** A newer list of the source was applied, the list was cancelled, or its source was deleted. */
  | { outcome: 'overtaken' | 'ended' | 'no_source' };

const staged = alias(stagedOffers, 'input');
const params = { importId: idText, sourceId: idText, vanishedStatus: orNull(types.text) };

/** Whether a staged row is about an offer `o`. */
const isAbout = sql`${staged.pnRaw} = ${offer.pnRaw} AND ${staged.conditionRaw} IS NOT DISTINCT FROM ${offer.conditionRaw}`;
const key = ['pn_raw', 'condition_raw'];

/** What a list changes of an offer. One that is back loses the status that it got when it vanished. */
const changing = (vanishedStatus: SQL): Assignment[] =>
  offerFields
    .filter((field) => !key.includes(field))
    .map((field) => {
      const column = offerColumns[field];
      const otherwise =
        field === 'status_raw'
          ? sql`CASE WHEN ${column} = ${vanishedStatus} THEN NULL ELSE ${column} END`
          : column;
      return { column, value: wanted(column, bit(field), otherwise) };
    });

/** Whether an offer `o` may vanish: not one that has that status already. */
const mayVanish = (vanishedStatus: SQL) =>
  sql`(${vanishedStatus} IS NULL OR ${offer.statusRaw} IS DISTINCT FROM ${vanishedStatus})`;

const planList = statement({
  name: 'catalog-plan-list',
  prepared: false,
  params,
  columns: {
    offers: as(types.bigint, sql`asked.offers`),
    all: as(types.bigint, sql`asked.all_present`),
    there: as(types.bigint, sql`count(*) FILTER (WHERE NOT matched.is_failed)`),
    updated: as(types.bigint, sql`count(*) FILTER (WHERE NOT matched.is_failed AND matched.is_changed)`),
    kept: as(types.bigint, sql`count(*) FILTER (WHERE matched.may_vanish)`),
  },
  query: ({ importId, sourceId, vanishedStatus }, returned) => sql`
    WITH matched AS (
      SELECT ${staged.isFailed}, ${mayVanish(vanishedStatus)} AS may_vanish, ${differs(changing(vanishedStatus))} AS is_changed
      FROM ${stagedOffers} AS ${staged} JOIN ${offers} AS ${offer} ON ${isAbout}
      WHERE ${staged.importId} = ${importId} AND ${offer.sourceId} = ${sourceId}
    ), asked AS (
      SELECT
        (SELECT count(*) FROM ${stagedOffers} AS ${staged} WHERE ${staged.importId} = ${importId} AND NOT ${staged.isFailed}) AS offers,
        (SELECT count(*) FROM ${offers} AS ${offer} WHERE ${offer.sourceId} = ${sourceId} AND ${mayVanish(vanishedStatus)}) AS all_present
    )
    SELECT ${returned} FROM asked LEFT JOIN matched ON true GROUP BY asked.offers, asked.all_present`,
});

const columnNames = names(...offerFields.map((field) => offerColumns[field]));

/** In the order of the unique key, as all who insert offers. */
const createNew = statement({
  name: 'catalog-create-from-list',
  prepared: false,
  params: { importId: idText, sourceId: idText },
  query: ({ importId, sourceId }) => sql`
    WITH made AS (
      INSERT INTO ${offers} AS ${offer} (source_id, ${columnNames})
      SELECT ${sourceId}, ${columnNames} FROM ${stagedOffers} AS ${staged}
      WHERE ${staged.importId} = ${importId} AND NOT ${staged.isFailed} AND NOT EXISTS (
        SELECT FROM ${offers} AS ${offer} WHERE ${offer.sourceId} = ${sourceId} AND ${isAbout}
      )
      ORDER BY ${staged.pnRaw}, ${staged.conditionRaw}
      ON CONFLICT ON CONSTRAINT offers_identity DO NOTHING
      RETURNING ${offer.id}
    )
    INSERT INTO ${importChanges} (import_id, offer_id, kind) SELECT ${importId}, id, 'created' FROM made`,
});

/** Locks what will be updated by id, in the same order as all who change many offers. */
const noteUpdated = statement({
  name: 'catalog-note-updated-by-list',
  prepared: false,
  params,
  query: ({ importId, sourceId, vanishedStatus }) => sql`
    INSERT INTO ${importChanges} (import_id, offer_id, kind, before)
    SELECT ${importId}, ${offer.id}, 'updated', row_to_json(${offer})
    FROM ${offers} AS ${offer} JOIN ${stagedOffers} AS ${staged} ON ${isAbout}
    WHERE ${offer.sourceId} = ${sourceId} AND ${staged.importId} = ${importId} AND NOT ${staged.isFailed}
      AND ${differs(changing(vanishedStatus))}
    ORDER BY ${offer.id} FOR UPDATE OF ${offer}`,
});

const change = alias(importChanges, 'c');

const updateNoted = statement({
  name: 'catalog-update-from-list',
  prepared: false,
  params: { importId: idText, vanishedStatus: orNull(types.text) },
  query: ({ importId, vanishedStatus }) => sql`
    UPDATE ${offers} AS ${offer} SET ${assigned(changing(vanishedStatus))}
    FROM ${importChanges} AS ${change}, ${stagedOffers} AS ${staged}
    WHERE ${change.importId} = ${importId} AND ${change.kind} = 'updated' AND ${offer.id} = ${change.offerId}
      AND ${staged.importId} = ${importId} AND ${isAbout}`,
});

const noteVanished = statement({
  name: 'catalog-note-vanished-from-list',
  prepared: false,
  params,
  query: ({ importId, sourceId, vanishedStatus }) => sql`
    INSERT INTO ${importChanges} (import_id, offer_id, kind, before)
    SELECT ${importId}, ${offer.id}, 'vanished', row_to_json(${offer})
    FROM ${offers} AS ${offer}
    WHERE ${offer.sourceId} = ${sourceId} AND ${mayVanish(vanishedStatus)} AND NOT EXISTS (
      SELECT FROM ${stagedOffers} AS ${staged} WHERE ${staged.importId} = ${importId} AND ${isAbout}
    )
    ORDER BY ${offer.id} FOR UPDATE OF ${offer}`,
});

const vanishing = (importId: SQL) => sql`${offer.id} IN (
  SELECT ${change.offerId} FROM ${importChanges} AS ${change} WHERE ${change.importId} = ${importId} AND ${change.kind} = 'vanished')`;

const deleteVanished = statement({
  name: 'catalog-delete-vanished',
  prepared: false,
  params: { importId: idText },
  query: ({ importId }) => sql`DELETE FROM ${offers} AS ${offer} WHERE ${vanishing(importId)}`,
});

const markVanished = statement({
  name: 'catalog-mark-vanished',
  prepared: false,
  params: { importId: idText, status: types.text },
  query: ({ importId, status }) =>
    sql`UPDATE ${offers} AS ${offer} SET status_raw = ${status} WHERE ${vanishing(importId)}`,
});

/** What a list created was seen then, too, but that needs no row. */
const noteSeen = statement({
  name: 'catalog-note-seen-in-list',
  prepared: false,
  params: { importId: idText, sourceId: idText },
  query: ({ importId, sourceId }) => sql`
    INSERT INTO ${seenOffers} (offer_id, seen_at)
    SELECT ${offer.id}, now() FROM ${offers} AS ${offer} JOIN ${stagedOffers} AS ${staged} ON ${isAbout}
    WHERE ${offer.sourceId} = ${sourceId} AND ${staged.importId} = ${importId} AND ${offer.createdAt} < now()
    ON CONFLICT (offer_id) DO UPDATE SET seen_at = excluded.seen_at`,
});

const holdSource = statement({
  name: 'catalog-hold-source-of-list',
  prepared: false,
  params: { sourceId: idText },
  columns: { id: sources.id },
  // Inserting offers does the same: the source cannot be deleted meanwhile, and others may go on adding to it.
  query: ({ sourceId }, returned) =>
    sql`SELECT ${returned} FROM ${sources} WHERE ${sources.id} = ${sourceId} FOR KEY SHARE`,
});

const readStanding = statement({
  name: 'catalog-standing-of-list',
  prepared: false,
  params: { importId: idText, sourceId: idText },
  columns: {
    state: imports.state,
    isOvertaken: as(
      types.boolean,
      sql`EXISTS (SELECT FROM ${imports} AS newer WHERE newer.source_id = ${imports.sourceId} AND newer.mode = 'replace'
        AND newer.id > ${imports.id} AND newer.state = 'done')`,
    ),
  },
  query: ({ importId, sourceId }, returned) =>
    sql`SELECT ${returned} FROM ${imports} WHERE ${imports.id} = ${importId} AND ${imports.sourceId} = ${sourceId}`,
});

/** Lists that waited for an answer when a newer one was applied, and those whose process has ended. */
const overtakeLists = statement({
  name: 'catalog-overtake-lists',
  prepared: false,
  params: { importId: idText, sourceId: idText, detail: types.text },
  columns: { id: as(types.text, sql`${imports.id}::text`) },
  query: ({ importId, sourceId, detail }, returned) => sql`
    UPDATE ${imports} SET state = 'cancelled', detail = ${detail}, ended_at = now()
    WHERE ${imports.sourceId} = ${sourceId} AND ${imports.mode} = 'replace' AND ${imports.id} < ${importId}
      AND (${imports.state} = 'needs_confirmation' OR ${isInterrupted})
    RETURNING ${returned}`,
});

/** Waits for other lists of the source, and for those who undo or cancel one. */
export const lockLists = (tx: Transaction, sourceId: string): Promise<void> =>
  lock(tx, `catalog lists of source ${sourceId}`);

export const overtaken = 'A newer list of this source was applied.';

/**
 * Applies a staged list in one transaction: after it, or after a crash, the offers of the source are as before or as the list has them.
 * @param end writes the end of the import, in the same transaction
 * @throws an error of the database, such as SQLSTATE 57014 if it took too long; then nothing was changed
 */
export async function applyList(
  { upkeep, figures, settings }: CatalogParts,
  list: StagedList,
  end: (tx: Transaction, application: Application) => Promise<void>,
): Promise<Application> {
  const application = await retrying(() =>
    upkeep.transaction(async (tx) => {
      await execute(tx, sql.raw(`SET LOCAL statement_timeout = ${settings.catalogReplaceMs}`));
      await lockLists(tx, list.sourceId);
      const application = await applyUnderLock(
        tx,
        list,
        settings.catalogNotify && settings.catalogNotifyPercent,
      );
      await end(tx, application);
      return application;
    }),
  );
  figures.wrote();
  return application;
}

async function applyUnderLock(
  tx: Transaction,
  { importId, sourceId, vanishedStatus, asks, mostVanishedPercent }: StagedList,
  noticePercent: number | undefined,
): Promise<Application> {
  const held = await holdSource.first(tx, { sourceId });
  const standing = await readStanding.first(tx, { importId, sourceId });
  if (!held || !standing) return { outcome: 'no_source' };
  if (standing.isOvertaken) return { outcome: 'overtaken' };
  if (standing.state !== 'running' && standing.state !== 'needs_confirmation') return { outcome: 'ended' };
  const asked = { importId, sourceId, vanishedStatus };
  const { offers, all, there, updated, kept } = await planList.one(tx, asked);
  const plan = { offers, created: offers - there, updated, unchanged: there - updated, vanished: all - kept };
  if (asks || plan.vanished * 100 > all * mostVanishedPercent)
    return { outcome: 'needs_confirmation', counts: plan };
  const counts = { ...plan };
  counts.created = await createNew.run(tx, { importId, sourceId });
  counts.updated = await noteUpdated.run(tx, asked);
  await updateNoted.run(tx, { importId, vanishedStatus });
  counts.unchanged = offers - counts.created - counts.updated;
  counts.vanished = await noteVanished.run(tx, asked);
  if (vanishedStatus === null) await deleteVanished.run(tx, { importId });
  else await markVanished.run(tx, { importId, status: vanishedStatus });
  await noteSeen.run(tx, { importId, sourceId });
  if (noticePercent !== undefined) await writeNoticesOf(tx, asked, noticePercent);
  const waiting = await overtakeLists.all(tx, { importId, sourceId, detail: overtaken });
  await dropStaged(tx, [importId, ...waiting.map(({ id }) => id)]);
  await dropEarlierChanges(tx, importId, sourceId);
  return { outcome: 'done', counts };
}
