import { createHmac, randomBytes } from 'node:crypto';
import { sameSecret } from '../../platform/secrets.ts';

/**
 * Signatures of outgoing requests as Standard Webhooks 1.0.0 has them:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

const secretPrefix = 'whsec_';

/** A new signing secret: `whsec_` and base64 of 32 random bytes. */
export function newSigningSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

/** True for a secret that can sign: base64 of 24 to 64 bytes, with or without its prefix. */
export function isSigningSecret(secret: string): boolean {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  const { length } = Buffer.from(encoded, 'base64');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && length >= 24 && length <= 64;
}

/**
 * The three headers of a signed request.
 * @param secrets one, or several while a secret is being changed: whoever knows either can check it.
 * @param id the same on every attempt, so that a receiver can drop a repetition.
 * @param at seconds since 1970 of this attempt.
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

/** How far a timestamp may be from now, either way. */
const toleranceSeconds = 300;

/** What is wrong with a signed request; undefined when its signature is right and it is fresh. */
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
  // Several signatures stand side by side while a secret is being changed.
  const genuine = signatures.split(' ').some((signature) => sameSecret(signature, expected));
  return genuine ? undefined : 'the signature was not made with this secret';
}

function sign(secret: string, id: string, at: number, body: string): string {
  const key = Buffer.from(
    secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret,
    'base64',
  );
  return createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
}
