import type { Totals } from '../audit.ts';
import type { Evidence, Verdict } from '../evidence.ts';

/** Checks that the poller of the audit log got every entry, once and in order. */
export function judgePoller({ polled, log }: Evidence): Verdict {
  const violations: string[] = [];
  let faults = 0;
  for (let i = 1; i < polled.length; i++) if (polled[i]!.id <= polled[i - 1]!.id) faults++;
  if (faults > 0) violations.push(`the audit poller saw ${faults} entries again or out of order`);
  const seen = new Set(polled.map(({ id }) => id));
  const skipped = log.filter(({ id }) => !seen.has(id)).length;
  if (skipped > 0) violations.push(`the audit poller was never shown ${skipped} entries`);
  const real = new Set(log.map(({ id }) => id));
  const vanished = polled.filter(({ id }) => !real.has(id)).length;
  if (vanished > 0) violations.push(`${vanished} audit entries were shown to the poller and are gone`);
  return {
    violations,
    counts: [
      ['audit entries', log.length],
      ['audit entries skipped, repeated or gone', skipped + faults + vanished],
    ],
  };
}

const actions: Record<keyof Totals, string> = {
  messages_out: 'message.sent',
  new_profiles: 'identity.created',
  events: 'event.accepted',
  jobs_succeeded: 'job.succeeded',
  jobs_failed: 'job.failed',
  workflow_runs: 'run.created',
};

/** Checks that analytics and counters equal a recount of the audit log, and of the records where possible. */
export function judgeFigures({ log, records, totals }: Evidence): Verdict {
  const violations: string[] = [];
  for (const environment of ['sandbox', 'live'] as const) {
    for (const [figure, action] of Object.entries(actions) as [keyof Totals, string][]) {
      const told = log.filter((entry) => entry.action === action && entry.environment === environment).length;
      const counted = totals[environment][figure];
      if (counted !== told) {
        violations.push(`analytics count ${counted} ${environment} ${figure}, the audit log ${told}`);
      }
    }
    const sent = records.messages.filter(
      (message) => message.environment === environment && message.state === 'succeeded',
    ).length;
    if (sent !== totals[environment].messages_out) {
      violations.push(
        `analytics count ${totals[environment].messages_out} ${environment} messages_out, the records ${sent}`,
      );
    }
  }
  if (records.unfinished !== 0)
    violations.push(`the project counts ${records.unfinished} records as unfinished after the end`);
  return {
    violations,
    counts: [
      ['messages out, by the analytics', totals.sandbox.messages_out + totals.live.messages_out],
      ['jobs that succeeded, by the analytics', totals.sandbox.jobs_succeeded + totals.live.jobs_succeeded],
    ],
  };
}
