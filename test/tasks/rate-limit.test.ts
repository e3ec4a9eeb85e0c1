import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/platform/postgres.ts';
import {
  memoryLimiter,
  postgresLimiter,
  type RateLimiter,
  redisLimiter,
  withFallback,
} from '../../src/platform/rate-limit.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';

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

/** Two of each, as two processes would have them; memory is for one process alone. */
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

describe.each(Object.keys(kinds))('counting in %s', (name) => {
  it('gives every one of many simultaneous hits a number of its own, across processes', async () => {
    const [one, two] = kinds[name]!();
    const bucket = randomUUID();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const hits = await Promise.all(
      [...Array(100).keys()].map((i) => (i % 2 ? one : two).hit(bucket, 60_000)),
    );
    expect(hits.map((hit) => hit.count).sort((a, b) => a - b)).toEqual(
      [...Array(100).keys()].map((i) => i + 1),
    );
    for (const { resetMs } of hits) expect(resetMs).toBeGreaterThan(50_000);
  });

  it('begins anew when the window ends, and when it is cleared', async () => {
    const [one, two] = kinds[name]!();
    const bucket = randomUUID();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await one.hit(bucket, 200)).count).toBe(1);
    expect((await two.hit(bucket, 200)).count).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect((await two.hit(bucket, 60_000)).count).toBe(1);
    await one.clear(bucket);
    expect((await two.hit(bucket, 60_000)).count).toBe(1);
  });
});

describe('counting with a fallback', () => {
  it('goes on with the second while the first cannot be reached', async () => {
    const dead = openRedis('redis://127.0.0.1:1');
    const limiter = withFallback(dead, memoryLimiter());
    const bucket = randomUUID();
    for (let i = 1; i <= 5; i++) expect((await limiter.hit(bucket, 60_000)).count).toBe(i);
  });
});
