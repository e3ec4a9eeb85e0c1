import { type Evidence, grouped, type Verdict } from '../evidence.ts';
import type { MessageRecord } from '../records.ts';
import { acceptedOf, judgeEnds, nameOf } from './ends.ts';

/** Checks that every event moved its dialog once, in the order of acceptance, by the messages of the scenario. */
export function judgeDialogs({ writes, log, records }: Evidence): Verdict {
  const { accepted, violations } = acceptedOf(writes, 'event');
  const states = new Map(records.events.map(({ id, state }) => [id, state]));
  const expected = [...accepted].map(([id, write]) => ({ id, name: nameOf(id, write) }));
  const { tally, violations: inTheEnds } = judgeEnds('event', expected, log, states);
  violations.push(...inTheEnds);
  for (const { id } of records.events) {
    if (!accepted.has(id)) violations.push(`${id} exists although no request was answered with it`);
  }
  const turns = records.failedTurns.map(
    ({ kind, state, error }) => `a turn of a ${kind} is ${state}: ${error}`,
  );
  violations.push(...turns);

  const did = new Map(records.events.map((event) => [event.id, event.did]));
  const orders = new Map(records.jobs.map(({ ref, state }) => [ref, state]));
  const said = grouped(
    records.messages.filter(({ author }) => author === 'scenario'),
    ({ customer }) => customer,
  );
  for (const [customer, events] of grouped(accepted.values(), ({ party }) => party.name)) {
    const counted = records.counts.get(customer) ?? '0';
    if (counted !== String(events.length))
      violations.push(`${customer} counts ${counted} after ${events.length} events`);
    const heard = passesOf(said.get(customer) ?? []);
    const wanted = events.map(({ n }, i) => `${i + 1}:${n}`);
    if (heard.map(({ event }) => event).join() !== wanted.join()) {
      violations.push(
        `${customer} heard ${heard.map(({ event }) => event).join(' ')} of the events ${wanted.join(' ')}`,
      );
      continue;
    }
    for (const [i, event] of events.entries()) {
      const next = events[i + 1];
      const fault = faultOf(heard[i]!.answers, orders.get(event.key), next && did.get(next.key));
      if (fault) violations.push(`${nameOf(event.key, event)} ${fault}`);
    }
  }
  for (const event of accepted.values()) {
    const word = did.get(event.key);
    if (word !== 'filled' && word !== 'started')
      violations.push(`${nameOf(event.key, event)} did not move its dialog: ${word}`);
  }
  return {
    violations,
    counts: [
      ['events accepted', accepted.size],
      ['  that answered a question', tally.filled ?? 0],
      ['  that began anew', tally.started ?? 0],
      ['lost', tally.lost!],
      ['turns that failed', turns.length],
    ],
  };
}

/** The messages about one event: `<count>:<n>` of the first one, and the words of those that followed. */
interface Pass {
  event: string;
  answers: string[];
}

function passesOf(messages: MessageRecord[]): Pass[] {
  const passes: Pass[] = [];
  for (const { text } of messages) {
    const [event = '', word = ''] = text.split(' ');
    if (word === 'heard') passes.push({ event, answers: [] });
    else passes.at(-1)?.answers.push(passes.at(-1)!.event === event ? word : text);
  }
  return passes;
}

/**
 * @param answers what was said of the order of an event.
 * @param order the state of its job.
 * @param next what the event after it did; undefined for the last one.
 */
function faultOf(
  answers: string[],
  order: string | undefined,
  next: string | null | undefined,
): string | undefined {
  // The next event answers the question after this order, or starts the dialog again while the order is under way.
  if (next === 'started') {
    return answers.length === 0 ? undefined : `was given up by the next one, and said: ${answers.join(', ')}`;
  }
  if (answers.length === 0) return 'was never told what became of its order';
  if (answers.length > 1) return `was told several times: ${answers.join(', ')}`;
  return answers[0] === order ? undefined : `was told ${answers[0]} of an order that is ${order}`;
}
