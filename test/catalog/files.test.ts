import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchHeap } from '../harness/memory.ts';
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
/** Windows-1251 has the letters of Russian in a row. */
const windows1251 = (russian: string) =>
  Buffer.from(
    [...russian].map((c) => {
      const code = c.codePointAt(0)!;
      return c === '№' ? 0xb9 : code >= 0x410 ? code - 0x410 + 0xc0 : code;
    }),
  );
const countOf = async (source: string) => {
  const [{ count }] = await catalog.query(
    'SELECT count(*)::int AS count FROM catalog.offers o JOIN catalog.sources s ON s.id = o.source_id WHERE s.name = $1',
    [source],
  );
  return count as number;
};

describe('an imported CSV', () => {
  it('may have quotes, line breaks in cells, a byte order mark, columns in any order, and unknown columns', async () => {
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
  ])('with bytes that are not UTF-8 loses only those lines, %s a byte order mark', async (mark, bom) => {
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

  it('with broken lines loses only those, and the report names them', async () => {
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

  it('with a quote that is never closed is read up to that quote, and the report names its line', async () => {
    const { body } = await csv(
      'source_identifier,pn_raw,brand_raw\r\nOpen,"a\r\n1",\r\nOpen,b,\r\nOpen,"c\r\n1","never closed\r\nOpen,d,\r\nOpen,e,\r\n',
    );
    expect(body).toEqual({
      created: 2,
      skipped: 0,
      failed: 1,
      errors: [
        {
          index: 2,
          line: 6,
          errors: {
            non_field_errors: [
              'A quote that begins here is never closed: everything after it was taken for its text, and nothing of that was imported.',
            ],
          },
        },
      ],
      unread_from_line: 6,
    });
  });

  it('with a quote that is closed lines later is reported once, at the first line of the row, with the lines that the row swallowed', async () => {
    const { body } = await csv(
      [
        'source_identifier,pn_raw', // 1
        'Later,"a', // 2
        'Later,b', // 3
        'Later,"c"",""d"x"', // 4: ends the quote of line 2
        'Later,e', // 5
        'Later,"f', // 6
        'Later,g",1', // 7: a cell too many
        'Later,"h\r', // 8
        '1"', // 9
        'Later,,', // 10
        '',
      ].join('\n'),
    );
    const reported = body.errors.map((e: any) => [e.index, e.line, ...e.errors.non_field_errors]);
    const taken = 'were taken for one row: a quote may not be closed where it should.';
    expect(reported).toEqual([
      [0, 2, expect.stringMatching(`^A closing quote .* Lines 2 to 4 ${taken}$`)],
      [2, 6, expect.stringMatching(`^This line has another .* Lines 6 to 7 ${taken}$`)],
      [4, 10, 'This line has another number of cells than the header row.'],
    ]);
    expect([body.created, body.failed, body.unread_from_line]).toEqual([2, 3, undefined]);
  });

  it('with a row over a mebibyte reports the first line that was not read', async () => {
    const { body } = await csv(
      `source_identifier,pn_raw,zzz\nLong,"a\n1",\nLong,b,${'x'.repeat(2 ** 20)}\nLong,c,\n`,
    );
    expect(body).toMatchObject({ created: 1, failed: 1, unread_from_line: 4 });
    expect(body.errors[0].errors.non_field_errors[0]).toMatch(/longer than 1 MiB.*Nothing after it was read/);
  });

  it('in another charset than it declares gets one hint about charsets', async () => {
    // A file whose first letters beyond ASCII come late: nobody can tell from its beginning what it is in.
    const late = 'x'.repeat(2 ** 16);
    const rows = (...cells: string[]) =>
      Buffer.from(
        `source_identifier,pn_raw,zzz\nHints,first,${late}\n${cells.map((cell) => `Hints,${cell},\n`).join('')}`,
        'latin1',
      );
    const hint = expect.stringMatching(/charset=windows-1251.*--charset/);
    const fault = expect.stringContaining("codec can't decode byte");
    const { body } = await catalog.raw('POST', '/offers/import/', rows('\xca\xee', '\xd0'), 'text/csv');
    expect(body.errors.map((e: any) => e.errors.pn_raw)).toEqual([[fault, hint], [fault]]);
    const blank = ' '.repeat(2 ** 16);
    const lines = await ndjson(Buffer.from(`${blank}\n{"pn_raw":"\xca\xee"}\n{"pn_raw":"\xca"}\n`, 'latin1'));
    const messages = lines.body.errors.map((e: any) => e.errors.non_field_errors);
    expect(messages).toEqual([[fault, hint], [fault]]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['\r\n\r\n', 'The file is empty.'],
    [
      'Source_Identifier,pn_raw\nA,1\n',
      'Line 1: the column source_identifier is missing. Names of columns are in lower case: write source_identifier instead of Source_Identifier.',
    ],
  ])('that begins with %j is refused with an advice', async (text, message) => {
    const { status, body } = await csv(text);
    expect([status, body]).toEqual([400, { non_field_errors: [expect.stringContaining(message)] }]);
  });

  it.each([
    ['source_identifier,price_raw\nA,1\n', 'Line 1: the column pn_raw is missing.'],
    ['pn_raw\nA\n', 'Line 1: the column source_identifier is missing.'],
  ])('without a required column is refused', async (text, message) => {
    const { status, body } = await csv(text);
    expect([status, body]).toEqual([400, { non_field_errors: [message] }]);
  });

  it.each([
    ['semicolons', 'source_identifier;pn_raw;brand_raw\nParted;1;"a;b"\n'],
    ['semicolons and quotes', '"source_identifier";"pn_raw";"brand_raw"\r\n"Parted";"2";"a;b"\r\n'],
    ['tabs', '\ufeffpn_raw\tsource_identifier\tbrand_raw\n3\tParted\ta;b\n'],
    ['pipes', 'pn_raw|source_name|zzz|brand_raw\n4|Parted||a;b'],
  ])('may have %s between its cells', async (_what, text) => {
    expect((await csv(text)).body).toEqual({ created: 1, skipped: 0, failed: 0, errors: [] });
    const { results } = (await catalog.get('/offers/?source_name=Parted&ordering=-id')).body;
    expect(results[0].brand_raw).toBe('a;b');
  });

  it('says what is wrong with a quote by the delimiter it has, and takes the one that is said', async () => {
    const broken = await csv('source_identifier;pn_raw\nA;"1"x\n');
    expect(broken.body.errors[0].errors.non_field_errors[0]).toContain('something else than a semicolon or');
    const said = await catalog.raw(
      'POST',
      '/offers/import/?delimiter=comma',
      'source_identifier;pn_raw\nA;1\n',
      'text/csv',
    );
    expect([said.status, said.body.non_field_errors[0]]).toEqual([
      400,
      'Line 1: the column source_identifier is missing.',
    ]);
  });

  it('has numbers as it is said, by the list of a supplier as it came', async () => {
    const file = (source: string) =>
      windows1251(
        [
          'source_identifier;pn_raw;brand_raw;price_raw;weight_value',
          ...rows.map((row) => `${source};${row}`),
        ].join('\r\n'),
      );
    const rows = [
      'а-1;Бош;12,50;0,5',
      'а-2;Бош;1 234,50;',
      'а-3;Бош;1.234.567,5;2',
      'а-4;Бош;1\u00a0000;2',
      'а-5;Бош;12.50;2',
    ];
    const send = (source: string, query: string) =>
      catalog.raw('POST', `/offers/import/${query}`, file(source), 'text/csv; charset=windows-1251');
    const { body } = await send('Поставщик', '?decimal=comma');
    expect(body).toEqual({
      ...{ created: 4, skipped: 0, failed: 1 },
      errors: [{ index: 4, line: 6, errors: { price_raw: ['"12.50" is no number with a decimal comma.'] } }],
    });
    const { results } = (await catalog.get('/offers/?source_name=Поставщик&ordering=pn_raw')).body;
    expect(
      results.map(({ pn_raw, price_raw, weight_value }: any) => [pn_raw, price_raw, weight_value]),
    ).toEqual([
      ['а-1', '12.50', '0.5'],
      ['а-2', '1234.50', null],
      ['а-3', '1234567.5', '2'],
      ['а-4', '1000', '2'],
    ]);
    const long = await csv(`source_identifier,pn_raw,price_raw\nLong,a,"${'1'.repeat(5000)},5"\n`);
    expect(long.body.errors[0].errors.price_raw.at(-1)).toBe(
      `"${'1'.repeat(40)}…" has a decimal comma: say decimal=comma.`,
    );
    // Unsaid, they are refused, and the error says what would help.
    const unsaid = (await send('Другой', '')).body;
    expect(unsaid).toMatchObject({ created: 1, failed: 4 });
    expect(unsaid.errors[0].errors).toEqual({
      price_raw: ['A valid number is required.', '"12,50" has a decimal comma: say decimal=comma.'],
      weight_value: ['A valid number is required.', '"0,5" has a decimal comma: say decimal=comma.'],
    });
  });

  it('with a column twice, or with a broken header row, is refused, and nothing is created', async () => {
    const doubled = await csv('source_identifier,pn_raw,zzz,pn_raw,zzz\nDoubled,a,,b,\n');
    expect([doubled.status, doubled.body]).toEqual([
      400,
      { non_field_errors: ['Line 1: the column pn_raw stands there twice.'] },
    ]);
    const broken = await csv('source_identifier,"pn_raw"x\nDoubled,a\n');
    expect([broken.status, broken.body.non_field_errors]).toEqual([
      400,
      [expect.stringMatching(/^Line 1: A closing quote/)],
    ]);
    expect(await countOf('Doubled')).toBe(0);
  });

  it('with a quote that stays open for more than a mebibyte is imported up to that quote', async () => {
    const { body } = await csv(`source_identifier,pn_raw\nEndless,a\nEndless,"${'x\n'.repeat(1_000_000)}`);
    expect(body).toMatchObject({ created: 1, failed: 1, errors: [{ line: 3, index: 1 }] });
  });
});

describe('imported JSON lines', () => {
  it('are created, skipped, or reported with their line numbers', async () => {
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

  it('may be empty, and with another content type get a 415', async () => {
    expect((await ndjson('')).body).toEqual({ created: 0, skipped: 0, failed: 0, errors: [] });
    const answer = await catalog.raw('POST', '/offers/import/', '[]', 'application/json');
    expect([answer.status, answer.body]).toEqual([
      415,
      { detail: 'Unsupported media type "application/json" in request.' },
    ]);
  });

  it('with very many errors get a report of the first thousand and a count of all', async () => {
    const { body } = await ndjson('{}\n'.repeat(3000));
    expect([body.failed, body.errors.length, body.errors[999].line]).toEqual([3000, 1000, 1000]);
  });
});

describe('an imported file may be sent', () => {
  const send = (body: Buffer, headers: Record<string, string>) =>
    catalog.server.call('POST', '/api/offers/import/', { raw: body, headers });
  const text = 'source_identifier,pn_raw\nКоробка,Деталь №1\n';
  const last = async () => (await catalog.get('/offers/?ordering=-id&page_size=1')).body.results[0];

  it.each([
    ['windows-1251', windows1251(text)],
    ['"UTF-16LE"', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-8', Buffer.from(`\ufeff${text}`)],
  ])('in the charset %s', async (charset, bytes) => {
    const { status, body } = await send(bytes, {
      'content-type': `text/csv; header=present; charset=${charset}`,
    });
    expect([status, body]).toEqual([200, { created: 1, skipped: 0, failed: 0, errors: [] }]);
    const { id, pn_raw, source_name } = await last();
    expect([source_name, pn_raw]).toEqual(['Коробка', 'Деталь №1']);
    await catalog.send('DELETE', `/offers/${id}/`);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('compressed by %s, in another charset', async (encoding, pack) => {
    const headers = { 'content-encoding': encoding, 'content-type': 'text/csv; charset=windows-1251' };
    const { status, body } = await send(pack(windows1251(text)), headers);
    expect([status, body.created]).toEqual([200, 1]);
    const { id, pn_raw } = await last();
    expect(pn_raw).toBe('Деталь №1');
    await catalog.send('DELETE', `/offers/${id}/`);
  });

  it('and gets an error with an advice if it is sent in another way', async () => {
    const answers: [Buffer, Record<string, string>, number, RegExp][] = [
      [
        Buffer.from(text),
        { 'content-type': 'text/csv; charset=klingon' },
        415,
        /^Unsupported charset "klingon".*UTF-8/,
      ],
      [
        Buffer.from(text),
        { 'content-type': 'text/csv', 'content-encoding': 'zstd' },
        415,
        /"zstd".*gzip, deflate or br/,
      ],
      [gzipSync(text).subarray(0, -10), { 'content-type': 'text/csv' }, 400, /breaks off/],
      [
        Buffer.from('PK\x03\x04xlsx'),
        { 'content-type': 'text/csv' },
        400,
        /begins like a ZIP archive or a workbook/,
      ],
      [
        Buffer.from(text),
        { 'content-type': 'text/csv', 'content-encoding': 'gzip' },
        400,
        /not what its Content-Encoding says/,
      ],
      [
        gzipSync(text).subarray(0, -10),
        { 'content-type': 'text/csv', 'content-encoding': 'gzip' },
        400,
        /or breaks off/,
      ],
      [
        Buffer.from([0x61, 0xff, 0xff]),
        { 'content-type': 'text/csv; charset=shift_jis' },
        400,
        /not in shift_jis/,
      ],
    ];
    for (const [bytes, headers, status, detail] of answers) {
      const answer = await send(bytes, headers);
      expect([answer.status, answer.body]).toEqual([status, { detail: expect.stringMatching(detail) }]);
    }
  });
});

describe('an import of any size', () => {
  it('that is interrupted keeps the written offers, and is resumed by sending the file again', async () => {
    const text = lines(0, 20_000, 'Resumed');
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
    expect(kept).toBeLessThan(20_000);
    const { body } = await ndjson(text);
    expect(body).toMatchObject({ skipped: expect.any(Number), failed: 0 });
    expect(body.created + body.skipped).toBe(20_000);
    expect(body.skipped).toBeGreaterThanOrEqual(kept);
    expect(await countOf('Resumed')).toBe(20_000);
  });

  it('needs memory for only a few batches, and so does an export', async () => {
    // 40 MB of rows that exist already, each with a payload: memory that the server does not keep cannot grow.
    const filler = 'x'.repeat(20_000);
    const row = `${JSON.stringify({ source_identifier: 'Memory', pn_raw: 'm', raw_payload: filler })}\n`;
    const rows = 2000;
    const growth = watchHeap();
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
    const grownBy = growth();
    expect(bytes).toBeGreaterThan(5_000_000);
    // The rows would take 40 MB as text, and more as objects.
    expect(grownBy).toBeLessThan(20 * 2 ** 20);
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

  it('is CSV or JSON lines as `format` says, before `Accept`', async () => {
    const asked = await catalog.send('HEAD', '/offers/export/?format=csv');
    expect(asked.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const { headers } = await catalog.get('/offers/export/?format=ndjson', { accept: 'text/csv' });
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    const { status, body } = await catalog.get('/offers/export/?format=xml');
    expect([status, body]).toEqual([400, { format: ['"xml" is not a valid choice.'] }]);
  });

  it('as CSV defuses formulas if the setting says so, and has the plain texts otherwise', async () => {
    const defused = await startCatalog({ CATALOG_CSV_DEFUSE: 'true' });
    try {
      const texts = ['=1+1', '+7 900', '-cmd', '@SUM(A1)', "it's", '-12.5', '2-3'];
      for (const pn of texts) {
        for (const scene of [defused, catalog]) {
          await scene.offer({ source_identifier: 'Formulas', pn_raw: pn, price_raw: '-5.50' });
        }
      }
      const columns = async (scene: Catalog) => {
        const { text } = await scene.get('/offers/export/?format=csv&source_name=Formulas');
        const rows = text
          .trimEnd()
          .split('\r\n')
          .slice(1)
          .map((row) => row.split(','));
        expect(new Set(rows.map((row) => row[7]))).toEqual(new Set(['-5.50']));
        return rows.map((row) => row[4]);
      };
      expect(await columns(catalog)).toEqual(texts);
      expect(await columns(defused)).toEqual([
        "'=1+1",
        "'+7 900",
        "'-cmd",
        "'@SUM(A1)",
        "it's",
        '-12.5',
        '2-3',
      ]);
    } finally {
      await defused.close();
    }
  });

  it('as CSV can be imported again, and gives the same offers', async () => {
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
