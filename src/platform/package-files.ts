import { existsSync } from 'node:fs';

/** Where this module lies says nothing: a build joins many modules in one file. The root is the folder above with `package.json`. */
function findRoot(): URL {
  for (let folder = new URL('.', import.meta.url); ; ) {
    if (existsSync(new URL('package.json', folder))) return folder;
    const above = new URL('..', folder);
    if (above.href === folder.href) throw new Error(`There is no package.json above ${import.meta.url}.`);
    folder = above;
  }
}

const root = findRoot();
const isSource = import.meta.url.endsWith('.ts');

/**
 * A file that the package has beside its programs.
 * @param path below the folder of the package, such as `migrations/0001_functions.sql`; a folder ends with a slash
 */
export const packageFile = (path: string): URL => new URL(path, root);

/**
 * A program of its own, such as the module of a thread: its source, or what was built of it, as is this process.
 * The build makes a file of each module that ends with `-thread.ts` (src/build/server.mjs).
 * @param name its path below `src`, without the ending
 */
export const programFile = (name: string): URL =>
  isSource ? new URL(`src/${name}.ts`, root) : new URL(`dist/${name}.js`, root);
