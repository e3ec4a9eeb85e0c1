import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readRows, readSharedTexts } from '../../src/catalog/offers/sheet-rows.ts';
import { openArchive } from '../../src/catalog/offers/zip.ts';
import { BodyBudget } from '../../src/platform/body-budget.ts';
import { until } from '../harness/until.ts';
import { type Catalog, startCatalog } from './scene.ts';

/** Files that are damaged, protected, compressed twice or made to fill a memory, and requests that are easy to get wrong. */

let catalog: Catalog;
const folder = mkdtempSync(join(tmpdir(), 'parley-hostile-'));

beforeAll(async () => {
  vi.stubEnv('TMPDIR', folder);
  catalog = await startCatalog();
});
afterAll(async () => {
  await catalog?.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const zipped = (files: Record<string, string | Uint8Array>, level: 0 | 6 = 6) => {
  const entries = Object.entries(files).map(([name, text]) => [
    name,
    [typeof text === 'string' ? strToU8(text) : text, { level }],
  ]);
  return Buffer.from(zipSync(Object.fromEntries(entries) as Zippable));
};
/** Changes the fields of an archive's only file, in both of its headers. */
function changed(archive: Buffer, change: (header: Buffer) => void): Buffer {
  change(archive.subarray(4));
  change(archive.subarray(archive.indexOf(Buffer.from('504b0102', 'hex')) + 6));
  return archive;
}

let sources = 0;
async function importing(
  file: string | Buffer,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const source = `Hostile ${sources++}`;
  const { status, body } = await catalog.server.call(
    'POST',
    `/api/offers/import/?${new URLSearchParams({ source, ...query })}`,
    { raw: file, headers: { 'content-type': 'text/csv', ...headers } },
  );
  const { results } = (await catalog.get(`/offers/?source_name=${encodeURIComponent(source)}&ordering=id`))
    .body;
  const { count } = (await catalog.get(`/sources/?name=${encodeURIComponent(source)}`)).body;
  return { status, body, offers: results as any[], count };
}
const list = 'pn_raw;brand_raw\nA;x\n';

describe('an archive', () => {
  it.each([
    ['with a password', changed(zipped({ 'a.csv': list }), (at) => at.writeUInt16LE(1, 2)), 'has a password'],
    [
      'compressed by Deflate64',
      changed(zipped({ 'a.csv': list }), (at) => at.writeUInt16LE(9, 4)),
      'in a way',
    ],
    ['of an archive', zipped({ 'a.zip': zipped({ 'a.csv': list }) }), 'compressed twice'],
    ['of a gzip', zipped({ 'a.csv.gz': gzipSync(list) }), 'compressed twice'],
    ['of OpenDocument', zipped({ mimetype: 'x', 'content.xml': '<x/>' }), 'OpenDocument'],
  ])('%s is a 400 that says so, and makes no source', async (_what, file, message) => {
    const { status, body, count } = await importing(file);
    expect([status, body, count]).toEqual([400, { detail: expect.stringContaining(message) }, 0]);
  });

  it('whose file does not have its checksum is a 400', async () => {
    const archive = zipped({ 'a.csv': list }, 0);
    const at = archive.indexOf('A;x');
    archive[at] = 0x42;
    expect((await importing(archive)).status).toBe(400);
    archive[at] = 0x41;
    expect((await importing(archive)).status).toBe(200);
  });

  it('that cannot be read leaves no file open', async () => {
    const open = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).includes('parley-import');
        } catch {
          return false;
        }
      }).length;
    const broken = zipped({ '[Content_Types].xml': '<T/>', 'xl/workbook.xml': '<w/>' });
    for (const file of [broken, zipped({ 'a.csv': `no;header\n${'x;y\n'.repeat(100_000)}` })]) {
      expect((await importing(file)).status).toBe(400);
    }
    await until(() => open() === 0 || undefined);
  });

  it('finds no room while others fill the disk, and has it again once they were read', async () => {
    const packed = zipped({ 'a.csv': list });
    const open = () => openArchive(Readable.from([packed]), undefined, budget);
    const budget = new BodyBudget(4 * packed.length);
    const first = await open();
    const second = await open();
    await expect(open()).rejects.toMatchObject({ status: 503, code: 'too_many_bodies' });
    first.close();
    await expect(openArchive(Readable.from([packed, packed]), undefined, budget)).rejects.toMatchObject({
      status: 503,
    });
    await expect(openArchive(Readable.from(['PK']), undefined, budget)).rejects.toMatchObject({
      status: 400,
    });
    const third = await open();
    for (const archive of [second, third]) archive.close();
    expect(budget.used).toBe(0);
  });

  it('that was compressed itself may expand to 200 times what was received', async () => {
    const encoded = { 'content-encoding': 'gzip' };
    expect((await importing(gzipSync(zipped({ 'a.csv': list })), {}, encoded)).body.created).toBe(1);
    // Rows that repeat further apart than deflate looks back, but not once they are compressed.
    let period = '';
    for (let i = 0; period.length < 100_000; i++) period += `${'\n'.repeat(120)}${(i * 7919) % 1009}`;
    const bomb = `pn_raw\n${period.repeat(200)}`;
    const archive = zipped({ 'a.csv': bomb });
    const packed = gzipSync(archive, { level: 9 });
    // Each of both is within the limit, and both together are not.
    expect(bomb.length / archive.length).toBeLessThan(200);
    expect(archive.length / packed.length).toBeLessThan(200);
    expect(bomb.length).toBeGreaterThan(2 ** 20 + 200 * packed.length);
    const { status, body } = await importing(packed, { dry_run: 'true' }, encoded);
    expect([status, body]).toEqual([413, { detail: expect.stringContaining('more than 200 times') }]);
    expect((await importing(archive, { dry_run: 'true' })).status).toBe(200);
  });
});

it.each([
  ['gzip in gzip', gzipSync(gzipSync(list)), {}],
  ['gzip with a header for another one', gzipSync(gzipSync(list)), { 'content-encoding': 'gzip' }],
])('%s is refused, since its limit would count twice', async (_what, file, headers) => {
  const { status, body } = await importing(file, {}, headers as Record<string, string>);
  expect([status, body]).toEqual([400, { detail: 'The file was compressed twice. Send what is in it.' }]);
});

it('a workbook of the old format is a 400 that says what to do', async () => {
  const file = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  const { status, body } = await importing(file);
  expect([status, body]).toEqual([400, { detail: expect.stringMatching(/\.xls\).*Save it as \.xlsx/) }]);
});

describe('a workbook', () => {
  const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  /** As 1C writes it: the file of the shared texts begins with a capital. */
  const workbook = (sheet: string, shared = '') =>
    zipped({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': `<workbook xmlns:r="${rels}"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/SharedStrings.xml': `<sst>${shared}</sst>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    });
  const rows =
    '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="s"><v>2</v></c><c t="s"><v>3</v></c></row>';
  const shared = '<si><t>pn_raw</t></si><si><t>brand_raw</t></si><si><t>A</t></si><si><t>Бош</t></si>';

  it('of 1C is read, alone and in an archive', async () => {
    const file = workbook(rows, shared);
    for (const sent of [file, zipped({ 'Прайс.xlsx': file })]) {
      const { body, offers } = await importing(sent);
      expect([body.created, offers[0].brand_raw]).toEqual([1, 'Бош']);
    }
    const preview = await importing(zipped({ 'Прайс.xlsx': file }), { dry_run: 'true' });
    expect(preview.body.found).toMatchObject({ format: 'xlsx', file: 'Прайс.xlsx', sheet: 'A' });
  });

  it.each([
    ['elements deep in one another', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`],
    ['a cell without an end', `<row><c t="str"><v>${'x'.repeat(3 * 2 ** 20)}</v></c></row>`],
    ['an attribute without an end', `<row r="${'1'.repeat(3 * 2 ** 20)}"></row>`],
    ['a comment without an end', `<!--${'x'.repeat(3 * 2 ** 20)}--><row/>`],
  ])('with %s is a 400', async (_what, sheet) => {
    const padded = `${sheet}<!--${Buffer.from(crypto.getRandomValues(new Uint8Array(30_000))).toString('hex')}-->`;
    const { status, body } = await importing(workbook(padded, shared));
    expect([status, body]).toEqual([
      400,
      { non_field_errors: [expect.stringContaining('The workbook cannot be read.')] },
    ]);
  });

  async function* pieces(head: string, piece: string, times: number, tail: string) {
    yield Buffer.from(head);
    const bytes = Buffer.from(piece);
    for (let i = 0; i < times; i++) yield bytes;
    yield Buffer.from(tail);
  }

  it('with shared texts that are empty, but very many, has too much of them', async () => {
    const texts = pieces('<sst>', '<si/>'.repeat(10_000), 500, '</sst>');
    expect(await readSharedTexts(texts)).toBe('too large');
  });

  it('keeps of its XML only the texts', async () => {
    const gap = ' '.repeat(60_000);
    const before = usedBytes();
    const texts = await readSharedTexts(
      pieces('<sst>', `<si><t>${'x'.repeat(20)}</t></si>${gap}`, 3000, '</sst>'),
    );
    const cells: unknown[] = [];
    const row = `<row><c t="str"><v>${'x'.repeat(20)}</v></c></row>${gap}`;
    for await (const { cells: read } of readRows(pieces('<s>', row, 3000, '</s>'), [])) cells.push(...read);
    expect([texts.length, cells.length]).toEqual([3000, 3000]);
    // It would be 360 MB.
    expect(usedBytes() - before).toBeLessThan(60 * 2 ** 20);
  });

  /** With texts that stand outside of the heap. */
  function usedBytes(): number {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  }
});

it('valid UTF-8 stays UTF-8 where 64 KiB end within a letter', async () => {
  const head = 'zzz,pn_raw\n';
  // gzip is unpacked in pieces of 16 KiB, so that exactly 64 KiB are looked at.
  const file = Buffer.from(`${head}${'y'.repeat(65_535 - head.length - 1)},Бош\n`);
  expect(file.subarray(0, 65_536).at(-1)).toBe(0xd0);
  const { offers } = await importing(gzipSync(file));
  expect(offers.map(({ pn_raw }) => pn_raw)).toEqual(['Бош']);
});

describe('a request', () => {
  it.each([
    [{ dry_run: 'yes' }, { dry_run: ['"yes" is not a valid choice.'] }],
    [
      { set: '{"price_currency":null,"status_raw":{}}' },
      {
        set: ['price_currency', 'status_raw'].map(
          (name) => `The value of "${name}" has to be a text or a number.`,
        ),
      },
    ],
    [{ map: '{"a":"pn_raw","b":"pn_raw"}' }, { map: ['"a" and "b" are both mapped to pn_raw.'] }],
  ])('with %j is refused before anything is written', async (query, errors) => {
    const { status, body, count } = await importing(list, query as Record<string, string>);
    expect([status, body, count]).toEqual([400, errors, 0]);
  });

  it('may not name two charsets, but one by two names', async () => {
    const header = { 'content-type': 'text/csv; charset=utf-8' };
    const { status, body } = await importing(list, { charset: 'windows-1251' }, header);
    expect([status, Object.keys(body)]).toEqual([400, ['charset']]);
    expect((await importing(list, { charset: 'UTF8' }, header)).status).toBe(200);
  });

  it('may set the source by its name', async () => {
    const path = `/offers/import/?set=${encodeURIComponent('{"source_name":"Constant"}')}`;
    expect((await catalog.raw('POST', path, list, 'text/csv')).body.created).toBe(1);
  });

  it('gets a hint that names every way to say a charset', async () => {
    const far = Buffer.concat([
      Buffer.from('pn_raw\n'.padEnd(70_000, 'B\n')),
      Buffer.from('\nC\xee\n', 'latin1'),
    ]);
    const { body } = await importing(far);
    expect(body.errors.at(-1).errors.pn_raw.at(-1)).toMatch(/charset=windows-1251.*content type.*--charset/);
  });
});

describe('a CSV', () => {
  it.each([
    ['a quote for a delimiter in its first line', 'sep="\npn_raw,brand_raw\nA,x\n', {}],
    ['a blank first line', '\r\npn_raw;brand_raw\r\nA;x\r\n', {}],
    ['empty rows above its header row', ';;\n;;\npn_raw;brand_raw;q\nA;x;1\n', {}],
    ['empty rows of other widths', 'pn_raw;brand_raw;q\nA;x;1\n;\n;;;;;\n', {}],
    ['carriage returns for its lines', 'title\rpn_raw;brand_raw\rA;x\r', { header_row: '2' }],
    [
      'names with spaces in the request',
      'Артикул;Бренд\nA;x\n',
      { map: '{" Артикул":"pn_raw","Бренд ":"brand_raw"}' },
    ],
  ])('may have %s', async (_what, text, query) => {
    const { body, offers } = await importing(text, query as Record<string, string>);
    expect([body, offers.map(({ pn_raw, brand_raw }) => [pn_raw, brand_raw])]).toEqual([
      { created: 1, skipped: 0, failed: 0, errors: [] },
      [['A', 'x']],
    ]);
  });

  it('with rows above its header row shows where that stands', async () => {
    const { body } = await importing('\n;;\npn_raw;brand_raw;q\nA;x;1\n', { dry_run: 'true' });
    expect(body.found.header_row).toBe(3);
    const refused = await importing(';;\n\nbrand_raw;price_raw;q\nA;x;1\n');
    expect(refused.body.non_field_errors).toEqual(['Line 3: the column pn_raw is missing.']);
  });

  it('with errors in mapped columns says what the file calls them, and what stands there', async () => {
    const map = '{"Артикул":"pn_raw","Цена":"price_raw"}';
    const { body } = await importing('Артикул;Цена\n;1\nA;12,50\nB;нет\n', { map });
    expect(
      body.errors.map(({ line, errors }: any) => [line, ...(Object.values(errors)[0] as string[]).slice(1)]),
    ).toEqual([
      [2, 'This is "Артикул" of the file, which is empty there.'],
      [
        3,
        '"12,50" has a decimal comma: say decimal=comma.',
        'This is "Цена" of the file, which has "12,50" there.',
      ],
      [4, 'This is "Цена" of the file, which has "нет" there.'],
    ]);
  });
});
