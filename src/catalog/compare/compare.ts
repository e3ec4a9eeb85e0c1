import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { jsonText, jsonTexts } from '../../platform/json-text.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, value } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { search } from '../../platform/statement.ts';
import { isSamePart, type ZeroRule } from '../part-numbers.ts';
import type { CatalogParts } from '../parts.ts';
import { offers, rates, seenOffers, sources } from '../schema.ts';
import { idText, offer, recordText, s, shownTime } from '../sql.ts';

/** What is asked for each part number. */
export interface Comparison {
  zeros: ZeroRule;
  /** The currency in which prices are compared; undefined: each currency for itself. */
  currency: string | undefined;
  /** The most offers that are shown of each. */
  perPn: number;
  /** Ids; undefined: all sources. */
  sources: string[] | undefined;
  onlyPriced: boolean;
}

const own = alias(rates, 'own');
const wished = alias(rates, 'wished');

/** An offer that is shown. */
interface Compared {
  /** The place of its part number, from 1. */
  n: number;
  /** How many offers that has. */
  count: number;
  /** Its JSON text. */
  offer: string;
}

/**
 * Finds the offers of part numbers, the best first: within a currency by price, offers without one last; or by the price in one currency, those
 * without a rate after the others. Each part number is looked up in an index. Only what is shown is written as JSON, with the name of its source, which
 * is looked up by its key: the planner does not know how many offers part numbers have, and would rather read all sources for each.
 */
function compareSome(reads: Queryable, pns: readonly string[], asked: Comparison): Promise<Compared[]> {
  const { currency, perPn } = asked;
  const conditions = [
    isSamePart(offer.pnRaw, sql`asked.pn`, asked.zeros),
    ...(asked.sources ? [sql`${offer.sourceId} = ANY (${value(listOf(idText), asked.sources)})`] : []),
    ...(asked.onlyPriced ? [sql`${offer.priceRaw} IS NOT NULL`] : []),
  ];
  const isConverted = currency !== undefined;
  const converted = sql`round(${offer.priceRaw} / ${own.perBase} * ${wished.perBase}, 6)`;
  const best = isConverted ? sql`${converted} NULLS LAST, ` : sql``;
  const columns = {
    n: as(types.bigint, sql`r.n`),
    count: as(types.bigint, sql`r.count`),
    offer: as(
      types.text,
      recordText(sql`r.id, r.source_id AS source,
        (SELECT ${s.name} FROM ${sources} AS ${s} WHERE ${s.id} = r.source_id) AS source_name, r.pn_raw, r.brand_raw, r.condition_raw, r.status_raw,
        r.price_raw::text AS price_raw, r.price_currency, ${isConverted ? sql`trim_scale(r.price)::text AS price, ` : sql``}r.product_url,
        ${shownTime(sql`seen.at`)} AS last_seen_at, floor(extract(epoch FROM now() - seen.at) / 86400)::int AS age_days`),
    ),
  };
  return search(
    reads,
    columns,
    (returned) => sql`
      SELECT ${returned} FROM (
        SELECT asked.n, count(*) OVER (PARTITION BY asked.n) AS count,
          row_number() OVER (
            PARTITION BY asked.n
            ORDER BY ${best}${offer.priceRaw} IS NULL, ${offer.priceCurrency} NULLS LAST, ${offer.priceRaw}, ${offer.id}
          ) AS rank,
          ${offer.id}, ${offer.sourceId}, ${offer.pnRaw}, ${offer.brandRaw}, ${offer.conditionRaw},
          ${offer.statusRaw}, ${offer.priceRaw}, ${offer.priceCurrency}, ${offer.productUrl}, ${isConverted ? sql`${converted} AS price, ` : sql``}
          ${offer.createdAt}
        FROM unnest(${value(listOf(types.text), [...pns])}) WITH ORDINALITY AS asked (pn, n)
        JOIN ${offers} AS ${offer} ON ${sql.join(conditions, sql` AND `)}
        ${
          isConverted
            ? sql`LEFT JOIN ${rates} AS ${own} ON ${own.currency} = ${offer.priceCurrency}
              LEFT JOIN ${rates} AS ${wished} ON ${wished.currency} = ${value(types.text, currency)}`
            : sql``
        }
      ) AS r
      CROSS JOIN LATERAL (
        SELECT coalesce((SELECT ${seenOffers.seenAt} FROM ${seenOffers} WHERE ${seenOffers.offerId} = r.id), r.created_at) AS at
      ) AS seen
      WHERE r.rank <= ${value(types.int, perPn)} ORDER BY r.n, r.rank`,
  );
}

/** Part numbers of one statement; the answer is written in pieces of as many. */
const atOnce = 1000;

/**
 * Compares the offers of part numbers, in their order.
 * @param gone aborts when the client has gone
 * @returns pieces of the JSON of an answer. The first one is read before anything is written, so that a fault can still be an error; the others wait for a seat as long as it takes
 */
export async function* compareOffers(
  { searches }: CatalogParts,
  pns: readonly string[],
  asked: Comparison,
  gone: AbortSignal,
): AsyncGenerator<string> {
  const missing: string[] = [];
  let hasResults = false;
  for (let from = 0; from < pns.length; from += atOnce) {
    const some = pns.slice(from, from + atOnce);
    const reads = searches(gone, from === 0 ? undefined : Number.POSITIVE_INFINITY);
    const found = new Map<number, Compared[]>();
    for (const row of await compareSome(reads, some, asked)) {
      const others = found.get(row.n);
      if (others) others.push(row);
      else found.set(row.n, [row]);
    }
    const texts = some.flatMap((pn, i) => {
      const shown = found.get(i + 1);
      if (shown)
        return jsonText({ pn, count: shown[0]!.count, offers: jsonTexts(shown.map(({ offer }) => offer)) });
      missing.push(pn);
      return [];
    });
    const before = from === 0 ? '{"results":[' : hasResults && texts.length > 0 ? ',' : '';
    hasResults ||= texts.length > 0;
    yield before + texts.join();
  }
  yield `],${jsonText({ not_found: missing }).slice(1)}`;
}
