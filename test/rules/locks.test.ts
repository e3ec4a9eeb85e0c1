import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

it('every advisory lock of the database server has a number of its own', () => {
  const takers = new Map<string, string[]>();
  for (const { path, text } of readSources('src')) {
    for (const [, number] of text.matchAll(/Lock = (\d[\d_]+);/g)) {
      takers.set(number!, [...(takers.get(number!) ?? []), path]);
    }
  }
  expect(takers.size).toBeGreaterThan(4);
  const shared = [...takers].filter(([, paths]) => paths.length > 1);
  expect(
    shared.map(
      ([number, paths]) =>
        `${paths.join(' and ')} wait for each other: give one of them another number than ${number}`,
    ),
  ).toEqual([]);
});
