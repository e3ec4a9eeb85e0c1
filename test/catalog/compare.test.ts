import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

/** Part numbers as people write them, comparing offers, and the rates for that. */

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog({ CATALOG_TOKEN: 'write-token', CATALOG_READ_TOKEN: 'read-token' });
});
afterAll(() => catalog?.close());

const as = (token: string) => ({ authorization: `Bearer ${token}` });
const call = (method: string, path: string, body?: unknown, token = 'write-token') =>
  catalog.server.call(method, `/api${path}`, { body, headers: as(token) });
async function offer(
  source: string,
  pn: string,
  price?: string,
  currency?: string,
  more: object = {},
): Promise<any> {
  const { status, body } = await call('POST', '/offers/', {
    ...{ source_identifier: source, pn_raw: pn, price_raw: price, price_currency: currency },
    ...more,
  });
  expect(status).toBe(201);
  return body;
}
const compare = async (body: object, token?: string) =>
  (await call('POST', '/offers/compare/', body, token)).body;
/** What is found for each part number, in order. */
const found = ({ results }: any) =>
  results.map(({ pn, count, offers }: any) => [
    pn,
    count,
    offers.map(({ pn_raw, price_raw, price_currency }: any) => `${pn_raw} ${price_raw} ${price_currency}`),
  ]);

describe('pn=', () => {
  it.each([
    ['a-100', 'keep', ['A100', 'A-100', 'A.1/00', 'a 100', 'A—100', 'a\u00a01_00']],
    [' A 100 ', 'keep', ['A100', 'A-100', 'A.1/00', 'a 100', 'A—100', 'a\u00a01_00']],
    ['00042', 'keep', ['000-42']],
    ['42', 'keep', ['42']],
    ['42', 'ignore', ['000-42', '42']],
    ['0', 'ignore', ['0', '0-0']],
    ['0', 'keep', ['0']],
    ['жк 5', 'keep', ['ЖК-5']],
  ])('%j with zeros: %s', async (pn, zeros, expected) => {
    for (const each of [
      'A100',
      'A-100',
      'A.1/00',
      'a 100',
      'A—100',
      'a\u00a01_00',
      'A1000',
      '000-42',
      '42',
      '0',
      '0-0',
      'ЖК-5',
    ]) {
      await call('POST', '/offers/', { source_identifier: 'Numbers', pn_raw: each });
    }
    const query = `pn=${encodeURIComponent(pn)}&pn_zeros=${zeros}&source_name=Numbers`;
    for (const path of ['/offers/?', '/offers/search/?', '/offers/by-source-name/?name=numbers&']) {
      const { body } = await call('GET', `${path}${query}`);
      expect(body.results.map(({ pn_raw }: any) => pn_raw).sort()).toEqual([...expected].sort());
    }
    const file = await call('GET', `/offers/export/?${query}`);
    expect(file.text.split('\n').filter(Boolean)).toHaveLength(expected.length);
  });
});

describe('comparing', () => {
  beforeAll(async () => {
    await offer('Cheap', 'X-1', '10', 'EUR', { brand_raw: 'B' });
    await offer('Dear', 'x1', '12', 'EUR');
    await offer('Abroad', 'X 1', '9', 'USD');
    await offer('Silent', 'X.1', undefined, undefined);
    await offer('Far', 'X/1', '900', 'JPY');
    await offer('Cheap', 'Y-2', '1', 'EUR');
  });

  it('has the best first within each currency, in the order of the part numbers, and names those without offers', async () => {
    const body = await compare({ pns: ['y2', 'none', 'x-1'] });
    expect(found(body)).toEqual([
      ['y2', 1, ['Y-2 1 EUR']],
      ['x-1', 5, ['X-1 10 EUR', 'x1 12 EUR', 'X/1 900 JPY', 'X 1 9 USD', 'X.1 null null']],
    ]);
    expect(body.not_found).toEqual(['none']);
    const { id, source, ...first } = body.results[1].offers[0];
    expect((await call('GET', `/offers/${id}/`)).body.source).toBe(source);
    expect(first).toEqual({
      ...{ source_name: 'Cheap', pn_raw: 'X-1', brand_raw: 'B', condition_raw: null, status_raw: null },
      ...{ price_raw: '10', price_currency: 'EUR', product_url: null },
      ...{ last_seen_at: expect.stringMatching(/^\d{4}-.*Z$/), age_days: 0 },
    });
    expect(await compare({ pns: ['none'] })).toEqual({ results: [], not_found: ['none'] });
  });

  it('compares by rates that were imported, and shows offers without one after the others', async () => {
    const empty = await call('GET', '/offers/rates/');
    expect(empty.body).toEqual({ base: null, at: null, rates: {} });
    const sent = { base: 'EUR', at: '2026-12-01T00:00:00Z', rates: { USD: '1.25', EUR: '3', GBP: 0.8 } };
    expect((await call('PUT', '/offers/rates/', sent)).body).toEqual({
      ...sent,
      rates: { GBP: '0.8', USD: '1.25' },
    });
    const euros = await compare({ pns: ['x1'], currency: 'EUR' });
    expect(euros.results[0].offers.map(({ source_name, price }: any) => [source_name, price])).toEqual([
      ['Abroad', '7.2'],
      ['Cheap', '10'],
      ['Dear', '12'],
      ['Far', null],
      ['Silent', null],
    ]);
    const pounds = await compare({ pns: ['x1'], currency: 'GBP', priced: true, per_pn: '2' });
    expect(pounds.results[0]).toMatchObject({ count: 4, offers: [{ price: '5.76' }, { price: '8' }] });
    expect((await compare({ pns: ['x1'], currency: 'CHF' })).results[0].offers[0].price).toBe(null);
    // Others replace them as a whole.
    await call('PUT', '/offers/rates/', { base: 'USD', rates: { EUR: '0.5' } });
    expect((await call('GET', '/offers/rates/')).body).toMatchObject({ base: 'USD', rates: { EUR: '0.5' } });
  });

  it('of some sources, and of part numbers with or without leading zeros', async () => {
    const { id } = (await call('GET', '/sources/?name=Dear')).body.results[0];
    expect(found(await compare({ pns: ['x1'], sources: [id] }))).toEqual([['x1', 1, ['x1 12 EUR']]]);
    await offer('Zeros', '007-Z', '1', 'EUR');
    expect((await compare({ pns: ['7z'] })).not_found).toEqual(['7z']);
    expect(found(await compare({ pns: ['7z', '07z'], zeros: 'ignore' }))).toEqual([
      ['7z', 1, ['007-Z 1 EUR']],
      ['07z', 1, ['007-Z 1 EUR']],
    ]);
  });

  it('of 10,000 part numbers is answered in pieces, and reads an index for each', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `M-${i},${i}`);
    await catalog.server.call('POST', '/api/offers/import/?source=Many', {
      raw: ['pn_raw,price_raw', ...rows].join('\n'),
      headers: { ...as('write-token'), 'content-type': 'text/csv' },
    });
    const pns = Array.from({ length: 10_000 }, (_, i) => `m${i}`);
    const body = await compare({ pns });
    expect([body.results.length, body.not_found.length]).toEqual([3000, 7000]);
    expect(
      body.results.every(
        ({ pn, offers }: any, i: number) => pn === `m${i}` && offers[0].price_raw === String(i),
      ),
    ).toBe(true);
    await catalog.query('ANALYZE catalog.offers');
    const plan = await catalog.query(
      `EXPLAIN SELECT id FROM catalog.offers AS o WHERE ltrim(catalog.normal_pn(o.pn_raw), '0') = ltrim(catalog.normal_pn('A-1'), '0')
       AND catalog.normal_pn(o.pn_raw) = catalog.normal_pn('A-1')`,
    );
    expect(JSON.stringify(plan)).toContain('offers_by_normal_pn');
    expect((await call('POST', '/offers/compare/', { pns: [...pns, 'one more'] })).body).toEqual({
      pns: ['Ensure this field has no more than 10000 elements.'],
    });
  });

  it.each([
    [{}, { pns: ['This field is required.'] }],
    [{ pns: [] }, { pns: ['This list may not be empty.'] }],
    [{ pns: 'A-1' }, { pns: ['Expected a list of items but got type "str".'] }],
    [
      { pns: ['a', null, '\u0000'] },
      { pns: ['Element 1: This field may not be null.', 'Element 2: Null characters are not allowed.'] },
    ],
    [{ pns: ['a'], zeros: 'drop' }, { zeros: ['"drop" is not a valid choice.'] }],
    [{ pns: ['a'], per_pn: 101 }, { per_pn: ['Ensure this value is less than or equal to 100.'] }],
    [{ pns: ['a'], sources: ['x'] }, { sources: ['Element 0: A valid integer is required.'] }],
    [{ pns: ['a'], priced: 'yes' }, { priced: ['Must be a valid boolean.'] }],
  ])('refuses %j', async (body, errors) => {
    const answer = await call('POST', '/offers/compare/', body);
    expect([answer.status, answer.body]).toEqual([400, errors]);
  });

  it.each([
    [{ rates: {} }, { base: ['This field is required.'] }],
    [{ base: 'EUR' }, { rates: ['This field is required.'] }],
    [{ base: 'EUR', rates: [] }, { rates: ['Enter an object, such as {"USD": "1.08"}.'] }],
    [{ base: 'EUR', rates: { USD: '0' } }, { rates: { USD: ['A rate is more than 0.'] } }],
    [{ base: 'EUR', rates: { USD: '1,08' } }, { rates: { USD: ['A valid number is required.'] } }],
    [{ base: 'EUR', at: 'May', rates: { USD: '1' } }, { at: ['Enter a valid date/time.'] }],
  ])('refuses the rates %j', async (body, errors) => {
    const answer = await call('PUT', '/offers/rates/', body);
    expect([answer.status, answer.body]).toEqual([400, errors]);
  });

  it('is allowed to who may read, and setting rates is not', async () => {
    expect((await compare({ pns: ['y2'] }, 'read-token')).results).toHaveLength(1);
    expect((await call('PUT', '/offers/rates/', { base: 'EUR', rates: {} }, 'read-token')).status).toBe(403);
    expect(
      (await catalog.server.call('POST', '/api/offers/compare/', { body: { pns: ['y2'] } })).status,
    ).toBe(401);
  });
});
