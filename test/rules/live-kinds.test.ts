import { expect, it } from 'vitest';
import { gateOf, isKnown } from '../../src/dialog/live/kinds.ts';
import { readSources } from './sources.ts';

/** The records that entries of the audit log are about: the first words of their kinds, and the types of their subjects. */
function recordsInSource(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, text } of readSources('src/dialog')) {
    const words = [
      ...text.matchAll(/\baction: ['`](\w+)\.\w/g),
      ...text.matchAll(/\baction: ['`](\w+)\.\$\{/g),
      ...text.matchAll(/\bsubject: \{ type: '(\w+)'/g),
    ];
    for (const [, word] of words) found.set(word!, path);
  }
  return found;
}

it('everything that the audit log can name has a gate, by which live streams are filtered', () => {
  const records = recordsInSource();
  expect(records.size).toBeGreaterThan(25);
  const forgotten = [...records]
    .filter(([record]) => !isKnown(`${record}.x`))
    .map(
      ([record, path]) =>
        `${path} writes about "${record}", and src/dialog/live/kinds.ts does not say who may see it: add a gate, that of the route which shows such a record`,
    );
  expect(forgotten).toEqual([]);
});

it('of what nobody has thought of only owners are told', () => {
  expect(gateOf('novelty.happened')).toBe('own');
});
