import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { jsonText } from '../../platform/json-text.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, value } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { search } from '../../platform/statement.ts';
import { isSamePart, type ZeroRule } from '../part-numbers.ts';
import type { CatalogParts } from '../parts.ts';
import { offers, rates, seenOffers, sources } from '../schema.ts';
import { idText, offer, s, shownTime } from '../sql.ts';

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

interface Compared {
  count: number;
  /** The JSON text of its result. */
  text: string;
}

/**
 * Finds the offers of part numbers, the best first: within a currency by price, offers without one last; or by the price in one currency, those
 * without a rate after the others. Each part number is looked up in an index.
 */
function compareSome(reads: Queryable, pns: readonly string[], asked: Comparison): Promise<Compared[]> {
  const { currency, perPn } = asked;
  const conditions = [
    isSamePart(offer.pnRaw, sql`asked.pn`, asked.zeros),
    ...(asked.sources ? [sql`${offer.sourceId} = ANY (${value(listOf(idText), asked.sources)})`] : []),
    ...(asked.onlyPriced ? [sql`${offer.priceRaw} IS NOT NULL`] : []),
  ];
  const inCurrency = sql`round(${offer.priceRaw} / ${own.perBase} * ${wished.perBase}, 6)`;
  const best = currency === undefined ? sql`` : sql`${inCurrency} NULLS LAST, `;
  const seen = sql`coalesce((SELECT ${seenOffers.seenAt} FROM ${seenOffers} WHERE ${seenOffers.offerId} = ${offer.id}), ${offer.createdAt})`;
  const columns = {
    count: as(types.bigint, sql`found.count`),
    text: as(
      types.text,
      sql`json_build_object('pn', asked.pn, 'count', found.count, 'offers', coalesce(found.offers, '[]'))::text`,
    ),
  };
  return search(
    reads,
    columns,
    (returned) => sql`
      SELECT ${returned}
      FROM unnest(${value(listOf(types.text), [...pns])}) WITH ORDINALITY AS asked (pn, n)
      CROSS JOIN LATERAL (
        SELECT count(*) AS count, json_agg(ranked.shown ORDER BY ranked.rank) FILTER (WHERE ranked.rank <= ${value(types.int, perPn)}) AS offers
        FROM (
          SELECT row_number() OVER (ORDER BY ${best}${offer.priceRaw} IS NULL, ${offer.priceCurrency} NULLS LAST, ${offer.priceRaw}, ${offer.id}) AS rank,
            json_build_object('id', ${offer.id}, 'source', ${offer.sourceId}, 'source_name', ${s.name}, 'pn_raw', ${offer.pnRaw},
              'brand_raw', ${offer.brandRaw}, 'condition_raw', ${offer.conditionRaw}, 'status_raw', ${offer.statusRaw},
              'price_raw', ${offer.priceRaw}::text, 'price_currency', ${offer.priceCurrency},
              ${currency === undefined ? sql`` : sql`'price', trim_scale(${inCurrency})::text,`}
              'product_url', ${offer.productUrl}, 'last_seen_at', ${shownTime(seen)},
              'age_days', floor(extract(epoch FROM now() - ${seen}) / 86400)::int) AS shown
          FROM ${offers} AS ${offer} JOIN ${sources} AS ${s} ON ${s.id} = ${offer.sourceId}
          ${
            currency === undefined
              ? sql``
              : sql`LEFT JOIN ${rates} AS ${own} ON ${own.currency} = ${offer.priceCurrency}
                LEFT JOIN ${rates} AS ${wished} ON ${wished.currency} = ${value(orNull(types.text), currency)}`
          }
          WHERE ${sql.join(conditions, sql` AND `)}
        ) AS ranked
      ) AS found
      ORDER BY asked.n`,
  );
}

/** Part numbers of one statement; the answer is written in pieces of as many. */
const atOnce = 250;

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
    const found = await compareSome(reads, some, asked);
    found.forEach(({ count }, i) => {
      if (count === 0) missing.push(some[i]!);
    });
    const texts = found.filter(({ count }) => count > 0).map(({ text }) => text);
    const before = from === 0 ? '{"results":[' : hasResults && texts.length > 0 ? ',' : '';
    hasResults ||= texts.length > 0;
    yield before + texts.join();
  }
  yield `],${jsonText({ not_found: missing }).slice(1)}`;
}
