import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { importChanges, imports, notices, offers, sources } from '../schema.ts';
import { idText, offer } from '../sql.ts';

/** Changes in one notice. */
const changesAtOnce = 100;

const change = alias(importChanges, 'c');
const earlier = alias(importChanges, 'e');

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
        CASE WHEN was.price_raw > 0 AND was.price_currency IS NOT DISTINCT FROM ${offer.priceCurrency}
          THEN round((${offer.priceRaw} - was.price_raw) * 100 / was.price_raw, 2) END AS percent,
        ${change.kind} = 'updated' AND was.status_raw = ${vanishedStatus} AS has_status_back
      FROM ${importChanges} AS ${change}
      LEFT JOIN ${offers} AS ${offer} ON ${offer.id} = ${change.offerId}
      LEFT JOIN LATERAL json_populate_record(NULL::${offers}, ${change.before}) AS was ON true
      WHERE ${change.importId} = ${importId}
    ), told AS (
      SELECT offer_id, json_strip_nulls(json_build_object('kind', 'price_moved', 'offer', offer_id, 'pn_raw', pn, 'condition_raw', condition,
        'price_currency', currency_now, 'from', price_raw::text, 'to', price_now::text, 'percent', percent::text)) AS change
      FROM changed WHERE kind = 'updated' AND abs(percent) >= ${percent}
      UNION ALL
      SELECT offer_id, json_strip_nulls(json_build_object('kind', 'vanished', 'offer', offer_id, 'pn_raw', pn, 'condition_raw', condition,
        'price_currency', price_currency, 'from', price_raw::text))
      FROM changed WHERE kind = 'vanished'
      UNION ALL
      SELECT offer_id, json_strip_nulls(json_build_object('kind', 'returned', 'offer', offer_id, 'pn_raw', pn, 'condition_raw', condition,
        'price_currency', currency_now, 'to', price_now::text))
      FROM changed WHERE has_status_back OR kind = 'created' AND EXISTS (
        SELECT FROM ${importChanges} AS ${earlier} JOIN ${imports} ON ${imports.id} = ${earlier.importId}
        WHERE ${imports.sourceId} = ${sourceId} AND ${earlier.importId} <> ${importId} AND ${earlier.kind} = 'vanished'
          AND ${earlier.before} ->> 'pn_raw' = changed.pn AND ${earlier.before} ->> 'condition_raw' IS NOT DISTINCT FROM changed.condition
      )
    ), numbered AS (
      SELECT change, (row_number() OVER (ORDER BY offer_id) - 1) / ${sql.raw(String(changesAtOnce))} AS n FROM told
    )
    INSERT INTO ${notices} (body)
    SELECT json_build_object('type', 'catalog.offers_changed',
      'timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', json_build_object('import', ${importId}, 'source', ${sourceId},
        'source_name', (SELECT ${sources.name} FROM ${sources} WHERE ${sources.id} = ${sourceId}), 'changes', json_agg(change)))::text
    FROM numbered GROUP BY n ORDER BY n`,
});

/** Writes notices about what a list changed, in its transaction. @param list whose changes are noted @param percent of the smallest move */
export async function writeNoticesOf(
  tx: Queryable,
  list: { importId: string; sourceId: string; vanishedStatus: string | null },
  percent: number,
): Promise<void> {
  await writeNotices.run(tx, { ...list, percent });
}
