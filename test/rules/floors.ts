import type { Source } from './sources.ts';

/** The data of a source file that the rule needs. */
export type Drawn = Pick<Source, 'path'> & { links: readonly Pick<Source['links'][number], 'to'>[] };

/** The page with the drawing, and the heading above it. */
export const page = 'docs/architecture.md';
export const heading = '### The floors of src/dialog';

/**
 * The folders and files of src/dialog in their order, the highest first: the first word of each line of the drawing that
 * ends in `/` or `.ts`.
 * @throws Error if the page has no such drawing.
 */
export function readFloors(markdown: string): string[] {
  const [, section] = markdown.split(`${heading}\n`);
  const drawing = section && /```\n([\s\S]*?)\n```/.exec(section)?.[1];
  if (!drawing) throw new Error(`${page} has no drawing below "${heading}"`);
  return [...drawing.matchAll(/^ +([\w-]+(?:\/|\.ts))(?=\s)/gm)].map(([, name]) => name!);
}

const root = 'src/dialog/';

/** The folder or file of src/dialog to which a path belongs: `tasks/`, `schema.ts`; undefined outside. */
function floorOf(path: string): string | undefined {
  if (!path.startsWith(root)) return undefined;
  const [first, ...rest] = path.slice(root.length).split('/');
  return rest.length > 0 ? `${first}/` : first;
}

/** Entries of src/dialog without a floor, and floors without an entry. */
export function misplaced(floors: readonly string[], sources: readonly Drawn[]): string[] {
  const present = new Set(sources.flatMap(({ path }) => floorOf(path) ?? []));
  return [
    ...[...present]
      .filter((name) => !floors.includes(name))
      .map((name) => `${root}${name} has no floor; give it a line in ${page}, above all that it imports`),
    ...floors
      .filter((name) => !present.has(name))
      .map((name) => `${page} has a line for ${name}, which does not exist; remove the line`),
    ...floors
      .filter((name, index) => floors.indexOf(name) !== index)
      .map((name) => `${page} has two lines for ${name}; remove one`),
  ];
}

/** Every import that runs up to a higher floor, in a sentence. */
export function upwards(floors: readonly string[], sources: readonly Drawn[]): string[] {
  return sources.flatMap(({ path, links }) =>
    links.flatMap(({ to }) => {
      const [from, target] = [floorOf(path), floorOf(to)];
      if (from === undefined || target === undefined || floors.indexOf(target) >= floors.indexOf(from))
        return [];
      return `${path} imports ${to}, but ${target} stands above ${from}; take it as an argument, or move what both need below both (the order is in ${page})`;
    }),
  );
}

/** Every circle among the files and folders of one folder, with its imports, in a sentence. */
export function circles(sources: readonly Drawn[]): string[] {
  const neighbours = new Map<string, Map<string, Map<string, string>>>();
  for (const { path, links } of sources) {
    for (const { to } of links) {
      const { folder, from, target } = sideBySide(path, to);
      if (from === target) continue;
      const inFolder = neighbours.get(folder) ?? new Map<string, Map<string, string>>();
      neighbours.set(folder, inFolder);
      const imports = inFolder.get(from) ?? new Map<string, string>();
      inFolder.set(from, imports);
      if (!imports.has(target)) imports.set(target, `${path} imports ${to}`);
    }
  }
  return [...neighbours.values()].flatMap((imports) => {
    const named = new Set<string>();
    return [...imports.keys()].flatMap((start) => {
      if (named.has(start)) return [];
      const circle = shortestCircle(imports, start);
      if (!circle) return [];
      for (const name of circle) named.add(name);
      const chain = circle.map(
        (name, index) => imports.get(name)!.get(circle[(index + 1) % circle.length]!)!,
      );
      return `${chain.join(', ')}; move what they share to a file or folder below them`;
    });
  });
}

/** The last folder that two paths share, and the entry in it that leads to each path. */
function sideBySide(path: string, to: string) {
  const [one, other] = [path.split('/'), to.split('/')];
  let shared = 0;
  while (shared < one.length - 1 && one[shared] === other[shared]) shared += 1;
  return { folder: one.slice(0, shared).join('/'), from: one[shared]!, target: other[shared]! };
}

function shortestCircle(imports: Map<string, Map<string, string>>, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    for (const next of imports.get(name)?.keys() ?? []) {
      if (next === start) {
        const circle = [name];
        while (circle[0] !== start) circle.unshift(cameFrom.get(circle[0]!)!);
        return circle;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, name);
      waiting.push(next);
    }
  }
  return undefined;
}
