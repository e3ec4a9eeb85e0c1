import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const workerFile = 'push-worker.js';
/** Of the languages that the console speaks; the library brings thirty. */
const locales = Object.values(JSON.parse(readFileSync(`${root}text/languages.json`, 'utf8'))).map(
  ({ locale }) => locale,
);

/**
 * Files that several pages need. Left to itself, the bundler makes one for each set of pages that share something, and a page loads
 * seventy of them.
 */
const ofEveryVisit = { name: 'first', tags: ['$initial'], priority: 1 };
/** Long lists and their filters: the overview, which most people see first, has none. */
const ofLists = {
  name: 'lists',
  test: /(?:kit.(?:grid|filter)|shell.list)/,
  includeDependenciesRecursively: false,
};
/** The parts that fourteen or more of the lazily loaded pages and dialogs share. */
const ofMostPages = { name: 'often', minShareCount: 14 };

/**
 * How Vite builds the console. `__NONCE__` is replaced in each answer (src/console-page.ts).
 * @param {string} outDir where the files go
 * @returns {import('vite').UserConfig}
 */
export const consoleConfig = (outDir) => ({
  root,
  configFile: false,
  base: '/console/',
  plugins: [react(), { ...optimizeLocales.vite({ locales }), enforce: 'pre' }],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // Fonts and pictures are files: a data: address would be refused by the policy of the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: [ofEveryVisit, ofLists, ofMostPages] } } },
  },
  logLevel: 'warn',
});

/**
 * The service worker, in one piece and of one name: it is at the same address for ever, since browsers ask there for the next one.
 * @param {string} outDir where the console lies already
 * @param {boolean} write false: the code is returned only
 * @returns {import('vite').InlineConfig}
 */
export const workerConfig = (outDir, write = true) => ({
  root,
  configFile: false,
  build: {
    outDir,
    write,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: `${root}push/worker.ts`,
      output: { format: 'iife', entryFileNames: workerFile },
    },
  },
  logLevel: 'warn',
});

/** Serves the service worker of the present sources while the console is developed. @returns {import('vite').Plugin} */
export const serveWorker = () => ({
  name: 'push-worker',
  configureServer({ middlewares }) {
    middlewares.use(`/console/${workerFile}`, async (_request, response) => {
      const built = await build(workerConfig('dist/console', false));
      const [{ output }] = [built].flat();
      response.setHeader('Content-Type', 'text/javascript').end(output[0].code);
    });
  },
});
