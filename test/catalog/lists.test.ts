import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;
const offersMade = 45;

beforeAll(async () => {
  catalog = await startCatalog();
  const conditions = ['new', 'used', null];
  const offers = Array.from({ length: offersMade }, (_, i) => ({
    source_identifier: i % 2 === 0 ? 'Even & Co' : 'Odd',
    pn_raw: `PN-${String(i).padStart(3, '0')}`,
    brand_raw: i % 5 === 0 ? null : ['Bosch', 'bosch', 'Ölwerk 100%', 'a_b'][i % 4],
    condition_raw: conditions[i % 3],
    status_raw: i % 10 === 0 ? 'sold' : 'active',
    price_raw: i % 4 === 0 ? null : `${(i * 7) % 20}.50`,
    price_currency: i % 4 === 0 ? null : 'EUR',
    weight_value: i,
    weight_unit: 'kg',
    product_url: i === 3 ? 'https://x.example/3' : null,
    raw_payload: i === 4 ? { a: [1] } : null,
  }));
  const { body } = await catalog.send('POST', '/offers/bulk-create/', { offers });
  if (body.created !== offersMade) throw new Error(JSON.stringify(body));
});
afterAll(() => catalog?.close());

const page = async (query: string) => (await catalog.get(`/offers/?${query}`)).body;
const found = async (query: string, path = '/offers/') => {
  const { status, body } = await catalog.get(`${path}?page_size=1000&${query}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  expect(body.count).toBe(body.results.length);
  return body.results as any[];
};

describe('numbered pages', () => {
  it('have 20 records, an exact count, and links to the neighbouring pages', async () => {
    const base = `${catalog.server.url}/api/offers/`;
    const first = await page('');
    expect(Object.keys(first)).toEqual(['count', 'next', 'previous', 'results']);
    expect([first.count, first.next, first.previous, first.results.length]).toEqual([
      45,
      `${base}?page=2`,
      null,
      20,
    ]);
    const second = await page('page=2');
    expect([second.next, second.previous]).toEqual([`${base}?page=3`, base]);
    const last = await page('page=last');
    expect([last.next, last.previous, last.results.length]).toEqual([null, `${base}?page=2`, 5]);
    const seen = [...first.results, ...second.results, ...last.results].map((o) => o.id);
    expect(new Set(seen).size).toBe(45);
  });

  it('keep all other parameters in their links, sorted and form-encoded', async () => {
    const { next } = await page('page=2&search=PN&ordering=pn_raw,id&page_size=10&zzz=a+b%2C&page_size=5');
    expect(next).toBe(
      `${catalog.server.url}/api/offers/?ordering=pn_raw%2Cid&page=3&page_size=10&page_size=5&search=PN&zzz=a+b%2C`,
    );
  });

  it.each(['0', '-1', 'abc', '1.0', '4', '99999999999999999999', '%00', '%20', '%20last'])(
    'answer page=%s with a 404',
    async (number) => {
      const { status, body } = await catalog.get(`/offers/?page=${number}`);
      expect([status, body]).toEqual([404, { detail: 'Invalid page.' }]);
    },
  );

  it.each(['', '1', '%201', 'last&search=nothing-has-this'])('accept page=%s', async (number) => {
    expect((await catalog.get(`/offers/?page=${number}`)).status).toBe(200);
  });

  it.each([
    ['0', 20],
    ['-1', 20],
    ['abc', 20],
    ['', 20],
    ['5', 5],
    ['100000', 45],
    [`1${'0'.repeat(30)}`, 45],
  ])('read page_size=%s as %i', async (size, length) => {
    expect((await page(`page_size=${size}`)).results).toHaveLength(length);
  });

  it('count records that were just written', async () => {
    const before = (await page('brand_raw=Bosch')).count;
    const { id } = await catalog.offer({ brand_raw: 'Bosch' });
    expect((await page('brand_raw=Bosch')).count).toBe(before + 1);
    await catalog.send('DELETE', `/offers/${id}/`);
    expect((await page('brand_raw=Bosch')).count).toBe(before);
    expect((await page('')).count).toBe(offersMade);
  });
});

describe('keyset pages', () => {
  const orders = ['', 'price_raw', '-price_raw', 'brand_raw', '-brand_raw', 'pn_raw', '-created_at', '-id'];
  it.each([...orders, 'condition_raw,-price_raw', '-status_raw,brand_raw,-pn_raw', 'price_raw,-id'])(
    'in the order "%s" show each offer once, forwards and backwards, without a count',
    async (ordering) => {
      const whole = (await found(`ordering=${ordering}`)).map((o) => o.id);
      const forwards: number[] = [];
      const backwards: number[] = [];
      let next: string | null = `${catalog.server.url}/api/offers/?cursor=&page_size=7&ordering=${ordering}`;
      let body: any;
      while (next) {
        body = (await catalog.server.call('GET', next.slice(catalog.server.url.length))).body;
        expect(body.count).toBe(undefined);
        forwards.push(...body.results.map((o: any) => o.id));
        next = body.next;
      }
      expect(forwards).toEqual(whole);
      backwards.push(...body.results.map((o: any) => o.id));
      while (body.previous) {
        body = (await catalog.server.call('GET', body.previous.slice(catalog.server.url.length))).body;
        backwards.unshift(...body.results.map((o: any) => o.id));
      }
      expect(backwards).toEqual(whole);
    },
  );

  it.each(['x', 'e30', 'bnVsbA', Buffer.from('["id",0,"x"]').toString('base64url')])(
    'answer 404 to the cursor %s',
    async (cursor) => {
      const { status, body } = await catalog.get(`/offers/?cursor=${cursor}`);
      expect([status, body]).toEqual([404, { detail: 'Invalid cursor' }]);
    },
  );
});

describe('ordering', () => {
  it('puts nulls last when ascending and first when descending, and pages never overlap', async () => {
    const prices = async (ordering: string) => (await found(`ordering=${ordering}`)).map((o) => o.price_raw);
    const upwards = await prices('price_raw');
    expect(upwards.at(-1)).toBe(null);
    expect((await prices('-price_raw'))[0]).toBe(null);
    const numbers = upwards.filter((price) => price !== null).map(Number);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });

  it('ignores unknown fields', async () => {
    const plain = (await page('')).results;
    for (const ordering of ['zzz', 'PN_RAW', '--pn_raw', 'raw_payload', ',', 'source_id', '__proto__']) {
      expect((await page(`ordering=${ordering}`)).results).toEqual(plain);
    }
    expect((await page('ordering=zzz, -pn_raw')).results[0].pn_raw).toBe('PN-044');
  });
});

describe('search', () => {
  it.each([
    ['pn-00', (o: any) => o.pn_raw.startsWith('PN-00')],
    ['BOSCH new', (o: any) => /bosch/i.test(o.brand_raw ?? '') && o.condition_raw === 'new'],
    ['bosch,new', (o: any) => /bosch/i.test(o.brand_raw ?? '') && o.condition_raw === 'new'],
    ['ölwerk', (o: any) => o.brand_raw === 'Ölwerk 100%'],
    ['%', (o: any) => o.brand_raw === 'Ölwerk 100%'],
    ['"Ölwerk 100%"', (o: any) => o.brand_raw === 'Ölwerk 100%'],
    ['a_b', (o: any) => o.brand_raw === 'a_b'],
    ['"bosch pn"', () => false],
    ['', () => true],
    [' , ', () => true],
    ['""', () => true],
    ['4', (o: any) => o.pn_raw.includes('4')],
  ])('for %j finds the expected offers', async (search, matches) => {
    const all = await found('');
    expect(await found(`search=${encodeURIComponent(search)}`)).toEqual(all.filter(matches));
    expect(await found(`q=${encodeURIComponent(search)}`, '/offers/search/')).toEqual(all.filter(matches));
  });

  it('has at most 20 terms, counted over all its parameters, and is never shortened', async () => {
    const terms = (count: number, term = 'pn') => Array(count).fill(term).join('+');
    expect(await found(`search=${terms(20)}`)).toHaveLength(offersMade);
    const refused = (count: number) => [
      400,
      [
        `A search may have at most 20 terms, and this one has ${count}. Put words that belong together in double quotes: they count as one term.`,
      ],
    ];
    for (const [path, count] of [
      [`/offers/?search=${terms(21)}`, 21],
      [`/offers/?search=${terms(2500)}`, 2500],
      [`/offers/export/?search=${terms(21)}`, 21],
      [`/sources/?search=${terms(21)}`, 21],
      [`/offers/search/?search=${terms(11)}&q=${terms(10)}`, 21],
    ] as const) {
      const { status, body } = await catalog.get(path);
      expect([status, body]).toEqual(refused(count));
    }
  });

  it('with a NUL is a 400 whose body is a list', async () => {
    const { status, body } = await catalog.get('/offers/?search=a%00');
    expect([status, body]).toEqual([400, ['Null characters are not allowed.']]);
  });
});

describe('filters', () => {
  it.each([
    ['brand_raw=Bosch', (o: any) => o.brand_raw === 'Bosch'],
    ['brand_raw=%20Bosch%20&brand_raw=a_b', (o: any) => o.brand_raw === 'a_b'],
    ['pn_raw=PN-007', (o: any) => o.pn_raw === 'PN-007'],
    ['condition_raw=null', () => false],
    ['condition_raw=', () => true],
    ['status_raw=sold', (o: any) => o.status_raw === 'sold'],
    ['currency=EUR', (o: any) => o.price_currency === 'EUR'],
    ['price_currency=eur', () => false],
    [
      'price_min=1e1&price_max=%2015%20',
      (o: any) => o.price_raw && Number(o.price_raw) >= 10 && Number(o.price_raw) <= 15,
    ],
    ['price_min=5&price_max=4', () => false],
    ['price_min=1e-99999', (o: any) => o.price_raw !== null],
    ['price_raw=3.5', (o: any) => o.price_raw === '3.50'],
    ['weight_value=7', (o: any) => o.weight_value === '7'],
    ['weight_unit=kg&product_url=https://x.example/3', (o: any) => o.product_url !== null],
    ['raw_payload={"a": [1]}', (o: any) => o.raw_payload !== null],
    ['unknown=1', () => true],
  ])('%s', async (query, matches) => {
    const all = await found('');
    expect(await found(query)).toEqual(all.filter(matches));
  });

  it.each([
    ['pn_raw__icontains=pn-01', (o: any) => o.pn_raw.startsWith('PN-01')],
    ['pn_raw__startswith=PN-04', (o: any) => o.pn_raw.startsWith('PN-04')],
    ['pn_raw__startswith=pn-04', () => false],
    ['brand_raw__icontains=OSC', (o: any) => /bosch/i.test(o.brand_raw ?? '')],
    ['condition_raw__in=new,used', (o: any) => o.condition_raw !== null],
    ['status_raw__in=sold,%20zzz', (o: any) => o.status_raw === 'sold'],
    ['source_name=even%20%26', (o: any) => o.source_name === 'Even & Co'],
    ['weight_min=10&weight_max=12', (o: any) => Number(o.weight_value) >= 10 && Number(o.weight_value) <= 12],
    ['has_price=False', (o: any) => o.price_raw === null],
    ['has_url=1', (o: any) => o.product_url !== null],
    ['has_url=maybe', () => true],
    ['created_after=2001-01-01T10:00:00Z', () => true],
    ['created_before=2001-01-01', () => false],
    ['source__in=,&status_raw__in=%20,', () => true],
    ['condition_raw__in=,new,', (o: any) => o.condition_raw === 'new'],
  ])('of the advanced search: %s', async (query, matches) => {
    const all = await found('');
    expect(await found(query, '/offers/search/')).toEqual(all.filter(matches));
  });

  it('by source take an id; source__in several; by-source-name a part of the name', async () => {
    const all = await found('');
    const odd = all.find((o) => o.source_name === 'Odd').source;
    expect(await found(`source=${odd}`)).toEqual(all.filter((o) => o.source === odd));
    expect(await found(`source__in=${odd},12345`, '/offers/search/')).toEqual(
      all.filter((o) => o.source === odd),
    );
    expect(await found('name=OD', '/offers/by-source-name/')).toEqual(all.filter((o) => o.source === odd));
    expect((await catalog.get('/offers/by-source-name/')).body).toEqual({
      name: ['This field is required.'],
    });
  });

  it('with errors are all reported in one 400, before a bad page', async () => {
    const { status, body } = await catalog.get(
      '/offers/search/?source=99999&price_min=1,5&price_max=1e51&brand_raw=a%00&created_after=2026-02-30&source__in=1,x&page=0',
    );
    expect([status, body]).toEqual([
      400,
      {
        source: ['Select a valid choice. That choice is not one of the available choices.'],
        price_min: ['Enter a number.'],
        price_max: ['Ensure this value is less than or equal to 1e+50.'],
        brand_raw: ['Null characters are not allowed.'],
        created_after: ['Enter a valid date/time.'],
        source__in: ['Enter a number.'],
      },
    ]);
    expect((await catalog.get('/offers/?price_min=NaN')).body).toEqual({ price_min: ['Enter a number.'] });
    expect((await catalog.get('/offers/?source=abc')).status).toBe(400);
  });

  it('do not affect a single record', async () => {
    const [offer] = await found('');
    expect((await catalog.get(`/offers/${offer.id}/?price_min=abc&search=zzz`)).status).toBe(200);
  });
});
