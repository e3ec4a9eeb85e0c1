import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runParley } from './parley.ts';
import { type Catalog, startCatalog } from './scene.ts';

/** The commands of the catalog besides the import. */

let catalog: Catalog;
const folder = mkdtempSync(join(tmpdir(), 'parley-catalog-'));

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(async () => {
  await catalog?.close();
  rmSync(folder, { recursive: true });
});

const parley = (...parameters: string[]) =>
  runParley(['catalog', ...parameters, '--url', catalog.server.url]);
const replacing = async (rows: string[]) => {
  const { body } = await catalog.raw(
    'POST',
    '/offers/import/?mode=replace&source=Acme',
    ['pn_raw,price_raw', ...rows].join('\n'),
    'text/csv',
  );
  return String(body.import);
};

describe('parley catalog imports', () => {
  it('lists them, shows the errors of one, and confirms, drops and undoes lists', async () => {
    const first = await replacing(['a,1', 'b,2', 'c,x', 'd,4']);
    const waiting = await replacing(['a,1']);
    const list = await parley('imports');
    expect(list.code).toBe(0);
    expect(list.stdout.split('\n')).toEqual([
      expect.stringMatching(
        new RegExp(`^${waiting} .* replace  needs_confirmation  Acme  1 unchanged, 2 vanished$`),
      ),
      expect.stringMatching(
        new RegExp(`^${first} .* replace  done  Acme  3 created, 1 failed  can be undone$`),
      ),
      '',
    ]);
    const errors = await parley('imports', first, '--errors');
    expect([errors.code, errors.stdout]).toEqual([
      0,
      'line,field,error\r\n4,price_raw,A valid number is required.\r\n',
    ]);
    const confirmed = await parley('imports', waiting, '--confirm');
    expect([confirmed.code, confirmed.stdout]).toEqual([0, expect.stringContaining('replace  done  Acme')]);
    const undone = await parley('imports', waiting, '--undo');
    expect([undone.code, undone.stdout]).toEqual([
      0,
      '0 removed, 0 restored, 2 returned, 0 left as they were changed since\n',
    ]);
    const dropped = await replacing(['a,1']);
    expect((await parley('imports', dropped, '--cancel')).stdout).toContain('cancelled');
  });

  it.each([
    [['imports', '999'], 'No Import matches the given query.'],
    [['imports', '1', '--undo'], 'Only the newest import for a source'],
    [['imports', 'last'], '"last" is not the id of an import.'],
    [['imports', '--undo'], '--undo needs the id of an import: parley catalog imports 12 --undo'],
    [['imports', '1', '--undo', '--errors'], 'Choose one of --errors and --undo.'],
    [['export', '--filter', 'nonsense'], 'Write it as name=value'],
    [['export', '--filter', 'shop=1'], 'An export has no parameter of this name.'],
  ])('%j fails with a line that says why', async (parameters, why) => {
    const { code, stdout, stderr } = await parley(...parameters);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(why)]);
  });
});

describe('parley catalog import --mode replace', () => {
  it('replaces the offers of a source, and asks with exit code 3 before it takes much away', async () => {
    const file = join(folder, 'list.csv');
    const rows = Array.from({ length: 10 }, (_, i) => `p${i},${i}`);
    const importing = (lines: string[], ...more: string[]) => {
      writeFileSync(file, ['pn_raw,price_raw', ...lines, ''].join('\n'));
      return parley('import', file, '--mode', 'replace', '--source', 'Listed', ...more);
    };
    expect(await importing(rows)).toMatchObject({
      code: 0,
      stdout: '10 created, 0 updated, 0 unchanged, 0 vanished, 0 failed\n',
    });
    const asked = await importing([...rows.slice(0, 5), 'n,1', 'p9,x']);
    expect([asked.code, asked.stdout]).toEqual([
      3,
      'Nothing was changed. The list would have: 1 created, 0 updated, 5 unchanged, 4 vanished, 1 failed\n  line 8: {"price_raw":["A valid number is required."]}\n',
    ]);
    const id = /parley catalog imports (\d+) --confirm/.exec(asked.stderr)![1]!;
    expect((await parley('imports', id, '--confirm')).stdout).toContain(
      '1 created, 5 unchanged, 4 vanished, 1 failed',
    );
    const sold = await importing(rows.slice(0, 5), '--most-vanished', '100', '--vanished-status', 'sold');
    expect([sold.code, sold.stdout]).toEqual([
      0,
      '0 created, 0 updated, 5 unchanged, 2 vanished, 0 failed\n',
    ]);
    const { body } = await catalog.get('/offers/?source_name=Listed&status_raw=sold');
    expect(body.results.map(({ pn_raw }: any) => pn_raw).sort()).toEqual(['n', 'p9']);
    const wrong = await importing(rows, '--most-vanished', 'all');
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('{"most_vanished":["Enter a number."]}'),
    ]);
  });
});

describe('parley catalog import --dry-run', () => {
  it('prints how a file is read and what would fail, and writes nothing; without it the same options import', async () => {
    const file = join(folder, 'прайс.csv');
    const text = 'Прайс\r\nАртикул~Цена\r\nA-1~12,5\r\nA-2~нет\r\n';
    writeFileSync(file, iconv.encode(text, 'windows-1251'));
    const options = [
      '--delimiter',
      '~',
      '--header-row',
      '2',
      '--map',
      '{"Артикул":"pn_raw","Цена":"price_raw"}',
    ];
    const all = [
      'import',
      file,
      ...options,
      '--set',
      '{"price_currency":"RUB"}',
      '--decimal',
      'comma',
      '--source',
      'Dry',
    ];
    const dry = await parley(...all, '--dry-run');
    expect([dry.code, dry.stdout.split('\n')]).toEqual([
      2,
      [
        'format: csv, charset: windows-1251, compressed: false, delimiter: "~", header row: 2',
        '  Артикул -> pn_raw',
        '  Цена -> price_raw',
        '2 rows, 1 would fail. Nothing was written.',
        '  {"source_identifier":"Dry","pn_raw":"A-1","price_raw":"12.5","price_currency":"RUB"}',
        '  line 4: {"price_raw":["A valid number is required.","This is \\"Цена\\" of the file, which has \\"нет\\" there."]}',
        '',
      ],
    ]);
    expect((await catalog.get('/sources/?name=Dry')).body.count).toBe(0);
    expect((await parley(...all)).stdout).toContain('1 created, 0 skipped (already there), 1 failed');
  });
});

describe('parley catalog export and sources', () => {
  it('write all offers or some, by the name of the file, and leave no half of a file', async () => {
    await catalog.source({ name: 'Two\twords', url: 'https://two.example' });
    await catalog.offer({ source_identifier: 'Other', pn_raw: 'o', price_raw: '3' });
    const csv = join(folder, 'offers.csv');
    expect((await parley('export', csv, '--filter', 'source_name=Other')).code).toBe(0);
    expect(readFileSync(csv, 'utf8').split('\r\n').slice(1)).toEqual([
      expect.stringContaining(',Other,'),
      '',
    ]);
    const all = await parley('export');
    expect([all.code, all.stdout]).toEqual([0, (await catalog.get('/offers/export/')).text]);
    const never = join(folder, 'never.csv');
    expect((await parley('export', never, '--filter', 'price_min=abc')).code).toBe(1);
    expect([existsSync(never), existsSync(`${never}.part`)]).toEqual([false, false]);
    const sources = await parley('sources', 'two');
    expect([sources.code, sources.stdout]).toEqual([
      0,
      expect.stringMatching(/^\d+\tTwo words\thttps:\/\/two\.example\n$/),
    ]);
    expect((await parley('sources')).stdout.split('\n')).toHaveLength(6);
  });
});
