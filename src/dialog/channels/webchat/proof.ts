import { randomInt } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import type { Vault } from '../../../platform/secrets.ts';

/**
 * Proof of work, by the protocol of ALTCHA (https://altcha.org, version 2): a challenge names the first bytes of a key that is derived from a
 * number, and whoever sends the number has tried hundreds. The challenge is signed and not stored.
 */

/** As long as a slow phone may need, several times over. */
const lifeMs = 120_000;
/** Rounds of a derivation, and the numbers that are tried: together some tenths of a second in a browser. */
const cost = 2000;
const [leastTries, mostTries] = [200, 600];

/** Longer ones are no proofs; what the library makes has some 700 bytes. */
const longestProof = 2048;

const hex = z
  .string()
  .regex(/^(?:[0-9a-f]{2})+$/)
  .max(128);
const proof = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: hex,
      salt: hex,
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: hex,
      keySignature: hex,
      expiresAt: z.int(),
      data: z.object({ channel: z.string().max(100) }),
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int().min(0), derivedKey: hex }),
});

/** Why a proof does not count, as the end of a sentence. */
type Fault = string;

const keysOf = (vault: Vault) =>
  vault.keysFor('proofs of work').map((key) => {
    const secret = key.toString('base64');
    return { hmacSignatureSecret: `challenge ${secret}`, hmacKeySignatureSecret: `key ${secret}` };
  });

/** Makes a challenge for one chat. @param channel `ch_…` */
export const makeChallenge = (vault: Vault, channel: string, now = Date.now()): Promise<Challenge> =>
  createChallenge({
    ...{ algorithm: 'PBKDF2/SHA-256', cost, deriveKey },
    counter: randomInt(leastTries, mostTries),
    expiresAt: Math.floor((now + lifeMs) / 1000),
    data: { channel },
    ...keysOf(vault)[0]!,
  });

/**
 * Takes a proof, once in all processes.
 * @param given base64 of the challenge and its solution, as JSON; undefined if none was sent
 * @returns why it does not count, or undefined if it does
 */
export async function faultOfProof(
  { vault, limiter }: { vault: Vault; limiter: RateLimiter },
  channel: string,
  given: string | undefined,
): Promise<Fault | undefined> {
  if (given === undefined) return 'none was sent';
  const read = given.length <= longestProof ? proof.safeParse(jsonIn(given)).data : undefined;
  if (!read) return 'what was sent is none';
  const { challenge, solution } = read;
  if (challenge.parameters.data.channel !== channel) return 'what was sent is for another chat';
  let isExpired = false;
  for (const keys of keysOf(vault)) {
    const { verified, expired } = await verifySolution({ challenge, solution, deriveKey, ...keys });
    isExpired ||= expired;
    if (!verified) continue;
    // A proof is remembered for longer than it is good.
    const { count } = await limiter.hit(`chat-proof:${challenge.parameters.nonce}`, lifeMs * 2);
    return count > 1 ? 'what was sent has been used' : undefined;
  }
  return isExpired ? 'what was sent has expired' : 'what was sent is wrong';
}

function jsonIn(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString());
  } catch {
    return undefined;
  }
}
