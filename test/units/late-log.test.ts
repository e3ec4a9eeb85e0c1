import { type Logger, pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { lateChild } from '../../src/platform/log.ts';

describe('the log of a request', () => {
  const scene = () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) }) as Logger;
    return { lines, log, child: vi.spyOn(log, 'child') };
  };

  it('costs no child until it has a line, and one for all its lines', () => {
    const { lines, log, child } = scene();
    const late = lateChild(log, { reqId: 'r-1' }, {});
    expect(child).not.toHaveBeenCalled();
    late.warn({ times: 2 }, 'first');
    late.error('second');
    expect(child).toHaveBeenCalledTimes(1);
    expect(lines).toMatchObject([
      { level: 40, reqId: 'r-1', times: 2, msg: 'first' },
      { level: 50, reqId: 'r-1', msg: 'second' },
    ]);
  });

  it('has the level of the log, and children with its request id', () => {
    const { lines, log } = scene();
    const late = lateChild(log, { reqId: 'r-2' }, {});
    expect(late.level).toBe('info');
    late.debug('left out');
    late.child({ part: 'p' }).info('inner');
    expect(lines).toMatchObject([{ reqId: 'r-2', part: 'p', msg: 'inner' }]);
  });
});
