import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const builds = new Map<string, URL>();

/**
 * The module that a member of a pool runs. In development and in tests that is TypeScript, which is built once here: to load a compiler
 * in each member took three quarters of its start.
 */
export function builtMember(file: URL): URL {
  if (!file.pathname.endsWith('.ts')) return file;
  let built = builds.get(file.href);
  if (!built) {
    built = build(fileURLToPath(file));
    builds.set(file.href, built);
  }
  return built;
}

function build(source: string): URL {
  // Not imported: an installed server has no compiler.
  const require = createRequire(import.meta.url);
  const { buildSync } = require('esbuild') as typeof import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [source],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const { text } = outputFiles[0]!;
  // Below the packages, where its imports of them are found.
  const folder = fileURLToPath(new URL('../../node_modules/.cache/parley', import.meta.url));
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const path = `${folder}/${parse(source).name}-${hash}.mjs`;
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    // Several processes may build it at once; none may see half of it.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, text);
    renameSync(draft, path);
  }
  return pathToFileURL(path);
}
