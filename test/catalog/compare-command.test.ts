import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runParley } from './parley.ts';
import { type Catalog, startCatalog } from './scene.ts';

/** `parley catalog compare` */

let catalog: Catalog;
const folder = mkdtempSync(join(tmpdir(), 'parley-compare-'));

beforeAll(async () => {
  catalog = await startCatalog();
  const rows = [
    'Cheap,A-100,9,USD',
    'Dear,a100,"12,5",EUR',
    'Dear,007,3,EUR',
    'Dear,free,,',
    '=cmd(),x,1,EUR',
  ];
  await catalog.raw(
    'POST',
    '/offers/import/?decimal=comma',
    ['source_name,pn_raw,price_raw,price_currency', ...rows].join('\n'),
    'text/csv',
  );
  await catalog.send('PUT', '/offers/rates/', { base: 'EUR', rates: { USD: '1.25' } });
});
afterAll(async () => {
  await catalog?.close();
  rmSync(folder, { recursive: true });
});

const compare = async (input: string, ...more: string[]) =>
  runParley(['catalog', 'compare', ...more, '--url', catalog.server.url], { input });

const cells = (stdout: string) => {
  const [header, ...rows] = stdout.trimEnd().split('\r\n');
  expect(header).toBe(
    'pn,rank,count,pn_raw,brand_raw,condition_raw,status_raw,source_name,price_raw,price_currency,price,age_days,id,product_url',
  );
  return rows.map((row) =>
    row
      .split(',')
      .filter((_, at) => [0, 1, 2, 3, 7, 10].includes(at))
      .join(' '),
  );
};

it('writes a row for each offer, the best first, and one for a part number without any', async () => {
  const { code, stdout, stderr } = await compare(
    '\ufeffA 100\r\n\r\nnone\n7\nx\n',
    '--currency',
    'EUR',
    '--ignore-zeros',
  );
  expect([code, stderr]).toEqual([0, '3 of 4 part numbers have offers\n']);
  expect(cells(stdout)).toEqual([
    'A 100 1 2 A-100 Cheap 7.2',
    'A 100 2 2 a100 Dear 12.5',
    'none  0   ',
    '7 1 1 007 Dear 3',
    // What suppliers write is no formula.
    "x 1 1 x '=cmd() 1",
  ]);
});

it('reads a file of any length, and shows what options ask for', async () => {
  const file = join(folder, 'pns.txt');
  writeFileSync(
    file,
    Array.from({ length: 2500 }, (_, i) => (i % 1000 === 999 ? 'a100' : `none ${i}`)).join('\n'),
  );
  const best = await compare('', file, '--best', '--format', 'ndjson');
  const results = best.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([best.code, results.length, best.stderr]).toEqual([
    0,
    2500,
    '2 of 2,500 part numbers have offers\n',
  ]);
  expect(results[999]).toMatchObject({ pn: 'a100', count: 2, offers: [{ source_name: 'Dear' }] });
  expect(results[1000]).toEqual({ pn: 'none 1000', count: 0, offers: [] });
  const { id } = (await catalog.get('/sources/?name=Cheap')).body.results[0];
  const one = await compare('a100\nfree\n', '--source', String(id), '--priced');
  expect(cells(one.stdout)).toEqual(['a100 1 1 A-100 Cheap ', 'free  0   ']);
});

it.each([
  [['', 'gone.txt'], 'There is no file gone.txt.'],
  [['\n\n'], 'There is no part number: write one a line.'],
  [['a', '--per-pn', '101'], 'Give a number from 1 to 100.'],
  [['a', '--source', 'Acme'], 'parley catalog sources lists them.'],
  [['x'.repeat(256)], 'no more than 255 characters'],
])('%j fails with a line that says why', async ([input, ...more], why) => {
  const { code, stderr } = await compare(input!, ...more);
  expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
});
