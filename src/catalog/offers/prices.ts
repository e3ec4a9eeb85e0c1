import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { noSuch } from '../errors.ts';
import { formerPrices, offers } from '../schema.ts';
import { idText, offer, shownTime } from '../sql.ts';

/** What an offer cost: a trigger keeps what its price was before each change. */

const countFormer = statement({
  name: 'catalog-count-prices',
  params: { id: idText },
  columns: {
    former: as(
      types.bigint,
      sql`(SELECT count(*) FROM ${formerPrices} WHERE ${formerPrices.offerId} = ${offer.id})`,
    ),
  },
  query: ({ id }, columns) => sql`SELECT ${columns} FROM ${offers} AS ${offer} WHERE ${offer.id} = ${id}`,
});

/** @returns how many prices an offer has had, with that of today. @throws Refusal 404 */
export async function countPrices(database: Queryable, id: string): Promise<number> {
  const found = await countFormer.first(database, { id });
  if (!found) throw noSuch('Offer');
  return found.former + 1;
}

const readHeld = statement({
  name: 'catalog-prices',
  params: { id: idText, size: types.bigint, offset: types.bigint },
  columns: { results: as(orNull(types.text), sql`string_agg(row_to_json(r)::text, ',')`) },
  query: ({ id, size, offset }, columns) => sql`
    WITH held AS (
      SELECT price_raw, price_currency, until FROM ${formerPrices} WHERE ${formerPrices.offerId} = ${id}
      UNION ALL SELECT ${offer.priceRaw}, ${offer.priceCurrency}, NULL FROM ${offers} AS ${offer} WHERE ${offer.id} = ${id}
    ), told AS (
      SELECT *, coalesce(lag(until) OVER (ORDER BY until NULLS LAST), (SELECT created_at FROM ${offers} WHERE id = ${id})) AS since FROM held
    ), page AS (
      SELECT * FROM told ORDER BY until DESC NULLS FIRST LIMIT ${size} OFFSET ${offset}
    )
    SELECT ${columns} FROM (
      SELECT price_raw::text AS price_raw, price_currency, ${shownTime(sql`since`)} AS since, ${shownTime(sql`until`)} AS until
      FROM page ORDER BY page.until DESC NULLS FIRST
    ) AS r`,
});

/** @returns a page of the prices of an offer, newest first: JSON texts with commas between them */
export async function readPrices(
  database: Queryable,
  id: string,
  page: { size: number; offset: number },
): Promise<string> {
  return (await readHeld.one(database, { id, ...page })).results ?? '';
}
