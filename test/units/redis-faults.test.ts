import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchRedis } from '../../src/platform/redis-faults.ts';
import { seldomMs } from '../../src/platform/seldom.ts';
import { useFakeTimers } from '../harness/shared-server.ts';

beforeEach(() => useFakeTimers());
afterEach(() => void vi.useRealTimers());

const away = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' });
const makeLog = () => ({ warn: vi.fn(), info: vi.fn() });

it('a Redis fault in all its uses is one log line without a stack, and then their number once an interval', () => {
  const log = makeLog();
  const [tickets, rates] = [watchRedis(log, 'tickets'), watchRedis(log, 'rates')];
  for (const error of [away(), new Error('Connection is closed.'), new Error('Command timed out')]) {
    for (const use of [tickets, rates]) expect(use.failed(error)).toBe(true);
  }
  expect(log.warn.mock.calls).toEqual([
    [
      { fault: 'unreachable', said: 'connect ECONNREFUSED 127.0.0.1:6379' },
      expect.stringContaining('Redis fails: '),
    ],
  ]);
  vi.advanceTimersByTime(seldomMs);
  expect(log.warn).toHaveBeenCalledTimes(2);
  expect(log.warn.mock.calls[1]![0]).toMatchObject({ times: 5 });
});

it('commands that Redis refuses have a log line of their own', () => {
  const log = makeLog();
  const use = watchRedis(log, 'tickets');
  use.failed(away());
  const refusal = Object.assign(new Error('OOM command not allowed'), { name: 'ReplyError' });
  expect(use.failed(refusal)).toBe(true);
  expect(log.warn.mock.calls.map(([line]) => line.fault)).toEqual(['unreachable', 'refused']);
});

it('when all failed uses work again, one log line says that Redis works again', () => {
  const log = makeLog();
  const [tickets, rates] = [watchRedis(log, 'tickets'), watchRedis(log, 'rates')];
  tickets.works();
  expect(log.info).not.toHaveBeenCalled();
  for (const use of [tickets, rates, tickets]) use.failed(away());
  tickets.works();
  expect(log.info).not.toHaveBeenCalled();
  rates.works();
  rates.works();
  expect(log.info.mock.calls).toEqual([[{}, 'Redis works again']]);
  // The earlier count has ended, and the next fault is logged at once.
  vi.advanceTimersByTime(seldomMs);
  expect(log.warn).toHaveBeenCalledTimes(1);
  rates.failed(away());
  expect(log.warn).toHaveBeenCalledTimes(2);
});

it('an error that is not a Redis fault is left to the caller', () => {
  const log = makeLog();
  for (const error of [new Error('a mistake of ours'), new TypeError('x is not a function'), null]) {
    expect(watchRedis(log, 'tickets').failed(error)).toBe(false);
  }
  expect(log.warn).not.toHaveBeenCalled();
});
