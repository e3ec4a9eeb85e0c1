import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';

describe('the log on a terminal', () => {
  it('has readable lines with the time, the level, the message and the other fields, and no secret', () => {
    const lines: string[] = [];
    const log = createLog('info', { isTTY: true, write: (text) => lines.push(text) });
    log.info('stopped');
    log.warn({ times: 2, token: 'a-secret' }, 'the connection was lost');
    expect(lines).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d {2}stopped\n$/),
      expect.stringMatching(
        /^\d\d:\d\d:\d\d {2}warning: the connection was lost {2}\{"times":2,"token":"\[redacted\]"\}\n$/,
      ),
    ]);
  });
});
