import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { text } from '../http/fields.ts';
import { secretText } from '../http/secret-fields.ts';
import { headerNameFault, isBadHeaderValue } from './headers.ts';

const secret = secretText({ min: 1, max: 4000 }).superRefine((value, ctx) => {
  if (!isBadHeaderValue(value)) return;
  ctx.addIssue({ code: 'custom', message: 'has characters that no header may have', input: value });
});
const userName = text({ max: 500 }).superRefine((value, ctx) => {
  // RFC 7617: the first colon ends the user name.
  if (!value.includes(':')) return;
  ctx.addIssue({ code: 'custom', message: 'a user name has no colon', input: value });
});
const keyName = text({ min: 1, max: 100, pattern: '^[A-Za-z0-9_.-]+$' }).superRefine((value, ctx) => {
  const fault = headerNameFault(value);
  if (fault && !/^authorization$/i.test(value)) {
    ctx.addIssue({ code: 'custom', message: `the name ${value} ${fault}`, input: value });
  }
});

/** How a connection authenticates. */
export const authField = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('bearer'), token: secret }),
  z.object({ type: z.literal('basic'), username: userName, password: secretText({ max: 4000 }) }),
  z.object({
    type: z.literal('api_key'),
    in: z.enum(['header', 'query']).default('header'),
    name: keyName,
    key: secret,
  }),
  z.object({ type: z.literal('hmac'), secret: secretText({ min: 16, max: 4000 }) }),
]);
export type HttpAuth = z.output<typeof authField>;

/** What stands behind `Basic`: RFC 7617, with UTF-8. */
export const basicCredentials = ({ username, password }: HttpAuth & { type: 'basic' }): string =>
  Buffer.from(`${username}:${password}`).toString('base64');

/** A request before authentication, which adds to its headers or its query. */
export interface Unsigned {
  url: URL;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Adds the credentials of a connection to a request.
 *
 * `hmac` signs as incoming webhooks of this service are signed, so that two projects can talk to each other:
 * `X-Service-Signature` is the hex HMAC-SHA256 of the timestamp, a dot and the body.
 * @param at seconds since 1970
 */
export function authorise(auth: HttpAuth, request: Unsigned, at = Math.floor(Date.now() / 1000)): void {
  const { headers } = request;
  switch (auth.type) {
    case 'none':
      return;
    case 'bearer':
      headers.authorization = `Bearer ${auth.token}`;
      return;
    case 'basic':
      headers.authorization = `Basic ${basicCredentials(auth)}`;
      return;
    case 'api_key':
      if (auth.in === 'header') headers[auth.name.toLowerCase()] = auth.key;
      else request.url.searchParams.set(auth.name, auth.key);
      return;
    case 'hmac':
      headers['x-service-timestamp'] = String(at);
      headers['x-service-signature'] = createHmac('sha256', auth.secret)
        .update(`${at}.${request.body}`)
        .digest('hex');
      return;
    default:
      auth satisfies never;
  }
}
