import { createHmac, timingSafeEqual } from 'node:crypto';

/** Why a signed request is refused. */
export type SignatureFault =
  | 'signature_missing'
  | 'timestamp_malformed'
  | 'timestamp_stale'
  | 'signature_malformed'
  | 'signature_wrong';

export interface SignedRequest {
  /** The valid secrets: one, or two during a rotation. Their text itself is the key. */
  secrets: readonly string[];
  /** `X-Service-Timestamp` as it was sent: seconds since 1970. */
  timestamp: string | string[] | undefined;
  /** `X-Service-Signature` as it was sent: 64 hexadecimal digits, in any case. */
  signature: string | string[] | undefined;
  /** The bytes of the body as received. */
  rawBody: Buffer;
  /** Seconds since 1970. */
  now?: number;
}

/** Largest difference of a timestamp from now, in either direction. */
const toleranceSeconds = 300;

/**
 * Checks the signature of an incoming request: hex(HMAC-SHA256(secret, timestamp + "." + body)). The timestamp is used as it
 * was sent, never as a number formatted again.
 * @returns undefined if one of the secrets made the signature and the timestamp is fresh
 */
export function verifySignature({
  secrets,
  timestamp,
  signature,
  rawBody,
  now = Math.floor(Date.now() / 1000),
}: SignedRequest): SignatureFault | undefined {
  // Checks of the request's own headers may return early; comparisons with a secret must not.
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
