import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Batcher } from '../../src/platform/batcher.ts';
import { Late } from '../../src/platform/in-time.ts';
import { useFakeTimers } from '../harness/shared-server.ts';

describe('a batcher', () => {
  it('carries out in one batch all calls of one turn of the event loop', async () => {
    const batches: number[][] = [];
    const batcher = new Batcher<number, number>(async (items) => {
      batches.push(items);
      return items.map((n) => n * 2);
    });
    expect(await Promise.all([1, 2, 3].map((n) => batcher.submit(n)))).toEqual([2, 4, 6]);
    expect(await batcher.submit(4)).toBe(8);
    expect(batches).toEqual([[1, 2, 3], [4]]);
  });

  it('collects calls while a batch runs, in the order of arrival', async () => {
    const batches: number[][] = [];
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const batcher = new Batcher<number, number>(async (items) => {
      batches.push(items);
      await arrived;
      return items;
    });
    const results = [batcher.submit(0)];
    for (let n = 1; n <= 20; n++) {
      await nextTurn();
      results.push(batcher.submit(n));
    }
    arrive();
    expect(await Promise.all(results)).toEqual(Array.from({ length: 21 }, (_, n) => n));
    expect(batches).toEqual([[0], Array.from({ length: 20 }, (_, n) => n + 1)]);
  });

  it('does not make a single caller wait for a timer', async () => {
    const batcher = new Batcher<number, number>(async (items) => items);
    // From here on the clock stands still, so a call that waits for a timer waits for ever.
    await useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let n = 0; n < 2000; n++) await batcher.submit(n);
  });

  it('fails every call of a batch that fails, and no other', async () => {
    const batcher = new Batcher<string, string>(async (items) => {
      if (items.includes('bad')) throw new Error('refused');
      return items;
    });
    const first = await Promise.allSettled([batcher.submit('good'), batcher.submit('bad')]);
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batcher.submit('good')).toBe('good');
  });

  it('goes on after a flush that throws before it awaits anything', async () => {
    let calls = 0;
    const batcher = new Batcher<number, number>((items) => {
      if (calls++ === 0) throw new Error('at once');
      return Promise.resolve(items);
    });
    await expect(batcher.submit(1)).rejects.toThrow('at once');
    expect(await batcher.submit(2)).toBe(2);
  });

  it('never exceeds the size of a batch or the number of parallel batches', async () => {
    const sizes: number[] = [];
    let under = 0;
    let most = 0;
    const batcher = new Batcher<number, number>(
      async (items) => {
        most = Math.max(most, ++under);
        sizes.push(items.length);
        await sleep(5);
        under--;
        return items.map((n) => -n);
      },
      { maxItems: 10, maxParallel: 3 },
    );
    const numbers = Array.from({ length: 95 }, (_, n) => n + 1);
    expect(await Promise.all(numbers.map((n) => batcher.submit(n)))).toEqual(numbers.map((n) => -n));
    expect(Math.max(...sizes)).toBe(10);
    expect(sizes.reduce((a, b) => a + b)).toBe(95);
    expect(most).toBeLessThanOrEqual(3);
  });

  it('starts a few more batches if one hangs', async () => {
    const batches: number[] = [];
    let free = () => {};
    const hanging = new Promise<void>((resolve) => (free = resolve));
    const batcher = new Batcher<number, number>(async (items) => {
      batches.push(items[0]!);
      if (items[0]! < 3) await hanging;
      return items;
    });
    const hung = [batcher.submit(0)];
    await sleep(50);
    const others = [batcher.submit(3), batcher.submit(4)];
    expect(batches).toEqual([0]);
    expect(await Promise.all(others)).toEqual([3, 4]);
    // When two more hang, no further batch starts until one of them ends.
    for (const n of [1, 2]) {
      hung.push(batcher.submit(n));
      await sleep(1500);
    }
    const late = batcher.submit(5);
    await sleep(1500);
    expect(batches).toEqual([0, 3, 1, 2]);
    free();
    expect(await late).toBe(5);
    expect(await Promise.all(hung)).toEqual([0, 1, 2]);
  });

  it('lets nobody wait longer than its limit, and does not begin what nobody waits for', async () => {
    const begun: number[] = [];
    let free = () => {};
    const hanging = new Promise<void>((resolve) => (free = resolve));
    const batcher = new Batcher<number, number>(
      async (items) => {
        begun.push(...items);
        if (items[0]! < 4) await hanging;
        return items;
      },
      { limitMs: 2000, maxItems: 1 },
    );
    // Three hang, so the fourth waits behind them.
    const answers = await Promise.allSettled([0, 1, 2, 3].map((n) => batcher.submit(n)));
    expect(answers.map((each) => each.status === 'rejected' && each.reason)).toEqual(
      Array(4).fill(expect.any(Late)),
    );
    free();
    expect(await batcher.submit(4)).toBe(4);
    expect(begun).toEqual([0, 1, 2, 4]);
  });
});
