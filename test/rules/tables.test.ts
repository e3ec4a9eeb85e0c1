import { expect, it } from 'vitest';
import { readSources } from './sources.ts';
import { named, owners } from './table-owners.ts';
import { declaredTables, ownerOf, type Reader, reaches } from './tables.ts';

const sources = readSources('src').filter(({ path }) => !path.startsWith('src/platform/'));
const found = reaches(sources, owners);

it('every shared table has an owner, and every listed table exists', () => {
  const tables = declaredTables(sources);
  expect(
    tables
      .filter((table) => ownerOf(table, owners) === '')
      .map(({ object }) => `${object} has no owner; name its folder in test/rules/table-owners.ts`),
  ).toEqual([]);
  const objects = tables.map(({ object }) => object);
  expect(Object.keys(owners).filter((object) => !objects.includes(object))).toEqual([]);
});

it('a table is read and written only by its own folder, and by listed statements with a reason', () => {
  const isKnown = ({ path, table }: { path: string; table: string }) =>
    named.some(({ file, tables }) => `src/${file}` === path && tables.includes(table));
  const tables = new Map(declaredTables(sources).map((table) => [table.object, ownerOf(table, owners)]));
  expect(
    found
      .filter((reach) => !isKnown(reach))
      .map(
        ({ path, table }) =>
          `${path} uses the table ${table}, which belongs to src/dialog/${tables.get(table)}; export a verb there ` +
          'that reads or writes it, and call that. If one statement must join both, name it with its reason in ' +
          'test/rules/table-owners.ts',
      ),
  ).toEqual([]);
});

it('every listed exception is still one', () => {
  const isFound = (file: string, table: string) =>
    found.some((reach) => reach.path === `src/${file}` && reach.table === table);
  expect(
    named.flatMap(({ file, tables }) =>
      tables
        .filter((table) => !isFound(file, table))
        .map((table) => `${file} does not use ${table} any more; remove it from test/rules/table-owners.ts`),
    ),
  ).toEqual([]);
});

/** A file of an invented src/dialog. */
function file(path: string, text: string, links: Record<string, string[]> = {}): Reader {
  return {
    path: `src/dialog/${path}`,
    text,
    links: Object.entries(links).map(([to, names]) => ({ to: `src/dialog/${to}`, names })),
  };
}

const schemas = [
  file('schema.ts', "export const requestKeys = dialog.table(\n  'request_keys',\n  {});"),
  file('rooms/schema.ts', "export const rooms = dialog.table('rooms', {});"),
];

it('a table belongs to the folder of its schema file, or to its listed owner', () => {
  const tables = declaredTables(schemas);
  expect(tables.map((table) => ownerOf(table, { requestKeys: 'tasks' }))).toEqual(['tasks', 'rooms']);
  expect(tables.map((table) => ownerOf(table, {}))).toEqual(['', 'rooms']);
});

it('a use of a table is found by its schema object, by another object for it, or by its name in a text', () => {
  const files = [
    ...schemas,
    file('rooms/store.ts', '', { 'rooms/schema.ts': ['rooms'] }),
    file('rooms/inner/list.ts', '', { 'rooms/schema.ts': ['rooms'] }),
    file('doors/open.ts', '', { 'rooms/schema.ts': ['rooms', 'RoomRow'] }),
    file('doors/types.ts', '', { 'rooms/schema.ts': ['RoomRow'] }),
    file('doors/text.ts', 'sql`SELECT 1 FROM dialog.rooms`'),
    file('doors/second.ts', "const rooms = dialog.table('rooms', {});"),
    file('doors/comment.ts', '// dialog.rooms\n/** dialog.rooms */'),
    file('doors/longer.ts', 'sql`SELECT 1 FROM dialog.rooms_of_doors`'),
    file('tasks/accept.ts', '', { 'schema.ts': ['requestKeys'], 'rooms/schema.ts': ['*'] }),
  ];
  expect(reaches(files, { requestKeys: 'tasks' })).toEqual([
    { path: 'src/dialog/doors/open.ts', table: 'rooms' },
    { path: 'src/dialog/doors/text.ts', table: 'rooms' },
    { path: 'src/dialog/doors/second.ts', table: 'rooms' },
    { path: 'src/dialog/tasks/accept.ts', table: 'rooms' },
  ]);
});
