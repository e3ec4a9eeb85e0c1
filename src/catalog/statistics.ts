import { type SQL, sql } from 'drizzle-orm';
import { as, value } from '../platform/sql-expressions.ts';
import { types } from '../platform/sql-types.ts';
import { search } from '../platform/statement.ts';
import { stateSql, version } from './figures.ts';
import { whereSql } from './keyset.ts';
import type { CatalogParts } from './parts.ts';
import { offers, sources, type TallyKind, tallies, tallyChanges } from './schema.ts';
import { idText, offer, s } from './sql.ts';

/**
 * Statistics from the kept figures: folded and unfolded changes are summed in one snapshot. Only the lowest and the highest
 * price are read from the offers, at the ends of an index, because they cannot be kept by adding and subtracting.
 */
const columnsOf = (from: typeof tallies | typeof tallyChanges) =>
  sql`${from.kind}, ${from.sourceId}, ${from.key}, ${from.offers}, ${from.priced}, ${from.priceSum}`;
const figures = sql`(
  SELECT ${columnsOf(tallies)} FROM ${tallies}
  UNION ALL SELECT ${columnsOf(tallyChanges)} FROM ${tallyChanges}
)`;

const maxGroups = 20;
const limit = sql`LIMIT ${sql.raw(String(maxGroups))}`;

const money = (amount: SQL) => sql`round(${amount}, 2)::text`;
const json = (select: SQL) => sql`(SELECT coalesce(json_agg(row_to_json(g)), '[]') FROM (${select}) AS g)`;
const isKind = (kind: TallyKind) => sql`f.kind = ${sql.raw(`'${kind}'`)}`;

/** The number of offers for each text, highest first. */
function groups(kind: TallyKind, name: string, most?: SQL): SQL {
  return json(sql`SELECT f.key AS ${sql.identifier(name)}, sum(f.offers)::bigint AS offers FROM ${figures} AS f
    WHERE ${isKind(kind)} GROUP BY f.key HAVING sum(f.offers) > 0 ORDER BY 2 DESC, f.key ${most}`);
}

/** Prices by currency for some of the sources. @param among a condition on the source of an offer `o`; absent for all */
function prices(from: SQL, among?: SQL): SQL {
  const end = (which: 'min' | 'max') => {
    const select = (condition: SQL) =>
      sql`(SELECT ${sql.raw(which)}(${offer.priceRaw}) FROM ${offers} AS ${offer}
        WHERE ${among ? sql`${among} AND ` : undefined}${condition})`;
    return sql`CASE WHEN c.key IS NULL THEN ${select(sql`${offer.priceCurrency} IS NULL`)}
      ELSE ${select(sql`${offer.priceCurrency} = c.key`)} END`;
  };
  return json(sql`SELECT c.key AS price_currency, c.priced AS offers, ${money(sql`c.price_sum / c.priced`)} AS average_price,
      ${money(end('min'))} AS min_price, ${money(end('max'))} AS max_price
    FROM (
      SELECT f.key, sum(f.priced)::bigint AS priced, sum(f.price_sum) AS price_sum
      FROM ${from} AS f WHERE ${isKind('price')} GROUP BY f.key HAVING sum(f.priced) > 0
    ) AS c ORDER BY c.priced DESC, c.key`);
}

/** The number of offers for each source that has any. */
const bySource = sql`SELECT f.source_id, sum(f.offers)::bigint AS offers FROM ${figures} AS f
  WHERE ${isKind('price')} GROUP BY f.source_id HAVING sum(f.offers) > 0`;

const offerStatistics = sql`json_build_object(
  'total_offers', state.offers::bigint,
  'offers_with_price', (SELECT coalesce(sum(f.priced), 0)::bigint FROM ${figures} AS f WHERE ${isKind('price')}),
  'by_currency', ${prices(figures)},
  'by_condition', ${groups('condition', 'condition_raw')},
  'by_status', ${groups('status', 'status_raw')},
  'by_brand', ${groups('brand', 'brand_raw', limit)},
  'by_source', ${json(sql`SELECT b.source_id AS source, ${s.name} AS source_name, b.offers
    FROM (${bySource} ORDER BY offers DESC, f.source_id ${limit}) AS b
    JOIN ${sources} AS ${s} ON ${s.id} = b.source_id ORDER BY b.offers DESC, b.source_id`)}
)::text`;

/** @returns JSON text */
export function readOfferStatistics(parts: CatalogParts): Promise<string> {
  return keep(parts, 'offers', offerStatistics);
}

export interface SourceStatisticsFilter {
  source: string | undefined;
  hasOffers: boolean | undefined;
}

/** @returns JSON text */
export function readSourceStatistics(
  parts: CatalogParts,
  { source, hasOffers }: SourceStatisticsFilter,
): Promise<string> {
  const one = source === undefined ? undefined : value(idText, source);
  const conditions = [
    ...(one ? [sql`${s.id} = ${one}`] : []),
    ...(hasOffers === undefined ? [] : [hasOffers ? sql`b.offers > 0` : sql`b.offers IS NULL`]),
  ];
  const chosen = sql`(SELECT ${s.id}, ${s.name}, ${s.url}, coalesce(b.offers, 0) AS offers_count
    FROM ${sources} AS ${s} LEFT JOIN (${bySource}) AS b ON b.source_id = ${s.id} ${whereSql(conditions)})`;
  // Sources without offers have no prices, so one of the two filters is enough to choose the prices.
  const theirs = sql`(SELECT * FROM ${figures} AS all_of
    WHERE ${hasOffers === false ? sql`false` : one ? sql`all_of.source_id = ${one}` : sql`true`})`;
  const statistics = sql`json_build_object(
    'total_sources', (SELECT count(*) FROM ${chosen} AS c),
    'sources_with_offers', (SELECT count(*) FROM ${chosen} AS c WHERE c.offers_count > 0),
    'total_offers', (SELECT coalesce(sum(c.offers_count), 0)::bigint FROM ${chosen} AS c),
    'by_currency', ${prices(theirs, one && sql`${offer.sourceId} = ${one}`)},
    'sources', ${json(sql`SELECT top.id, top.name, top.url, top.offers_count, ${prices(
      sql`(SELECT * FROM ${figures} AS all_of WHERE all_of.source_id = top.id)`,
      sql`${offer.sourceId} = top.id`,
    )} AS by_currency
      FROM (SELECT * FROM ${chosen} AS c ORDER BY c.offers_count DESC, c.id ${limit}) AS top
      ORDER BY top.offers_count DESC, top.id`)}
  )::text`;
  return keep(parts, JSON.stringify(['sources', source, hasOffers]), statistics);
}

/** @param statistics an expression of JSON text, read together with the state */
async function keep(
  { database, state, statistics: kept }: CatalogParts,
  key: string,
  statistics: SQL,
): Promise<string> {
  const current = await state.read();
  return kept.get(key, current.version, async () => {
    const columns = { version, body: as(types.text, statistics) };
    const [found] = await search(database, columns, (selected) => sql`SELECT ${selected} FROM ${stateSql}`);
    const { version: seen, body } = found!;
    // Postgres puts spaces between members. Decimals are texts here and counts are small, so parsing loses no digit.
    return { version: seen, value: JSON.stringify(JSON.parse(body)) };
  });
}
