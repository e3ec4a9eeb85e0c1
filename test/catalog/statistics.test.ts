import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../harness/until.ts';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

/** Small pseudo-random numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

/** The same figures, counted from the offers themselves. */
async function recount() {
  const one = async (sql: string) =>
    (await catalog.query(`SELECT coalesce(json_agg(row_to_json(q)), '[]') AS j FROM (${sql}) q`))[0].j;
  const group = (column: string, limit = '') =>
    one(
      `SELECT ${column}, count(*) AS offers FROM catalog.offers GROUP BY 1 ORDER BY 2 DESC, ${column} ${limit}`,
    );
  const prices = `price_currency, count(price_raw) AS offers, round(avg(price_raw), 2)::text AS average_price,
    round(min(price_raw), 2)::text AS min_price, round(max(price_raw), 2)::text AS max_price`;
  const byCurrency = (where: string) =>
    one(
      `SELECT ${prices} FROM catalog.offers WHERE price_raw IS NOT NULL AND ${where} GROUP BY 1 ORDER BY 2 DESC, price_currency`,
    );
  const [counts] = await catalog.query(`SELECT (SELECT count(*)::int FROM catalog.offers) AS total_offers,
    (SELECT count(price_raw)::int FROM catalog.offers) AS offers_with_price,
    (SELECT count(*)::int FROM catalog.sources) AS total_sources,
    (SELECT count(DISTINCT source_id)::int FROM catalog.offers) AS sources_with_offers`);
  const sources = await one(`SELECT s.id, s.name, s.url, count(o.id) AS offers_count FROM catalog.sources s
    LEFT JOIN catalog.offers o ON o.source_id = s.id GROUP BY s.id ORDER BY 4 DESC, s.id LIMIT 20`);
  for (const source of sources) source.by_currency = await byCurrency(`source_id = ${source.id}`);
  const { total_offers, offers_with_price, total_sources, sources_with_offers } = counts;
  return {
    offers: {
      total_offers,
      offers_with_price,
      by_currency: await byCurrency('true'),
      by_condition: await group('condition_raw'),
      by_status: await group('status_raw'),
      by_brand: await group('brand_raw', 'LIMIT 20'),
      by_source:
        await one(`SELECT o.source_id AS source, s.name AS source_name, count(*) AS offers FROM catalog.offers o
        JOIN catalog.sources s ON s.id = o.source_id GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT 20`),
    },
    sources: {
      total_sources,
      sources_with_offers,
      total_offers,
      by_currency: await byCurrency('true'),
      sources,
    },
  };
}

/** Waits until a fold has come by and left nothing to be folded. */
const folded = () =>
  until(async () => {
    const [{ left }] = await catalog.query('SELECT count(*)::int AS left FROM catalog.tally_changes');
    return left === 0;
  });

describe('statistics of the catalog', () => {
  it('of an empty catalog are zeros and empty lists', async () => {
    expect((await catalog.get('/offers/stats/')).body).toEqual({
      ...{ total_offers: 0, offers_with_price: 0, by_currency: [], by_condition: [], by_status: [] },
      ...{ by_brand: [], by_source: [] },
    });
    expect((await catalog.get('/sources/stats/')).body).toEqual({
      ...{ total_sources: 0, sources_with_offers: 0, total_offers: 0, by_currency: [], sources: [] },
    });
  });

  it('equal a full recount after every kind of write, whether or not the figures are folded', async () => {
    const roll = dice(42);
    const pick = <T>(values: T[]): T => values[roll(values.length)]!;
    const offer = () => ({
      source_identifier: `S${roll(25)}`,
      pn_raw: `p${roll(400)}`,
      brand_raw: pick([null, 'A', 'B', `X${roll(30)}`]),
      condition_raw: pick([null, 'new', 'used']),
      status_raw: pick([null, 'active', 'sold']),
      price_raw: pick([null, `${roll(1000)}.${roll(10)}`, -5, '12345678901234.123456']),
      price_currency: pick([null, 'USD', 'EUR']),
    });
    const anyOffer = async () => {
      const rows = await catalog.query('SELECT id FROM catalog.offers ORDER BY id OFFSET $1 LIMIT 1', [
        roll(100),
      ]);
      return rows[0]?.id ?? 1;
    };
    const anySource = async () => {
      const rows = await catalog.query('SELECT id FROM catalog.sources ORDER BY id OFFSET $1 LIMIT 1', [
        roll(10),
      ]);
      return rows[0]?.id ?? 1;
    };
    const writes: (() => Promise<unknown>)[] = [
      () => catalog.send('POST', '/offers/', offer()),
      () => catalog.send('POST', '/offers/bulk-create/', Array.from({ length: 60 }, offer)),
      async () => catalog.send('PATCH', `/offers/${await anyOffer()}/`, offer()),
      async () => catalog.send('PATCH', `/offers/${await anyOffer()}/price/`, { price_raw: roll(50) }),
      async () => catalog.send('DELETE', `/offers/${await anyOffer()}/`),
      async () => catalog.send('DELETE', `/sources/${await anySource()}/`),
      async () => catalog.send('POST', '/offers/bulk-delete/', { ids: [await anyOffer(), await anyOffer()] }),
      async () =>
        catalog.send('POST', '/offers/bulk-update/', {
          offers: [
            { id: await anyOffer(), data: offer() },
            { id: await anyOffer(), data: { price_raw: null } },
          ],
        }),
      () => catalog.send('POST', '/sources/', { name: `S${roll(40)}` }),
      async () => catalog.query('DELETE FROM catalog.sources WHERE id = $1', [await anySource()]),
    ];
    for (let round = 0; round < 12; round++) {
      for (let i = 0; i < 10; i++) await pick(writes)();
      const expected = await recount();
      expect((await catalog.get('/offers/stats/')).body).toEqual(expected.offers);
      expect((await catalog.get('/sources/stats/')).body).toEqual(expected.sources);
      expect((await catalog.get('/offers/')).body.count).toBe(expected.offers.total_offers);
      expect((await catalog.get('/sources/')).body.count).toBe(expected.sources.total_sources);
      if (round === 6) await folded();
    }
    await folded();
    expect((await catalog.get('/offers/stats/')).body).toEqual((await recount()).offers);
  });

  it('do not count writes that were rolled back', async () => {
    const before = (await catalog.get('/offers/stats/')).body;
    const { database } = catalog.server.server.parts;
    await database
      .transaction(async (tx) => {
        await tx.query('DELETE FROM catalog.offers');
        throw new Error('lost');
      })
      .catch(() => {});
    expect((await catalog.get('/offers/stats/')).body).toEqual(before);
  });

  it('of sources are filtered by source and by offers', async () => {
    const source = await catalog.source({ name: 'Only one' });
    await catalog.offer({ source_identifier: 'Only one', price_raw: '2.005', price_currency: 'CHF' });
    await catalog.source({ name: 'Without' });
    const one = (await catalog.get(`/sources/stats/?source=${source.id}`)).body;
    expect(one).toMatchObject({ total_sources: 1, sources_with_offers: 1, total_offers: 1 });
    expect(one.by_currency).toEqual([
      { price_currency: 'CHF', offers: 1, average_price: '2.01', min_price: '2.01', max_price: '2.01' },
    ]);
    expect(one.sources).toEqual([
      { id: source.id, name: 'Only one', url: null, offers_count: 1, by_currency: one.by_currency },
    ]);
    const without = (await catalog.get('/sources/stats/?has_offers=false')).body;
    expect(without).toMatchObject({ sources_with_offers: 0, total_offers: 0, by_currency: [] });
    expect(without.sources.map((s: any) => s.name)).toContain('Without');
    const withOffers = (await catalog.get('/sources/stats/?has_offers=true')).body;
    expect(withOffers.total_sources).toBe(withOffers.sources_with_offers);
    expect((await catalog.get('/sources/stats/?source=x')).status).toBe(400);
  });
});
