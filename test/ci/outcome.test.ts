import { describe, expect, it } from 'vitest';
import { type FileResult, judge, mostFlaky, type Outcome, type Report, summarize } from './outcome.ts';

const file = (path: string, failed = 0): FileResult => ({
  project: 'embedded',
  path,
  seconds: 1,
  passed: 5,
  failed,
  faults: failed > 0 ? [{ test: 'holds', message: 'The page had errors:\nrefused\nmore' }] : [],
});
const report = (...files: FileResult[]): Report => ({ files, errors: [] });
const step = (more: Partial<Outcome>): Outcome => ({
  ...{ name: 'npm test', seconds: 90, passed: 0, failed: 0, fallen: [], errors: [], flaky: [] },
  ...more,
});

describe('a file in which a test failed', () => {
  it('counts as passed and is flaky if it passes by itself', async () => {
    const asked: string[] = [];
    const outcome = await judge(report(file('a'), file('b', 1)), mostFlaky, async ({ path }) => {
      asked.push(path);
      return report(file('b'));
    });
    expect(asked).toEqual(['b']);
    expect(outcome).toMatchObject({ passed: 10, failed: 0, fallen: [], flaky: [{ path: 'b' }] });
  });

  it.each([
    ['fails again', async () => report(file('b', 1))],
    ['gives no report', async () => undefined],
    ['is not there', async () => report()],
    ['leaves an error that belongs to no file', async () => ({ ...report(file('b')), errors: ['lost'] })],
  ])('has failed if it %s by itself', async (_, again) => {
    const outcome = await judge(report(file('a'), file('b', 1)), mostFlaky, again);
    expect(outcome).toMatchObject({ passed: 10, failed: 1, fallen: [{ path: 'b' }], flaky: [] });
  });

  it('is not run again beside more than may be flaky', async () => {
    const many = Array.from({ length: mostFlaky + 1 }, (_, i) => file(String(i), 1));
    const outcome = await judge(report(...many), mostFlaky, () => {
      throw new Error('was run again');
    });
    expect(outcome).toMatchObject({ failed: mostFlaky + 1, flaky: [] });
  });

  it('is not run again if as many were flaky in earlier steps as may be', async () => {
    const outcome = await judge(report(file('b', 1)), 0, async () => report(file('b')));
    expect(outcome).toMatchObject({ failed: 1, flaky: [] });
  });
});

it('an error that belongs to no file is a failure', async () => {
  const outcome = await judge({ ...report(file('a')), errors: ['lost'] }, mostFlaky, async () => undefined);
  expect(outcome).toMatchObject({ passed: 5, failed: 1, errors: ['lost'] });
});

describe('the summary', () => {
  it('is green with a flaky file, names it with its message, and ends with the counts', () => {
    const { lines, isGreen } = summarize(
      [step({ passed: 5, flaky: [file('b', 1)] }), step({ passed: 2 })],
      100,
    );
    expect(isGreen).toBe(true);
    expect(lines).toEqual(
      expect.arrayContaining(['  b (embedded)', '    holds: The page had errors: refused']),
    );
    expect(lines.at(-1)).toBe('7 passed, 0 failed');
  });

  it('has failed if one step has, and shows the seconds of every step', () => {
    const { lines, isGreen } = summarize(
      [step({ name: 'npm run check', failed: 1 }), step({ passed: 5 })],
      120,
    );
    expect(isGreen).toBe(false);
    expect(lines).toEqual(
      expect.arrayContaining([
        '   90 s  FAILED  npm run check',
        '   90 s  passed  npm test',
        '  120 s  in all',
      ]),
    );
    expect(lines.at(-1)).toBe('5 passed, 1 failed');
  });
});
