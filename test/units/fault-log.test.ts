import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { databaseWorks, noteDatabaseFault } from '../../src/platform/fault-log.ts';
import { seldomMs } from '../../src/platform/seldom.ts';
import { useFakeTimers } from '../harness/shared-server.ts';

beforeEach(() => useFakeTimers());
afterEach(() => void vi.useRealTimers());

const diskFull = () => Object.assign(new Error('could not extend file: No space left'), { code: '53100' });
const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

it('a database fault in a thousand requests is one log line, and then their number once an interval', () => {
  const log = { error: vi.fn(), info: vi.fn() };
  for (let i = 0; i < 1000; i++) expect(noteDatabaseFault(log, diskFull(), 'POST /x')).toBe(true);
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(log.error.mock.calls[0]![0]).toEqual({
    fault: 'disk_full',
    said: 'could not extend file: No space left',
    where: 'POST /x',
  });
  vi.advanceTimersByTime(seldomMs);
  expect(log.error).toHaveBeenCalledTimes(2);
  expect(log.error.mock.calls[1]![0]).toMatchObject({ fault: 'disk_full', times: 999 });
  vi.advanceTimersByTime(seldomMs * 10);
  expect(log.error).toHaveBeenCalledTimes(2);
});

it('a database fault that comes back after a quiet interval is logged at once again', () => {
  const log = { error: vi.fn(), info: vi.fn() };
  noteDatabaseFault(log, diskFull(), 'POST /x');
  vi.advanceTimersByTime(seldomMs);
  noteDatabaseFault(log, diskFull(), 'POST /x');
  expect(log.error).toHaveBeenCalledTimes(2);
});

it('different database faults have separate log lines', () => {
  const log = { error: vi.fn(), info: vi.fn() };
  for (const error of [diskFull(), away(), new Error('Failed query', { cause: away() })]) {
    noteDatabaseFault(log, error, 'GET /x');
  }
  expect(log.error.mock.calls.map(([line]) => line.fault)).toEqual(['disk_full', 'unreachable']);
});

it('an error that is not a database fault is left to the caller', () => {
  const log = { error: vi.fn(), info: vi.fn() };
  for (const error of [
    new Error('a mistake of ours'),
    Object.assign(new Error('x'), { code: '42601' }),
    null,
  ]) {
    expect(noteDatabaseFault(log, error, 'GET /x')).toBe(false);
  }
  expect(log.error).not.toHaveBeenCalled();
});

it('when it has worked twice without a fault between, one log line says that the database works again', () => {
  const log = { error: vi.fn(), info: vi.fn() };
  databaseWorks(log);
  databaseWorks(log);
  for (const error of [away(), diskFull(), away()]) noteDatabaseFault(log, error, 'POST /x');
  databaseWorks(log);
  // Something else still fails, such as a statement that takes too long each time.
  noteDatabaseFault(log, diskFull(), 'POST /x');
  databaseWorks(log);
  expect(log.info).not.toHaveBeenCalled();
  databaseWorks(log);
  databaseWorks(log);
  expect(log.info.mock.calls).toEqual([[{}, 'the database works again']]);
  // The earlier count has ended, and the next fault is logged at once.
  vi.advanceTimersByTime(seldomMs);
  expect(log.error).toHaveBeenCalledTimes(2);
  noteDatabaseFault(log, away(), 'POST /x');
  expect(log.error).toHaveBeenCalledTimes(3);
});
