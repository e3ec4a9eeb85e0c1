import { createHmac } from 'node:crypto';
import type { HttpAuth } from './http.ts';

/** A request about to leave; showing who we are adds to its headers or its query. */
export interface Unsigned {
  url: URL;
  /** By names in lower case. */
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
      // RFC 7617, with UTF-8.
      headers.authorization = `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
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
