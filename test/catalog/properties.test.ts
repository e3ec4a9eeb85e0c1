import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
  await catalog.send('POST', '/offers/bulk-create/', [
    { source_identifier: 'Acme', pn_raw: 'a', price_raw: 1, brand_raw: 'B' },
    { source_identifier: 'Acme', pn_raw: 'b', condition_raw: 'new', raw_payload: { a: 1 } },
  ]);
});
afterAll(() => catalog?.close());

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    'new',
    'Acme',
    '1',
    '\0',
    '\ud800',
    'x'.repeat(256),
    '😀'.repeat(255),
    '12.50',
    '1e400',
  ),
);
const anything = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}) },
);
const decimal = fc
  .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 9_999_999 }))
  .map(([whole, part]) => `${whole}.${part}`);
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const offer = fc.record(
  {
    source_identifier: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('Acme', 'Beta', 'http://prop.example') },
      anything,
    ),
    pn_raw: fc.oneof({ weight: 5, arbitrary: name }, anything),
    brand_raw: fc.oneof({ weight: 3, arbitrary: name }, anything),
    condition_raw: fc.oneof({ weight: 3, arbitrary: name }, anything),
    status_raw: fc.oneof({ weight: 3, arbitrary: name }, anything),
    price_raw: fc.oneof({ weight: 4, arbitrary: decimal }, anything),
    price_currency: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('USD', 'EUR') }, anything),
    weight_value: fc.oneof({ weight: 4, arbitrary: decimal }, anything),
    weight_unit: fc.oneof({ weight: 4, arbitrary: fc.constant('kg') }, anything),
    product_url: fc.oneof({ weight: 4, arbitrary: fc.webUrl() }, anything),
    raw_payload: fc.jsonValue({ maxDepth: 4 }),
    raw_hash: fc.oneof({ weight: 4, arbitrary: name }, anything),
    id: anything,
    zzz: anything,
  },
  { requiredKeys: [] },
);

const parallel = 10;

/** What was sent, as it must come back. */
function expectKept(given: Record<string, any>, shown: Record<string, any>): void {
  // NaN and -0 leave as null and 0.
  const sent = JSON.parse(JSON.stringify(given));
  for (const field of [
    'pn_raw',
    'brand_raw',
    'condition_raw',
    'status_raw',
    'product_url',
    'raw_hash',
  ] as const) {
    if (typeof sent[field] === 'string' && sent[field].trim() !== '')
      expect(shown[field]).toBe(sent[field].trim());
  }
  for (const field of ['price_raw', 'weight_value'] as const) {
    const value = sent[field];
    if (value === undefined || value === null || String(value).trim() === '')
      expect(shown[field] ?? null).toBe(null);
    else expect(Number(shown[field])).toBe(Number(value) + 0);
  }
  expect(JSON.stringify(shown.raw_payload)).toBe(JSON.stringify(sent.raw_payload ?? null));
}

describe('for any request to the catalog', () => {
  it('creating an offer is never a 500, and a created offer reads back equal', async () => {
    let created = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(offer, { minLength: parallel, maxLength: parallel }), async (offers) => {
        await Promise.all(
          offers.map(async (sent) => {
            const answer = await catalog.send('POST', '/offers/', sent);
            expect([201, 400, 409]).toContain(answer.status);
            if (answer.status !== 201) return;
            created++;
            expectKept(sent, answer.body);
            expect((await catalog.get(`/offers/${answer.body.id}/`)).body).toEqual(answer.body);
          }),
        );
      }),
      { numRuns: 100 },
    );
    expect(created).toBeGreaterThan(20);
  });

  it('a bulk call and a change are never a 500', async () => {
    const element = fc.oneof({ weight: 6, arbitrary: offer }, { weight: 1, arbitrary: anything });
    const path = fc.constantFrom(
      ...['/offers/bulk-create/', '/offers/bulk-update/', '/offers/bulk-delete/', '/sources/bulk-create/'],
      ...['/sources/bulk-delete/', '/offers/strict/', '/sources/'],
    );
    const id = fc.oneof(fc.integer({ min: 1, max: 50 }), anything);
    const body = fc.oneof(
      fc.array(element, { maxLength: 20 }),
      fc.record({ offers: fc.array(fc.record({ id, data: element }), { maxLength: 20 }) }),
      fc.record({ ids: fc.array(fc.oneof(fc.integer({ min: 1000 }), anything), { maxLength: 20 }) }),
      fc.record({ name: anything, url: anything }),
      anything,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(path, body), { minLength: parallel, maxLength: parallel }),
        async (calls) => {
          await Promise.all(
            calls.map(async ([to, sent]) => {
              const answer = await catalog.send('POST', to, sent);
              expect([200, 201, 400, 409]).toContain(answer.status);
            }),
          );
        },
      ),
      { numRuns: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), offer, async (number, sent) => {
        for (const way of ['PUT', 'PATCH']) {
          const answer = await catalog.send(way, `/offers/${number}/`, sent);
          expect([200, 400, 404, 409]).toContain(answer.status);
          if (answer.status === 200)
            expect((await catalog.get(`/offers/${number}/`)).body).toEqual(answer.body);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('a query is never a 500, and its page is the same when it is repeated', async () => {
    const parameter = fc.constantFrom(
      ...[
        'page',
        'page_size',
        'cursor',
        'ordering',
        'search',
        'q',
        'source',
        'brand_raw',
        'pn_raw',
        'condition_raw',
      ],
      ...[
        'price_min',
        'price_max',
        'currency',
        'price_raw',
        'weight_value',
        'created_at',
        'raw_payload',
        'id',
      ],
      ...[
        'pn_raw__startswith',
        'brand_raw__icontains',
        'condition_raw__in',
        'source__in',
        'source_name',
        'weight_min',
      ],
      ...[
        'created_after',
        'created_before',
        'has_price',
        'has_url',
        'has_offers',
        'name',
        'product_url',
        'zzz',
      ],
    );
    const value = fc.oneof(
      text.map((t) => encodeURIComponent(Buffer.from(t).toString())),
      fc.constantFrom(
        '1',
        'last',
        '-price_raw,id',
        'price_raw',
        'true',
        '2026-01-01',
        '1e5',
        '-1',
        '%',
        '%zz',
        '%00',
        '%ff',
      ),
      fc.constantFrom(
        '%22a%22',
        '"',
        "'",
        '1e-9999999999',
        '99999999999999999999',
        '0001-01-01',
        '9999-12-31T23:59:59-14:00',
      ),
      fc.double().map(String),
    );
    const query = fc
      .array(fc.tuple(parameter, value), { maxLength: 5 })
      .map((pairs) => pairs.map((p) => p.join('=')).join('&'));
    const path = fc.constantFrom(
      '/offers/',
      '/offers/search/',
      '/offers/by-source-name/',
      '/sources/',
      '/sources/1/offers/',
      '/sources/stats/',
      '/offers/export/',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(path, query), { minLength: parallel, maxLength: parallel }),
        async (calls) => {
          await Promise.all(
            calls.map(async ([to, parameters]) => {
              const answer = await catalog.get(`${to}?${parameters}`);
              expect([200, 400, 404], `${to}?${parameters}: ${answer.text}`).toContain(answer.status);
              if (answer.status !== 200) return;
              expect((await catalog.get(`${to}?${parameters}`)).text).toBe(answer.text);
            }),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it('a path, or a body that is not JSON, is never a 500', async () => {
    const path = fc
      .tuple(fc.constantFrom('/offers/', '/sources/'), text)
      .map(([p, t]) => p + encodeURIComponent(Buffer.from(t).toString()));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'PUT', 'POST', 'PATCH', 'DELETE'),
        path,
        fc.uint8Array({ maxLength: 50 }),
        async (method, to, bytes) => {
          const raw = method === 'GET' ? undefined : Buffer.from(bytes);
          const answer = await catalog.server.call(method, `/api${to}`, {
            raw,
            headers: { 'content-type': 'application/json' },
          });
          expect(answer.status, `${method} ${to}: ${answer.text}`).toBeLessThan(500);
          const file = await catalog.raw(
            'POST',
            '/offers/import/',
            Buffer.from(bytes),
            bytes.length % 2 === 0 ? 'text/csv' : 'application/x-ndjson',
          );
          expect([200, 400]).toContain(file.status);
        },
      ),
      { numRuns: 150 },
    );
  });
});
