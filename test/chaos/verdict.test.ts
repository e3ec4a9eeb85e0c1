import { describe, expect, it } from 'vitest';
import type { Entry } from './audit.ts';
import type { Sent } from './load.ts';
import type { Arrival } from './receiver.ts';
import { type Evidence, judge } from './verdict.ts';

/** A run in which three messages to one customer were accepted, sent and received. */
function flawless(): Evidence {
  const ids = ['msg_a', 'msg_b', 'msg_c'];
  const messages = ids.map(
    (id, i): Sent => ({
      addressee: { identityId: 'idn_1', externalId: 'anna', environment: 'live' },
      n: i + 1,
      key: `key-${i}`,
      body: '{}',
      answer: JSON.stringify({ message_id: id, status: 'queued' }),
    }),
  );
  const log = ids
    .flatMap((id) => [`accepted ${id}`, `sent ${id}`])
    .map((said, i): Entry => {
      const [action, id = ''] = said.split(' ');
      const subject = { type: 'message', id };
      return { id: i + 1, action: `message.${action}`, environment: 'live', subject };
    });
  const arrivals = ids.map(
    (id, i): Arrival => ({
      id,
      verdict: 'taken',
      status: 204,
      externalId: 'anna',
      text: String(i + 1),
      at: i,
    }),
  );
  const states = new Map(ids.map((id) => [id, 'succeeded']));
  const totals = {
    sandbox: { messages_out: 0, new_profiles: 0 },
    live: { messages_out: 3, new_profiles: 0 },
  };
  return { messages, arrivals, log, polled: [...log], states, unfinished: 0, totals };
}

/** What is said of a run that is flawless but for one thing. */
function flawed(change: (evidence: Evidence) => void): string[] {
  const evidence = flawless();
  change(evidence);
  return judge(evidence).violations;
}

describe('the judgement of a chaos run', () => {
  it('finds nothing where every promise was kept', () => {
    expect(judge(flawless()).violations).toEqual([]);
  });

  it.each<[string, RegExp, (evidence: Evidence) => void]>([
    ['a message received twice', /received 2 TIMES/, (e) => e.arrivals.push(e.arrivals[2]!)],
    ['a message sent and not received', /NEVER received/, (e) => e.arrivals.splice(1, 1)],
    [
      'a message without an outcome',
      /LOST: its 202 was given, its state is queued/,
      (e) => {
        e.log.splice(3, 1);
        e.states.set('msg_b', 'queued');
      },
    ],
    ['a 202 without a task', /in the database/, (e) => e.states.delete('msg_b')],
    ['a message that failed', /failed/, (e) => (e.log[1]!.action = 'message.failed')],
    [
      'two outcomes of one message',
      /several outcomes/,
      (e) => e.log.push({ ...e.log[5]!, id: 7, action: 'message.unknown' }),
    ],
    ['a wrong order', /arrived after/, (e) => e.arrivals.reverse()],
    ['a task that nobody was told of', /no request was answered/, (e) => e.states.set('msg_x', 'succeeded')],
    [
      'one message for two requests',
      /given to two requests/,
      (e) => (e.messages[1]!.answer = e.messages[0]!.answer!),
    ],
    [
      'a forged request',
      /wrong signature/,
      (e) => e.arrivals.push({ verdict: 'forged', status: 401, at: 9 }),
    ],
    [
      'a sandbox message received',
      /of the sandbox/,
      (e) => (e.messages[0]!.addressee.environment = 'sandbox'),
    ],
    ['an entry that the poller was not shown', /never shown 1/, (e) => e.polled.splice(2, 1)],
    ['an entry shown twice', /again or out of order/, (e) => e.polled.splice(2, 0, e.polled[2]!)],
    ['an entry that is gone', /are gone/, (e) => e.log.splice(0, 1)],
    [
      'analytics that count a message twice',
      /count 4 live messages out, the audit log 3, the tasks 3/,
      (e) => e.totals.live.messages_out++,
    ],
    [
      'analytics that lost a profile',
      /count -1 new sandbox profiles, the audit log 0/,
      (e) => e.totals.sandbox.new_profiles--,
    ],
    ['a counter that is off', /counts 2 messages as unfinished/, (e) => (e.unfinished = 2)],
  ])('tells of %s', (_name, sentence, change) => {
    expect(flawed(change).join('\n')).toMatch(sentence);
  });

  it('takes an unknown message for kept, received or not', () => {
    for (const received of [true, false]) {
      const violations = flawed((evidence) => {
        evidence.log[3]!.action = 'message.unknown';
        evidence.states.set('msg_b', 'unknown');
        evidence.totals.live.messages_out--;
        if (!received) evidence.arrivals.splice(1, 1);
      });
      expect(violations).toEqual([]);
    }
  });
});
