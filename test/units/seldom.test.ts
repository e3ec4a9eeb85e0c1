import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { seldomByKey, seldomMs } from '../../src/platform/seldom.ts';
import { useFakeTimers } from '../harness/shared-server.ts';

beforeEach(() => useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('repeated log lines are counted separately for each key', () => {
  const write = vi.fn<(more: number, key: string, said: string) => void>();
  const note = seldomByKey(write);
  for (const said of ['a1', 'a2', 'a3']) note('a', said);
  note('b', 'b1');
  expect(write.mock.calls).toEqual([
    [0, 'a', 'a1'],
    [0, 'b', 'b1'],
  ]);
  vi.advanceTimersByTime(seldomMs);
  expect(write.mock.calls.slice(2)).toEqual([[2, 'a', 'a3']]);
  vi.advanceTimersByTime(seldomMs * 3);
  expect(write).toHaveBeenCalledTimes(3);
});
