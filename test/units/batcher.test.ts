import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Batcher } from '../../src/platform/batcher.ts';

describe('a batcher', () => {
  it('carries out in one batch what was submitted in one turn of the event loop', async () => {
    const batches: number[][] = [];
    const batcher = new Batcher<number, number>(async (items) => {
      batches.push(items);
      return items.map((n) => n * 2);
    });
    expect(await Promise.all([1, 2, 3].map((n) => batcher.submit(n)))).toEqual([2, 4, 6]);
    expect(await batcher.submit(4)).toBe(8);
    expect(batches).toEqual([[1, 2, 3], [4]]);
  });

  it('collects while a batch is on its way, in the order of arrival', async () => {
    const batches: number[][] = [];
    let under = 0;
    const batcher = new Batcher<number, number>(async (items) => {
      expect(++under).toBe(1);
      batches.push(items);
      await sleep(30);
      under--;
      return items;
    });
    const results = [batcher.submit(0)];
    for (let n = 1; n <= 20; n++) {
      await sleep(1);
      results.push(batcher.submit(n));
    }
    expect(await Promise.all(results)).toEqual(Array.from({ length: 21 }, (_, n) => n));
    expect(batches[0]).toEqual([0]);
    expect(batches.length).toBeLessThan(6);
    expect(batches.flat()).toEqual(Array.from({ length: 21 }, (_, n) => n));
  });

  it('makes a lone caller wait for no timer', async () => {
    const batcher = new Batcher<number, number>(async (items) => items);
    const started = performance.now();
    for (let n = 0; n < 2000; n++) await batcher.submit(n);
    // A timer of a millisecond would have taken two seconds.
    expect(performance.now() - started).toBeLessThan(1500);
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

  it('takes no more at once than it may, and runs no more side by side than it may', async () => {
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
});
