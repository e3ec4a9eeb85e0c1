import type { OutboundRequest } from '../../platform/outbound-http.ts';
import { newSigningSecret, signedHeaders } from '../../platform/standard-webhooks.ts';

/** The secret before the present one, and until when it is valid, RFC 3339. */
export const formerSecret = 'former_secret';
export const formerUntil = 'former_until';

/** For how long it stays valid after a rotation. */
const formerMs = 86_400_000;

/** The secrets of a webhook channel that are in force, the present one first. */
export function signingSecrets(secrets: Record<string, string>, now = new Date()): string[] {
  const { signing_secret: present, [formerSecret]: former, [formerUntil]: until } = secrets;
  const isFormerValid = former && until !== undefined && new Date(until) > now;
  return [...(present ? [present] : []), ...(isFormerValid ? [former] : [])];
}

/** Makes a new secret; the one before stays valid for a day. */
export const renewSigningSecret = (secrets: Record<string, string>, now: Date): Record<string, string> => ({
  ...secrets,
  signing_secret: newSigningSecret(),
  [formerSecret]: secrets.signing_secret ?? '',
  [formerUntil]: new Date(now.getTime() + formerMs).toISOString(),
});

/** A signed request to the endpoint of a webhook channel. @param id the same on every attempt */
export function signedPost(
  settings: Record<string, unknown>,
  secrets: Record<string, string>,
  id: string,
  body: string,
): OutboundRequest {
  return {
    service: 'webhook',
    method: 'POST',
    url: settings.url as string,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Parley',
      ...signedHeaders(signingSecrets(secrets), id, body),
    },
    body,
  };
}
