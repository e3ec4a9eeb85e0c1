import { expect, it } from 'vitest';
import { emptyInput } from '../../src/console/runs/input-keys.ts';
import { passable, restartable, restartOf } from '../../src/console/runs/restart.ts';
import { attemptsOf, barsOf, telling } from '../../src/console/runs/step-times.ts';
import { toldBy } from '../../src/console/runs/told.ts';

const start = Date.parse('2026-11-20T11:00:00.000Z');
const at = (ms: number) => new Date(start + ms).toISOString();

/** A step that began and ended so many milliseconds after the start; null while it waits. */
function step(id: string, from: number, to: number | null, more: object = {}): any {
  return {
    ...{ id, type: 'operation', status: to === null ? 'waiting' : 'succeeded', within: [], job_id: null },
    ...{ input: null, output: null, error: null, started_at: at(from) },
    finished_at: to === null ? null : at(to),
    ...more,
  };
}
const failed = (id: string, from: number, to: number, more: object = {}) =>
  step(id, from, to, { status: 'failed', ...more });

it('bars cover the time line from the first beginning to the last end, and grow while a step waits', () => {
  const steps = [step('a', 0, 100), step('b', 100, 150), step('c', 150, null)];
  expect(barsOf(steps, start + 200)).toEqual([
    { start: 0, length: 50 },
    { start: 50, length: 25 },
    { start: 75, length: 25 },
  ]);
  expect(barsOf([step('a', 0, 0)], start)).toEqual([{ start: 0, length: 0 }]);
  // The clock of the browser may be behind that of the server.
  expect(barsOf([step('a', 0, null)], start - 5000)).toEqual([{ start: 0, length: 0 }]);
});

it('attempts are numbered where an operation that failed was tried again, and not where a flow came to it again', () => {
  const tried = [step('look', 0, 1), failed('pay', 1, 2), failed('pay', 3, 4), step('pay', 5, 6)];
  expect(attemptsOf(tried)).toEqual([undefined, 1, 2, 3]);
  const looped = [failed('pay', 1, 2), step('ask', 2, 3), failed('pay', 3, 4)];
  expect(attemptsOf(looped)).toEqual([undefined, undefined, undefined]);
  const round = (n: number) => ({ within: [{ step: 'lines', round: n }] });
  expect(attemptsOf([failed('pay', 1, 2, round(0)), failed('pay', 2, 3, round(1))])).toEqual([
    undefined,
    undefined,
  ]);
  // Branches go on between the attempts of another one.
  const branch = (n: number) => ({ within: [{ step: 'both', branch: n }] });
  expect(
    attemptsOf([failed('pay', 1, 2, branch(0)), step('log', 2, 3, branch(1)), step('pay', 3, 4, branch(0))]),
  ).toEqual([1, undefined, 2]);
});

it('a run opens at what failed, else at what waits, else at its end', () => {
  const steps = [step('a', 0, 1), failed('b', 1, 2), step('sorry', 2, 3)];
  expect(telling('failed', steps)).toBe(1);
  expect(telling('succeeded', steps)).toBe(2);
  expect(telling('waiting', [step('a', 0, null), step('b', 0, 1)])).toBe(0);
  expect(telling('queued', [])).toBe(-1);
});

it('a run begins again only at steps of the outermost list', () => {
  const inside = { within: [{ step: 'lines', round: 0 }] };
  const steps = [
    step('a', 0, 1),
    failed('lines', 1, 4, { type: 'for_each' }),
    failed('pay', 2, 3, { ...inside, job_id: 'job_1' }),
  ];
  expect(restartable({ status: 'failed', steps })).toEqual(['a', 'lines']);
  expect(restartOf({ status: 'failed', steps })).toBe('lines');
  expect(restartOf({ status: 'succeeded', steps })).toBeUndefined();
  expect(
    passable({ status: 'unknown', steps: [...steps, failed('book', 4, 5, { job_id: 'job_2' })] }),
  ).toEqual(['book']);
});

it('an event of the stream changes the row of its run and of nothing else', () => {
  const entry = { subject: { id: 'run_1' }, at: at(5), data: { steps: [{ id: 'a' }, { id: 'pay' }] } };
  expect(toldBy('run.waiting', entry)).toEqual({ run_id: 'run_1', status: 'waiting', step: 'pay' });
  const error = { code: 'http_400', message: 'no such account' };
  expect(toldBy('run.failed', { ...entry, data: { ...entry.data, error } })).toEqual({
    ...{ run_id: 'run_1', status: 'failed', step: 'pay', error, finished_at: at(5) },
  });
  // Too large an entry comes without its data.
  expect(toldBy('run.succeeded', { subject: { id: 'run_1' }, data: {} })).toEqual({
    ...{ run_id: 'run_1', status: 'succeeded', error: null },
  });
  expect(toldBy('run.canceling', entry)).toBeUndefined();
  expect(toldBy('job.failed', entry)).toBeUndefined();
});

it('the input that is offered has what templates read, and not what expressions call their own input', () => {
  const definition = {
    steps: [
      {
        id: 'a',
        input: { sum: '{{ input.sum | round }}', who: '{% if input.who %}{{ input.who.name }}{% endif %}' },
      },
      { id: 'b', type: 'transform', input: '{{ steps.a.input.inner }}', expression: '$sum(input.lines)' },
    ],
  };
  expect(emptyInput(definition)).toEqual({ sum: '', who: '' });
  expect(emptyInput(null)).toEqual({});
});
