import { type StateRow, stateSql } from './figures.ts';
import type { CatalogParts } from './parts.ts';
import { Parameters } from './sql.ts';

/**
 * Statistics from the kept figures: what is folded and what is not yet, summed in one snapshot. Only the least and the
 * greatest price are looked up among the offers, at the ends of an index, since subtracting cannot keep them.
 */
const figures = `(
  SELECT kind, source_id, key, offers, priced, price_sum FROM catalog.tallies
  UNION ALL SELECT kind, source_id, key, offers, priced, price_sum FROM catalog.tally_changes
)`;

const topGroups = 20;

const money = (value: string) => `round(${value}, 2)::text`;
const json = (select: string) => `(SELECT coalesce(json_agg(row_to_json(g)), '[]') FROM (${select}) AS g)`;

/** How many offers each text has, most first. */
function groups(kind: string, name: string, limit?: number): string {
  return json(`SELECT f.key AS ${name}, sum(f.offers)::bigint AS offers FROM ${figures} AS f
    WHERE f.kind = '${kind}' GROUP BY f.key HAVING sum(f.offers) > 0
    ORDER BY 2 DESC, f.key ${limit === undefined ? '' : `LIMIT ${limit}`}`);
}

/** Prices by currency over some of the sources. @param among a condition on `o.source_id`, empty for all */
function prices(from: string, among: string): string {
  const end = (which: 'min' | 'max') => {
    const select = (condition: string) =>
      `(SELECT ${which}(o.price_raw) FROM catalog.offers AS o WHERE ${among}${condition})`;
    return `CASE WHEN c.key IS NULL THEN ${select('o.price_currency IS NULL')}
      ELSE ${select('o.price_currency = c.key')} END`;
  };
  return json(`SELECT c.key AS price_currency, c.priced AS offers, ${money('c.price_sum / c.priced')} AS average_price,
      ${money(end('min'))} AS min_price, ${money(end('max'))} AS max_price
    FROM (
      SELECT f.key, sum(f.priced)::bigint AS priced, sum(f.price_sum) AS price_sum
      FROM ${from} AS f WHERE f.kind = 'price' GROUP BY f.key HAVING sum(f.priced) > 0
    ) AS c ORDER BY c.priced DESC, c.key`);
}

const bySource = `SELECT f.source_id, sum(f.offers)::bigint AS offers FROM ${figures} AS f
  WHERE f.kind = 'price' GROUP BY f.source_id HAVING sum(f.offers) > 0`;

const offerStatistics = `SELECT json_build_object(
  'total_offers', state.offers::bigint,
  'offers_with_price', (SELECT coalesce(sum(f.priced), 0)::bigint FROM ${figures} AS f WHERE f.kind = 'price'),
  'by_currency', ${prices(figures, '')},
  'by_condition', ${groups('condition', 'condition_raw')},
  'by_status', ${groups('status', 'status_raw')},
  'by_brand', ${groups('brand', 'brand_raw', topGroups)},
  'by_source', ${json(`SELECT b.source_id AS source, s.name AS source_name, b.offers
    FROM (${bySource} ORDER BY offers DESC, f.source_id LIMIT ${topGroups}) AS b
    JOIN catalog.sources AS s ON s.id = b.source_id ORDER BY b.offers DESC, b.source_id`)}
)::text AS body, state.* FROM ${stateSql}`;

/** @returns JSON text */
export function readOfferStatistics(parts: CatalogParts): Promise<string> {
  return keep(parts, 'offers', offerStatistics, []);
}

export interface SourceStatisticsFilter {
  source?: string;
  hasOffers?: boolean;
}

/** @returns JSON text */
export function readSourceStatistics(
  parts: CatalogParts,
  { source, hasOffers }: SourceStatisticsFilter,
): Promise<string> {
  const parameters = new Parameters();
  const one = source === undefined ? '' : `${parameters.add(source)}::bigint`;
  const conditions = [
    ...(one ? [`s.id = ${one}`] : []),
    ...(hasOffers === undefined ? [] : [hasOffers ? 'b.offers > 0' : 'b.offers IS NULL']),
  ];
  const chosen = `(SELECT s.id, s.name, s.url, coalesce(b.offers, 0) AS offers_count
    FROM catalog.sources AS s LEFT JOIN (${bySource}) AS b ON b.source_id = s.id
    ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''})`;
  // Sources without offers have no prices, so one of the two filters alone decides whose prices count.
  const theirs = `(SELECT * FROM ${figures} AS all_of
    WHERE ${hasOffers === false ? 'false' : one ? `all_of.source_id = ${one}` : 'true'})`;
  const text = `SELECT json_build_object(
    'total_sources', (SELECT count(*) FROM ${chosen} AS c),
    'sources_with_offers', (SELECT count(*) FROM ${chosen} AS c WHERE c.offers_count > 0),
    'total_offers', (SELECT coalesce(sum(c.offers_count), 0)::bigint FROM ${chosen} AS c),
    'by_currency', ${prices(theirs, one ? `o.source_id = ${one} AND ` : '')},
    'sources', ${json(`SELECT top.id, top.name, top.url, top.offers_count, ${prices(
      `(SELECT * FROM ${figures} AS all_of WHERE all_of.source_id = top.id)`,
      'o.source_id = top.id AND ',
    )} AS by_currency
      FROM (SELECT * FROM ${chosen} AS c ORDER BY c.offers_count DESC, c.id LIMIT ${topGroups}) AS top
      ORDER BY top.offers_count DESC, top.id`)}
  )::text AS body, state.* FROM ${stateSql}`;
  return keep(parts, JSON.stringify(['sources', source, hasOffers]), text, parameters.values);
}

async function keep(
  { database, state, statistics }: CatalogParts,
  key: string,
  text: string,
  values: unknown[],
): Promise<string> {
  const { version } = await state.read();
  return statistics.get(key, version, async () => {
    const found = await database.query<StateRow & { body: string }>(text, values);
    const row = found.rows[0]!;
    // Postgres puts spaces between members. Decimals are texts here and counts are small, so no digit is lost.
    return { version: row.version, value: JSON.stringify(JSON.parse(row.body)) };
  });
}
