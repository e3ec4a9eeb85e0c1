import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runParley } from './parley.ts';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;
const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'));
const csv = join(folder, 'offers.csv');

beforeAll(async () => {
  catalog = await startCatalog({ CATALOG_TOKEN: 'write-token' });
  const rows = Array.from({ length: 12_000 }, (_, i) => `Cli,"part ""${i}""",${i}.50`);
  writeFileSync(csv, ['source_identifier,pn_raw,price_raw', ...rows, 'Cli,bad,x', ''].join('\n'));
});
afterAll(async () => {
  await catalog?.close();
  rmSync(folder, { recursive: true });
});

const parley = (...parameters: string[]) => parleyReading('', ...parameters);

const parleyReading = (input: string | Buffer, ...parameters: string[]) =>
  parleyWith({}, input, ...parameters);

const parleyWith = (settings: Record<string, string>, input: string | Buffer, ...parameters: string[]) =>
  runParley(parameters, { settings, input });

describe('parley catalog import', () => {
  it('imports a file, shows its progress and the failed rows, and skips existing offers when it runs again', async () => {
    const to = ['--url', catalog.server.url, '--token', 'write-token'];
    const first = await parley('catalog', 'import', csv, ...to);
    expect(first.stdout).toContain('12,000 created, 0 skipped (already there), 1 failed');
    expect(first.stdout).toContain('line 12002: {"price_raw":["A valid number is required."]}');
    expect(first.stderr).toMatch(/\[#+-*\] +\d+ % {2}[\d,]+ rows {2}[\d,]+ rows\/s {2}\d+:\d\d left/);
    expect(first.code).toBe(2);
    const again = await parley('catalog', 'import', csv, ...to);
    expect(again.stdout).toContain('0 created, 12,000 skipped (already there), 1 failed');
    expect(again.stderr).toContain(
      '12,000 offers were there already: they were skipped and keep their values.',
    );
    // The list of the next month.
    const next = join(folder, 'next.csv');
    const rows = ['Cli,"part ""1""",9.99', 'Cli,"part ""2""",2.50', 'Cli,new,1'];
    writeFileSync(next, ['source_identifier,pn_raw,price_raw', ...rows, ''].join('\n'));
    const updating = await parley('catalog', 'import', next, '--on-duplicate', 'update', ...to);
    expect([updating.code, updating.stdout]).toEqual([0, '1 created, 1 updated, 1 unchanged, 0 failed\n']);
    expect(updating.stderr).not.toContain('skipped');
    const parted = join(folder, 'parted.csv');
    writeFileSync(parted, 'source_identifier;pn_raw;price_raw\nCli;"part ""2""";1 002,50\n');
    const options = ['--delimiter', 'semicolon', '--decimal', 'comma', '--on-duplicate', 'update'];
    const commas = await parley('catalog', 'import', parted, ...options, ...to);
    expect([commas.code, commas.stdout]).toEqual([0, '0 created, 1 updated, 0 unchanged, 0 failed\n']);
    const refusing = await parley('catalog', 'import', next, '--on-duplicate', 'error', ...to);
    expect([refusing.code, refusing.stdout.split('\n').slice(0, 2)]).toEqual([
      2,
      [
        '0 created, 3 failed',
        '  line 2: {"non_field_errors":["Offer with this source, pn_raw and condition_raw already exists."]}',
      ],
    ]);
  });

  it('finds the file in the current folder when npm runs it from another folder', async () => {
    const npm = ['--silent', '--prefix', process.cwd(), 'run', 'parley', '--'];
    const words = [...npm, 'catalog', 'import', 'offers.csv', '--url', catalog.server.url];
    // Without the variables that the npm of this test run sets for its scripts.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/.test(name)),
    );
    const child = spawn('npm', words, { cwd: folder, env: { ...env, CATALOG_TOKEN: 'write-token' } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    await new Promise((resolve) => child.on('close', resolve));
    expect(said).toMatch(/created, [\d,]+ skipped \(already there\), 1 failed/);
  });

  it('sends to the server of its settings if there is no --url, and prints that address', async () => {
    const { port } = new URL(catalog.server.url);
    const settings = { PORT: port, CATALOG_TOKEN: 'write-token' };
    const { stdout, stderr, code } = await parleyWith(settings, '', 'catalog', 'import', csv);
    expect(stderr).toContain(` into ${catalog.server.url}/api/offers/import/\n`);
    expect([stdout, code]).toEqual([expect.stringMatching(/created, [\d,]+ skipped .*, 1 failed/), 2]);
  });

  it('reads the standard input, compressed files and other charsets, and prints the address that it sends to', async () => {
    const to = ['--url', `${catalog.server.url}/`, '--token', 'write-token'];
    const rows = 'source_identifier,pn_raw\nPiped,';
    const piped = await parleyReading(`${rows}a\n`, 'catalog', 'import', '-', '--format', 'csv', ...to);
    expect([piped.code, piped.stdout]).toEqual([0, expect.stringContaining('1 created')]);
    expect(piped.stderr).toContain(
      `Importing the standard input into ${catalog.server.url}/api/offers/import/\n`,
    );
    const packed = join(folder, 'packed.csv.gz');
    writeFileSync(packed, gzipSync(Buffer.from(`${rows}\xca\xee\xe4\n`, 'latin1')));
    const sent = await parley('catalog', 'import', packed, '--charset', 'windows-1251', ...to);
    expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining('1 created')]);
    const offers = await catalog.query(`SELECT pn_raw FROM catalog.offers o
      JOIN catalog.sources s ON s.id = o.source_id WHERE s.name = 'Piped' ORDER BY o.id`);
    expect(offers.map(({ pn_raw }) => pn_raw)).toEqual(['a', 'Код']);
  });

  it('exits with 1 and a message if a part of the file was not read', async () => {
    const to = ['--url', catalog.server.url, '--token', 'write-token', '--format', 'csv'];
    const file = 'source_identifier,pn_raw\nPartly,a\nPartly,"b\nPartly,c\n';
    const { code, stdout, stderr } = await parleyReading(file, 'catalog', 'import', '-', ...to);
    expect([code, stdout]).toEqual([1, expect.stringContaining('1 created')]);
    expect(stderr).toContain('Nothing from line 3 on was imported: correct that line.');
  });

  it('refuses an invalid address, and keeps the path of a valid one', async () => {
    for (const url of ['nonsense', 'ftp://host', 'localhost:3000']) {
      const { code, stderr } = await parley('catalog', 'import', csv, '--url', url);
      expect([code, stderr]).toEqual([
        1,
        `"${url}" is not the address of a server. Give --url as http://host:port or https://host.\n`,
      ]);
    }
    const { code, stderr } = await parley('catalog', 'import', csv, '--url', `${catalog.server.url}/prefix/`);
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no catalog at this address')]);
    expect(stderr).toContain(`${catalog.server.url}/prefix/api/offers/import/`);
  });

  it('prints each error in one line', async () => {
    const url = ['--url', catalog.server.url];
    expect((await parley('catalog', 'import', csv, ...url)).stderr).toContain('The catalog requires a token');
    expect((await parley('catalog', 'import', 'nothing.csv', ...url)).stderr).toBe(
      'There is no file nothing.csv.\n',
    );
    expect((await parley('catalog', 'import', 'offers.xls', ...url)).stderr).toContain(
      'add --format csv, ndjson, xlsx or zip',
    );
    const nobody = await parley('catalog', 'import', csv, '--url', 'http://127.0.0.1:1');
    expect(nobody.stderr).toContain('No server answers at http://127.0.0.1:1');
    expect(nobody.code).toBe(1);
  });
});
