import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { filesBelow, hashOf, isBuiltFrom, project } from '../../build/sources.mjs';

/**
 * Builds the chat into dist/widget: the loader and the body, each named by its bytes and also compressed, and a manifest of both. Files of
 * earlier builds stay, since pages that pin the loader by its hash ask for them for ever. Into dist/widget/npm goes the package for
 * applications that are bundled. Nothing happens if what is there was built from the same sources.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const output = resolve(project, 'dist/widget');
const tag = join(output, 'built-from');

/**
 * Joins a program with what it imports.
 * @param {string} entry
 * @param {Record<string, string>} define
 * @returns {Promise<string>}
 */
async function joined(entry, define = {}) {
  const { build } = await import('vite');
  const built = await build({
    root,
    configFile: false,
    define,
    build: {
      write: false,
      target: 'es2022',
      // Lightning CSS would add fallbacks for browsers that cannot run the scripts.
      cssMinify: 'esbuild',
      modulePreload: false,
      copyPublicDir: false,
      reportCompressedSize: false,
      rollupOptions: { input: join(root, entry), output: { format: 'iife', entryFileNames: 'built.js' } },
    },
    logLevel: 'warn',
  });
  const [{ output: files }] = [built].flat();
  return files[0].code.trim();
}

/**
 * Writes a file beside the old ones; nobody sees half of it.
 * @param {string} name
 * @param {string | Buffer} bytes
 */
function put(name, bytes) {
  const path = join(output, name);
  writeFileSync(`${path}.${process.pid}`, bytes);
  renameSync(`${path}.${process.pid}`, path);
}

/**
 * Writes a program under a name that its bytes give it.
 * @param {string} name
 * @param {string} code
 */
function keep(name, code) {
  const bytes = Buffer.from(code);
  const named = `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.js`;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  put(`${named}.gz`, gzipSync(bytes, { level: 9 }));
  put(`${named}.br`, brotliCompressSync(bytes, { params: quality }));
  put(named, bytes);
  return { name: named, integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}` };
}

/** Writes the package for applications that are bundled: an ES module, its types, and what npm needs to know. */
async function writePackage() {
  const { transform } = await import('esbuild');
  const source = join(root, 'module/index.ts');
  const { code } = await transform(readFileSync(source, 'utf8'), { loader: 'ts', target: 'es2022' });
  const folder = join(output, 'npm');
  mkdirSync(folder, { recursive: true });
  const types = join(folder, `types.${process.pid}`);
  execFileSync(
    process.execPath,
    [
      ...[join(project, 'node_modules/typescript/bin/tsc'), source, '--ignoreConfig', '--outDir', types],
      ...['--declaration', '--emitDeclarationOnly', '--target', 'es2022', '--module', 'esnext'],
      ...['--moduleResolution', 'bundler', '--lib', 'es2022,dom', '--types', '', '--strict'],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const { version, license } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  put('npm/index.d.ts', readFileSync(join(types, 'index.d.ts')));
  rmSync(types, { recursive: true });
  put('npm/index.js', code);
  put('npm/README.md', readFileSync(join(root, 'module/README.md')));
  // A copy of the sources may come without it; package.json names the licence in any case.
  const licence = join(project, 'LICENSE');
  if (existsSync(licence)) put('npm/LICENSE', readFileSync(licence));
  const about = {
    ...{ name: 'parley-chat', version, license },
    description: 'The chat of a Parley server, for web applications that are bundled.',
    ...{ type: 'module', sideEffects: false },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    ...{ types: './index.d.ts', files: ['index.js', 'index.d.ts'] },
  };
  put('npm/package.json', `${JSON.stringify(about, undefined, 2)}\n`);
}

const hash = hashOf([...filesBelow(root).map((name) => join(root, name)), join(project, 'package.json')]);
if (!isBuiltFrom(tag, hash)) {
  process.env.NODE_ENV = 'production';
  mkdirSync(output, { recursive: true });
  const body = keep('body', await joined('chat/entry.ts'));
  const loader = await joined('loader/main.ts', { BODY: JSON.stringify(body) });
  // At the address of one chat the server writes its settings into the first line.
  const written = keep('loader', `(() => {\nconst look = undefined;\n${loader}\n})();\n`);
  await writePackage();
  copyFileSync(join(root, 'demo.png'), join(output, 'demo.png'));
  put('manifest.json', JSON.stringify({ loader: written, body }));
  put('built-from', hash);
}
