import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

/** Files that still pass text to the driver: this list only gets shorter. */
const notYet = ['src/catalog/open.ts'];

/** A call of the driver's own method; `search`, `execute` and the methods of a statement are ours. */
const driverCall = /\.query(?:<[^()]*>)?\(/;

const sources = readSources('src').filter(({ path }) => !path.startsWith('src/platform/'));
const callers = sources.filter(({ text }) => driverCall.test(text)).map(({ path }) => path);

it('outside of src/platform nobody passes text to the driver', () => {
  const faults = callers
    .filter((path) => !notYet.includes(path))
    .map(
      (path) =>
        `${path} calls query() of the driver; write the statement in Drizzle and run it by statement() or search() of src/platform/statement.ts`,
    );
  expect(faults).toEqual([]);
});

it('a file that is finished is removed from the list of unfinished ones', () => {
  expect(notYet.filter((path) => !callers.includes(path))).toEqual([]);
});

it('outside of src/platform nobody imports the driver', () => {
  expect(
    sources
      .filter(({ packages }) => packages.includes('pg'))
      .map(({ path }) => `${path} imports pg; take a Database or a Transaction as an argument`),
  ).toEqual([]);
});
