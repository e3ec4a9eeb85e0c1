import { describe, expect, it } from 'vitest';
import { settle } from '../../src/dialog/tasks/finish.ts';
import { outcomeOfAnswer } from '../../src/dialog/tasks/outcome.ts';
import type { Task, TaskOutcome } from '../../src/dialog/tasks/task.ts';

const answered = (status: number, retryAfter?: string) =>
  outcomeOfAnswer({
    kind: 'answered',
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    body: '',
    truncated: false,
  });

describe('Retry-After', () => {
  const day = 24 * 3600 * 1000;

  it.each([
    ['0', 0],
    ['1', 1000],
    ['120', 120_000],
    ['0005', 5000],
    ['86400', day],
    ['86401', day],
    ['99999999999999999999', day],
    ['9'.repeat(400), 0],
    ['', 0],
    ['soon', 0],
    ['-5', 0],
    ['1.5', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', day],
  ])('%j of a 429 asks for %i ms', (text, ms) => {
    expect(answered(429, text)).toMatchObject({ state: 'retry', afterMs: ms, error: { code: 'http_429' } });
  });

  it('may be a date', () => {
    const outcome = answered(503, new Date(Date.now() + 90_000).toUTCString());
    if (outcome.state !== 'retry') throw new Error(outcome.state);
    expect(outcome.afterMs).toBeGreaterThan(87_000);
    expect(outcome.afterMs).toBeLessThanOrEqual(90_000);
  });

  it('is needed to retry a 503 but not a 429, and affects no other answer', () => {
    expect(answered(429)).toMatchObject({ state: 'retry', afterMs: 0 });
    expect(answered(503).state).toBe('unknown');
    expect(answered(503, '1').state).toBe('retry');
    for (const status of [500, 502, 504]) expect(answered(status, '1').state).toBe('unknown');
    for (const status of [301, 400, 404, 408, 425]) expect(answered(status, '1').state).toBe('failed');
    for (const status of [200, 202, 299]) expect(answered(status, '1').state).toBe('succeeded');
  });

  it('decides nothing without an answer: refused has failed, not begun is retried, no answer is unknown', () => {
    const states = (['refused', 'not_begun', 'unknown'] as const).map(
      (kind) => outcomeOfAnswer({ kind, reason: 'why' }).state,
    );
    expect(states).toEqual(['failed', 'retry', 'unknown']);
  });
});

describe('the retry of a task', () => {
  const now = Date.UTC(2026, 0, 1);
  const error = { code: 'not_reached', message: 'x' };
  const task = (attempts: number, deadlineInMs = 3_600_000) =>
    ({ attempts, deadlineAt: new Date(now + deadlineInMs) }) as Task;
  const retry = (afterMs?: number): TaskOutcome => ({ state: 'retry', error, ...(afterMs && { afterMs }) });
  const waits = (attempts: number, outcome = retry()) =>
    Array.from({ length: 300 }, () => settle({ task: task(attempts), outcome }, now));

  it.each([
    [1, 1000],
    [2, 2000],
    [3, 4000],
    [4, 8000],
    [6, 32_000],
    [7, 60_000],
    [50, 60_000],
    [2000, 60_000],
  ])('after attempt %i waits %i ms, up to a quarter more or less', (attempts, ms) => {
    const dues = waits(attempts).map(({ state, dueInMs }) => {
      expect(state).toBe('queued');
      return dueInMs;
    });
    expect(Math.min(...dues)).toBeGreaterThanOrEqual(0.75 * ms);
    expect(Math.max(...dues)).toBeLessThanOrEqual(1.25 * ms);
    // Spread, so that tasks that failed together are not retried together.
    expect(Math.max(...dues) - Math.min(...dues)).toBeGreaterThan(0.3 * ms);
  });

  it('waits as long as the other side asks, if that is longer', () => {
    for (const { dueInMs } of waits(1, retry(30_000))) expect(dueInMs).toBe(30_000);
    for (const { dueInMs } of waits(7, retry(10))) expect(dueInMs).toBeGreaterThanOrEqual(45_000);
  });

  it("waits exactly as long as its kind's own schedule says, if there is one", () => {
    for (const { dueInMs } of waits(7, { ...retry(30_000), inMs: 5 } as TaskOutcome)) expect(dueInMs).toBe(5);
  });

  it('fails if the next attempt would come after the deadline', () => {
    expect(settle({ task: task(1, 700), outcome: retry() }, now)).toMatchObject({ state: 'failed' });
    expect(settle({ task: task(1, -1), outcome: retry() }, now)).toMatchObject({ state: 'failed' });
    expect(settle({ task: task(1, 60_000), outcome: retry(61_000) }, now)).toMatchObject({ state: 'failed' });
    expect(settle({ task: task(1, 62_000), outcome: retry(61_000) }, now)).toMatchObject({
      state: 'queued',
      dueInMs: 61_000,
    });
  });

  it.each<[TaskOutcome]>([
    [{ state: 'succeeded' }],
    [{ state: 'failed', error }],
    [{ state: 'unknown', error }],
  ])('does not change other outcomes: %j', (outcome) => {
    expect(settle({ task: task(1, -1), outcome }, now)).toMatchObject({ state: outcome.state, dueInMs: 0 });
  });
});
