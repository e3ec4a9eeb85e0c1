import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { importChanges, imports, notices, offers, sources } from '../schema.ts';
import { idText, offer } from '../sql.ts';

/** Changes in one notice. */
const changesAtOnce = 100;

/** By how many percent a price has moved; null if it moved to another currency, or came from nothing. */
export const percentMoved = (was: PriceColumns, now: PriceColumns): SQL => sql`
  CASE WHEN ${was.price} > 0 AND ${was.currency} IS NOT DISTINCT FROM ${now.currency}
    THEN round((${now.price} - ${was.price}) * 100 / ${was.price}, 2) END`;

interface PriceColumns {
  price: SQLWrapper;
  currency: SQLWrapper;
}

/** A change as a notice tells it, without what is null. @param kind and, as SQL, further members by their names */
const changeJson = (
  kind: 'price_moved' | 'vanished' | 'returned',
  members: Record<string, SQLWrapper>,
): SQL =>
  sql`json_strip_nulls(json_build_object('kind', ${sql.raw(`'${kind}'`)}, ${sql.join(
    Object.entries(members).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )}))`;

/** That a price moved. */
export const movedJson = (
  members: Record<
    'offer' | 'pn_raw' | 'condition_raw' | 'price_currency' | 'from' | 'to' | 'percent',
    SQLWrapper
  >,
): SQL => changeJson('price_moved', members);

/** A part of a statement that writes notices. @param told a relation of `source_id`, `offer_id` and `change` */
export const insertNotices = (importId: SQL, told: SQL): SQL => sql`
  INSERT INTO ${notices} (body)
  SELECT json_build_object('type', 'catalog.offers_changed',
    'timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', json_build_object('import', ${importId}, 'source', source_id,
      'source_name', (SELECT ${sources.name} FROM ${sources} WHERE ${sources.id} = source_id), 'changes', json_agg(change ORDER BY offer_id)))::text
  FROM (
    SELECT source_id, offer_id, change,
      (row_number() OVER (PARTITION BY source_id ORDER BY offer_id) - 1) / ${sql.raw(String(changesAtOnce))} AS n
    FROM ${told}
  ) AS numbered GROUP BY source_id, n ORDER BY source_id, n`;

const change = alias(importChanges, 'c');
const earlier = alias(importChanges, 'e');
const was: PriceColumns = { price: sql`was.price_raw`, currency: sql`was.price_currency` };
const described = { offer: sql`offer_id`, pn_raw: sql`pn`, condition_raw: sql`condition` };

/**
 * Of the changes of a list: prices that moved within their currency by the share or more, what vanished, and what is back, after it had
 * vanished from the list before. Call it while the changes of that list are still there.
 */
const writeNotices = statement({
  name: 'catalog-write-notices',
  prepared: false,
  params: {
    ...{ importId: idText, sourceId: idText, percent: types.int },
    vanishedStatus: orNull(types.text),
  },
  query: ({ importId, sourceId, percent, vanishedStatus }) => sql`
    WITH changed AS (
      SELECT ${change.kind}, ${change.offerId}, ${offer.priceRaw} AS price_now, ${offer.priceCurrency} AS currency_now,
        was.price_raw, was.price_currency, coalesce(${offer.pnRaw}, was.pn_raw) AS pn, coalesce(${offer.conditionRaw}, was.condition_raw) AS condition,
        ${percentMoved(was, { price: offer.priceRaw, currency: offer.priceCurrency })} AS percent,
        ${change.kind} = 'updated' AND was.status_raw = ${vanishedStatus} AS has_status_back
      FROM ${importChanges} AS ${change}
      LEFT JOIN ${offers} AS ${offer} ON ${offer.id} = ${change.offerId}
      LEFT JOIN LATERAL json_populate_record(NULL::${offers}, ${change.before}) AS was ON true
      WHERE ${change.importId} = ${importId}
    ), told AS (
      SELECT ${sourceId} AS source_id, offer_id, ${movedJson({ ...described, price_currency: sql`currency_now`, from: sql`price_raw::text`, to: sql`price_now::text`, percent: sql`percent::text` })} AS change
      FROM changed WHERE kind = 'updated' AND abs(percent) >= ${percent}
      UNION ALL
      SELECT ${sourceId}, offer_id, ${changeJson('vanished', { ...described, price_currency: sql`price_currency`, from: sql`price_raw::text` })}
      FROM changed WHERE kind = 'vanished'
      UNION ALL
      SELECT ${sourceId}, offer_id, ${changeJson('returned', { ...described, price_currency: sql`currency_now`, to: sql`price_now::text` })}
      FROM changed WHERE has_status_back OR kind = 'created' AND EXISTS (
        SELECT FROM ${importChanges} AS ${earlier} JOIN ${imports} ON ${imports.id} = ${earlier.importId}
        WHERE ${imports.sourceId} = ${sourceId} AND ${earlier.importId} <> ${importId} AND ${earlier.kind} = 'vanished'
          AND ${earlier.before} ->> 'pn_raw' = changed.pn AND ${earlier.before} ->> 'condition_raw' IS NOT DISTINCT FROM changed.condition
      )
    )
    ${insertNotices(importId, sql`told`)}`,
});

/** Writes notices about what a list changed, in its transaction. @param list whose changes are noted @param percent of the smallest move */
export async function writeNoticesOf(
  tx: Queryable,
  list: { importId: string; sourceId: string; vanishedStatus: string | null },
  percent: number,
): Promise<void> {
  await writeNotices.run(tx, { ...list, percent });
}
