import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../harness/patience.ts';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

const create = (offers: unknown) => catalog.send('POST', '/offers/bulk-create/', offers);
const update = (offers: unknown) => catalog.send('POST', '/offers/bulk-update/', { offers });

describe('bulk creation', () => {
  it('skips duplicates in the table and in the body, reports bad items by index, and creates the others', async () => {
    await catalog.offer({ pn_raw: 'there' });
    const offers = [
      { source_identifier: 'Acme', pn_raw: 'there' },
      { source_identifier: 'Acme', pn_raw: 'new', price_raw: '1.50' },
      { source_identifier: 'Acme', pn_raw: 'new', condition_raw: '' },
      { source_identifier: 'Acme', pn_raw: 'bad', price_raw: 'x' },
      'no offer',
      { source_identifier: '31415926', pn_raw: 'a' },
      { source_identifier: 'http://bulk.example', pn_raw: 'a' },
    ];
    const { status, body } = await create({ offers });
    expect(status).toBe(201);
    expect(body).toEqual({
      created: 2,
      skipped: 2,
      failed: 3,
      ids: [expect.any(Number), expect.any(Number)],
      errors: [
        { index: 3, errors: { price_raw: ['A valid number is required.'] } },
        { index: 4, errors: { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] } },
        { index: 5, errors: { source_identifier: ['Source with ID 31415926 does not exist.'] } },
      ],
    });
    expect((await catalog.get(`/offers/${body.ids[0]}/`)).body).toMatchObject({
      pn_raw: 'new',
      price_raw: '1.50',
    });
    const again = await create(offers.slice(0, 3));
    expect([again.status, again.body]).toEqual([
      200,
      { created: 0, skipped: 3, failed: 0, ids: [], errors: [] },
    ]);
  });

  it.each(['bulk-create', 'CSV', 'JSON lines'])(
    'the first of equal offers wins, however many there are and wherever they stand: %s',
    async (way) => {
      const source_identifier = `Doubles ${way}`;
      const codes = Array.from({ length: 300 }, (_, i) => `double ${(i * 7919) % 300}`);
      // Half of them side by side, the others far from each other; of a known source, and of one that is made.
      const pairs = codes.slice(0, 150).flatMap((pn_raw) => [1, 2].map((price) => ({ pn_raw, price })));
      const apart = [1, 2].flatMap((price) => codes.slice(150).map((pn_raw) => ({ pn_raw, price })));
      const offers = [...pairs, ...apart].map(({ pn_raw, price }) => ({
        ...{ source_identifier, pn_raw, condition_raw: 'new', price_raw: `${price}.00` },
      }));
      const lines = offers.map((offer) => Object.values(offer).join());
      const { body } =
        way === 'bulk-create'
          ? await create({ offers })
          : way === 'CSV'
            ? await catalog.raw(
                ...(['POST', '/offers/import/'] as const),
                [Object.keys(offers[0]!).join(), ...lines].join('\n'),
                'text/csv',
              )
            : await catalog.raw(
                ...(['POST', '/offers/import/'] as const),
                offers.map((offer) => JSON.stringify(offer)).join('\n'),
                'application/x-ndjson',
              );
      expect(body).toMatchObject({ created: 300, skipped: 300, failed: 0 });
      const prices = await catalog.query(
        `SELECT price_raw::text AS price, count(*)::int AS offers FROM catalog.offers AS o
         JOIN catalog.sources AS s ON s.id = o.source_id WHERE s.name = $1 GROUP BY 1`,
        [source_identifier],
      );
      expect(prices).toEqual([{ price: expect.stringMatching(/^1\.0/), offers: 300 }]);
    },
  );

  it('takes 10,000 offers of 3,000 new sources in one call, and refuses one more', async () => {
    const offers = Array.from({ length: 10_000 }, (_, i) => ({
      source_identifier: `many ${i % 3000}`,
      pn_raw: `m${i}`,
    }));
    const { body } = await create(offers);
    expect([body.created, body.ids.length]).toEqual([10_000, 10_000]);
    const over = await create({ offers: [...offers, offers[0]] });
    expect([over.status, over.body]).toEqual([
      400,
      { offers: ['Ensure this field has no more than 10000 elements.'] },
    ]);
  });

  it.each([
    [{}, ['This field is required.']],
    [{ offers: [] }, ['This list may not be empty.']],
    [[], ['This list may not be empty.']],
    [{ offers: {} }, ['Expected a list of items but got type "dict".']],
    [{ offers: null }, ['This field may not be null.']],
  ])('is refused for %j', async (body, messages) => {
    const answer = await create(body);
    expect([answer.status, answer.body]).toEqual([400, { offers: messages }]);
  });
});

describe('bulk update', () => {
  it('changes the valid elements, even their source, and reports the others', async () => {
    const [a, b, c] = [await catalog.offer({ brand_raw: 'B' }), await catalog.offer(), await catalog.offer()];
    const { status, body } = await update([
      { id: a.id, data: { price_raw: 1.5 } },
      { id: b.id, source_identifier: 'Bulk target', brand_raw: null },
      { id: 999_999, data: { price_raw: 1 } },
      { id: c.id, data: { price_raw: 'x' } },
      { data: {} },
      { id: c.id, data: { source: 999_999 } },
      { id: a.id, data: { weight_unit: 'kg' } },
      { id: a.id, data: 5 },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ updated: 3, failed: 5 });
    expect(body.errors.map((e: any) => [e.index, e.errors])).toEqual([
      [2, { id: ['Offer with ID 999999 does not exist.'] }],
      [3, { price_raw: ['A valid number is required.'] }],
      [4, { id: ['This field is required.'] }],
      [5, { source: ['Invalid pk "999999" - object does not exist.'] }],
      [7, { data: ['Invalid data. Expected a dictionary, but got int.'] }],
    ]);
    expect((await catalog.get(`/offers/${a.id}/`)).body).toEqual({
      ...a,
      price_raw: '1.5',
      weight_unit: 'kg',
    });
    expect((await catalog.get(`/offers/${b.id}/`)).body.source_name).toBe('Bulk target');
  });

  it('does not count an element as updated if it names nothing to change', async () => {
    const { id } = await catalog.offer();
    const { body } = await update([
      { id },
      { id, dta: { price_raw: '5' } },
      { id, source_name: 'Nowhere', prise_raw: '5' },
      { id, price_raw: '77' },
      { id, data: {} },
    ]);
    expect(body).toEqual({
      updated: 2,
      failed: 3,
      errors: [0, 1, 2].map((index) => ({ index, id, errors: { data: ['This field is required.'] } })),
    });
    expect((await catalog.get(`/offers/${id}/`)).body.price_raw).toBe('77');
  });

  it('reports conflicts by index and keeps the other changes, even if one change makes room for the next', async () => {
    const made = [];
    for (const pn_raw of ['u1', 'u2', 'u3', 'u4']) made.push(await catalog.offer({ pn_raw }));
    const [one, two, three, four] = made.map((offer) => offer.id);
    const { body } = await update([
      { id: one, data: { pn_raw: 'u2' } },
      { id: two, data: { pn_raw: 'u5' } },
      { id: three, data: { pn_raw: 'u4' } },
      { id: four, data: { brand_raw: 'kept' } },
    ]);
    expect(body).toMatchObject({ updated: 3, failed: 1, errors: [{ index: 2, id: three }] });
    expect(body.errors[0].errors.non_field_errors[0]).toContain('already exists');
    const names = await Promise.all(
      made.map(async ({ id }) => (await catalog.get(`/offers/${id}/`)).body.pn_raw),
    );
    expect(names).toEqual(['u2', 'u5', 'u3', 'u4']);
  });

  it('ends soon with thousands of conflicting changes', async () => {
    const offers = Array.from({ length: 3000 }, (_, i) => ({
      source_identifier: 'Conflicts',
      pn_raw: `c${i}`,
    }));
    const { body } = await create(offers);
    const began = performance.now();
    const answer = await update(body.ids.map((id: number) => ({ id, data: { pn_raw: 'c0' } })));
    expect(answer.body).toMatchObject({ updated: 1, failed: 2999 });
    expect(performance.now() - began).toBeLessThan(patient(5000));
  });
});

describe('the report of a bulk update', () => {
  it('shows ids as numbers with all their digits', async () => {
    const { text } = await catalog.raw(
      'POST',
      '/offers/bulk-update/',
      '[{"id":"9223372036854775807","data":{}},{"id":999999,"data":5}]',
    );
    expect(text).toBe(
      '{"updated":0,"failed":2,"errors":[' +
        '{"index":0,"id":9223372036854775807,"errors":{"id":["Offer with ID 9223372036854775807 does not exist."]}},' +
        '{"index":1,"id":999999,"errors":{"data":["Invalid data. Expected a dictionary, but got int."]}}]}',
    );
  });
});

describe('bulk deletion', () => {
  it('counts the deleted records and names the missing ones', async () => {
    const offer = await catalog.offer();
    const { status, body } = await catalog.send('POST', '/offers/bulk-delete/', {
      ids: [offer.id, offer.id, 888_888],
    });
    expect([status, body]).toEqual([200, { deleted: 1, not_found: [888_888] }]);
  });

  it.each([
    [{}, ['This field is required.']],
    [{ ids: [] }, ['This list may not be empty.']],
    [{ ids: 'x' }, ['Expected a list of items but got type "str".']],
    [
      { ids: [1, 'x', 0, null, '1.5', true] },
      {
        1: ['A valid integer is required.'],
        2: ['Ensure this value is greater than or equal to 1.'],
        3: ['This field may not be null.'],
        4: ['A valid integer is required.'],
        5: ['A valid integer is required.'],
      },
    ],
  ])('is refused for %j', async (body, errors) => {
    for (const kind of ['offers', 'sources']) {
      const answer = await catalog.send('POST', `/${kind}/bulk-delete/`, body);
      expect([answer.status, answer.body]).toEqual([400, { ids: errors }]);
    }
  });
});
