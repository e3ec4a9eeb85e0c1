import { Problem } from '../../platform/problem.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { secondsToWait } from '../../platform/wrong-secrets.ts';

/**
 * Counts a wrong key or signature from an address, which limits guessing. Callers at the same address with a right one are
 * not delayed.
 * @returns the answer if the address has guessed too often
 */
export async function tooManyWrong(limiter: RateLimiter, address: string): Promise<Problem | undefined> {
  const seconds = await secondsToWait(limiter, 'key', address);
  if (seconds === undefined) return undefined;
  return new Problem(
    429,
    'too_many_wrong_keys',
    `Too many wrong keys from this address. Try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}
