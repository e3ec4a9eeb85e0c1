import { createHmac } from 'node:crypto';
import { subscriberOf } from '../../../platform/network.ts';
import { type RateLimiter, secondsUntilReset } from '../../../platform/rate-limit.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { quotaProblem } from '../../files/quotas.ts';

/** How many bytes of files web chats take from one address within a day, however many visitors it is. */

const dayMs = 86_400_000;
/** What is counted: a counter of the database ends at 2^31. */
const unit = 1024;

interface Parts {
  limiter: RateLimiter;
  vault: Vault;
  settings: { filesAddressBytes: number };
}

/**
 * Counts a file that is about to arrive. A day begins with the first one.
 * @param ip of the request
 * @param bytes how many they may be
 * @returns counts it again when it has ended, as the bytes that were kept of it
 * @throws Problem 429 if they are too many
 */
export async function countBytes(
  { limiter, vault, settings }: Parts,
  ip: string,
  bytes: number,
): Promise<(kept: number) => Promise<void>> {
  // It is kept for a day and not for a minute, so not in the clear.
  const key = vault.keysFor('addresses that upload files')[0];
  const bucket = `chat-bytes:${createHmac('sha256', key).update(subscriberOf(ip)).digest('base64url')}`;
  const cost = Math.ceil(bytes / unit);
  const { count, resetMs } = await limiter.hit(bucket, dayMs, cost);
  const giveBack = async (kept: number) => {
    const unused = cost - Math.ceil(kept / unit);
    // If it fails, the address has less until tomorrow.
    if (unused > 0) await limiter.takeBack(bucket, unused).catch(() => {});
  };
  if (count * unit <= settings.filesAddressBytes) return giveBack;
  await giveBack(0);
  throw quotaProblem({ quota: 'address', limit: settings.filesAddressBytes }, secondsUntilReset(resetMs));
}
