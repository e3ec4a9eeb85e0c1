import { type RateLimiter, secondsUntilReset } from './rate-limit.ts';

const minuteMs = 60_000;
const wrongPerMinute = 60;

/**
 * Counts a wrong key, token or signature from an address. This limits guessing to 60 a minute; callers at the same address
 * with the right secret are not delayed.
 *
 * @param kind what was guessed; each kind has its own count
 * @returns the seconds to wait if the address has guessed too often, otherwise undefined
 */
export async function secondsToWait(
  limiter: RateLimiter,
  kind: 'key' | 'catalog-token' | 'metrics-token',
  address: string,
): Promise<number | undefined> {
  const { count, resetMs } = await limiter.hit(`wrong-${kind}:${address}`, minuteMs);
  return count <= wrongPerMinute ? undefined : secondsUntilReset(resetMs);
}
