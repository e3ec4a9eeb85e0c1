import { afterEach, expect, it } from 'vitest';
import { PoolBusy, ThreadPool } from '../../src/platform/thread-pool.ts';
import { until } from '../harness/until.ts';

const file = new URL('../fixtures/pool-thread.ts', import.meta.url);
let pool: ThreadPool;
afterEach(() => pool.close());

it('a thread that exceeds its limit of processor time is ended, and others go on', async () => {
  pool = new ThreadPool({ file, waitMs: 60_000 });
  expect(await pool.run('a', { burn: true }, 60_000)).toEqual({ ended: 'clock', phase: 1 });
  expect(await pool.run('a', { echo: 7 }, 1000)).toEqual({ result: 7 });
});

it('time in which a thread gets no processor does not count', async () => {
  pool = new ThreadPool({ file, waitMs: 60_000 });
  expect(await pool.run('a', { sleepMs: 1500 }, 200)).toEqual({ result: 'slept' });
});

it('a thread that waits for what never comes is ended', async () => {
  pool = new ThreadPool({ file, waitMs: 60_000, patienceMs: 200 });
  expect(await pool.run('a', { hang: true }, 10)).toEqual({ ended: 'clock', phase: 0 });
  expect(await pool.run('a', { echo: 7 }, 1000)).toEqual({ result: 7 });
});

it('what follows at the moment at which other work is ended has its own limit', async () => {
  pool = new ThreadPool({ file, waitMs: 60_000, patienceMs: 2500 });
  const [, ...ends] = await Promise.all([
    pool.run('first', { sleepMs: 1500 }, 5000),
    pool.run('second', { hang: true }, 10),
    // Waits for its owner's work, and then gets the thread that has been free before.
    pool.run('second', { burn: true }, 60_000),
  ]);
  expect(ends).toEqual([
    { ended: 'clock', phase: 0 },
    { ended: 'clock', phase: 1 },
  ]);
});

it('a stop waits for no work, and says of none that it failed', async () => {
  pool = new ThreadPool({ file, waitMs: 60_000 });
  await pool.run('a', { echo: 1 }, 1000);
  const work = [pool.run('a', { hang: true }, 1000), pool.run('a', { echo: 1 }, 1000)];
  const ends = Promise.allSettled(work);
  await pool.close();
  for (const end of await ends) expect(end).toMatchObject({ reason: expect.any(PoolBusy) });
});

it('a thread that dies is replaced', async () => {
  pool = new ThreadPool({ file, waitMs: 60_000 });
  expect(await pool.run('a', { exit: true }, 1000)).toEqual({ ended: 'crash', phase: 0 });
  expect(await pool.run('a', { echo: 'on' }, 1000)).toEqual({ result: 'on' });
});

it('a thread that keeps more than its memory is ended and replaced', async () => {
  pool = new ThreadPool({ file, waitMs: 60_000, memoryMib: 32 });
  expect(await pool.run('a', { keepMib: 128 }, 60_000)).toEqual({ ended: 'crash', phase: 0 });
  expect(await pool.run('a', { echo: 'on' }, 1000)).toEqual({ result: 'on' });
});

it('an owner uses one thread at a time, and another owner does not wait for all of its work', async () => {
  pool = new ThreadPool({ file, waitMs: 60_000 });
  const order: string[] = [];
  const run = (owner: string, work: unknown) => pool.run(owner, work, 5000).then(() => order.push(owner));
  await Promise.all([
    ...Array.from({ length: 5 }, () => run('hostile', { sleepMs: 300 })),
    run('quiet', { echo: 1 }),
  ]);
  expect(order.indexOf('quiet')).toBeLessThan(3);
});

it('work that does not fit into the queue, or waits too long, is refused', async () => {
  pool = new ThreadPool({ file, waitMs: 3000 });
  await pool.run('a', { echo: 1 }, 1000).catch(() => {});
  const refused = await Promise.all(
    Array.from({ length: 60 }, () =>
      pool.run('a', { sleepMs: 5000 }, 10_000).catch((error: unknown) => error instanceof PoolBusy),
    ),
  );
  expect(refused.filter((one) => one === true).length).toBeGreaterThanOrEqual(9);
});

it('threads end when there is nothing to do', async () => {
  pool = new ThreadPool({ file, waitMs: 60_000, idleMs: 100 });
  await pool.run('a', { echo: 1 }, 1000);
  await until(() => pool.size === 0);
});
