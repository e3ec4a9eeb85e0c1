import { type Evidence, grouped, type Verdict } from '../evidence.ts';
import { acceptedOf, judgeEnds, nameOf } from './ends.ts';

/**
 * Checks that every message has one end, was sent at most once and in its customer's order, and that no sandbox message
 * was sent.
 */
export function judgeMessages({ writes, arrivals, log, records }: Evidence): Verdict {
  const { accepted, violations } = acceptedOf(writes, 'message');
  const stored = new Map(records.messages.map((message) => [message.id, message]));
  const said = records.messages.filter(({ author }) => author === 'scenario');
  const name = (id: string) => nameOf(id, accepted.get(id));
  const states = new Map(records.messages.map(({ id, state }) => [id, state]));
  const expected = [...accepted.keys(), ...said.map(({ id }) => id)].map((id) => ({ id, name: name(id) }));
  const { ends, tally, violations: inTheEnds } = judgeEnds('message', expected, log, states);
  violations.push(...inTheEnds);
  for (const [id, end] of ends) if (end === 'failed') violations.push(`${name(id)} failed`);
  for (const { id, author } of records.messages) {
    if (author === 'client' && !accepted.has(id))
      violations.push(`${id} exists although no request was answered with it`);
  }

  for (const { id, state, delivery } of records.misrecorded) {
    violations.push(`${name(id)} is ${state ?? 'nowhere'}, and on record as ${delivery ?? 'nothing'}`);
  }

  const taken = grouped(arrivals, ({ id, verdict }) => (verdict === 'taken' ? id : undefined));
  const twice = [...taken].filter(([, times]) => times.length > 1);
  for (const [id, times] of twice) {
    violations.push(`${name(id)} was received ${times.length} TIMES; outcome ${ends.get(id)}`);
  }
  const forged = arrivals.filter(({ verdict }) => verdict === 'forged').length;
  if (forged > 0) violations.push(`${forged} requests arrived with a wrong signature`);
  let missing = 0;
  for (const { id } of expected) {
    const environment = stored.get(id)?.environment ?? accepted.get(id)!.party.environment;
    if (taken.has(id) && environment === 'sandbox') {
      violations.push(`${name(id)} is of the sandbox and was received`);
    }
    if (!taken.has(id) && environment === 'live' && ends.get(id) === 'sent') {
      missing++;
      violations.push(`${name(id)} is sent and was NEVER received`);
    }
  }
  for (const id of taken.keys()) {
    if (!accepted.has(id) && stored.get(id)?.author !== 'scenario')
      violations.push(`${id} was received and never accepted`);
  }

  // A client's messages by the order in which it sent them; those of the scenario by their order in the lane.
  const placeInLane = new Map(said.map(({ id }, i) => [id, i]));
  const last = new Map<string, { place: number; id: string }>();
  let disordered = 0;
  for (const { id = '', verdict, externalId = '' } of arrivals) {
    const place = accepted.get(id)?.n ?? placeInLane.get(id);
    if (verdict !== 'taken' || place === undefined) continue;
    const before = last.get(externalId);
    if (before && place < before.place) {
      disordered++;
      violations.push(`${name(id)} arrived after ${name(before.id)}; outcome ${ends.get(id)}`);
    } else last.set(externalId, { place, id });
  }

  const live = [...accepted.values()].filter(({ party }) => party.environment === 'live').length;
  const unknownReceived = [...ends].filter(([id, end]) => end === 'unknown' && taken.has(id));
  return {
    violations,
    counts: [
      ['messages accepted', accepted.size],
      ['  of these live', live],
      ['  of these sandbox', accepted.size - live],
      ['messages said by the scenario', said.length],
      ['sent', tally.sent ?? 0],
      ['unknown', tally.unknown ?? 0],
      ['  of these received', unknownReceived.length],
      ['failed', tally.failed ?? 0],
      ['lost', tally.lost!],
      ['received', taken.size],
      [
        'turned away by the receiver, to come again',
        arrivals.filter((arrival) => arrival.verdict === 'turned_away').length,
      ],
      ['received twice', twice.length],
      ['sent and never received', missing],
      ['wrong signatures', forged],
      ['out of order', disordered],
    ],
  };
}
