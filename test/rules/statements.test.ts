import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

/** A call of the driver's own method; `search`, `execute` and the methods of a statement are ours. */
const driverCall = /\.query(?:<[^()]*>)?\(/;

const sources = readSources('src').filter(({ path }) => !path.startsWith('src/platform/'));

it('outside of src/platform nobody passes text to the driver', () => {
  const faults = sources
    .filter(({ text }) => driverCall.test(text))
    .map(
      ({ path }) =>
        `${path} calls query() of the driver; write the statement in Drizzle and run it by statement() or search() of src/platform/statement.ts`,
    );
  expect(faults).toEqual([]);
});

it('outside of src/platform nobody imports the driver', () => {
  expect(
    sources
      .filter(({ packages }) => packages.includes('pg'))
      .map(({ path }) => `${path} imports pg; take a Database or a Transaction as an argument`),
  ).toEqual([]);
});
