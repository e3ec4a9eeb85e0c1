import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { circles, type Drawn, heading, misplaced, page, readFloors, upwards } from './floors.ts';
import { readSources } from './sources.ts';

const sources = readSources('src');
const floors = readFloors(readFileSync(page, 'utf8'));

it('everything in src/dialog has a floor in the drawing of docs/architecture.md', () => {
  expect(misplaced(floors, sources)).toEqual([]);
});

it('no import inside src/dialog runs up to a higher floor', () => {
  expect(upwards(floors, sources)).toEqual([]);
});

it.each(['dialog', 'catalog'])(
  'in no folder of src/%s do files or folders import each other in a circle',
  (part) => {
    expect(circles(sources.filter(({ path }) => path.startsWith(`src/${part}/`)))).toEqual([]);
  },
);

it('no two files of src import each other, not even through other files', () => {
  // Here every file gets its own folder, so that folders do not count.
  const flat = ({ path, links }: Drawn) => ({
    path: path.replaceAll('/', ':'),
    links: links.map(({ to }) => ({ to: to.replaceAll('/', ':') })),
  });
  expect(circles(sources.map(flat)).map((sentence) => sentence.replaceAll(':', '/'))).toEqual([]);
});

/** Files of an invented src/dialog, each with what it imports. */
function draw(files: Record<string, string[]>): Drawn[] {
  return Object.entries(files).map(([path, links]) => ({
    path: `src/dialog/${path}`,
    links: links.map((to) => ({ to: `src/dialog/${to}` })),
  }));
}

it('the drawing is read line by line, the highest floor first, without the headings between them', () => {
  const drawing = [
    '```',
    'src/dialog/',
    '  index.ts  all',
    '  -- keeps',
    '  tables/   rows of tasks/',
    '```',
  ];
  expect(readFloors(`# Page\n\n${heading}\n\nWords.\n\n${drawing.join('\n')}\n`)).toEqual([
    'index.ts',
    'tables/',
  ]);
});

it('an import that runs up is reported with an advice', () => {
  const [sentence, ...more] = upwards(
    ['index.ts', 'tables/', 'http/'],
    draw({
      'index.ts': ['tables/rows.ts'],
      'http/a.ts': ['tables/rows.ts'],
      'tables/rows.ts': ['http/a.ts'],
    }),
  );
  expect(more).toEqual([]);
  expect(sentence).toContain('src/dialog/http/a.ts imports src/dialog/tables/rows.ts');
  expect(sentence).toContain('take it as an argument, or move what both need below both');
});

it('a circle is reported once, with each of its imports', () => {
  const files = draw({ 'a/x.ts': ['a/y.ts'], 'a/y.ts': ['a/z/one.ts'], 'a/z/one.ts': ['a/x.ts', 'b.ts'] });
  expect(circles(files)).toEqual([
    'src/dialog/a/x.ts imports src/dialog/a/y.ts, src/dialog/a/y.ts imports src/dialog/a/z/one.ts, ' +
      'src/dialog/a/z/one.ts imports src/dialog/a/x.ts; move what they share to a file or folder below them',
  ]);
});

it('a new folder without a floor, and a floor without its folder, are reported', () => {
  const found = misplaced(['tables/'], draw({ 'rooms/a.ts': [] }));
  expect(found).toEqual([
    expect.stringMatching(/^src\/dialog\/rooms\/ has no floor; /),
    expect.stringMatching(/has a line for tables\/, which does not exist/),
  ]);
});
