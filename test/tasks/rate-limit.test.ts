import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { postgresLimiter } from '../../src/dialog/gate/postgres-limiter.ts';
import { openDatabase } from '../../src/platform/postgres.ts';
import {
  memoryLimiter,
  type RateLimiter,
  redisLimiter,
  withFallback,
} from '../../src/platform/rate-limit.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { patient } from '../harness/patience.ts';
import { until } from '../harness/until.ts';

let test: TestDatabase;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  test = await createDatabase();
});
afterAll(async () => {
  for (const close of closers) await close();
  await test.drop();
});

const { redisUrl } = inject('backend');

/** Two of each, like two processes; the one in memory serves only one process. */
const kinds: Record<string, () => [RateLimiter, RateLimiter]> = {
  memory: () => {
    const limiter = memoryLimiter();
    return [limiter, limiter];
  },
  postgres: () => [openPostgres(), openPostgres()],
  ...(redisUrl ? { redis: () => [openRedis(), openRedis()] as [RateLimiter, RateLimiter] } : {}),
};

function openPostgres(): RateLimiter {
  const database = openDatabase(test.address, { connections: 2, onError: () => {} });
  closers.push(() => database.close());
  return postgresLimiter(database);
}

function openRedis(url = redisUrl!): RateLimiter {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, lazyConnect: false });
  redis.on('error', () => {});
  closers.push(() => redis.disconnect());
  return redisLimiter(redis, 'parley-test');
}

/** Two of a kind, once both have connected. */
async function opened(name: string): Promise<[RateLimiter, RateLimiter]> {
  const both = kinds[name]!();
  const isUp = (limiter: RateLimiter) => limiter.hit(randomUUID(), 1000).catch(() => false);
  for (const limiter of both) await until(async () => (await isUp(limiter)) !== false);
  return both;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(Object.keys(kinds))('counting in %s', (name) => {
  it('does not count a hit that is taken back, and the window keeps its end', async () => {
    const [one, two] = await opened(name);
    const bucket = randomUUID();
    for (let i = 0; i < 3; i++) await one.hit(bucket, 60_000);
    // A timer may ring a moment early by the clock that counts: the window is looked at halfway, not to the millisecond.
    await pause(100);
    await two.takeBack(bucket);
    const { count, resetMs } = await one.hit(bucket, 60_000);
    expect(count).toBe(3);
    expect(resetMs).toBeLessThanOrEqual(59_950);
    const unknown = randomUUID();
    await one.takeBack(unknown);
    expect((await two.hit(unknown, 60_000)).count).toBe(1);
  });

  it('counts a hit as often as it costs, and takes as much back', async () => {
    const [one, two] = await opened(name);
    const bucket = randomUUID();
    const counts = await Promise.all([5, 1, 7].map((cost) => one.hit(bucket, 60_000, cost)));
    expect(counts.map(({ count }) => count)).toEqual([5, 6, 13]);
    await two.takeBack(bucket, 7);
    expect((await one.hit(bucket, 60_000)).count).toBe(7);
  });

  it('never counts below 0 when a hit of a window that has ended is taken back', async () => {
    const [one, two] = await opened(name);
    const bucket = randomUUID();
    await one.hit(bucket, 50, 10);
    await pause(100);
    expect((await one.hit(bucket, 60_000, 2)).count).toBe(2);
    await two.takeBack(bucket, 10);
    const { count, resetMs } = await two.hit(bucket, 60_000, 3);
    expect(count).toBe(3);
    expect(resetMs).toBeGreaterThan(50_000);
  });

  it('gives each of many simultaneous hits its own number, across processes', async () => {
    const [one, two] = await opened(name);
    const bucket = randomUUID();
    const hits = await Promise.all(
      [...Array(100).keys()].map((i) => (i % 2 ? one : two).hit(bucket, 60_000)),
    );
    expect(hits.map((hit) => hit.count).sort((a, b) => a - b)).toEqual(
      [...Array(100).keys()].map((i) => i + 1),
    );
    for (const { resetMs } of hits) expect(resetMs).toBeGreaterThan(50_000);
  });

  it('starts again when the window ends, and when it is cleared', async () => {
    const [one, two] = await opened(name);
    const bucket = randomUUID();
    // Long enough for both hits, also where the machine is busy.
    const windowMs = Math.ceil(patient(500));
    expect((await one.hit(bucket, windowMs)).count).toBe(1);
    expect((await two.hit(bucket, windowMs)).count).toBe(2);
    await pause(windowMs + 50);
    expect((await two.hit(bucket, 60_000)).count).toBe(1);
    await one.clear(bucket);
    expect((await two.hit(bucket, 60_000)).count).toBe(1);
  });
});

it.runIf(redisUrl)('a process that stood still gets the count that arrived meanwhile', async () => {
  const [one, two] = await opened('redis');
  const bucket = randomUUID();
  const hit = one.hit(bucket, 60_000);
  await nextTurn(); // the count is on its way, and nothing was read since
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  expect((await hit).count).toBe(1);
  expect((await two.hit(bucket, 60_000)).count).toBe(2);
});

describe('counting with a fallback', () => {
  it('uses the second store while the first cannot be reached', async () => {
    const dead = openRedis('redis://127.0.0.1:1');
    const limiter = withFallback(dead, memoryLimiter());
    const bucket = randomUUID();
    for (let i = 1; i <= 5; i++) expect((await limiter.hit(bucket, 60_000)).count).toBe(i);
  });
});
