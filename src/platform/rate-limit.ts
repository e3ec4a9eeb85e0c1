import type { Redis } from 'ioredis';
import { Batcher } from './batcher.ts';

/** How often something happened in the current window, including this time, and the milliseconds until the window ends. */
export interface Hits {
  count: number;
  resetMs: number;
}

/** The milliseconds until a window ends, as the whole seconds of a `Retry-After`: at least one. */
export function secondsUntilReset(resetMs: number): number {
  return Math.max(1, Math.ceil(resetMs / 1000));
}

/** Counts in fixed windows that begin with the first hit. */
export interface RateLimiter {
  /** @param cost how often it counts; once if absent */
  hit(bucket: string, windowMs: number, cost?: number): Promise<Hits>;
  /**
   * Takes a hit back, in the current window, whose count never comes below 0. Where the window of the hit has ended, what others
   * have counted in the new one is taken back in its place: the bucket may have that much more until this window ends.
   * @param cost as for `hit`
   */
  takeBack(bucket: string, cost?: number): Promise<void>;
  /** Deletes the count of a bucket. */
  clear(bucket: string): Promise<void>;
}

/** Counts in this process only. */
export function memoryLimiter(): RateLimiter {
  const windows = new Map<string, { count: number; resetsAt: number }>();
  let pruneAt = 10_000;
  return {
    async hit(bucket, windowMs, cost = 1) {
      const now = Date.now();
      let window = windows.get(bucket);
      if (!window || window.resetsAt <= now) {
        window = { count: 0, resetsAt: now + windowMs };
        windows.set(bucket, window);
        if (windows.size > pruneAt) {
          for (const [name, old] of windows) if (old.resetsAt <= now) windows.delete(name);
          pruneAt = Math.max(10_000, windows.size * 2);
        }
      }
      window.count += cost;
      return { count: window.count, resetMs: window.resetsAt - now };
    },
    async takeBack(bucket, cost = 1) {
      const window = windows.get(bucket);
      if (window) window.count = Math.max(0, window.count - cost);
    },
    async clear(bucket) {
      windows.delete(bucket);
    },
  };
}

// One atomic script, so that counts are exact however many processes count. It takes many buckets at once, because a call
// costs both sides more than a count.
const hitScript = `
local hits = {}
for i, key in ipairs(KEYS) do
  local count = redis.call('INCRBY', key, ARGV[#KEYS + i])
  local left = redis.call('PTTL', key)
  if left < 0 then
    left = tonumber(ARGV[i])
    redis.call('PEXPIRE', key, left)
  end
  hits[i * 2 - 1] = count
  hits[i * 2] = left
end
return hits`;

// DECRBY alone would create a key that never expires if the window has ended, and bring a new window below 0.
const takeBackScript = `
local count = tonumber(redis.call('GET', KEYS[1]) or 0)
if count > 0 then redis.call('DECRBY', KEYS[1], math.min(count, tonumber(ARGV[1]))) end`;

/** After this long without an answer Redis counts as out of reach. */
const answerWithinMs = 1000;
/** After a stall of this process timers run before sockets are read, in which the answer may already lie. */
const readFirstMs = 100;

/** @throws Error when the answer does not come in time */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => reject(new Error('Redis did not answer in time.')), readFirstMs);
    }, answerWithinMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param prefix keeps installations on one Redis apart; in braces, so that a cluster stores all keys in one slot. */
export function redisLimiter(redis: Redis, prefix: string): RateLimiter {
  redis.defineCommand('parleyHit', { lua: hitScript });
  redis.defineCommand('parleyTakeBack', { lua: takeBackScript, numberOfKeys: 1 });
  const client = redis as Redis & {
    parleyHit(keys: number, ...args: (string | number)[]): Promise<number[]>;
    parleyTakeBack(key: string, cost: number): Promise<unknown>;
  };
  const nameOf = (bucket: string) => `{${prefix}:rate}:${bucket}`;
  const batcher = new Batcher<{ bucket: string; windowMs: number; cost: number }, Hits>(async (hits) => {
    const keys = hits.map(({ bucket }) => nameOf(bucket));
    const windows = hits.map(({ windowMs }) => windowMs);
    const costs = hits.map(({ cost }) => cost);
    const counted = await inTime(client.parleyHit(hits.length, ...keys, ...windows, ...costs));
    return hits.map((_, i) => ({ count: counted[i * 2]!, resetMs: counted[i * 2 + 1]! }));
  });
  return {
    hit: (bucket, windowMs, cost = 1) => batcher.submit({ bucket, windowMs, cost }),
    async takeBack(bucket, cost = 1) {
      await inTime(client.parleyTakeBack(nameOf(bucket), cost));
    },
    async clear(bucket) {
      await inTime(redis.del(nameOf(bucket)));
    },
  };
}

const pauseAfterFailureMs = 1000;

/** Uses `first`, and `second` while `first` cannot be reached. */
export function withFallback(first: RateLimiter, second: RateLimiter): RateLimiter {
  let awayUntil = 0;
  const either = async <T>(use: (limiter: RateLimiter) => Promise<T>): Promise<T> => {
    if (Date.now() >= awayUntil) {
      try {
        return await use(first);
      } catch {
        awayUntil = Date.now() + pauseAfterFailureMs;
      }
    }
    return use(second);
  };
  return {
    hit: (bucket, windowMs, cost) => either((limiter) => limiter.hit(bucket, windowMs, cost)),
    takeBack: (bucket, cost) => either((limiter) => limiter.takeBack(bucket, cost)),
    clear: (bucket) => either((limiter) => limiter.clear(bucket)),
  };
}
