import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Characters that a caller's request id may have: it is written to log lines and headers. */
const safeRequestId = /^[\w.:@/+=-]{1,128}$/;

/** The id of a request: the caller's own if it is safe, otherwise a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && safeRequestId.test(given) ? given : randomUUID();
}

/**
 * The headers of every answer. If a browser is led to open one that is no page, it may load and run nothing, and stands in no
 * frame (OWASP REST Security Cheat Sheet); pages replace the policy.
 */
export function commonHeaders(requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  };
}
