import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './scene.ts';

/** Lists as suppliers send them: other charsets, delimiters, names of columns, and lines above the header row. */

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

let sources = 0;
/** Imports a file for a source of its own. @returns the answer, and what the source has then */
async function importing(file: string | Buffer, query: Record<string, string> = {}, type = 'text/csv') {
  const source = `Supplier ${sources++}`;
  const parameters = new URLSearchParams({ source, ...query });
  const { status, body } = await catalog.raw('POST', `/offers/import/?${parameters}`, file, type);
  const { results } = (await catalog.get(`/offers/?source_name=${encodeURIComponent(source)}&ordering=id`))
    .body;
  return { status, body, source, offers: results as any[] };
}
const brands = (offers: any[]) => offers.map(({ brand_raw }) => brand_raw);

describe('a charset', () => {
  const russian = 'pn_raw;brand_raw\nA-1;Бош\nA-2;Кабель «Ёлка» №5\nA-3;ЛЁД\n';
  const german = 'pn_raw;brand_raw\nA-1;Müller\nA-2;Größe für 5 €\n';
  it.each([
    ['windows-1251', russian, 'windows-1251', ['Бош', 'Кабель «Ёлка» №5', 'ЛЁД']],
    ['windows-1252', german, 'windows-1252', ['Müller', 'Größe für 5 €']],
    ['latin1', german.replace('€', 'DM'), 'windows-1252', ['Müller', 'Größe für 5 DM']],
    ['utf8', russian, 'utf-8', ['Бош', 'Кабель «Ёлка» №5', 'ЛЁД']],
    ['utf-16', german, 'utf-16le', ['Müller', 'Größe für 5 €']],
  ])('%s is found by the beginning of the file', async (encoding, text, charset, expected) => {
    const file = iconv.encode(text, encoding);
    const { body, offers } = await importing(file);
    expect([body.created, brands(offers)]).toEqual([expected.length, expected]);
    const preview = await importing(file, { dry_run: 'true' });
    expect(preview.body.found).toMatchObject({ charset, delimiter: 'semicolon' });
  });

  it('is the one that is said, and a name that no charset has is refused', async () => {
    const file = iconv.encode('pn_raw\tbrand_raw\nA\tŁódź\n', 'windows-1250');
    expect(brands((await importing(file, { charset: 'windows-1250' })).offers)).toEqual(['Łódź']);
    const { status, body } = await importing(file, { charset: 'klingon' });
    expect([status, body.detail]).toEqual([415, expect.stringContaining('"klingon"')]);
  });

  it('of UTF-8 with a damaged letter stays UTF-8: the row is reported', async () => {
    const file = Buffer.concat([
      Buffer.from('pn_raw,brand_raw\nA,Größe\nB,Gr'),
      Buffer.from([0xf6]),
      Buffer.from('n\n'),
    ]);
    const { body, offers } = await importing(file);
    expect([body.created, body.failed, brands(offers)]).toEqual([1, 1, ['Größe']]);
  });
});

describe('a CSV', () => {
  it.each([
    ['a line that names the delimiter', 'sep=;\r\npn_raw;brand_raw\r\nA;x,y\r\nB;z;;\r\n', {}, ['x,y'], [4]],
    ['one in quotes, after a byte order mark', '\ufeff"sep=^"\npn_raw^brand_raw\nA^x;y\n', {}, ['x;y'], []],
    ['a delimiter that is said', 'pn_raw~brand_raw\nA~"x~y"\n', { delimiter: '~' }, ['x~y'], []],
    [
      'lines above the header row',
      'Prices of Acme\n"valid, from";May\n\npn_raw;brand_raw\nA;x\nB;"y\n2"\nC\n',
      { header_row: '4' },
      ['x', 'y\n2'],
      [8],
    ],
    [
      'empty rows between and below its rows',
      'pn_raw,brand_raw\nA,x\n,\n , \nB,y\nC\n,\n,\n',
      {},
      ['x', 'y'],
      [6],
    ],
  ])(
    'may have %s, and its lines are counted as they stand in the file',
    async (_what, text, query, expected, lines) => {
      const { body, offers } = await importing(text, query);
      expect([brands(offers), body.errors.map(({ line }: any) => line)]).toEqual([expected, lines]);
    },
  );

  it.each([
    ['delimiter=x', { delimiter: [expect.stringContaining('comma, semicolon, tab or pipe')] }],
    ['header_row=0', { header_row: ['Ensure this value is greater than or equal to 1.'] }],
    ['map=pn', { map: [expect.stringContaining('JSON object')] }],
    ['map={"A":"part"}', { map: ['"part", to which "A" is mapped, is no field of an offer.'] }],
    ['map={"Nr":"pn_raw"}', { map: ['Line 1 has no column "Nr". Its columns are "pn_raw", "brand_raw".'] }],
    ['set={"raw_payload":"1"}', { set: ['"raw_payload" cannot be set for all rows.'] }],
    ['header_row=9', { non_field_errors: [expect.stringContaining('The file is empty.')] }],
    [
      'map={"brand_raw":"pn_raw"}',
      { non_field_errors: ['Line 1: the columns "pn_raw" and "brand_raw" are both pn_raw.'] },
    ],
  ])('with %s is refused, and makes no source', async (query, errors) => {
    const [name, value] = query.split(/=(.*)/s) as [string, string];
    const { status, body, source } = await importing('pn_raw,brand_raw\nA,x\n', { [name]: value });
    expect([status, body]).toEqual([400, errors]);
    expect((await catalog.get(`/sources/?name=${source}`)).body.count).toBe(0);
  });
});

describe('columns', () => {
  const list = [
    'Прайс-лист',
    'Артикул;Цена;Склад;Бренд',
    'A-100;1 234,50;5;',
    'A-101;12,5;0;Бош',
    'A-102;по запросу;1;',
  ].join('\r\n');
  const map = JSON.stringify({ Артикул: 'pn_raw', Цена: 'price_raw', Бренд: 'brand_raw' });
  const query = { map, header_row: '2', decimal: 'comma', set: '{"price_currency":"RUB","brand_raw":"ЗИЛ"}' };

  it('have the fields that a request maps them to, and constants where they are empty', async () => {
    const { body, offers } = await importing(iconv.encode(list, 'windows-1251'), query);
    expect(body).toMatchObject({
      created: 2,
      failed: 1,
      errors: [
        {
          line: 5,
          errors: {
            price_raw: [
              'A valid number is required.',
              'This is "Цена" of the file, which has "по запросу" there.',
            ],
          },
        },
      ],
    });
    const fields = ({ pn_raw, price_raw, price_currency, brand_raw }: any) => [
      pn_raw,
      price_raw,
      price_currency,
      brand_raw,
    ];
    expect(offers.map(fields)).toEqual([
      ['A-100', '1234.50', 'RUB', 'ЗИЛ'],
      ['A-101', '12.5', 'RUB', 'Бош'],
    ]);
  });

  it('of JSON lines are mapped, too', async () => {
    const lines = '{"sku":"A","cost":"12,5","brand_raw":"x","pn_raw":"other"}\n{"sku":"B","cost":1}\n';
    const { offers } = await importing(
      lines,
      { map: '{"sku":"pn_raw","cost":"price_raw"}', decimal: 'comma', set: '{"brand_raw":"y"}' },
      'application/x-ndjson',
    );
    expect(offers.map(({ pn_raw, price_raw, brand_raw }) => [pn_raw, price_raw, brand_raw])).toEqual([
      ['A', '12.5', 'x'],
      ['B', '1', 'y'],
    ]);
  });

  it('are parted by the sign that parts the one which is mapped', async () => {
    const query = new URLSearchParams({ source: 'One', map: JSON.stringify({ Артикул: 'pn_raw' }) });
    const file = 'Артикул;"Цена, руб.";Склад\nOne-1;"1,5";2\n';
    expect((await catalog.raw('POST', `/offers/import/?${query}`, file, 'text/csv')).body.created).toBe(1);
  });

  it.each([
    ['CSV', 'Артикул;Цена\nA;1\n', 'text/csv'],
    ['gzip', gzipSync('Артикул;Цена\n'), 'application/gzip'],
  ])('that lack one are shown by a dry run of %s, for whoever maps them', async (_what, file, type) => {
    const dry = await catalog.raw('POST', '/offers/import/?dry_run=true&source=Map', file, type);
    expect([dry.status, dry.body]).toMatchObject([
      200,
      {
        found: {
          header_row: 1,
          columns: [
            { column: 'Артикул', field: null },
            { column: 'Цена', field: null },
          ],
        },
        ...{ rows: 0, sample: [] },
        errors: [{ line: 1, errors: { non_field_errors: ['Line 1: the column pn_raw is missing.'] } }],
      },
    ]);
    const real = await catalog.raw('POST', '/offers/import/?source=Map', file, type);
    expect([real.status, real.body]).toEqual([400, dry.body.errors[0].errors]);
  });

  it('are shown by a dry run, with the first rows and findings, and nothing is written', async () => {
    const before = await catalog.query('SELECT count(*)::int AS n FROM catalog.imports');
    const { status, body, offers, source } = await importing(gzipSync(iconv.encode(list, 'windows-1251')), {
      ...query,
      dry_run: 'true',
    });
    expect([status, body]).toEqual([
      200,
      {
        dry_run: true,
        saved: [],
        found: {
          ...{
            format: 'csv',
            charset: 'windows-1251',
            compressed: true,
            delimiter: 'semicolon',
            header_row: 2,
          },
          columns: [
            { column: 'Артикул', field: 'pn_raw' },
            { column: 'Цена', field: 'price_raw' },
            { column: 'Склад', field: null },
            { column: 'Бренд', field: 'brand_raw' },
          ],
        },
        ...{ rows: 3, failed: 1 },
        sample: [
          {
            source_identifier: source,
            pn_raw: 'A-100',
            price_raw: '1234.50',
            price_currency: 'RUB',
            brand_raw: 'ЗИЛ',
          },
          {
            source_identifier: source,
            pn_raw: 'A-101',
            price_raw: '12.5',
            price_currency: 'RUB',
            brand_raw: 'Бош',
          },
        ],
        errors: [{ index: 2, line: 5, errors: { price_raw: [expect.any(String), expect.any(String)] } }],
      },
    ]);
    expect(offers).toEqual([]);
    expect((await catalog.get(`/sources/?name=${source}`)).body.count).toBe(0);
    expect(await catalog.query('SELECT count(*)::int AS n FROM catalog.imports')).toEqual(before);
    const many = Array.from({ length: 300 }, (_, i) => `p${i},${i % 2 ? 'x' : i}`);
    const large = (await importing(['pn_raw,price_raw', ...many].join('\n'), { dry_run: 'true' })).body;
    expect([large.rows, large.failed, large.sample.length, large.errors.length]).toEqual([300, 150, 20, 100]);
  });
});
