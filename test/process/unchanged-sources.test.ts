import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildConsole } from '../harness/console.ts';

/** A copy of the project with what was built of it, and without packages: whatever builds there fails, since it finds no bundler. */
let copy: string;
const run = promisify(execFile);

beforeAll(async () => {
  await Promise.all([run(process.execPath, ['src/build/server.mjs']), buildConsole()]);
  copy = mkdtempSync(join(tmpdir(), 'parley-unchanged-'));
  for (const name of ['src', 'examples', 'package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE']) {
    cpSync(name, join(copy, name), { recursive: true });
  }
  cpSync('dist', join(copy, 'dist'), { recursive: true, filter: (path) => !path.startsWith('dist/bench') });
  // What npm looks for before it builds anything.
  mkdirSync(join(copy, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(copy, 'node_modules/.bin/esbuild'), '', { mode: 0o755 });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Every file that was built, as a file of the disk and when it was written. */
const built = () =>
  readdirSync(join(copy, 'dist'), { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const file = statSync(join(copy, 'dist', name));
    return file.isFile() ? [`${name} ${file.ino} ${file.mtimeMs}`] : [];
  });

it('npm start of unchanged sources builds nothing, writes nothing and loads no bundler', async () => {
  const before = built();
  expect(before.length).toBeGreaterThan(100);
  const { PATH, HOME } = process.env;
  const { stdout, stderr } = await run('npm', ['run', 'prestart', '--silent'], {
    cwd: copy,
    env: { PATH, HOME },
  });
  expect([stdout, stderr, built()]).toEqual(['', '', before]);
});

it.each([
  ['the server', 'src/build/server.mjs', 'src/main.ts'],
  ['the chat of websites', 'src/widget/build/build.mjs', 'src/widget/loader/main.ts'],
  ['the console', 'src/console/build/build.mjs', 'src/console/main.tsx'],
  [
    'the console, by an example that is part of it',
    'src/console/build/build.mjs',
    'examples/faq/calendar.json',
  ],
])('one changed source is enough to build %s anew', async (_name, program, source) => {
  const before = built();
  const kept = resolve(source);
  appendFileSync(join(copy, source), '\n');
  await expect(run(process.execPath, [program], { cwd: copy })).rejects.toThrow(
    /Cannot find package '(?:esbuild|vite)'/,
  );
  expect(built()).toEqual(before);
  // With what it was, there is nothing to do.
  cpSync(kept, join(copy, source));
  await run(process.execPath, [program], { cwd: copy });
});

it('what is built names its sources: the next start has nothing to do', async () => {
  appendFileSync(join(copy, 'src/main.ts'), '\n// changed\n');
  rmSync(join(copy, 'node_modules'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const before = built();
  await run(process.execPath, ['src/build/server.mjs'], { cwd: copy });
  const after = built();
  expect(after).not.toEqual(before);
  await run(process.execPath, ['src/build/server.mjs'], { cwd: copy });
  expect(built()).toEqual(after);
});
