import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a build was made of. Builds run before every start, and do nothing while their sources are the same. */

export const project = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The files below a folder, by their paths below it.
 * @param {string} folder
 */
export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .filter((name) => statSync(join(folder, name)).isFile());

/**
 * Names sources by their paths and contents. What is not there counts as such.
 * @param {string[]} paths absolute paths of files
 */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    if (!existsSync(path)) continue;
    hash
      .update(`${relative(project, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} tag the file that names what a build was made of
 * @param {string} hash
 */
export const isBuiltFrom = (tag, hash) => existsSync(tag) && readFileSync(tag, 'utf8') === hash;
