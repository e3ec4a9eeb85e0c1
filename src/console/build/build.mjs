import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow, hashOf, isBuiltFrom, project } from '../../build/sources.mjs';

/**
 * Builds the console into dist/console, with each file also compressed, unless what is there was built from the same sources.
 * It runs before every start, so it loads Vite only when there is something to do.
 */

const output = resolve(project, 'dist/console');
const tag = join(output, 'built-from');

/** Everything of which the files are made. */
function sources() {
  const folders = ['src/console', 'examples'].map((name) => join(project, name));
  const shared = ['package.json', 'src/dialog/rights/roles.ts', 'src/dialog/rights/scopes.ts'].map((name) =>
    join(project, name),
  );
  return [...folders.flatMap((folder) => filesBelow(folder).map((name) => join(folder, name))), ...shared];
}

const compressible = /\.(?:js|css|svg|json)$/;

/** @param {string} folder */
async function compress(folder) {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 10 };
  const names = filesBelow(folder).filter((name) => compressible.test(name));
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(join(folder, name));
      const [zipped, brotli] = await Promise.all([
        promisify(gzip)(bytes, { level: 9 }),
        promisify(brotliCompress)(bytes, { params: quality }),
      ]);
      writeFileSync(join(folder, `${name}.gz`), zipped);
      writeFileSync(join(folder, `${name}.br`), brotli);
    }),
  );
}

const hash = hashOf(sources());
if (!isBuiltFrom(tag, hash)) {
  // Whatever started this, such as a test: React has another, larger form for development.
  process.env.NODE_ENV = 'production';
  const [{ build }, { consoleConfig, workerConfig }] = await Promise.all([
    import('vite'),
    import('./vite.config.mjs'),
  ]);
  // Beside the old files until all is there: a server may be reading those, and another build may run.
  const fresh = `${output}-${process.pid}`;
  await build(consoleConfig(fresh));
  await build(workerConfig(fresh));
  await compress(fresh);
  writeFileSync(join(fresh, 'built-from'), hash);
  replaceOutput(fresh);
}

/** Puts the new files in the place of the old ones. Another build may do the same at this moment. @param {string} fresh */
function replaceOutput(fresh) {
  const old = `${fresh}-old`;
  try {
    if (existsSync(output)) renameSync(output, old);
    renameSync(fresh, output);
  } catch (error) {
    // Whoever was faster has put the same files there.
    if (!isBuiltFrom(tag, hash)) throw error;
    rmSync(fresh, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}
