import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

const csv = (text: string) => catalog.raw('POST', '/offers/import/', text, 'text/csv');
const ndjson = (text: string | Buffer) =>
  catalog.raw('POST', '/offers/import/', text, 'application/x-ndjson');
const lines = (from: number, to: number, source = 'File') =>
  Array.from({ length: to - from }, (_, i) =>
    JSON.stringify({
      source_identifier: source,
      pn_raw: `f${from + i}`,
      price_raw: '1.50',
      price_currency: 'USD',
    }),
  ).join('\n');
const countOf = async (source: string) => {
  const [{ count }] = await catalog.query(
    'SELECT count(*)::int AS count FROM catalog.offers o JOIN catalog.sources s ON s.id = o.source_id WHERE s.name = $1',
    [source],
  );
  return count as number;
};

describe('an imported CSV', () => {
  it('may have quotes, line breaks in cells, a byte order mark, any order of columns and unknown ones', async () => {
    const { status, body } = await csv(
      '\ufeffpn_raw,zzz,source_identifier,raw_payload,price_raw\r\n"a ""1""",x,"Csv, Inc",,1.50\r\n"b\r\n2",,"Csv, Inc","{""n"": 1.0}",\r\n',
    );
    expect([status, body]).toEqual([200, { created: 2, skipped: 0, failed: 0, errors: [] }]);
    const { results } = (await catalog.get('/offers/?search=b&page_size=5')).body;
    expect(results.at(-1)).toMatchObject({
      pn_raw: 'b\r\n2',
      source_name: 'Csv, Inc',
      raw_payload: { n: 1 },
    });
  });

  it.each([
    ['without', ''],
    ['with', '\ufeff'],
  ])('whose bytes are not UTF-8 loses those lines alone, %s a byte order mark', async (mark, bom) => {
    const file = Buffer.concat([
      Buffer.from(`${bom}source_identifier,pn_raw,zzz\nBytes ${mark},ü€😀,\nBytes ${mark},a`),
      Buffer.from([0xff]),
      Buffer.from(`,\nBytes ${mark},b,`),
      Buffer.from([0xff]),
      Buffer.from(`\nBytes ${mark},c,`),
    ]);
    const { body } = await catalog.raw('POST', '/offers/import/', file, 'text/csv');
    expect(body).toEqual({
      created: 3,
      skipped: 0,
      failed: 1,
      errors: [
        {
          index: 1,
          line: 3,
          errors: { pn_raw: ["'utf-8' codec can't decode byte 0xff in position 1: invalid start byte"] },
        },
      ],
    });
    const { results } = (await catalog.get('/offers/?ordering=-id&page_size=3')).body;
    expect(results.map((offer: any) => offer.pn_raw).reverse()).toEqual(['ü€😀', 'b', 'c']);
  });

  it('with broken lines loses those alone, and the report names them', async () => {
    const { body } = await csv(
      [
        'source_identifier,pn_raw,price_raw,raw_payload', // 1
        'Lines,a,1,',
        'Lines,b', // 3: too few cells
        'Lines,"c"x,1,', // 4: a quote in the middle
        'Lines,d,1,',
        'Lines,e,abc,', // 6: no price
        'Lines,"f', // 7: a cell of two lines
        'g",1,',
        ',h,1,', // 9: no source
        'Lines,i,1,{no json', // 10
        'Lines,a,1,', // again
        'Lines,"never closed', // 12
        '',
      ].join('\n'),
    );
    expect(body).toMatchObject({ created: 3, skipped: 1, failed: 6 });
    expect(body.errors.map((e: any) => [e.line, Object.keys(e.errors)[0]])).toEqual([
      [3, 'non_field_errors'],
      [4, 'non_field_errors'],
      [6, 'price_raw'],
      [9, 'source_identifier'],
      [10, 'raw_payload'],
      [12, 'non_field_errors'],
    ]);
    expect(body.errors.map((e: any) => e.index)).toEqual([1, 2, 4, 6, 7, 9]);
  });

  it.each([
    ['source_identifier,price_raw\nA,1\n', 'Line 1: the column pn_raw is missing.'],
    ['pn_raw\nA\n', 'Line 1: the column source_identifier is missing.'],
  ])('without a column that is needed is refused', async (text, message) => {
    const { status, body } = await csv(text);
    expect([status, body]).toEqual([400, { non_field_errors: [message] }]);
  });

  it('whose quote is never closed over more than a mebibyte ends there, and what was before is kept', async () => {
    const { body } = await csv(`source_identifier,pn_raw\nEndless,a\nEndless,"${'x\n'.repeat(1_000_000)}`);
    expect(body).toMatchObject({ created: 1, failed: 1, errors: [{ line: 3, index: 1 }] });
  });
});

describe('imported JSON lines', () => {
  it('are created, skipped or reported with their lines', async () => {
    const bad = Buffer.concat([
      Buffer.from(`${lines(0, 2, 'Nd')}\r\n\n{bad\n[1]\n`),
      Buffer.from([0xff, 0x0a]),
    ]);
    const { body } = await ndjson(Buffer.concat([bad, Buffer.from(lines(1, 3, 'Nd'))]));
    expect(body).toMatchObject({ created: 3, skipped: 1, failed: 3 });
    expect(body.errors.map((e: any) => [e.index, e.line])).toEqual([
      [2, 4],
      [3, 5],
      [4, 6],
    ]);
    expect(body.errors[0].errors.non_field_errors[0]).toMatch(/^JSON parse error - Expecting property name/);
  });

  it('of no bytes are an import of nothing, and of another type a 415', async () => {
    expect((await ndjson('')).body).toEqual({ created: 0, skipped: 0, failed: 0, errors: [] });
    const answer = await catalog.raw('POST', '/offers/import/', '[]', 'application/json');
    expect([answer.status, answer.body]).toEqual([
      415,
      { detail: 'Unsupported media type "application/json" in request.' },
    ]);
  });

  it('with very many errors list the first thousand and count all', async () => {
    const { body } = await ndjson('{}\n'.repeat(3000));
    expect([body.failed, body.errors.length, body.errors[999].line]).toEqual([3000, 1000, 1000]);
  });
});

describe('an import of any size', () => {
  it('that is interrupted keeps what was written, and is resumed by sending the file again', async () => {
    const text = lines(0, 30_000, 'Resumed');
    const { hostname, port } = new URL(catalog.server.url);
    const cut = request({
      hostname,
      port,
      method: 'POST',
      path: '/api/offers/import/',
      headers: { 'content-type': 'application/x-ndjson', 'content-length': Buffer.byteLength(text) },
    });
    cut.on('error', () => {});
    cut.write(text.slice(0, Math.floor(text.length / 2)));
    while ((await countOf('Resumed')) === 0) await sleep(20);
    cut.destroy();
    await sleep(300);
    const kept = await countOf('Resumed');
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(30_000);
    const { body } = await ndjson(text);
    expect(body).toMatchObject({ skipped: expect.any(Number), failed: 0 });
    expect(body.created + body.skipped).toBe(30_000);
    expect(body.skipped).toBeGreaterThanOrEqual(kept);
    expect(await countOf('Resumed')).toBe(30_000);
  });

  it('needs memory for a few batches and no more, and so does an export', async () => {
    // 100 MB of rows that are there already, each with a payload: what is not held is not there to be measured.
    const filler = 'x'.repeat(2000);
    const row = `${JSON.stringify({ source_identifier: 'Memory', pn_raw: 'm', raw_payload: filler })}\n`;
    const rows = 50_000;
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const response = await fetch(`${catalog.server.url}/api/offers/import/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: Readable.from(
        (function* () {
          for (let i = 0; i < rows; i++) yield row;
        })(),
      ) as never,
      duplex: 'half',
    } as RequestInit);
    expect(await response.json()).toMatchObject({ created: 1, skipped: rows - 1 });
    const exported = await fetch(`${catalog.server.url}/api/offers/export/`);
    let bytes = 0;
    for await (const chunk of exported.body!) bytes += (chunk as Uint8Array).length;
    clearInterval(watch);
    expect(bytes).toBeGreaterThan(5_000_000);
    expect(peak - before).toBeLessThan(250 * 2 ** 20);
  });
});

describe('an export', () => {
  it('has all offers that pass the filters, in order, as JSON lines', async () => {
    await ndjson(lines(0, 4500, 'Exported'));
    const [{ id }] = await catalog.query(`SELECT id FROM catalog.sources WHERE name = 'Exported'`);
    const { text, headers } = await catalog.get(`/offers/export/?source=${id}&ordering=-pn_raw`);
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    const offers = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(offers).toHaveLength(4500);
    const names = offers.map((offer) => offer.pn_raw);
    expect(names).toEqual([...names].sort().reverse());
    expect(offers[0]).toEqual((await catalog.get(`/offers/${offers[0].id}/`)).body);
    expect((await catalog.get('/offers/export/?price_min=x')).status).toBe(400);
    const head = await catalog.send('HEAD', `/offers/export?source=${id}`);
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([
      200,
      '',
      'application/x-ndjson',
    ]);
    expect((await catalog.send('HEAD', '/offers/export/?price_min=x')).status).toBe(400);
  });

  it('as CSV can be imported again, to the same offers', async () => {
    const tricky = {
      source_identifier: 'Tricky "q", \n',
      pn_raw: 'a,"b"\r\nc',
      raw_payload: { n: 1e21, t: 'ü"' },
    };
    const made = await catalog.offer(tricky);
    const { text, headers } = await catalog.get(`/offers/export/?source=${made.source}`, {
      accept: 'text/csv',
    });
    expect(headers.get('content-type')).toContain('text/csv');
    await catalog.send('DELETE', `/sources/${made.source}/`);
    expect((await csv(text)).body).toMatchObject({ created: 1, failed: 0 });
    const { results } = (await catalog.get('/offers/?ordering=-id&page_size=1')).body;
    expect({ ...results[0], id: 0, source: 0, created_at: '' }).toEqual({
      ...made,
      id: 0,
      source: 0,
      created_at: '',
    });
  });
});
