import type { Outcome } from '../../platform/outbound-http.ts';
import type { TestReport } from './kind.ts';

/**
 * Why there was no answer, in words that anybody may read. The reasons from outbound-http name the addresses that a host
 * resolved to, which must stay inside.
 */
export function reasonForAll(outcome: Exclude<Outcome, { kind: 'answered' }>): string {
  switch (outcome.kind) {
    case 'refused':
      return 'The address may not be reached from this server: it is malformed, private or reserved. OUTBOUND_ALLOW can permit it.';
    case 'not_begun':
      return 'No connection came about, and nothing was sent. Check the host, its port and its certificate.';
    case 'unknown':
      return 'The request was sent, and no answer came.';
    default:
      return outcome satisfies never;
  }
}

/** What the answer to a test call says about the connection. Redirects are not followed, so a redirect is no success. */
export function reportOf(outcome: Outcome): TestReport {
  if (outcome.kind !== 'answered') return { ok: false, status: null, detail: reasonForAll(outcome) };
  const { status } = outcome;
  const ok = status >= 200 && status < 300;
  return { ok, status, detail: ok ? `Answered with status ${status}.` : wordsFor(status) };
}

function wordsFor(status: number): string {
  if (status === 401 || status === 403) {
    return `Answered with status ${status}: the other side did not accept the credentials.`;
  }
  if (status >= 300 && status < 400) {
    return `Answered with status ${status}, a redirect, which is not followed. Enter the address it leads to.`;
  }
  return `Answered with status ${status}.`;
}
