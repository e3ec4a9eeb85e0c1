import { describe, expect, it } from 'vitest';
import type { Entry } from './audit.ts';
import type { Evidence } from './evidence.ts';
import { flawless } from './flawless.ts';
import { judge } from './verdict.ts';

/** The verdict on a run that is flawless except for one fault. */
function flawed(change: (evidence: Evidence) => void): string[] {
  const evidence = flawless();
  change(evidence);
  return judge(evidence).violations;
}

type Flaw = [name: string, sentence: RegExp, change: (evidence: Evidence) => void];

const entryOf = ({ log }: Evidence, action: string, id: string): Entry =>
  log.find((entry) => entry.action === action && entry.subject.id === id)!;
const recordOf = <Named extends { id: string }>(records: Named[], id: string): Named =>
  records.find((record) => record.id === id)!;
const remove = <Item>(items: Item[], item: Item) => items.splice(items.indexOf(item), 1);

const messages: Flaw[] = [
  ['a message received twice', /received 2 TIMES/, (e) => e.arrivals.push(e.arrivals[2]!)],
  ['a message sent and not received', /NEVER received/, (e) => e.arrivals.splice(1, 1)],
  [
    'a message without an outcome',
    /LOST: it was accepted, its state is queued/,
    (e) => {
      remove(e.log, entryOf(e, 'message.sent', 'msg_b'));
      recordOf(e.records.messages, 'msg_b').state = 'queued';
    },
  ],
  ['a 202 without a task', /msg_b .*missing in the database/, (e) => e.records.messages.splice(1, 1)],
  [
    'a message that failed',
    /msg_a .*failed/,
    (e) => {
      entryOf(e, 'message.sent', 'msg_a').action = 'message.failed';
    },
  ],
  [
    'two outcomes of one message',
    /several outcomes/,
    (e) => e.log.push({ ...entryOf(e, 'message.sent', 'msg_c'), id: 99, action: 'message.unknown' }),
  ],
  ['a wrong order', /arrived after/, (e) => e.arrivals.reverse()],
  [
    'a message that is not on record',
    /msg_a .*is succeeded, and on record as nothing/,
    (e) => e.records.misrecorded.push({ id: 'msg_a', state: 'succeeded', delivery: null }),
  ],
  [
    'a message that no answer named',
    /no request was answered/,
    (e) => e.records.messages.push({ ...e.records.messages[0]!, id: 'msg_x' }),
  ],
  [
    'one message for two requests',
    /given to two requests/,
    (e) => {
      e.writes[1]!.answer = e.writes[0]!.answer!;
    },
  ],
  ['a forged request', /wrong signature/, (e) => e.arrivals.push({ verdict: 'forged', status: 401, at: 9 })],
  [
    'a sandbox message received',
    /of the sandbox/,
    (e) => {
      e.records.messages[0]!.environment = 'sandbox';
    },
  ],
];

const jobs: Flaw[] = [
  ['a job carried out twice', /job_own .*carried out 2 TIMES/, (e) => e.calls.push(e.calls[0]!)],
  [
    'two jobs for one request',
    /what event_a asked for was carried out by job_a and job_z/,
    (e) => e.calls.push({ ...recordOf(e.calls as { id: string }[], 'job_a'), id: 'job_z' } as never),
  ],
  [
    'a flow that ordered twice',
    /event no\. 1 of boris has 2 jobs/,
    (e) => e.records.jobs.push({ ...recordOf(e.records.jobs, 'job_a'), id: 'job_z' }),
  ],
  [
    'a flow that never ordered',
    /run no\. 1 of runs has 0 jobs/,
    (e) => remove(e.records.jobs, recordOf(e.records.jobs, 'job_run')),
  ],
  [
    'a job that arrived and is queued',
    /job_own .*LOST.*queued/,
    (e) => {
      remove(e.log, entryOf(e, 'job.succeeded', 'job_own'));
      recordOf(e.records.jobs, 'job_own').state = 'queued';
    },
  ],
  [
    'a success that the target did not log',
    /job_own .*is succeeded, and NEVER reached/,
    (e) => e.calls.splice(0, 1),
  ],
  [
    'a success after an error of the target',
    /job_own .*is succeeded, and the target answered 500/,
    (e) => {
      e.calls[0]!.status = 500;
    },
  ],
  [
    'a failure of a job that the target did',
    /job_c is failed, and the target answered 200/,
    (e) => {
      e.calls.at(-1)!.status = 200;
    },
  ],
  [
    'a job that no answer named',
    /job_z exists although/,
    (e) => e.records.jobs.push({ ...e.records.jobs[0]!, id: 'job_z', ref: 'z' }),
  ],
  [
    'a forged call',
    /calls arrived with a wrong/,
    (e) => e.calls.push({ verdict: 'forged', status: 401, at: 9 }),
  ],
];

const dialogs: Flaw[] = [
  ['an event counted twice', /boris counts 4 after 3 events/, (e) => e.records.counts.set('boris', '4')],
  ['an event never counted', /boris counts 0 after 3 events/, (e) => e.records.counts.clear()],
  [
    'an event that was accepted twice',
    /boris heard 1:1 2:2 2:2 3:3 of the events 1:1 2:2 3:3/,
    (e) => e.records.messages.splice(5, 0, { ...recordOf(e.records.messages, 'msg_2'), id: 'msg_z' }),
  ],
  [
    'events that were accepted in another order',
    /boris heard 1:2 2:1 3:3/,
    (e) => {
      recordOf(e.records.messages, 'msg_1').text = '1:2 heard';
      recordOf(e.records.messages, 'msg_2').text = '2:1 heard';
    },
  ],
  [
    'an event that did nothing',
    /event_c \(boris, no\. 3\) did not move its dialog: ignored/,
    (e) => {
      entryOf(e, 'event.filled', 'event_c').action = 'event.ignored';
      recordOf(e.records.events, 'event_c').did = 'ignored';
    },
  ],
  [
    'an event that was never processed',
    /event_c .*LOST/,
    (e) => remove(e.log, entryOf(e, 'event.filled', 'event_c')),
  ],
  [
    'a dialog that still waits for its order',
    /event_c .*was never told what became of its order/,
    (e) => remove(e.records.messages, recordOf(e.records.messages, 'msg_5')),
  ],
  [
    'a dialog that went on twice',
    /event_b .*was told several times: succeeded, succeeded/,
    (e) => e.records.messages.splice(6, 0, { ...recordOf(e.records.messages, 'msg_3'), id: 'msg_z' }),
  ],
  [
    'a flow that went on after another one had interrupted it',
    /event_a .*was given up by the next one, and said: succeeded/,
    (e) =>
      e.records.messages.splice(4, 0, {
        ...recordOf(e.records.messages, 'msg_3'),
        ...{ id: 'msg_z', text: '1:1 succeeded' },
      }),
  ],
  [
    'a dialog that got another result',
    /event_c .*was told unknown of an order that is failed/,
    (e) => {
      recordOf(e.records.messages, 'msg_5').text = '3:3 unknown';
    },
  ],
  [
    'a turn that failed',
    /a turn of a dialog is failed: why/,
    (e) => e.records.failedTurns.push({ kind: 'dialog', state: 'failed', error: 'why' }),
  ],
];

const runs: Flaw[] = [
  [
    'a run that still waits',
    /run_own .*LOST.*waiting/,
    (e) => {
      remove(e.log, entryOf(e, 'run.succeeded', 'run_own'));
      e.records.runs[0]!.state = 'waiting';
    },
  ],
  [
    'a run that failed',
    /run_own .*ended as failed/,
    (e) => {
      entryOf(e, 'run.succeeded', 'run_own').action = 'run.failed';
      e.records.runs[0]!.state = 'failed';
    },
  ],
  ['a row that was written twice', /wrote its row 2 TIMES/, (e) => e.records.rows.push(e.records.rows[0]!)],
  ['a row that was never written', /wrote its row 0 TIMES/, (e) => e.records.rows.pop()],
  [
    'a row without a run',
    /for key_z, which no run has/,
    (e) => e.records.rows.push({ ref: 'key_z', order: '' }),
  ],
  [
    'a row with another content',
    /wrote succeeded of an order that is unknown/,
    (e) => {
      e.records.rows[0]!.order = 'succeeded';
    },
  ],
];

const log: Flaw[] = [
  ['an entry that the poller did not get', /never shown 1/, (e) => e.polled.splice(2, 1)],
  ['an entry shown twice', /again or out of order/, (e) => e.polled.splice(2, 0, e.polled[2]!)],
  ['an entry that is missing later', /are gone/, (e) => e.log.splice(0, 1)],
  [
    'analytics that count a message twice',
    /count 9 live messages_out, the audit log 8.*\n.*the records 8/,
    (e) => e.totals.live.messages_out++,
  ],
  [
    'analytics that lost a profile',
    /count -1 sandbox new_profiles, the audit log 0/,
    (e) => e.totals.sandbox.new_profiles--,
  ],
  ['analytics that lost a job', /count 2 live jobs_succeeded/, (e) => e.totals.live.jobs_succeeded--],
  ['a wrong counter', /counts 2 records as unfinished/, (e) => (e.records.unfinished = 2)],
];

describe('the verdict of a chaos run', () => {
  it('reports nothing if every guarantee was kept', () => {
    expect(judge(flawless()).violations).toEqual([]);
  });

  it.each([...messages, ...jobs, ...dialogs, ...runs, ...log])('reports %s', (_name, sentence, change) => {
    expect(flawed(change).join('\n')).toMatch(sentence);
  });

  it('accepts an unknown message, received or not', () => {
    for (const received of [true, false]) {
      const violations = flawed((evidence) => {
        entryOf(evidence, 'message.sent', 'msg_b').action = 'message.unknown';
        recordOf(evidence.records.messages, 'msg_b').state = 'unknown';
        evidence.totals.live.messages_out--;
        if (!received) evidence.arrivals.splice(1, 1);
      });
      expect(violations).toEqual([]);
    }
  });

  it('accepts an unknown job, whether it was carried out, refused or never arrived', () => {
    for (const verdict of ['taken', 'refused', undefined] as const) {
      const violations = flawed((evidence) => {
        entryOf(evidence, 'job.succeeded', 'job_own').action = 'job.unknown';
        recordOf(evidence.records.jobs, 'job_own').state = 'unknown';
        evidence.totals.live.jobs_succeeded--;
        if (verdict) evidence.calls[0]!.verdict = verdict;
        else evidence.calls.splice(0, 1);
      });
      expect(violations).toEqual([]);
    }
  });
});
