import { createHmac, randomUUID } from 'node:crypto';

/** How the systems that call receivers prove who they are, written here a second time: from their documentation. */
export interface Sender {
  verification: Record<string, unknown> & { type: string };
  /** The owner's secret; absent where the receiver makes one. */
  secret?: string;
  /** The headers of a call, as the sender makes them. @param id of the delivery @param at seconds since 1970 */
  headers(secret: string, raw: string, id: string, at: number): Record<string, string>;
  /** A body that carries the id, if a header does not. */
  body(id: string): Record<string, unknown>;
  /** The header with the proof. */
  proof: string;
  /** Whether the proof covers the body, and a time. */
  covers: { body: boolean; time: boolean };
}

const mac = (secret: string | Buffer, text: string, encoding: 'hex' | 'base64', algorithm = 'sha256') =>
  createHmac(algorithm, secret).update(text).digest(encoding);
const plainBody = (id: string) => ({ about: id });

export const senders: Record<string, Sender> = {
  'Standard Webhooks': {
    verification: { type: 'standard-webhooks' },
    headers: (secret, raw, id, at) => ({
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': `v1a,ignored v1,${mac(Buffer.from(secret.slice('whsec_'.length), 'base64'), `${id}.${at}.${raw}`, 'base64')}`,
    }),
    body: plainBody,
    proof: 'webhook-signature',
    covers: { body: true, time: true },
  },
  Svix: {
    verification: { type: 'standard-webhooks' },
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: (secret, raw, id, at) => ({
      'svix-id': id,
      'svix-timestamp': String(at),
      'svix-signature': `v1,${mac(Buffer.from(secret.slice('whsec_'.length), 'base64'), `${id}.${at}.${raw}`, 'base64')}`,
    }),
    body: plainBody,
    proof: 'svix-signature',
    covers: { body: true, time: true },
  },
  GitHub: {
    verification: { type: 'github' },
    headers: (secret, raw, id) => ({
      'x-github-event': 'push',
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${mac(secret, raw, 'hex')}`,
    }),
    body: plainBody,
    proof: 'x-hub-signature-256',
    covers: { body: true, time: false },
  },
  Stripe: {
    verification: { type: 'stripe' },
    secret: 'whsec_made-by-stripe',
    // Several v1 while a secret is being changed there, and v0 in test mode.
    headers: (secret, raw, _id, at) => ({
      'stripe-signature': `t=${at},v1=${mac('the old one', `${at}.${raw}`, 'hex')},v1=${mac(secret, `${at}.${raw}`, 'hex')},v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39`,
    }),
    body: (id) => ({ id, object: 'event' }),
    proof: 'stripe-signature',
    covers: { body: true, time: true },
  },
  Shopify: {
    verification: { type: 'shopify' },
    secret: 'shpss_made-by-shopify',
    headers: (secret, raw, id) => ({
      'x-shopify-topic': 'orders/create',
      'x-shopify-webhook-id': id,
      'x-shopify-hmac-sha256': mac(secret, raw, 'base64'),
    }),
    body: plainBody,
    proof: 'x-shopify-hmac-sha256',
    covers: { body: true, time: false },
  },
  Slack: {
    verification: { type: 'slack' },
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    headers: (secret, raw, _id, at) => ({
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': `v0=${mac(secret, `v0:${at}:${raw}`, 'hex')}`,
    }),
    body: (id) => ({ type: 'event_callback', event_id: id, event: { type: 'app_mention' } }),
    proof: 'x-slack-signature',
    covers: { body: true, time: true },
  },
  Telegram: {
    verification: { type: 'telegram-secret' },
    headers: (secret) => ({ 'x-telegram-bot-api-secret-token': secret }),
    body: (id) => ({ update_id: id, message: { text: 'Hello' } }),
    proof: 'x-telegram-bot-api-secret-token',
    covers: { body: false, time: false },
  },
  'a described HMAC': {
    verification: {
      type: 'hmac',
      header: 'X-Sign',
      algorithm: 'sha512',
      encoding: 'base64',
      prefix: 'v2=',
      signed: '{{ headers.x_timestamp }}.{{ body }}',
      timestamp_header: 'X-Timestamp',
      tolerance_seconds: 60,
    },
    headers: (secret, raw, id, at) => ({
      'x-timestamp': String(at),
      'x-id': id,
      'x-sign': `v2=${mac(secret, `${at}.${raw}`, 'base64', 'sha512')}`,
    }),
    body: plainBody,
    proof: 'x-sign',
    covers: { body: true, time: true },
  },
  'a token': {
    verification: { type: 'token', name: 'Authorization', prefix: 'Bearer ' },
    headers: (secret, _raw, id) => ({ authorization: `Bearer ${secret}`, 'x-id': id }),
    body: plainBody,
    proof: 'authorization',
    covers: { body: false, time: false },
  },
  'a password': {
    verification: { type: 'basic', username: 'shop' },
    headers: (secret, _raw, id) => ({
      authorization: `Basic ${Buffer.from(`shop:${secret}`).toString('base64')}`,
      'x-id': id,
    }),
    body: plainBody,
    proof: 'authorization',
    covers: { body: false, time: false },
  },
};

/** Types that have no id of their own get the one of `x-id`. */
export const idOf = ({ verification }: Sender) =>
  ['hmac', 'token', 'basic'].includes(verification.type) ? { dedupe_id: '{{ headers.x-id }}' } : {};

/** An id of a delivery that no other has; a large number, since ids must not be taken for doubles. */
export const newDelivery = () => `9007199254${BigInt(`0x${randomUUID().slice(0, 8)}`)}`;
