import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

const sources = readSources('src/dialog');

/** Every match in the sources, with its file and line. */
function places(pattern: RegExp, in_ = sources): { at: string; match: RegExpMatchArray }[] {
  return in_.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) =>
      [...line.matchAll(pattern)].map((match) => ({ at: `${path}:${i + 1}`, match })),
    ),
  );
}

const sorts = places(/\blanesOf\('(\w+)'\)/g).map(({ match }) => match[1]!);

it('every sort of lane is named once, beside the kind of its tasks', () => {
  expect(sorts.length).toBeGreaterThan(5);
  expect(sorts.filter((sort, i) => sorts.indexOf(sort) !== i)).toEqual([]);
});

it('no lane is written by hand: a statement gets it, or its prefix, as a parameter', () => {
  const spelt = new RegExp(`['\`"](${sorts.join('|')}):`, 'g');
  expect(
    // Ids of readiness items look like lanes.
    places(
      spelt,
      sources.filter(({ path }) => !path.startsWith('src/dialog/readiness/')),
    ).map(({ at, match }) => `${at} spells ${match[0]}; take it from the lanesOf('${match[1]}') of its kind`),
  ).toEqual([]);
});

it('no payload is cast: the kind of a task defines its type', () => {
  expect(
    places(/\bpayload\)? as (?!const\b)/g).map(
      ({ at }) => `${at} casts a payload; take its type from its kind (TaskOf), or ask the kind (Kind.made)`,
    ),
  ).toEqual([]);
});

it('tasks are made by their kinds', () => {
  expect(
    sources
      .filter(({ path }) => !/\/tasks\/(kind|waiters|new-task)\.ts$/.test(path))
      .flatMap(({ path, links }) =>
        links
          .filter(({ names }) => names.includes('newTask'))
          .map(() => `${path} makes a task by hand; its kind does it (Kind.task)`),
      ),
  ).toEqual([]);
});
