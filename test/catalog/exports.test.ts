import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;
let wanted: any;

beforeAll(async () => {
  catalog = await startCatalog();
  await catalog.offer({ source_identifier: 'Other', pn_raw: 'other' });
  wanted = await catalog.offer({
    source_identifier: 'Wanted source',
    pn_raw: 'wanted',
    brand_raw: 'Bosch',
    condition_raw: 'new',
    status_raw: 'active',
    price_raw: '5',
    weight_value: '2',
    product_url: 'https://wanted.example/1',
  });
});
afterAll(() => catalog?.close());

const idsOf = async (query: string) => {
  const { status, text } = await catalog.get(`/offers/export/?${query}`);
  expect([query, status, text]).toEqual([query, 200, text]);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id);
};

describe('an export ignores no parameter, since its offers may be deleted next:', () => {
  const nothing =
    'Nothing is filtered by this value. Give another one, or leave the parameter out to export without it.';
  const unknown =
    'An export has no parameter of this name. Correct the name, or leave the parameter out to export without it.';

  const cannotOrder = (field: string) =>
    `An export cannot be ordered by "${field}". Correct the name, or leave it out.`;

  it.each([
    ['source_name=', 'source_name', nothing],
    ['source_identifier=%20', 'source_identifier', nothing],
    ['source=', 'source', nothing],
    ['id=', 'id', nothing],
    ['search=', 'search', nothing],
    ['search=,', 'search', nothing],
    ['search=""', 'search', nothing],
    ['q=', 'q', nothing],
    ['name=', 'name', nothing],
    ['price_min=', 'price_min', nothing],
    ['raw_payload=', 'raw_payload', nothing],
    ['has_price=maybe', 'has_price', nothing],
    ['source__in=,', 'source__in', nothing],
    ['brand_raw=Bosch&brand_raw=', 'brand_raw', nothing],
    ['format=', 'format', '"" is not a valid choice.'],
    ['ordering=nope', 'ordering', cannotOrder('nope')],
    ['ordering=', 'ordering', cannotOrder('')],
    ['ordering=-', 'ordering', cannotOrder('')],
    ['ordering=%20', 'ordering', cannotOrder('')],
    ['ordering=pn_raw,nope', 'ordering', cannotOrder('nope')],
    ['ordering=pn_raw,', 'ordering', cannotOrder('')],
    ['ordering=-id,-nope', 'ordering', cannotOrder('nope')],
    ['ordering=--pn_raw', 'ordering', cannotOrder('-pn_raw')],
    ['ordering=PN_RAW', 'ordering', cannotOrder('PN_RAW')],
    ['ordering=raw_payload', 'ordering', cannotOrder('raw_payload')],
    ['ordering=constructor', 'ordering', cannotOrder('constructor')],
    ['ordering=pn_raw&ordering=nope', 'ordering', cannotOrder('nope')],
    ['sorce_name=Other', 'sorce_name', unknown],
    ['page_size=5', 'page_size', unknown],
    ['brand_raw__startswith=B', 'brand_raw__startswith', unknown],
  ])('refuses %s with a 400 at the parameter', async (query, name, message) => {
    for (const path of [`?${query}`, `?brand_raw=Bosch&${query}`, `?format=csv&${query}`]) {
      const { status, body } = await catalog.get(`/offers/export/${path}`);
      expect([path, status, body]).toEqual([path, 400, { [name]: [message] }]);
      expect((await catalog.send('HEAD', `/offers/export/${path}`)).status).toBe(400);
    }
  });

  it('names all errors in one answer', async () => {
    const { status, body } = await catalog.get('/offers/export/?price_min=x&source_name=&zzz=1');
    expect([status, body]).toEqual([
      400,
      { price_min: ['Enter a number.'], source_name: [nothing], zzz: [unknown] },
    ]);
  });

  it.each([
    'q=wanted',
    'name=WANTED',
    'brand_raw__icontains=OSC',
    'pn_raw__icontains=ANT',
    'pn_raw__startswith=wan',
    'condition_raw__in=used,new',
    'status_raw__in=active',
    'source__in={source}',
    'weight_min=2',
    'weight_max=2',
    'created_after={created_at}',
    'has_price=true',
    'has_url=1',
  ])('filters by %s as the search does', async (query) => {
    const filled = query.replace(/{(.+)}/, (_, field) => wanted[field]);
    expect(await idsOf(`${filled}&ordering=-id`)).toEqual([wanted.id]);
  });

  it.each(['pn_raw', '-pn_raw', ' pn_raw , -id ', 'source,price_raw', 'nope&ordering=id'])(
    'is ordered by %s',
    async (ordering) => {
      expect(await idsOf(`ordering=${ordering}`)).toHaveLength(2);
    },
  );

  it('has every offer without a filter, while lists ignore unknown and empty parameters, as in Django', async () => {
    expect(await idsOf('')).toHaveLength(2);
    expect((await catalog.get('/offers/?source_name=&zzz=1&has_price=maybe')).body.count).toBe(2);
    expect((await catalog.get('/offers/search/?source__in=,&q=&has_price=maybe')).body.count).toBe(2);
  });
});

it('has a file name as CSV, and none if it is refused', async () => {
  const disposition = async (query: string) =>
    (await catalog.get(`/offers/export/?${query}`)).headers.get('content-disposition');
  expect(await disposition('format=csv')).toBe('attachment; filename="offers.csv"');
  expect(await disposition('format=ndjson')).toBe(null);
  expect(await disposition('format=csv&source=')).toBe(null);
});
