import { expect, it } from 'vitest';
import { limitTogether } from '../../src/dialog/gate/per-minute.ts';
import { memoryLimiter, type RateLimiter } from '../../src/platform/rate-limit.ts';

const limits = [
  { bucket: 'one', allowed: 2 },
  { bucket: 'all', allowed: 4 },
];
const others = [{ bucket: 'other', allowed: 10 }, limits[1]!];

/** A limiter that counts what it is asked, and how many calls were under way at once. */
function watched(): RateLimiter & { calls: string[]; most: number } {
  const inner = memoryLimiter();
  let running = 0;
  const made = {
    ...{ calls: [] as string[], most: 0, clear: inner.clear },
    async hit(bucket: string, windowMs: number) {
      made.calls.push(bucket);
      made.most = Math.max(made.most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return inner.hit(bucket, windowMs);
    },
    takeBack: (bucket: string) => inner.takeBack(bucket),
  };
  return made;
}

const refused = (error: unknown) => (error as { code?: string; headers?: object }).code;

it('several limits are counted in one round trip', async () => {
  const limiter = watched();
  await limitTogether(limiter, limits, 'too_many_messages');
  expect([limiter.calls, limiter.most]).toEqual([['one', 'all'], 2]);
});

it('who is beyond the narrowest limit uses up nothing of the wider ones', async () => {
  const limiter = watched();
  const outcomes = [];
  for (let i = 0; i < 6; i++) {
    outcomes.push(await limitTogether(limiter, limits, 'too_many_messages').catch(refused));
  }
  expect(outcomes).toEqual([undefined, undefined, ...Array(4).fill('too_many_messages')]);
  for (let i = 0; i < 2; i++) await limitTogether(limiter, others, 'too_many_messages');
  await expect(limitTogether(limiter, others, 'too_many_messages')).rejects.toMatchObject({ status: 429 });
});

it('who goes on beyond a limit costs no round trip, and the other limiters know nothing of it', async () => {
  const limiter = watched();
  for (let i = 0; i < 3; i++) await limitTogether(limiter, limits, 'too_many_messages').catch(refused);
  const before = limiter.calls.length;
  await expect(limitTogether(limiter, limits, 'too_many_messages')).rejects.toMatchObject({ status: 429 });
  expect(limiter.calls.length).toBe(before);
  await limitTogether(memoryLimiter(), limits, 'too_many_messages');
});
