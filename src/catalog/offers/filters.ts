import { eq, gte, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { value } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { invalid } from '../errors.ts';
import type { Filters } from '../filters.ts';
import type { ListKind } from '../list-kind.ts';
import { type List, plainStatements } from '../list-statements.ts';
import type { OrderColumn } from '../ordering.ts';
import { maxTerms } from '../parameters.ts';
import { isSamePart } from '../part-numbers.ts';
import { sources } from '../schema.ts';
import { chosenSource } from '../sources/chosen.ts';
import { readIdentifier } from '../sources/identifier.ts';
import { findSources, sourcesNamed } from '../sources/resolve.ts';
import {
  idText,
  likeLiteral,
  lowered,
  offer,
  s,
  shownOffer,
  shownOfferSeen,
  somewhere,
  timeText,
} from '../sql.ts';
import { words } from '../words.ts';
import type { AdvancedQuery, OfferQuery } from './query.ts';

const column = (
  name: AnyPgColumn,
  type: OrderColumn['type'] = 'text',
  more: Partial<OrderColumn> = {},
): OrderColumn => ({ column: name, type, nullable: !name.notNull, ...more });
const unindexed = { unindexed: true };

const kind: ListKind<Partial<OfferQuery>> = {
  name: 'offers',
  record: offer,
  shown: shownOffer,
  orderable: {
    id: column(offer.id, 'bigint'),
    source: column(offer.sourceId, 'bigint'),
    brand_raw: column(offer.brandRaw),
    pn_raw: column(offer.pnRaw),
    condition_raw: column(offer.conditionRaw),
    status_raw: column(offer.statusRaw),
    price_raw: column(offer.priceRaw, 'numeric'),
    price_currency: column(offer.priceCurrency, 'text', unindexed),
    weight_value: column(offer.weightValue, 'numeric', unindexed),
    weight_unit: column(offer.weightUnit, 'text', unindexed),
    product_url: column(offer.productUrl, 'text', unindexed),
    raw_hash: column(offer.rawHash, 'text', unindexed),
    created_at: column(offer.createdAt, 'timestamptz'),
  },
  filter(filters, query) {
    filters.add('id', query.id, (id) => sql`${offer.id} = ${value(idText, id)}`);
    filters.add('brand_raw', query.brand_raw, (text) => eq(offer.brandRaw, text));
    filters.add('pn_raw', query.pn_raw, (text) => eq(offer.pnRaw, text));
    filters.add(`pn ${query.pn_zeros}`, query.pn, (text) =>
      isSamePart(offer.pnRaw, value(types.text, text), query.pn_zeros ?? 'keep'),
    );
    filters.add('condition_raw', query.condition_raw, (text) => eq(offer.conditionRaw, text));
    filters.add('status_raw', query.status_raw, (text) => eq(offer.statusRaw, text));
    filters.add('currency', query.currency, (text) => eq(offer.priceCurrency, text));
    filters.add('price_currency', query.price_currency, (text) => eq(offer.priceCurrency, text));
    filters.add('weight_unit', query.weight_unit, (text) => eq(offer.weightUnit, text));
    filters.add('raw_hash', query.raw_hash, (text) => eq(offer.rawHash, text));
    filters.add('product_url', query.product_url, (text) => longTextIs(sql`${offer.productUrl}`, text));
    filters.add('price_raw', query.price_raw, (number) => eq(offer.priceRaw, number));
    filters.add('price_min', query.price_min, (number) => gte(offer.priceRaw, number));
    filters.add('price_max', query.price_max, (number) => lte(offer.priceRaw, number));
    filters.add('weight_value', query.weight_value, (number) => eq(offer.weightValue, number));
    filters.add('created_at', query.created_at, (time) => sql`${offer.createdAt} = ${value(timeText, time)}`);
    filters.add('raw_payload', query.raw_payload, (text) => longTextIs(sql`${offer.rawPayload}::text`, text));
    for (const term of query.search ?? []) filters.add('search', term, hasTerm);
  },
};

/** The list of offers, with the filters that all lists of offers share. */
export const offerList: List<Partial<OfferQuery>> = { ...kind, plain: plainStatements(kind) };

/** The same with the times that `include=seen` adds. A list that has an offer as it is writes only when it saw it, and ends no cache. */
const seenOfferList: List<Partial<OfferQuery>> = { ...kind, shown: shownOfferSeen };

/** The list of offers that a query asks for. */
export const offerListFor = ({ include }: { include?: string | undefined }) =>
  include === 'seen' ? seenOfferList : offerList;

/** Compares texts of any length. An index answers the first condition; the second one is exact. */
function longTextIs(stored: SQL, text: string): SQL {
  const given = value(types.text, text);
  return sql`hashtextextended(${stored}, 0) = hashtextextended(${given}, 0) AND ${stored} = ${given}`;
}

/** U+001F separates the fields of `search_text`, so a term that contains it could match across two fields. */
function hasTerm(term: string): SQL {
  const pattern = somewhere(term);
  if (!term.includes('\u001f')) return sql`${offer.searchText} LIKE ${pattern}`;
  const fields = [offer.brandRaw, offer.pnRaw, offer.conditionRaw];
  return sql`(${or(...fields.map((field) => sql`${lowered(field)} LIKE ${pattern}`))})`;
}

type SourceQuery = Pick<Partial<OfferQuery>, 'source' | 'source_identifier' | 'source_name'>;

/**
 * The filters by source that lists and exports of offers share: `source`, `source_identifier` (which finds a source as a
 * creation would, but creates none) and the exact `source_name`. Sources are looked up first, so that the planner knows how
 * many offers each has.
 */
export async function referenceFilters(
  filters: Filters,
  query: SourceQuery,
  database: Queryable,
): Promise<void> {
  await filterIdentifiedSource(filters, query, database);
  const name = query.source_name;
  if (name !== undefined) filters.add('source_name', await sourcesNamed(database, name), isOfSources);
}

/** The filters by source of lists in which `source_name` is a part of the name. */
export async function partialReferenceFilters(
  filters: Filters,
  query: SourceQuery,
  database: Queryable,
): Promise<void> {
  await filterIdentifiedSource(filters, query, database);
  filterSourceName(filters, query.source_name);
}

async function filterIdentifiedSource(
  filters: Filters,
  query: SourceQuery,
  database: Queryable,
): Promise<void> {
  filters.add('source', await chosenSource(filters, query.source, database), isOfSource);
  const { source_identifier: text } = query;
  if (text === undefined) return;
  const [found] = await findSources(database, [readIdentifier(text)]);
  filters.add('source_identifier', found === undefined ? [] : [found], isOfSources);
}

/** Offers of one source. */
export const isOfSource = (id: string): SQL => sql`${offer.sourceId} = ${value(idText, id)}`;

function isOfSources(ids: string[]): SQL {
  const [first, ...more] = ids;
  if (first === undefined) return sql`false`;
  return more.length === 0 ? isOfSource(first) : sql`${offer.sourceId} = ANY (${value(listOf(idText), ids)})`;
}

/** A filter by a part of a source's name, in any case. */
export function filterSourceName(filters: Filters, part: string | undefined): void {
  filters.add(
    'part of source_name',
    part,
    (text) => sql`${offer.sourceId} = ANY (ARRAY(
      SELECT ${s.id} FROM ${sources} AS ${s} WHERE ${lowered(s.name)} LIKE ${somewhere(text)}))`,
  );
}

/** Filters of `/offers/search/` besides those of the list. @throws Refusal 400 for too many terms in `search` and `q` together */
export function advancedFilters(filters: Filters, query: AdvancedQuery & Partial<OfferQuery>): void {
  const terms = (query.search?.length ?? 0) + (query.q?.length ?? 0);
  if (terms > maxTerms) throw invalid([words.manyTerms(maxTerms, terms)]);
  for (const term of query.q ?? []) filters.add('search', term, hasTerm);
  for (const [name, field] of [
    ['brand_raw__icontains', offer.brandRaw],
    ['pn_raw__icontains', offer.pnRaw],
  ] as const) {
    // The trigram index answers the first condition; the second one is exact.
    filters.add(name, query[name], (text) => {
      const pattern = somewhere(text);
      return sql`${offer.searchText} LIKE ${pattern} AND ${lowered(field)} LIKE ${pattern}`;
    });
  }
  filters.add(
    'pn_raw__startswith',
    query.pn_raw__startswith,
    (text) => sql`${offer.pnRaw} LIKE ${value(types.text, likeLiteral(text))} || '%'`,
  );
  const isOneOf = (field: AnyPgColumn) => (texts: string[]) =>
    sql`${field} = ANY (${value(listOf(types.text), texts)})`;
  filters.add('condition_raw__in', query.condition_raw__in, isOneOf(offer.conditionRaw));
  filters.add('status_raw__in', query.status_raw__in, isOneOf(offer.statusRaw));
  filters.add(
    'source__in',
    query.source__in,
    (ids) => sql`${offer.sourceId} = ANY (${value(listOf(idText), ids)})`,
  );
  filters.add('weight_min', query.weight_min, (number) => gte(offer.weightValue, number));
  filters.add('weight_max', query.weight_max, (number) => lte(offer.weightValue, number));
  filters.add(
    'created_after',
    query.created_after,
    (time) => sql`${offer.createdAt} >= ${value(timeText, time)}`,
  );
  filters.add(
    'created_before',
    query.created_before,
    (time) => sql`${offer.createdAt} <= ${value(timeText, time)}`,
  );
  const presence = (field: AnyPgColumn) => (isThere: boolean) => (isThere ? isNotNull(field) : isNull(field));
  filters.add('has_price', query.has_price, presence(offer.priceRaw));
  filters.add('has_url', query.has_url, presence(offer.productUrl));
}
