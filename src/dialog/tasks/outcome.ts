import type { Outcome } from '../../platform/outbound-http.ts';
import type { TaskOutcome } from './task.ts';

/**
 * The outcome of an action that must not happen twice, from the answer of the other side.
 *
 * Only an action that certainly did not begin is retried: no connection, a 429 (refused before acting), or a 503 with a time
 * to come back. Any other 5xx may have come after the action, so the outcome is unknown.
 */
export function outcomeOfAnswer(outcome: Outcome): TaskOutcome {
  switch (outcome.kind) {
    case 'refused':
      return { state: 'failed', error: { code: 'address_refused', message: outcome.reason } };
    case 'not_begun':
      return { state: 'retry', error: { code: 'not_reached', message: outcome.reason } };
    case 'unknown':
      return { state: 'unknown', error: { code: 'no_answer', message: outcome.reason } };
    case 'answered':
      return outcomeOfStatus(outcome.status, outcome.headers['retry-after']);
    default:
      return outcome satisfies never;
  }
}

function outcomeOfStatus(status: number, retryAfter: string | undefined): TaskOutcome {
  if (status >= 200 && status < 300) return { state: 'succeeded', result: { status } };
  const error = { code: `http_${status}`, message: `The other side answered with status ${status}.` };
  if (status === 429 || (status === 503 && retryAfter !== undefined)) {
    return { state: 'retry', error, afterMs: retryAfterMs(retryAfter) };
  }
  return { state: status >= 500 ? 'unknown' : 'failed', error };
}

const longestWaitMs = 24 * 3600 * 1000;

/** Reads Retry-After as milliseconds: RFC 9110, section 10.2.3 allows seconds or a date. Zero if it is missing or invalid. */
export function retryAfterMs(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestWaitMs) : 0;
}
