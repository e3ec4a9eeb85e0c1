import { readFileSync } from 'node:fs';
import type { Entry, Totals } from './audit.ts';
import type { Sent } from './load.ts';
import type { Arrival } from './receiver.ts';

/** Everything that was seen from outside, and what the database says, after the run. */
export interface Evidence {
  messages: Sent[];
  arrivals: Arrival[];
  /** The audit log as the poller saw it during the run, and as it reads afterwards. */
  polled: Entry[];
  log: Entry[];
  /** State of every task, by the public id of its message. */
  states: Map<string, string>;
  /** What the project's counters hold as unfinished. */
  unfinished: number;
  /** What its analytics add up to. */
  totals: { sandbox: Totals; live: Totals };
}

export interface Verdict {
  /** Names and figures, in the order to print. */
  counts: [string, number][];
  violations: string[];
}

/** The file of the receiver. */
export function readArrivals(file: string): Arrival[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Arrival);
}

/** Compares what was promised with what the receiver counted. */
export function judge({ messages, arrivals, polled, log, states, unfinished, totals }: Evidence): Verdict {
  const violations: string[] = [];
  const accepted = new Map<string, Sent>();
  for (const message of messages) {
    if (message.answer === undefined) continue;
    const id = (JSON.parse(message.answer) as { message_id: string }).message_id;
    const other = accepted.get(id);
    if (other) violations.push(`${id} was given to two requests, ${other.key} and ${message.key}`);
    accepted.set(id, message);
  }
  const name = (id: string) => {
    const message = accepted.get(id);
    return message ? `${id} (${message.addressee.externalId}, no. ${message.n})` : id;
  };

  // The audit log and the database.
  const acceptedEntries = new Map<string, number>();
  const outcomes = new Map<string, string[]>();
  for (const { action, subject } of log) {
    if (subject.type !== 'message') continue;
    if (action === 'message.accepted')
      acceptedEntries.set(subject.id, (acceptedEntries.get(subject.id) ?? 0) + 1);
    else outcomes.set(subject.id, [...(outcomes.get(subject.id) ?? []), action.replace('message.', '')]);
  }
  const tally = { sent: 0, unknown: 0, failed: 0, lost: 0 };
  for (const id of accepted.keys()) {
    const [outcome = 'lost', ...more] = outcomes.get(id) ?? [];
    if (outcome in tally) tally[outcome as keyof typeof tally]++;
    else violations.push(`${name(id)} has the audit entry message.${outcome}`);
    if (more.length > 0)
      violations.push(`${name(id)} has several outcomes: ${[outcome, ...more].join(', ')}`);
    if (outcome === 'failed') violations.push(`${name(id)} failed`);
    if (outcome === 'lost') {
      violations.push(
        `${name(id)} is LOST: its 202 was given, its state is ${states.get(id) ?? 'no task at all'}`,
      );
    } else if ((states.get(id) ?? 'missing') !== (outcome === 'sent' ? 'succeeded' : outcome)) {
      violations.push(`${name(id)} is ${outcome} in the audit log and ${states.get(id)} in the database`);
    }
    if (acceptedEntries.get(id) !== 1) {
      violations.push(
        `${name(id)} has ${acceptedEntries.get(id) ?? 0} entries message.accepted instead of one`,
      );
    }
  }
  for (const id of states.keys()) {
    if (!accepted.has(id)) violations.push(`${id} exists although no request was answered with it`);
  }
  if (unfinished !== 0)
    violations.push(`the project counts ${unfinished} messages as unfinished after the end`);

  // The analytics, against the audit log and against the tasks.
  for (const environment of ['sandbox', 'live'] as const) {
    const entries = (action: string) =>
      log.filter((entry) => entry.action === action && entry.environment === environment).length;
    const succeeded = [...accepted].filter(
      ([id, { addressee }]) => addressee.environment === environment && states.get(id) === 'succeeded',
    ).length;
    const { messages_out: out, new_profiles: profiles } = totals[environment];
    if (out !== entries('message.sent') || out !== succeeded) {
      violations.push(
        `analytics count ${out} ${environment} messages out, the audit log ${entries('message.sent')}, the tasks ${succeeded}`,
      );
    }
    if (profiles !== entries('identity.created')) {
      violations.push(
        `analytics count ${profiles} new ${environment} profiles, the audit log ${entries('identity.created')}`,
      );
    }
  }

  // What the receiver counted.
  const taken = new Map<string, number>();
  for (const { id, verdict } of arrivals) if (verdict === 'taken') taken.set(id!, (taken.get(id!) ?? 0) + 1);
  const twice = [...taken].filter(([, times]) => times > 1);
  for (const [id, times] of twice) {
    violations.push(`${name(id)} was received ${times} TIMES; outcome ${outcomes.get(id)?.join(', ')}`);
  }
  const forged = arrivals.filter(({ verdict }) => verdict === 'forged').length;
  if (forged > 0) violations.push(`${forged} requests arrived with a wrong signature`);
  let missing = 0;
  for (const [id, message] of accepted) {
    const received = taken.has(id);
    if (received && message.addressee.environment === 'sandbox') {
      violations.push(`${name(id)} is of the sandbox and was received`);
    }
    if (!received && message.addressee.environment === 'live' && outcomes.get(id)?.[0] === 'sent') {
      missing++;
      violations.push(`${name(id)} is sent and was NEVER received`);
    }
  }
  for (const id of taken.keys())
    if (!accepted.has(id)) violations.push(`${id} was received and never accepted`);

  // Order, per identity.
  const last = new Map<string, { n: number; id: string }>();
  let disordered = 0;
  for (const { id, verdict, externalId, text } of arrivals) {
    if (verdict !== 'taken') continue;
    const before = last.get(externalId!);
    const n = Number(text);
    if (before && n < before.n) {
      disordered++;
      violations.push(
        `${name(id!)} arrived after ${name(before.id)}; outcome ${outcomes.get(id!)?.join(', ')}`,
      );
    } else last.set(externalId!, { n, id: id! });
  }

  // The poller.
  let pollerFaults = 0;
  for (let i = 1; i < polled.length; i++) if (polled[i]!.id <= polled[i - 1]!.id) pollerFaults++;
  if (pollerFaults > 0) violations.push(`the audit poller saw ${pollerFaults} entries again or out of order`);
  const seen = new Set(polled.map(({ id }) => id));
  const skipped = log.filter(({ id }) => !seen.has(id)).length;
  if (skipped > 0) violations.push(`the audit poller was never shown ${skipped} entries`);
  const real = new Set(log.map(({ id }) => id));
  const vanished = polled.filter(({ id }) => !real.has(id)).length;
  if (vanished > 0) violations.push(`${vanished} audit entries were shown to the poller and are gone`);

  const live = [...accepted.values()].filter(({ addressee }) => addressee.environment === 'live').length;
  const unknownReceived = [...accepted.keys()].filter(
    (id) => outcomes.get(id)?.[0] === 'unknown' && taken.has(id),
  );
  return {
    counts: [
      ['202 given', accepted.size],
      ['  of these live', live],
      ['  of these sandbox', accepted.size - live],
      ['sent', tally.sent],
      ['unknown', tally.unknown],
      ['  of these received', unknownReceived.length],
      ['failed', tally.failed],
      ['lost', tally.lost],
      ['received', taken.size],
      [
        'turned away by the receiver, to come again',
        arrivals.filter((a) => a.verdict === 'turned_away').length,
      ],
      ['received twice', twice.length],
      ['sent and never received', missing],
      ['wrong signatures', forged],
      ['out of order', disordered],
      ['messages out, by the analytics', totals.sandbox.messages_out + totals.live.messages_out],
      ['audit entries', log.length],
      ['audit entries skipped, repeated or gone', skipped + pollerFaults + vanished],
    ],
    violations,
  };
}
