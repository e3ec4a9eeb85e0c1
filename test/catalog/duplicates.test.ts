import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allStatements } from '../../src/platform/statement.ts';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

const importing = (rows: string[], onDuplicate: string) =>
  catalog.raw('POST', `/offers/import/?on_duplicate=${onDuplicate}`, rows.join('\r\n'), 'text/csv');
const putting = (offers: unknown[], onDuplicate: string) =>
  catalog.send('POST', `/offers/bulk-create/?on_duplicate=${onDuplicate}`, offers);
/** The offers of a source, by their part numbers. */
async function offersOf(source: string): Promise<Record<string, any>> {
  const { body } = await catalog.get(
    `/offers/?source_identifier=${encodeURIComponent(source)}&page_size=1000`,
  );
  return Object.fromEntries(
    body.results.map(({ pn_raw, condition_raw, ...offer }: any) => [
      [pn_raw, ...(condition_raw === null ? [] : [condition_raw])].join(),
      offer,
    ]),
  );
}

describe('on_duplicate=update', () => {
  it('gives the offers of the last list the values of the next one, and says of how many', async () => {
    const header = 'source_identifier,pn_raw,condition_raw,price_raw,price_currency,brand_raw,raw_payload';
    await importing(
      [
        header,
        'Monthly,a,,10,EUR,Bosch,"{""stock"": 1}"',
        'Monthly,b,new,20.50,EUR,Bosch,',
        'Monthly,c,,30,EUR,Bosch,',
      ],
      'skip',
    );
    const before = await offersOf('Monthly');
    const next = [
      'source_identifier,pn_raw,condition_raw,price_raw,price_currency,raw_payload',
      // Another price; the same one in other digits; none any more; a condition that is new; and one that cannot be.
      'Monthly,a,,11.00,EUR,"{""stock"": 1}"',
      'Monthly,b,new,20.5,EUR,',
      'Monthly,c,,,,',
      'Monthly,b,used,9,EUR,',
      'Monthly,a,,cheap,EUR,',
    ];
    const { status, body } = await importing(next, 'update');
    expect([status, body]).toEqual([
      200,
      {
        ...{ created: 1, updated: 2, unchanged: 1, skipped: 0, failed: 1 },
        errors: [{ index: 4, line: 6, errors: { price_raw: ['A valid number is required.'] } }],
      },
    ]);
    const after = await offersOf('Monthly');
    // What the file has no column for stays, and so does the record.
    expect(after).toEqual({
      a: { ...before.a, price_raw: '11.00' },
      'b,new': before['b,new'],
      c: { ...before.c, price_raw: null, price_currency: null },
      'b,used': expect.objectContaining({ price_raw: '9', brand_raw: null }),
    });
    expect((await importing(next, 'update')).body).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
    // Statistics follow.
    const { by_currency } = (await catalog.get('/offers/stats/')).body;
    expect(by_currency).toMatchObject([{ price_currency: 'EUR', min_price: '9.00', max_price: '20.50' }]);
  });

  it('changes of JSON only the fields that are there, and answers with the ids of new offers alone', async () => {
    const first = await putting(
      [{ source_identifier: 'Json', pn_raw: 'a', price_raw: '1', brand_raw: 'B', raw_payload: { n: 1 } }],
      'update',
    );
    expect([first.status, first.body]).toMatchObject([201, { created: 1, updated: 0, unchanged: 0 }]);
    const { raw_hash: hash } = (await offersOf('Json')).a;
    const { status, body } = await putting(
      [
        { source_identifier: 'Json', pn_raw: 'a', brand_raw: null, raw_payload: { n: 2 } },
        { source_identifier: 'Json', pn_raw: 'a' },
      ],
      'update',
    );
    expect([status, body]).toEqual([
      200,
      { created: 0, updated: 2, unchanged: 0, skipped: 0, failed: 0, ids: [], errors: [] },
    ]);
    const { a } = await offersOf('Json');
    expect(a).toMatchObject({ price_raw: '1', brand_raw: null, raw_payload: { n: 2 } });
    expect(a.raw_hash).not.toBe(hash);
  });

  it('leaves what a model leaves, whatever stands in a list twice', async () => {
    const row = fc.record(
      {
        source_identifier: fc.constantFrom('Model A', 'Model B'),
        pn_raw: fc.constantFrom('1', '2', '3'),
        condition_raw: fc.constantFrom(null, 'new'),
        price_raw: fc.constantFrom(null, '1', '2.50'),
        brand_raw: fc.constantFrom(null, 'X', 'Y'),
        raw_payload: fc.constantFrom(null, { n: 1 }, { n: 2 }),
      },
      { requiredKeys: ['source_identifier', 'pn_raw'] },
    );
    const model = new Map<string, Record<string, unknown>>();
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const { body } = await putting(rows, 'update');
        let created = 0;
        for (const { source_identifier, pn_raw, condition_raw = null, ...values } of rows) {
          const key = [source_identifier, pn_raw, condition_raw ?? ''].join();
          if (!model.has(key)) created++;
          model.set(key, { ...model.get(key), ...values });
        }
        expect(body).toMatchObject({ created, skipped: 0, failed: 0 });
        expect(body.created + body.updated + body.unchanged).toBe(rows.length);
        const stored = await catalog.query(
          `SELECT concat_ws(',', s.name, o.pn_raw, coalesce(o.condition_raw, '')) AS key, o.price_raw::text, o.brand_raw, o.raw_payload
           FROM catalog.offers AS o JOIN catalog.sources AS s ON s.id = o.source_id WHERE s.name LIKE 'Model _'`,
        );
        const none = { price_raw: null, brand_raw: null, raw_payload: null };
        expect(Object.fromEntries(stored.map(({ key, ...values }) => [key, values]))).toEqual(
          Object.fromEntries([...model].map(([key, values]) => [key, { ...none, ...values }])),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('neither deadlocks nor loses an offer where lists have the same offers in opposite orders, and some are deleted', async () => {
    const offers = (price: number) =>
      Array.from({ length: 400 }, (_, i) => ({
        ...{ source_identifier: `Race ${i % 7}`, pn_raw: `r${i}`, price_raw: String(price) },
      }));
    await putting(offers(0), 'update');
    const deleting = catalog.query(
      `DELETE FROM catalog.offers AS o USING catalog.sources AS s WHERE s.id = o.source_id AND s.name = 'Race 3'`,
    );
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((price) =>
        putting(price % 2 === 0 ? offers(price) : offers(price).reverse(), 'update'),
      ),
    );
    await deleting;
    for (const { body } of answers) {
      expect(body).toMatchObject({ skipped: 0, failed: 0 });
      expect(body.created + body.updated + body.unchanged).toBe(400);
    }
    const [{ offers: left }] = await catalog.query(
      `SELECT count(*)::int AS offers FROM catalog.offers AS o JOIN catalog.sources AS s ON s.id = o.source_id WHERE s.name LIKE 'Race _'`,
    );
    expect(left).toBe(400);
  });

  it('finds each offer by its key, however many its source has', async () => {
    await catalog.query(
      `WITH s AS (INSERT INTO catalog.sources (name) VALUES ('Plan') RETURNING id)
       INSERT INTO catalog.offers (source_id, pn_raw) SELECT s.id, 'p' || n FROM s, generate_series(1, 20000) AS n`,
    );
    await catalog.query('ANALYZE catalog.offers');
    const { text } = [...allStatements()].find(({ name }) => name === 'catalog-renew-offers')!;
    const [{ id }] = await catalog.query(`SELECT id::text FROM catalog.sources WHERE name = 'Plan'`);
    // The id of the source, what is given (nothing), and eleven fields.
    const fields = [[`p77`], [null], ...Array(8).fill([null])];
    const values = [[id], [0], [null], ...fields];
    const rows = await catalog.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    const read: [string, number][] = [];
    const walk = (plan: any): void => {
      if (plan['Relation Name'] === 'offers' && /Scan/.test(plan['Node Type']))
        read.push([plan['Node Type'], plan['Actual Rows']]);
      for (const each of plan.Plans ?? []) walk(each);
    };
    walk(rows[0]['QUERY PLAN'][0].Plan);
    expect(read.length).toBeGreaterThan(0);
    for (const [how, count] of read) expect([how, count <= 1]).toEqual(['Index Scan', true]);
  });
});

describe('on_duplicate', () => {
  it('error refuses what is there already, and a second equal one, with their lines', async () => {
    await catalog.offer({ source_identifier: 'Refusing', pn_raw: 'a' });
    const { status, body } = await importing(
      ['source_identifier,pn_raw', 'Refusing,a', 'Refusing,b', 'Refusing,b'],
      'error',
    );
    const errors = {
      non_field_errors: ['Offer with this source, pn_raw and condition_raw already exists.'],
    };
    expect([status, body]).toEqual([
      200,
      {
        ...{ created: 1, skipped: 0, failed: 2 },
        errors: [
          { index: 0, line: 2, errors },
          { index: 2, line: 4, errors },
        ],
      },
    ]);
  });

  it('is one of three words; an empty one counts as absent', async () => {
    const row = ['source_identifier,pn_raw', 'Words,a'];
    const offer = { source_identifier: 'Words', pn_raw: 'a' };
    for (const { status, body } of [await importing(row, 'replace'), await putting([offer], 'replace')])
      expect([status, body]).toEqual([400, { on_duplicate: ['"replace" is not a valid choice.'] }]);
    expect((await importing(row, '')).body).toEqual({ created: 1, skipped: 0, failed: 0, errors: [] });
    expect((await importing(row, 'skip')).body).toEqual({ created: 0, skipped: 1, failed: 0, errors: [] });
  });

  it('is the same behind the session of an owner', async () => {
    const headers = { 'content-type': 'text/csv' };
    const send = (onDuplicate: string, price: string) =>
      catalog.server.owner(
        'POST',
        `/catalog/offers/import/?on_duplicate=${onDuplicate}`,
        `source_identifier,pn_raw,price_raw\nOwners,a,${price}`,
        headers,
      );
    expect((await send('update', '1')).body).toMatchObject({ created: 1, updated: 0 });
    expect((await send('update', '2')).body).toMatchObject({ created: 0, updated: 1 });
    expect(await send('replace', '3')).toMatchObject({ status: 422 });
  });
});
