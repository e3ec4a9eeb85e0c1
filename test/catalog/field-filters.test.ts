import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Filters, readQuery } from '../../src/catalog/filters.ts';
import { whereSql } from '../../src/catalog/keyset.ts';
import { fromOf } from '../../src/catalog/list-statements.ts';
import { offerList, referenceFilters } from '../../src/catalog/offers/filters.ts';
import { offerQuery } from '../../src/catalog/offers/query.ts';
import { Query } from '../../src/catalog/query.ts';
import { sourceList } from '../../src/catalog/sources/list.ts';
import { sourceQuery } from '../../src/catalog/sources/shapes.ts';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;
let offer: any;
let source: any;

beforeAll(async () => {
  catalog = await startCatalog();
  source = await catalog.source({ name: 'Only & one', url: 'HTTPS://Only.example/a/' });
  offer = await catalog.offer({
    source_identifier: 'Only & one',
    brand_raw: 'Brand',
    pn_raw: 'PN 1',
    condition_raw: 'new',
    status_raw: 'active',
    price_raw: '12.50',
    price_currency: 'EUR',
    weight_value: '0.5',
    weight_unit: 'kg',
    product_url: `https://only.example/${'x'.repeat(3000)}`,
    raw_payload: { b: [1, 2.5], a: 'ü' },
  });
  await catalog.offer({ source_identifier: 'Not the only one, more', condition_raw: 'used' });
  await catalog.source({ name: 'Only', url: 'https://only.example/a' });
});
afterAll(() => catalog?.close());

const parameter = (value: unknown) =>
  encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The ids in a list, in either form of its answer. */
async function idsOf(path: string): Promise<number[]> {
  const { status, body, text } = await catalog.get(path);
  expect([path, status]).toEqual([path, 200]);
  const records = path.includes('/export/')
    ? text
        .split('\n')
        .filter(Boolean)
        .map((l) => JSON.parse(l))
    : body.results;
  return records.map(({ id }: any) => id);
}

describe('every field of an offer is an exact filter', () => {
  it.each([
    '/offers/',
    '/offers/search/',
    '/offers/export/',
    '/offers/by-source-name/?name=only',
    'of its source',
  ])('on %s', async (list) => {
    const path = list === 'of its source' ? `/sources/${offer.source}/offers/` : list;
    const join = path.includes('?') ? '&' : '?';
    expect(Object.keys(offer)).toHaveLength(15);
    for (const [field, value] of Object.entries({ ...offer, source_identifier: source.url })) {
      expect([field, await idsOf(`${path}${join}${field}=${parameter(value)}`)]).toEqual([field, [offer.id]]);
      const others: Record<string, string> = { source: '', raw_payload: '{}', created_at: '2001-01-01' };
      const other = others[field] ?? '77';
      if (other === '') continue; // an id without a source is an error
      expect([field, await idsOf(`${path}${join}${field}=${other}`)]).toEqual([field, []]);
    }
  });

  it('and the name of a source matches a part only where names are searched', async () => {
    expect(await idsOf('/offers/?source_name=only')).toEqual([]);
    expect(await idsOf('/offers/export/?source_name=Only')).toEqual([]);
    expect(await idsOf('/offers/search/?source_name=only')).toHaveLength(2);
    expect(await idsOf('/offers/by-source-name/?name=only&source_name=MORE')).toHaveLength(1);
  });

  it('and the name of several sources finds the offers of all of them', async () => {
    const twins = [await catalog.source({ name: 'Twin' }), await catalog.source({ name: 'Twin' })];
    const ids = await Promise.all(
      twins.map(async ({ id }) => (await catalog.offer({ source_identifier: String(id) })).id),
    );
    expect((await idsOf('/offers/?source_name=Twin')).sort()).toEqual(ids.sort());
  });

  it('so a bulk deletion of the offers exported by the name of a source leaves the other offers', async () => {
    const [{ count: before }] = await catalog.query('SELECT count(*)::int AS count FROM catalog.offers');
    await catalog.offer({ source_identifier: 'To be deleted' });
    const ids = await idsOf('/offers/export/?source_name=To%20be%20deleted');
    await catalog.send('POST', '/offers/bulk-delete/', { ids });
    const [{ count: after }] = await catalog.query('SELECT count(*)::int AS count FROM catalog.offers');
    expect(after).toBe(before);
  });
});

describe('every field of a source is an exact filter of the list of sources', () => {
  it('alone and together', async () => {
    const all = Object.entries(source).map(([field, value]) => `${field}=${parameter(value)}`);
    expect(all).toHaveLength(4);
    for (const filter of [...all, all.join('&')]) {
      expect([filter, await idsOf(`/sources/?${filter}`)]).toEqual([filter, [source.id]]);
    }
    for (const filter of [
      'id=77777',
      'name=only',
      'url=https://only.example',
      'updated_at=2001-01-01T00:00Z',
    ]) {
      expect([filter, await idsOf(`/sources/?${filter}`)]).toEqual([filter, []]);
    }
  });

  it('and an invalid value is a 400', async () => {
    const { status, body } = await catalog.get('/sources/?id=x&updated_at=yesterday&name=a%00');
    expect([status, body]).toEqual([
      400,
      {
        id: ['Enter a number.'],
        name: ['Null characters are not allowed.'],
        updated_at: ['Enter a valid date/time.'],
      },
    ]);
  });
});

describe('a filter by one field', () => {
  beforeAll(async () => {
    await catalog.query(`INSERT INTO catalog.sources (name, url, url_key)
      SELECT 'source ' || n, 'https://s.example/' || n, 'https://s.example/' || n FROM generate_series(1, 20000) AS n`);
    await catalog.query(`INSERT INTO catalog.offers (source_id, brand_raw, pn_raw, condition_raw, status_raw, price_raw,
        price_currency, weight_value, weight_unit, product_url, raw_payload, raw_hash, created_at)
      SELECT s.id, 'b' || s.id, 'p' || s.id, 'c' || s.id, 's' || s.id, s.id, 'x' || s.id, s.id, 'u' || s.id,
        'https://o.example/' || s.id, ('{"n":' || s.id || '}')::json, 'h' || s.id, now() - s.id * interval '1 s'
      FROM catalog.sources AS s`);
    await catalog.query('ANALYZE catalog.sources, catalog.offers');
  });

  it('never reads a whole table', async () => {
    const { database } = catalog.server.server.parts;
    const ofOffers = async (query: Query) => {
      const { values, filters } = readQuery(offerQuery, query);
      offerList.filter(filters, values);
      await referenceFilters(filters, values, database);
      return filters;
    };
    const ofSources = async (query: Query) => {
      const { values, filters } = readQuery(sourceQuery, query);
      sourceList.filter(filters, values);
      return filters;
    };
    type Case = {
      list: typeof offerList | typeof sourceList;
      read: (query: Query) => Promise<Filters>;
      field: string;
      value: unknown;
    };
    const fields: Case[] = [
      ...Object.entries(offer).map(([field, value]) => ({ list: offerList, read: ofOffers, field, value })),
      ...Object.entries(source).map(([field, value]) => ({
        list: sourceList,
        read: ofSources,
        field,
        value,
      })),
    ];
    for (const { list, read, field, value } of fields) {
      const url = `/?${field}=${parameter(value)}`;
      const filters = await read(new Query({ raw: { url } } as FastifyRequest));
      filters.check();
      const { sql: text, params } = new PgDialect().sqlToQuery(
        sql`EXPLAIN SELECT count(*) FROM ${fromOf(list)} ${whereSql(filters.conditions)}`,
      );
      const { rows } = await database.query<{ 'QUERY PLAN': string }>(text, params);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect([list.name, field, plan]).toEqual([list.name, field, expect.stringMatching(/Index/)]);
      expect([list.name, field, plan]).toEqual([list.name, field, expect.not.stringMatching(/Seq Scan/)]);
    }
  });
});
