import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

/** When offers were last written and seen, and what they cost before. */

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

const importing = (query: string, rows: string[]) =>
  catalog.raw('POST', `/offers/import/?source=Acme&${query}`, rows.join('\r\n'), 'text/csv');
const seenBy = async (path: string): Promise<Record<string, any>> => {
  const { body } = await catalog.get(path);
  return Object.fromEntries(body.results.map((offer: any) => [offer.pn_raw, offer]));
};

describe('include=seen', () => {
  it('says when lists last had an offer and when it was written, and the record is the same without it', async () => {
    await importing('on_duplicate=update', ['pn_raw,price_raw', 'a,1', 'b,2', 'c,3']);
    const paths = [
      '/offers/?',
      '/offers/search/?',
      '/offers/by-source-name/?name=acme&',
      '/offers/?cursor=&',
      '/sources/1/offers/?',
    ];
    const first = await seenBy('/offers/?include=seen');
    for (const path of paths) {
      const offers = await seenBy(`${path}include=seen&page_size=5`);
      for (const offer of Object.values(offers)) {
        expect(offer).toMatchObject({ updated_at: null, last_seen_at: offer.created_at });
        const plain = (await catalog.get(`/offers/${offer.id}/`)).body;
        const { updated_at, last_seen_at, ...record } = offer;
        expect(record).toEqual(plain);
        expect((await catalog.get(`/offers/${offer.id}/?include=seen`)).body).toEqual(offer);
      }
    }
    await importing('on_duplicate=update', ['pn_raw,price_raw', 'a,1.50', 'b,2']);
    const second = await seenBy('/offers/?include=seen');
    expect(second.a.last_seen_at > first.a.last_seen_at && second.a.updated_at >= second.a.last_seen_at).toBe(
      true,
    );
    expect([second.b.updated_at, second.b.last_seen_at > first.b.last_seen_at]).toEqual([null, true]);
    expect(second.c).toEqual(first.c);
    await importing('mode=replace', ['pn_raw,price_raw', 'a,1.50', 'b,2', 'c,3', 'd,4']);
    const third = await seenBy('/offers/?include=seen');
    expect(third.a.updated_at).toBe(second.a.updated_at);
    for (const pn of ['a', 'b', 'c']) expect(third[pn].last_seen_at > second[pn].last_seen_at).toBe(true);
    expect(third.d.last_seen_at).toBe(third.d.created_at);
    const file = await catalog.get('/offers/export/?include=seen&format=csv&pn_raw=a');
    expect(file.text.split('\r\n')[0]).toMatch(/,created_at,updated_at,last_seen_at$/);
    expect(file.text).toContain(third.a.last_seen_at);
    // A list ignores what it does not know, and an export refuses it.
    expect((await catalog.get('/offers/?include=all')).body.results[0]).not.toHaveProperty('last_seen_at');
    expect((await catalog.get('/offers/export/?include=all')).body).toEqual({
      include: ['"all" is not a valid choice.'],
    });
  });
});

describe('/offers/{id}/prices/', () => {
  it('has the price of today and each former one, whatever changed it, and goes with the offer', async () => {
    const offer = await catalog.offer({ pn_raw: 'history', price_raw: '10', price_currency: 'EUR' });
    const path = `/offers/${offer.id}/prices/`;
    expect((await catalog.get(path)).body).toEqual({
      ...{ count: 1, next: null, previous: null },
      results: [{ price_raw: '10', price_currency: 'EUR', since: offer.created_at, until: null }],
    });
    await catalog.send('PATCH', `/offers/${offer.id}/price/`, { price_raw: '11' });
    // Not a change.
    await catalog.send('PATCH', `/offers/${offer.id}/`, { price_raw: '11.00', brand_raw: 'B' });
    await catalog.send('POST', '/offers/bulk-update/', [{ id: offer.id, price_currency: 'USD' }]);
    await importing('on_duplicate=update', ['pn_raw,price_raw,price_currency', 'history,,']);
    const { body } = await catalog.get(path);
    expect(body.results.map(({ price_raw, price_currency }: any) => [price_raw, price_currency])).toEqual([
      [null, null],
      ['11.00', 'USD'],
      ['11.00', 'EUR'],
      ['10', 'EUR'],
    ]);
    body.results.forEach(({ since, until }: any, i: number) => {
      expect(until).toBe(i === 0 ? null : body.results[i - 1].since);
      if (until !== null) expect(since < until).toBe(true);
    });
    const page = (await catalog.get(`${path}?page=2&page_size=3`)).body;
    expect([page.count, page.results]).toEqual([4, [body.results[3]]]);
    expect((await catalog.get(`${path}?page=3&page_size=3`)).status).toBe(404);
    await catalog.send('DELETE', `/offers/${offer.id}/`);
    expect((await catalog.get(path)).body).toEqual({ detail: 'No Offer matches the given query.' });
    expect(
      await catalog.query('SELECT count(*)::int AS n FROM catalog.former_prices WHERE offer_id = $1', [
        offer.id,
      ]),
    ).toEqual([{ n: 0 }]);
  });
});
