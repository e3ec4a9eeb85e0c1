import type { Entry } from './audit.ts';
import type { Evidence } from './evidence.ts';
import type { MessageRecord } from './records.ts';
import type { Party, Sent } from './writes.ts';

const parties = {
  anna: { kind: 'message', name: 'anna', environment: 'live', identityId: 'idn_1', patience: 1 },
  boris: { kind: 'event', name: 'boris', environment: 'live', identityId: 'idn_2', patience: 1 },
  jobs: { kind: 'job', name: 'jobs', environment: 'live', identityId: null, patience: 1 },
  runs: { kind: 'run', name: 'runs', environment: 'live', identityId: null, patience: 1 },
} as const satisfies Record<string, Party>;

/**
 * The evidence of a run in which every guarantee was kept: three messages to Anna, three events of Boris (the second
 * while the order of the first was under way, the third as the answer to a question), a job and a run.
 */
export function flawless(): Evidence {
  const write = (party: Party, n: number, key: string, answer: object): Sent => ({
    party,
    n,
    key,
    body: '{}',
    answer: JSON.stringify(answer),
  });
  const messages = ['msg_a', 'msg_b', 'msg_c'];
  const events = ['event_a', 'event_b', 'event_c'];
  const writes = [
    ...messages.map((id, i) => write(parties.anna, i + 1, `key_${id}`, { message_id: id })),
    ...events.map((id, i) => write(parties.boris, i + 1, id, { event_id: id })),
    write(parties.jobs, 1, 'key_job', { job_id: 'job_own' }),
    write(parties.runs, 1, 'key_run', { run_id: 'run_own' }),
  ];
  const said = [
    ['msg_1', '1:1 heard'],
    ['msg_2', '2:2 heard'],
    ['msg_3', '2:2 succeeded'],
    ['msg_4', '3:3 heard'],
    ['msg_5', '3:3 failed'],
  ].map(([id = '', text = '']) => message(id, 'boris', text));
  const jobs = [
    { id: 'job_own', ref: 'key_job', waiter: null, state: 'succeeded' },
    { id: 'job_run', ref: 'key_run', waiter: 'run', state: 'unknown' },
    { id: 'job_a', ref: 'event_a', waiter: 'dialog', state: 'succeeded' },
    { id: 'job_b', ref: 'event_b', waiter: 'dialog', state: 'succeeded' },
    { id: 'job_c', ref: 'event_c', waiter: 'dialog', state: 'failed' },
  ];
  const did = ['started', 'started', 'filled'];
  const all = [...messages.map((id, i) => message(id, 'anna', String(i + 1))), ...said];
  const log = [
    ...all.flatMap(({ id }) => [`message.accepted ${id}`, `message.sent ${id}`]),
    ...events.flatMap((id, i) => [`event.accepted ${id}`, `event.${did[i]} ${id}`]),
    ...jobs.flatMap(({ id, state }) => [`job.accepted ${id}`, `job.${state} ${id}`]),
    ...['created', 'waiting', 'waiting', 'succeeded'].map((word) => `run.${word} run_own`),
  ].map((line, i) => entry(i + 1, line));
  const figures = { new_profiles: 0, events: 0, workflow_runs: 0, jobs_succeeded: 0, jobs_failed: 0 };
  return {
    writes,
    arrivals: all.map(({ id, customer, text }, at) => ({
      ...{ id, text, at },
      ...{ verdict: 'taken', status: 204, externalId: customer },
    })),
    calls: jobs.map(({ id, ref, state }, at) => ({
      ...{ id, ref, at },
      verdict: state === 'failed' ? 'refused' : 'taken',
      status: { succeeded: 200, failed: 422 }[state] ?? 0,
    })),
    log,
    polled: [...log],
    records: {
      messages: all,
      jobs,
      events: events.map((id, i) => ({ id, state: 'succeeded', did: did[i]! })),
      runs: [{ id: 'run_own', ref: 'key_run', state: 'succeeded' }],
      rows: [{ ref: 'key_run', order: 'unknown' }],
      counts: new Map([['boris', '3']]),
      failedTurns: [],
      unfinished: 0,
      misrecorded: [],
    },
    totals: {
      sandbox: { messages_out: 0, ...figures },
      live: { ...figures, messages_out: 8, events: 3, workflow_runs: 1, jobs_succeeded: 3, jobs_failed: 1 },
    },
  };
}

const message = (id: string, customer: string, text: string): MessageRecord => ({
  ...{ id, customer, text, state: 'succeeded', environment: 'live' },
  author: customer === 'anna' ? 'client' : 'scenario',
});

function entry(id: number, line: string): Entry {
  const [action = '', subject = ''] = line.split(' ');
  return { id, action, environment: 'live', subject: { type: action.split('.')[0]!, id: subject } };
}
