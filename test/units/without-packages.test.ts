import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let clone: string;

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'parley-without-packages-'));
  copyFileSync('package.json', join(clone, 'package.json'));
  mkdirSync(join(clone, 'src'));
});
afterAll(() => rmSync(clone, { recursive: true }));

it.each(['start', 'run receive', 'run parley', 'test'])(
  'where packages are missing, npm %s says to run npm ci first',
  (command) => {
    const { PATH, HOME } = process.env;
    const { status, stderr } = spawnSync('npm', command.split(' '), {
      cwd: clone,
      env: { PATH, HOME },
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stderr).toContain("Run 'npm ci' first.");
    expect(stderr).not.toContain('not found');
  },
);
