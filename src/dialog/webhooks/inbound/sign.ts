import { createHmac } from 'node:crypto';
import { signedHeaders } from '../../../platform/standard-webhooks.ts';
import { headerOf, partsOfSigned, signedBytes } from './signed-content.ts';
import type { Verification } from './verification.ts';

/** A call as its sender would prove it. */
export interface SignedCall {
  /** Names in lower case. */
  headers: Record<string, string>;
  query: Record<string, string>;
  /** Names of headers and parameters whose values are the secret itself, or tell it. */
  secretive: string[];
}

const hmac = (algorithm: string, key: string, ...pieces: (string | Buffer)[]) => {
  const made = createHmac(algorithm, key);
  for (const piece of pieces) made.update(piece);
  return made;
};

/**
 * Proves a call as the sender of a receiver does, by the rules of `verify.ts`.
 * @param given headers that the call has anyway, names in lower case
 * @param id of the call, for senders that sign one
 * @param now seconds since 1970
 * @returns undefined if what is signed has a header that is not given
 */
export function signCall(
  verification: Verification,
  secret: string,
  { headers: given, body }: { headers: Record<string, string>; body: string },
  id: string,
  now = Math.floor(Date.now() / 1000),
): SignedCall | undefined {
  const at = String(now);
  const by = (headers: Record<string, string>): SignedCall => ({ headers, query: {}, secretive: [] });
  const telling = (name: string, value: string): SignedCall => ({
    headers: { [name]: value },
    query: {},
    secretive: [name],
  });
  switch (verification.type) {
    case 'service':
      return by({
        'x-service-timestamp': at,
        'x-service-signature': hmac('sha256', secret, `${at}.`, body).digest('hex'),
      });
    case 'standard-webhooks':
      return by(signedHeaders(secret, id, body, now));
    case 'github':
      return by({ 'x-hub-signature-256': `sha256=${hmac('sha256', secret, body).digest('hex')}` });
    case 'stripe':
      return by({ 'stripe-signature': `t=${at},v1=${hmac('sha256', secret, `${at}.`, body).digest('hex')}` });
    case 'shopify':
      return by({ 'x-shopify-hmac-sha256': hmac('sha256', secret, body).digest('base64') });
    case 'slack':
      return by({
        'x-slack-request-timestamp': at,
        'x-slack-signature': `v0=${hmac('sha256', secret, `v0:${at}:`, body).digest('hex')}`,
      });
    case 'telegram-secret':
      return telling('x-telegram-bot-api-secret-token', secret);
    case 'hmac': {
      const { timestamp_header: clock, header, algorithm, encoding, prefix } = verification;
      const headers = clock === null ? {} : { [headerOf(clock)]: at };
      const signed = signedBytes(
        partsOfSigned(verification.signed),
        { ...given, ...headers },
        Buffer.from(body),
      );
      if (!signed) return undefined;
      return by({ ...headers, [header]: prefix + hmac(algorithm, secret, ...signed).digest(encoding) });
    }
    case 'token': {
      const { in: place, name, prefix } = verification;
      if (place === 'header') return telling(name.toLowerCase(), prefix + secret);
      return { headers: {}, query: { [name]: prefix + secret }, secretive: [name] };
    }
    case 'basic':
      return telling(
        'authorization',
        `Basic ${Buffer.from(`${verification.username}:${secret}`).toString('base64')}`,
      );
    case 'none':
      return by({});
    default:
      return verification satisfies never;
  }
}
