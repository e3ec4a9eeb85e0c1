import type { Queryable } from '../../platform/postgres.ts';
import { readKey, unstorable } from '../fields.ts';
import type { Filters } from '../filters.ts';
import { parseJson, writeJson } from '../json.ts';
import type { ListKind } from '../list.ts';
import type { OrderColumn } from '../ordering.ts';
import { onlyId } from '../sources/identifier.ts';
import { findSources } from '../sources/resolve.ts';
import { likeLiteral, offerColumns } from '../sql.ts';

const unknownChoice = 'Select a valid choice. That choice is not one of the available choices.';

const textFilters: Record<string, string> = {
  brand_raw: 'brand_raw',
  pn_raw: 'pn_raw',
  condition_raw: 'condition_raw',
  status_raw: 'status_raw',
  currency: 'price_currency',
  price_currency: 'price_currency',
  weight_unit: 'weight_unit',
  product_url: 'product_url',
  raw_hash: 'raw_hash',
};

const column = (name: string, type: OrderColumn['type'] = 'text', nullable = true): OrderColumn => ({
  column: name,
  type,
  nullable,
});

/** Offers, with the filters that all their lists share. */
export const offerList: ListKind = {
  name: 'offers',
  columns: offerColumns,
  orderable: {
    id: column('id', 'bigint', false),
    source: column('source_id', 'bigint', false),
    brand_raw: column('brand_raw'),
    pn_raw: column('pn_raw', 'text', false),
    condition_raw: column('condition_raw'),
    status_raw: column('status_raw'),
    price_raw: column('price_raw', 'numeric'),
    price_currency: column('price_currency'),
    weight_value: column('weight_value', 'numeric'),
    weight_unit: column('weight_unit'),
    product_url: column('product_url'),
    raw_hash: column('raw_hash'),
    created_at: column('created_at', 'timestamptz', false),
  },
  filter(filters) {
    filters.id('id', (value) => `o.id = ${value}`);
    for (const [name, field] of Object.entries(textFilters)) {
      filters.text(name, (value) => `o.${field} = ${value}`);
    }
    filters.number('price_raw', (value) => `o.price_raw = ${value}`);
    filters.number('price_min', (value) => `o.price_raw >= ${value}`);
    filters.number('price_max', (value) => `o.price_raw <= ${value}`);
    filters.number('weight_value', (value) => `o.weight_value = ${value}`);
    filters.time('created_at', (value) => `o.created_at = ${value}`);
    filters.custom('raw_payload', (text) => {
      const parsed = parseJson(text);
      if ('error' in parsed || unstorable(text).length > 0) return ['Enter a valid JSON.'];
      filters.conditions.push(`o.raw_payload::text = ${filters.parameters.add(writeJson(parsed.value))}`);
      return undefined;
    });
    filters.search('search', searchCondition);
  },
};

/** U+001F stands between the fields of `search_text`: a term that holds it could match across two of them. */
function searchCondition(pattern: string, term: string): string {
  const anywhere = `o.search_text LIKE ${pattern}`;
  if (!term.includes('\u001f')) return anywhere;
  const fields = ['brand_raw', 'pn_raw', 'condition_raw'];
  return `(${fields.map((field) => `lower(o.${field} COLLATE "default") LIKE ${pattern}`).join(' OR ')})`;
}

/** The filter `source`: as with django-filter's choice of a record, an id that does not exist is an error. */
export async function filterSource(
  filters: Filters,
  database: Queryable,
  column = 'source_id',
): Promise<void> {
  const key = readKey(filters.value('source'));
  const [found] = 'value' in key ? await findSources(database, [onlyId(key.value)]) : [];
  filters.custom('source', () => {
    if (found === undefined) return [unknownChoice];
    filters.conditions.push(`o.${column} = ${filters.parameters.add(found)}::bigint`);
    return undefined;
  });
}

/** A part of a source's name, in any case. */
export function filterSourceName(filters: Filters, name: string): void {
  filters.text(
    name,
    (value) => `o.source_id = ANY (ARRAY(
      SELECT s.id FROM catalog.sources AS s WHERE lower(s.name COLLATE "default") LIKE '%' || lower(${value}) || '%'))`,
    likeLiteral,
  );
}

/** What `/offers/search/` has beyond the list. */
export function advancedFilters(filters: Filters): void {
  filters.search('q', searchCondition);
  for (const field of ['brand_raw', 'pn_raw']) {
    // The first condition is one that the trigram index can answer; the second is the question.
    filters.text(
      `${field}__icontains`,
      (value) => {
        const pattern = `'%' || lower(${value}) || '%'`;
        return `o.search_text LIKE ${pattern} AND lower(o.${field} COLLATE "default") LIKE ${pattern}`;
      },
      likeLiteral,
    );
  }
  filters.text('pn_raw__startswith', (value) => `o.pn_raw LIKE ${value} || '%'`, likeLiteral);
  filters.list('condition_raw__in', (values) => `o.condition_raw = ANY (${values}::text[])`);
  filters.list('status_raw__in', (values) => `o.status_raw = ANY (${values}::text[])`);
  filters.list(
    'source__in',
    (values) => `o.source_id = ANY (${values}::bigint[])`,
    (value) => (/^\d{1,18}$/.test(value) ? undefined : 'Enter a number.'),
  );
  filterSourceName(filters, 'source_name');
  filters.number('weight_min', (value) => `o.weight_value >= ${value}`);
  filters.number('weight_max', (value) => `o.weight_value <= ${value}`);
  filters.time('created_after', (value) => `o.created_at >= ${value}`);
  filters.time('created_before', (value) => `o.created_at <= ${value}`);
  const presence = (field: string) => (value: boolean) => `o.${field} IS ${value ? 'NOT NULL' : 'NULL'}`;
  filters.boolean('has_price', presence('price_raw'));
  filters.boolean('has_url', presence('product_url'));
}
