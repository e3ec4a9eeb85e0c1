import type { Redis } from 'ioredis';
import { Batcher } from './batcher.ts';
import type { Database } from './postgres.ts';

/** How often something happened in the window under way, this time included, and when that window ends. */
export interface Hits {
  count: number;
  resetMs: number;
}

/** Counts in fixed windows that begin with the first hit. */
export interface RateLimiter {
  hit(bucket: string, windowMs: number): Promise<Hits>;
  /** Forgets what was counted. */
  clear(bucket: string): Promise<void>;
}

/** For one process alone. */
export function memoryLimiter(): RateLimiter {
  const windows = new Map<string, { count: number; resetsAt: number }>();
  let pruneAt = 10_000;
  return {
    async hit(bucket, windowMs) {
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
      window.count++;
      return { count: window.count, resetMs: window.resetsAt - now };
    },
    async clear(bucket) {
      windows.delete(bucket);
    },
  };
}

// One step for Redis, so that counting is exact however many processes count; many buckets in one step, since a call
// costs both sides more than a count.
const hitScript = `
local hits = {}
for i, key in ipairs(KEYS) do
  local count = redis.call('INCR', key)
  local left = redis.call('PTTL', key)
  if left < 0 then
    left = tonumber(ARGV[i])
    redis.call('PEXPIRE', key, left)
  end
  hits[i * 2 - 1] = count
  hits[i * 2] = left
end
return hits`;

/** @param prefix sets installations apart that share one Redis; in braces, so that a cluster keeps its keys together. */
export function redisLimiter(redis: Redis, prefix: string): RateLimiter {
  redis.defineCommand('parleyHit', { lua: hitScript });
  const client = redis as Redis & {
    parleyHit(keys: number, ...args: (string | number)[]): Promise<number[]>;
  };
  const nameOf = (bucket: string) => `{${prefix}:rate}:${bucket}`;
  const batcher = new Batcher<{ bucket: string; windowMs: number }, Hits>(async (hits) => {
    const keys = hits.map(({ bucket }) => nameOf(bucket));
    const windows = hits.map(({ windowMs }) => windowMs);
    const counted = await client.parleyHit(hits.length, ...keys, ...windows);
    return hits.map((_, i) => ({ count: counted[i * 2]!, resetMs: counted[i * 2 + 1]! }));
  });
  return {
    hit: (bucket, windowMs) => batcher.submit({ bucket, windowMs }),
    async clear(bucket) {
      await redis.del(nameOf(bucket));
    },
  };
}

/** For several processes without Redis: hits that arrive together are counted by one statement. */
export function postgresLimiter(database: Database): RateLimiter {
  const batcher = new Batcher<{ bucket: string; windowMs: number }, Hits>(async (hits) => {
    const buckets = new Map<string, { windowMs: number; places: number[] }>();
    hits.forEach(({ bucket, windowMs }, i) => {
      const entry = buckets.get(bucket);
      if (entry) entry.places.push(i);
      else buckets.set(bucket, { windowMs, places: [i] });
    });
    // Sorted: two processes that lock rows in opposite orders would deadlock.
    const names = [...buckets.keys()].sort();
    const { rows } = await database.query<{ bucket: string; count: number; reset_ms: number }>({
      name: 'rate-hit',
      text: `INSERT INTO dialog.rate_windows AS w (bucket, count, resets_at)
             SELECT i.bucket, i.hits, clock_timestamp() + make_interval(secs => i.window_ms / 1000.0)
             FROM unnest($1::text[], $2::int[], $3::int[]) AS i(bucket, hits, window_ms)
             ON CONFLICT (bucket) DO UPDATE SET
               count = excluded.count + CASE WHEN w.resets_at > clock_timestamp() THEN w.count ELSE 0 END,
               resets_at = CASE WHEN w.resets_at > clock_timestamp() THEN w.resets_at ELSE excluded.resets_at END
             RETURNING bucket, count, extract(epoch FROM resets_at - clock_timestamp())::float8 * 1000 AS reset_ms`,
      values: [
        names,
        names.map((n) => buckets.get(n)!.places.length),
        names.map((n) => buckets.get(n)!.windowMs),
      ],
    });
    const results: Hits[] = [];
    for (const row of rows) {
      const { places, windowMs } = buckets.get(row.bucket)!;
      // The stored time is rounded to a millisecond, which may be up.
      const resetMs = Math.min(Math.max(1, row.reset_ms), windowMs);
      places.forEach((place, i) => {
        results[place] = { count: row.count - places.length + i + 1, resetMs };
      });
    }
    return results;
  });
  return {
    hit: (bucket, windowMs) => batcher.submit({ bucket, windowMs }),
    async clear(bucket) {
      await database.query('DELETE FROM dialog.rate_windows WHERE bucket = $1', [bucket]);
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
    hit: (bucket, windowMs) => either((limiter) => limiter.hit(bucket, windowMs)),
    clear: (bucket) => either((limiter) => limiter.clear(bucket)),
  };
}
