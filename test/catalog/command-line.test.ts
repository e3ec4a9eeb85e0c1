import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

function parley(...parameters: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...parameters], {
    env: { ...process.env, CATALOG_TOKEN: '', PARLEY_URL: '' },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

describe('parley catalog import', () => {
  it('imports a file, shows how far it is, and names what failed; again, it skips what is there', async () => {
    const to = ['--url', catalog.server.url, '--token', 'write-token'];
    const first = await parley('catalog', 'import', csv, ...to);
    expect(first.stdout).toContain('12,000 created, 0 skipped (already there), 1 failed');
    expect(first.stdout).toContain('line 12002: {"price_raw":["A valid number is required."]}');
    expect(first.stderr).toMatch(/\[#+-*\] +\d+ % {2}[\d,]+ rows {2}[\d,]+ rows\/s {2}\d+:\d\d left/);
    expect(first.code).toBe(2);
    const again = await parley('catalog', 'import', csv, ...to);
    expect(again.stdout).toContain('0 created, 12,000 skipped (already there), 1 failed');
  });

  it('says in one line what is wrong', async () => {
    const url = ['--url', catalog.server.url];
    expect((await parley('catalog', 'import', csv, ...url)).stderr).toContain('The catalog asks for a token');
    expect((await parley('catalog', 'import', 'nothing.csv', ...url)).stderr).toBe(
      'There is no file nothing.csv.\n',
    );
    expect((await parley('catalog', 'import', 'offers.xls', ...url)).stderr).toContain(
      'add --format csv or ndjson',
    );
    const nobody = await parley('catalog', 'import', csv, '--url', 'http://127.0.0.1:1');
    expect(nobody.stderr).toContain('No server answers at http://127.0.0.1:1');
    expect(nobody.code).toBe(1);
  });
});
