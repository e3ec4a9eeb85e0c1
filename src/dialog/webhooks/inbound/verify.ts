import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type SignatureFault, verifySignature } from '../../../platform/request-signature.ts';
import { sameSecret } from '../../../platform/secrets.ts';
import { signingKey } from '../../../platform/standard-webhooks.ts';
import { headerOf, partsOfSigned, signedBytes } from './signed-content.ts';
import type { Verification } from './verification.ts';

/** Why a call is refused. Only the owner learns it. */
export type CallFault = SignatureFault | 'secret_missing' | 'secret_wrong';

/** What of a call is judged. */
export interface IncomingCall {
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  query: Readonly<Record<string, unknown>>;
  /** The bytes of the body as received. */
  rawBody: Buffer;
}

/** Seconds by which a timestamp may differ from now, for senders that say five minutes. */
const usualTolerance = 300;

/**
 * Judges whether a call is from the sender of a receiver. Checks of the call's own form may end early; comparisons with a
 * secret take the same time whatever they find.
 * @param secrets the valid ones: one, or two after a rotation
 * @param now seconds since 1970
 * @returns undefined if one of the secrets proves the call
 */
export function verifyCall(
  verification: Verification,
  secrets: readonly string[],
  call: IncomingCall,
  now = Math.floor(Date.now() / 1000),
): CallFault | undefined {
  switch (verification.type) {
    case 'service':
      return verifySignature({
        secrets,
        timestamp: call.headers['x-service-timestamp'],
        signature: call.headers['x-service-signature'],
        rawBody: call.rawBody,
        now,
      });
    case 'standard-webhooks':
      return standardWebhooks(secrets, call, now);
    case 'github':
      return github(secrets, call);
    case 'stripe':
      return stripe(secrets, call, now);
    case 'shopify':
      return shopify(secrets, call);
    case 'slack':
      return slack(secrets, call, now);
    case 'telegram-secret':
      return telegram(secrets, call);
    case 'hmac':
      return describedHmac(verification, secrets, call, now);
    case 'token':
      return token(verification, secrets, call);
    case 'basic':
      return basic(verification, secrets, call);
    case 'none':
      return undefined;
    default:
      return verification satisfies never;
  }
}

/**
 * Standard Webhooks: `webhook-signature` has `v1,` and base64 of HMAC-SHA256 over id, timestamp and body with dots between
 * them, several with spaces between them; the key is what `whsec_` encodes.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 *
 * Senders through Svix name the headers `svix-…`: https://docs.svix.com/receiving/verifying-payloads/how-manual
 */
function standardWebhooks(secrets: readonly string[], { headers, rawBody }: IncomingCall, now: number) {
  const [id, at, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => headers[`webhook-${name}`] ?? headers[`svix-${name}`],
  );
  if (typeof id !== 'string' || typeof at !== 'string' || typeof signatures !== 'string') {
    return 'signature_missing';
  }
  const sent = signatures
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? macOf(each.slice('v1,'.length), 'base64', 'sha256') : []));
  return (
    timeFault(at, now, usualTolerance) ??
    signatureFault('sha256', secrets.map(signingKey), [`${id}.${at}.`, rawBody], sent)
  );
}

/**
 * GitHub: `X-Hub-Signature-256` is `sha256=` and hex of HMAC-SHA256 over the body.
 * https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 */
function github(secrets: readonly string[], { headers, rawBody }: IncomingCall) {
  return headerFault(headers['x-hub-signature-256'], hexAfter('sha256='), secrets, [rawBody]);
}

/**
 * Stripe: `Stripe-Signature` is a list with commas of `t=` seconds and, once or several times, `v1=` hex of HMAC-SHA256 over
 * the timestamp, a dot and the body; other schemes are ignored. The key is the text of the secret with its `whsec_`.
 * https://docs.stripe.com/webhooks#verify-manually
 */
function stripe(secrets: readonly string[], { headers, rawBody }: IncomingCall, now: number) {
  const header = headers['stripe-signature'];
  if (typeof header !== 'string') return 'signature_missing';
  const pairs = header.split(',').map((pair) => {
    const equals = pair.indexOf('=');
    return [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()] as const;
  });
  const at = pairs.find(([name]) => name === 't')?.[1];
  if (at === undefined) return 'timestamp_malformed';
  const sent = pairs.flatMap(([name, value]) => (name === 'v1' ? macOf(value, 'hex', 'sha256') : []));
  return timeFault(at, now, usualTolerance) ?? signatureFault('sha256', secrets, [`${at}.`, rawBody], sent);
}

/**
 * Shopify: `X-Shopify-Hmac-Sha256` is base64 of HMAC-SHA256 over the body, keyed with the app's client secret.
 * https://shopify.dev/docs/apps/build/webhooks/verify-deliveries
 */
function shopify(secrets: readonly string[], { headers, rawBody }: IncomingCall) {
  const written: Written = { prefix: '', encoding: 'base64', algorithm: 'sha256' };
  return headerFault(headers['x-shopify-hmac-sha256'], written, secrets, [rawBody]);
}

/**
 * Slack: `X-Slack-Signature` is `v0=` and hex of HMAC-SHA256 over `v0`, `X-Slack-Request-Timestamp` and the body with colons
 * between them; the timestamp is at most five minutes old.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
function slack(secrets: readonly string[], { headers, rawBody }: IncomingCall, now: number) {
  const at = headers['x-slack-request-timestamp'];
  const signature = headers['x-slack-signature'];
  if (typeof at !== 'string' || typeof signature !== 'string') return 'signature_missing';
  return (
    timeFault(at, now, usualTolerance) ??
    headerFault(signature, hexAfter('v0='), secrets, [`v0:${at}:`, rawBody])
  );
}

/**
 * Telegram: `X-Telegram-Bot-Api-Secret-Token` is the `secret_token` that was given to setWebhook.
 * https://core.telegram.org/bots/api#setwebhook
 */
function telegram(secrets: readonly string[], { headers }: IncomingCall) {
  return secretFault(headers['x-telegram-bot-api-secret-token'], secrets);
}

/**
 * A signature as the owner describes it: HMAC of RFC 2104 over what `signed` says. A timestamp of 13 digits is in
 * milliseconds.
 */
function describedHmac(
  rule: Extract<Verification, { type: 'hmac' }>,
  secrets: readonly string[],
  { headers, rawBody }: IncomingCall,
  now: number,
) {
  const signed = signedBytes(partsOfSigned(rule.signed), headers, rawBody);
  if (signed === undefined) return 'signature_missing';
  if (rule.timestamp_header !== null) {
    const at = headers[headerOf(rule.timestamp_header)];
    if (typeof at !== 'string') return 'signature_missing';
    const seconds = /^\d{13}$/.test(at) ? at.slice(0, -3) : at;
    const fault = timeFault(seconds, now, rule.tolerance_seconds);
    if (fault) return fault;
  }
  return headerFault(headers[rule.header], rule, secrets, signed);
}

/** A secret as it is, in a header after a prefix such as `Bearer ` (RFC 6750, section 2.1), or in the query. */
function token(
  { in: place, name, prefix }: Extract<Verification, { type: 'token' }>,
  secrets: readonly string[],
  { headers, query }: IncomingCall,
) {
  const sent = place === 'header' ? headers[name.toLowerCase()] : query[name];
  if (typeof sent !== 'string') return 'secret_missing';
  return secretFault(sent.startsWith(prefix) ? sent.slice(prefix.length) : undefined, secrets);
}

/** Basic authentication: base64 of the user name, a colon and the password. RFC 7617, in UTF-8. */
function basic(
  { username }: Extract<Verification, { type: 'basic' }>,
  secrets: readonly string[],
  { headers }: IncomingCall,
) {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(headers.authorization ?? '') ?? [];
  return secretFault(
    encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString(),
    secrets.map((password) => `${username}:${password}`),
  );
}

type Algorithm = 'sha1' | 'sha256' | 'sha512';
type Encoding = 'hex' | 'base64';

const bytesOf: Record<Algorithm, number> = { sha1: 20, sha256: 32, sha512: 64 };

/** How a signature is written into a header. */
interface Written {
  prefix: string;
  encoding: Encoding;
  algorithm: Algorithm;
}

const hexAfter = (prefix: string): Written => ({ prefix, encoding: 'hex', algorithm: 'sha256' });

/** Judges a header that has one signature. */
function headerFault(
  header: string | string[] | undefined,
  { prefix, encoding, algorithm }: Written,
  keys: readonly string[],
  signed: readonly (string | Buffer)[],
): CallFault | undefined {
  if (typeof header !== 'string') return 'signature_missing';
  const sent = header.startsWith(prefix) ? macOf(header.slice(prefix.length), encoding, algorithm) : [];
  return signatureFault(algorithm, keys, signed, sent);
}

/** The bytes of a signature; none if it does not have the form. */
function macOf(text: string, encoding: Encoding, algorithm: Algorithm): Buffer[] {
  const form = encoding === 'hex' ? /^[0-9a-f]+$/i : /^[A-Za-z0-9+/]+={0,2}$/;
  if (!form.test(text)) return [];
  const bytes = Buffer.from(text, encoding);
  return bytes.length === bytesOf[algorithm] ? [bytes] : [];
}

function signatureFault(
  algorithm: Algorithm,
  keys: readonly (string | Buffer)[],
  signed: readonly (string | Buffer)[],
  sent: readonly Buffer[],
): CallFault | undefined {
  if (sent.length === 0) return 'signature_malformed';
  let isGenuine = false;
  for (const key of keys) {
    const hmac = createHmac(algorithm, key);
    for (const piece of signed) hmac.update(piece);
    const expected = hmac.digest();
    for (const mac of sent) isGenuine = timingSafeEqual(mac, expected) || isGenuine;
  }
  return isGenuine ? undefined : 'signature_wrong';
}

function secretFault(sent: string | string[] | undefined, secrets: readonly string[]): CallFault | undefined {
  if (typeof sent !== 'string') return 'secret_missing';
  let isRight = false;
  for (const secret of secrets) isRight = sameSecret(sent, secret) || isRight;
  return isRight ? undefined : 'secret_wrong';
}

/** A timestamp is compared in both directions: one far ahead could be used for as long as it is ahead. */
function timeFault(at: string, now: number, tolerance: number): CallFault | undefined {
  if (!/^\d{1,12}$/.test(at)) return 'timestamp_malformed';
  return Math.abs(now - Number(at)) > tolerance ? 'timestamp_stale' : undefined;
}
