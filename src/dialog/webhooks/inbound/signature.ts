import { createHmac, timingSafeEqual } from 'node:crypto';

/** Why a signed request is not taken. */
export type SignatureFault =
  | 'signature_missing'
  | 'timestamp_malformed'
  | 'timestamp_stale'
  | 'signature_malformed'
  | 'signature_wrong';

export interface SignedRequest {
  /** Those that are valid now: one, or two while a secret is being changed. The text itself is the key. */
  secrets: readonly string[];
  /** `X-Service-Timestamp` as it was sent: seconds since 1970. */
  timestamp: string | string[] | undefined;
  /** `X-Service-Signature` as it was sent: 64 hexadecimal digits, in any case. */
  signature: string | string[] | undefined;
  /** The bytes of the body before anything was made of them. */
  rawBody: Buffer;
  /** Seconds since 1970. */
  now?: number;
}

/** How far a timestamp may be from now, either way. */
const toleranceSeconds = 300;

/**
 * Checks the signature of an incoming request: hex(HMAC-SHA256(secret, timestamp + "." + body)). The timestamp is
 * signed as it was sent, never as a number written anew.
 * @returns undefined when one of the secrets made it and it is fresh.
 */
export function verifySignature({
  secrets,
  timestamp,
  signature,
  rawBody,
  now = Math.floor(Date.now() / 1000),
}: SignedRequest): SignatureFault | undefined {
  // What only repeats the request's own headers may end early; what depends on a secret may not.
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return 'signature_missing';
  if (!/^\d{1,12}$/.test(timestamp)) return 'timestamp_malformed';
  if (!/^[0-9a-f]{64}$/i.test(signature)) return 'signature_malformed';
  if (Math.abs(now - Number(timestamp)) > toleranceSeconds) return 'timestamp_stale';
  const sent = Buffer.from(signature, 'hex');
  let genuine = false;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
    genuine = timingSafeEqual(sent, expected) || genuine;
  }
  return genuine ? undefined : 'signature_wrong';
}
