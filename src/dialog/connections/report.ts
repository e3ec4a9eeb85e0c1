import type { Outcome } from '../../platform/outbound-http.ts';
import type { TestReport } from './kind.ts';
import { reasonFor, sentenceFor } from './no-answer.ts';

/** What the answer to a test call says about the connection. Redirects are not followed, so a redirect is no success. */
export function reportOf(outcome: Outcome): TestReport {
  if (outcome.kind !== 'answered') {
    const reason = reasonFor(outcome);
    return { ok: false, status: null, detail: sentenceFor(reason), reason };
  }
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
