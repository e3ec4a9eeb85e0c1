import type { Source } from './sources.ts';

/** The data of a source file that the rule needs. */
export type Reader = Pick<Source, 'path' | 'text' | 'links'>;

/** A table as the schema files declare it. */
export interface DeclaredTable {
  /** The schema object: `requestKeys`. */
  object: string;
  /** In the database: `request_keys`. */
  name: string;
  /** The schema file: `src/dialog/schema.ts`. */
  path: string;
}

/** A file of one folder that reads or writes the table of another. */
export interface Reach {
  path: string;
  /** The schema object. */
  table: string;
}

const root = 'src/dialog/';
const declaration = /export const (\w+) = dialog\.table\(\s*'(\w+)'/g;
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Every table of the project API, in the order of the files. */
export function declaredTables(sources: readonly Reader[]): DeclaredTable[] {
  return sources
    .filter(({ path }) => isSchema(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(declaration)].map(([, object, name]) => ({ object: object!, name: name!, path })),
    );
}

/**
 * The folder (or file) of src/dialog that owns a table: the one with its schema file, unless `owners` names another.
 * Tables in `src/dialog/schema.ts` have an owner by `owners` only.
 */
export function ownerOf({ object, path }: DeclaredTable, owners: Readonly<Record<string, string>>): string {
  return owners[object] ?? path.slice(root.length).replace(/\/?schema\.ts$/, '');
}

/** Every file that imports the schema object of another folder's table, declares one for it, or names it in a text. */
export function reaches(sources: readonly Reader[], owners: Readonly<Record<string, string>>): Reach[] {
  const tables = declaredTables(sources);
  return sources
    .filter(({ path }) => !isSchema(path))
    .flatMap(({ path, text, links }) => {
      const code = text.replaceAll(comments, '');
      return tables
        .filter((table) => !isOf(path, ownerOf(table, owners)))
        .filter(
          ({ object, name, path: schema }) =>
            links.some(({ to, names }) => to === schema && (names.includes(object) || names.includes('*'))) ||
            new RegExp(`\\bdialog\\.(?:table\\(\\s*')?${name}\\b`).test(code),
        )
        .map(({ object }) => ({ path, table: object }));
    });
}

function isSchema(path: string): boolean {
  return path.startsWith(root) && path.endsWith('/schema.ts');
}

function isOf(path: string, owner: string): boolean {
  return path === root + owner || path.startsWith(`${root}${owner}/`);
}
