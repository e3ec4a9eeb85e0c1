import { createHmac, randomBytes } from 'node:crypto';
import { sameSecret } from './secrets.ts';

/**
 * Signatures by Standard Webhooks 1.0.0:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

const secretPrefix = 'whsec_';

/** Makes a signing secret: `whsec_` and base64 of 32 random bytes. */
export function newSigningSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

/** Whether a secret can sign: base64 of 24 to 64 bytes, with or without its prefix. */
export function isSigningSecret(secret: string): boolean {
  const encoded = encodedKey(secret);
  const { length } = Buffer.from(encoded, 'base64');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && length >= 24 && length <= 64;
}

/**
 * The three headers of a signed request.
 * @param secrets one, or several during a rotation: a receiver that knows one of them can check the request
 * @param id the same on every attempt, so that a receiver can drop a repetition
 * @param at the time of this attempt, in seconds since 1970
 */
export function signedHeaders(
  secrets: string | readonly string[],
  id: string,
  body: string,
  at = Math.floor(Date.now() / 1000),
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': [secrets]
      .flat()
      .map((secret) => `v1,${sign(secret, id, at, body)}`)
      .join(' '),
  };
}

/** Largest difference of a timestamp from now, in either direction. */
const toleranceSeconds = 300;

/** The fault of a request that was not signed with this secret. */
export const wrongSecret = 'the signature was not made with this secret';

/** What is wrong with a signed request; undefined if its signature is right and its timestamp is fresh. */
export function findSignatureFault(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
  now = Math.floor(Date.now() / 1000),
): string | undefined {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof at !== 'string' || typeof signatures !== 'string') {
    return 'a webhook-id, webhook-timestamp or webhook-signature header is missing';
  }
  if (!/^\d{1,12}$/.test(at) || Math.abs(now - Number(at)) > toleranceSeconds) {
    return 'the timestamp is more than five minutes away from now';
  }
  const expected = `v1,${sign(secret, id, Number(at), body)}`;
  // During a rotation the header has several signatures.
  const genuine = signatures.split(' ').some((signature) => sameSecret(signature, expected));
  return genuine ? undefined : wrongSecret;
}

/** The key that a secret encodes. */
export function signingKey(secret: string): Buffer {
  return Buffer.from(encodedKey(secret), 'base64');
}

const encodedKey = (secret: string) =>
  secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;

function sign(secret: string, id: string, at: number, body: string): string {
  return createHmac('sha256', signingKey(secret)).update(`${id}.${at}.${body}`).digest('base64');
}
