import { Problem } from '../../platform/problem.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';

const minuteMs = 60_000;
const wrongKeysPerMinute = 60;

/**
 * Counts a wrong key or signature of an address. Guessing is limited by it; who has a right one, at the same address,
 * is not held up.
 * @returns the answer once the address has guessed too often.
 */
export async function tooManyWrong(limiter: RateLimiter, address: string): Promise<Problem | undefined> {
  const { count, resetMs } = await limiter.hit(`wrong-key:${address}`, minuteMs);
  if (count <= wrongKeysPerMinute) return undefined;
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  return new Problem(
    429,
    'too_many_wrong_keys',
    `Too many wrong keys from this address. Try again in ${seconds} s.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
