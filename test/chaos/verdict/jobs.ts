import { type Evidence, grouped, type Verdict } from '../evidence.ts';
import type { Call } from '../target.ts';
import { acceptedOf, judgeEnds, nameOf } from './ends.ts';

/**
 * Checks that every job, of a client or of a flow, was done at most once and has one end that fits the target's log.
 */
export function judgeJobs({ writes, calls, log, records }: Evidence): Verdict {
  const { accepted, violations } = acceptedOf(writes, 'job');
  const name = (id: string) => nameOf(id, accepted.get(id));
  const ofFlows = records.jobs.filter(({ waiter }) => waiter !== null);
  const states = new Map(records.jobs.map(({ id, state }) => [id, state]));
  const expected = [...accepted.keys(), ...ofFlows.map(({ id }) => id)].map((id) => ({ id, name: name(id) }));
  const { ends, tally, violations: inTheEnds } = judgeEnds('job', expected, log, states);
  violations.push(...inTheEnds);
  for (const { id, waiter } of records.jobs) {
    if (waiter === null && !accepted.has(id))
      violations.push(`${id} exists although no request was answered with it`);
  }

  // Each accepted event and run orders once, as each request for a job does.
  const made = grouped(records.jobs, ({ ref }) => ref);
  for (const { party, n, key, answer } of writes) {
    if (party.kind === 'message' || answer === undefined) continue;
    const jobs = made.get(key)?.length ?? 0;
    if (jobs !== 1) violations.push(`the ${party.kind} no. ${n} of ${party.name} has ${jobs} jobs`);
  }

  const done = grouped(calls, ({ id, verdict }) => (verdict === 'taken' ? id : undefined));
  const twice = [...done].filter(([, times]) => times.length > 1);
  for (const [id, times] of twice) {
    violations.push(`${name(id)} was carried out ${times.length} TIMES; outcome ${ends.get(id)}`);
  }
  const doneFor = grouped(calls, ({ ref, verdict }) => (verdict === 'taken' ? ref : undefined));
  for (const [ref, times] of doneFor) {
    const jobs = new Set(times.map(({ id }) => id));
    if (jobs.size > 1) violations.push(`what ${ref} asked for was carried out by ${[...jobs].join(' and ')}`);
  }
  const last = new Map(calls.map((call) => [call.id, call]));
  for (const [id, end] of ends) {
    const contradiction = contradictionOf(end, last.get(id));
    if (contradiction) violations.push(`${name(id)} is ${end}, and ${contradiction}`);
  }
  for (const id of done.keys())
    if (!ends.has(id)) violations.push(`${id} was carried out and never accepted`);
  const forged = calls.filter(({ verdict }) => verdict === 'forged').length;
  if (forged > 0) violations.push(`${forged} calls arrived with a wrong signature`);

  return {
    violations,
    counts: [
      ['jobs accepted', accepted.size],
      ['jobs asked for by dialogs and runs', ofFlows.length],
      ['succeeded', tally.succeeded ?? 0],
      ['failed', tally.failed ?? 0],
      ['unknown', tally.unknown ?? 0],
      ['  of these carried out', [...ends].filter(([id, end]) => end === 'unknown' && done.has(id)).length],
      ['lost', tally.lost!],
      ['carried out', done.size],
      ['refused by the target', calls.filter(({ verdict }) => verdict === 'refused').length],
      [
        'turned away by the target, to come again',
        calls.filter(({ verdict }) => verdict === 'turned_away').length,
      ],
      ['carried out twice', twice.length],
    ],
  };
}

/** An unknown job may have any outcome at the target; other jobs must match its answer. */
function contradictionOf(end: string, last: Call | undefined): string | undefined {
  if (end !== 'succeeded' && end !== 'failed') return undefined;
  if (!last) return 'NEVER reached the target';
  const wanted = end === 'succeeded' ? 200 : 422;
  return last.status === wanted ? undefined : `the target answered ${last.status || 'nothing'}`;
}
