import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Batcher } from '../../platform/batcher.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Hits, RateLimiter } from '../../platform/rate-limit.ts';
import { as, excluded, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { rateWindows } from './schema.ts';

const w = alias(rateWindows, 'w');
const i = rowsOf('i', { bucket: rateWindows.bucket, hits: types.int, windowMs: types.int });

const hitAll = statement({
  name: 'rate-hit',
  params: { hits: i },
  columns: {
    bucket: w.bucket,
    count: w.count,
    resetMs: as(types.float, sql`extract(epoch FROM ${w.resetsAt} - clock_timestamp())::float8 * 1000`),
  },
  query: ({ hits }, columns) => {
    const goesOn = sql`${w.resetsAt} > clock_timestamp()`;
    return sql`
      INSERT INTO ${rateWindows} AS ${w} (${names(w.bucket, w.count, w.resetsAt)})
      SELECT ${i.at.bucket}, ${i.at.hits}, clock_timestamp() + make_interval(secs => ${i.at.windowMs} / 1000.0)
      FROM ${hits}
      ON CONFLICT (${name(w.bucket)}) DO UPDATE SET
        ${name(w.count)} = ${excluded(w.count)} + CASE WHEN ${goesOn} THEN ${w.count} ELSE 0 END,
        ${name(w.resetsAt)} = CASE WHEN ${goesOn} THEN ${w.resetsAt} ELSE ${excluded(w.resetsAt)} END
      RETURNING ${columns}`;
  },
});

const takeBack = statement({
  name: 'rate-take-back',
  prepared: false,
  params: { bucket: rateWindows.bucket, cost: types.int },
  query: ({ bucket, cost }) =>
    build
      .update(rateWindows)
      .set({ count: sql`greatest(0, ${rateWindows.count} - ${cost})` })
      .where(eq(rateWindows.bucket, bucket)),
});

const clear = statement({
  name: 'rate-clear',
  prepared: false,
  params: { bucket: rateWindows.bucket },
  query: ({ bucket }) => build.delete(rateWindows).where(eq(rateWindows.bucket, bucket)),
});

/** A rate limiter for several processes without Redis. Hits that arrive together are counted by one statement. */
export function postgresLimiter(database: Database): RateLimiter {
  const batcher = new Batcher<{ bucket: string; windowMs: number; cost: number }, Hits>(
    async (hits) => {
      const buckets = new Map<string, { windowMs: number; cost: number; places: number[] }>();
      hits.forEach(({ bucket, windowMs, cost }, i) => {
        const entry = buckets.get(bucket) ?? { windowMs, cost: 0, places: [] };
        entry.cost += cost;
        entry.places.push(i);
        buckets.set(bucket, entry);
      });
      // Sorted, because two processes that lock rows in opposite orders would deadlock.
      const sorted = [...buckets.keys()].sort();
      const rows = await hitAll.all(database, {
        hits: sorted.map((bucket) => {
          const { cost, windowMs } = buckets.get(bucket)!;
          return { bucket, hits: cost, windowMs };
        }),
      });
      const results: Hits[] = [];
      for (const row of rows) {
        const { places, windowMs, cost } = buckets.get(row.bucket)!;
        // The stored time is rounded to a millisecond, so it may be over already.
        const resetMs = Math.min(Math.max(1, row.resetMs), windowMs);
        let count = row.count - cost;
        for (const place of places) {
          count += hits[place]!.cost;
          results[place] = { count, resetMs };
        }
      }
      return results;
    },
    { limitMs: database.limitMs },
  );
  return {
    hit: (bucket, windowMs, cost = 1) => batcher.submit({ bucket, windowMs, cost }),
    async takeBack(bucket, cost = 1) {
      await takeBack.run(database, { bucket, cost });
    },
    async clear(bucket) {
      await clear.run(database, { bucket });
    },
  };
}
