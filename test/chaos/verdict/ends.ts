import type { Entry } from '../audit.ts';
import { type Evidence, grouped, type Verdict } from '../evidence.ts';
import { recordOf, type Sent, type WriteKind } from '../writes.ts';

/** The audit entries of a kind of record. */
interface Telling {
  /** The action when one is accepted. */
  begins: string;
  /** The actions for its end, with the state that the record then has. Other actions are intermediate. */
  ends: Record<string, string>;
}

const ended = { succeeded: 'succeeded', failed: 'failed', unknown: 'unknown' };
const tellings: Record<WriteKind, Telling> = {
  message: { begins: 'message.accepted', ends: { sent: 'succeeded', failed: 'failed', unknown: 'unknown' } },
  job: { begins: 'job.accepted', ends: ended },
  event: {
    begins: 'event.accepted',
    ends: { filled: 'succeeded', started: 'succeeded', ignored: 'succeeded', held: 'succeeded' },
  },
  run: { begins: 'run.created', ends: ended },
};

/** A record that must exist: because a client got an answer about it, or because a flow had to make it. */
export interface Expected {
  id: string;
  /** For people. */
  name: string;
}

/** The accepted writes of a kind by the public id of their record; two with the same id are a violation. */
export function acceptedOf(
  writes: Sent[],
  kind: WriteKind,
): { accepted: Map<string, Sent>; violations: string[] } {
  const accepted = new Map<string, Sent>();
  const violations: string[] = [];
  for (const write of writes) {
    if (write.party.kind !== kind || write.answer === undefined) continue;
    const id = recordOf(write);
    const other = accepted.get(id);
    if (other) violations.push(`${id} was given to two requests, ${other.key} and ${write.key}`);
    accepted.set(id, write);
  }
  return { accepted, violations };
}

/** A record with the data that a person needs to find it in the logs. */
export const nameOf = (id: string, write: Sent | undefined): string =>
  write ? `${id} (${write.party.name}, no. ${write.n})` : id;

/**
 * Checks that each record was accepted once and has one end, the same in audit log and database.
 * @param states of the records in the database.
 * @returns beside the verdict the end of each record, as the audit log has it.
 */
export function judgeEnds(
  kind: WriteKind,
  expected: Expected[],
  log: Evidence['log'],
  states: Map<string, string>,
): { ends: Map<string, string>; tally: Record<string, number> } & Verdict {
  const { begins, ends: words } = tellings[kind];
  const told = grouped(log, ({ subject }: Entry) => (subject.type === kind ? subject.id : undefined));
  const violations: string[] = [];
  const ends = new Map<string, string>();
  const tally: Record<string, number> = { lost: 0 };
  for (const { id, name } of expected) {
    const actions = (told.get(id) ?? []).map(({ action }) => action);
    const begun = actions.filter((action) => action === begins).length;
    if (begun !== 1) violations.push(`${name} has ${begun} entries ${begins} instead of one`);
    const known = actions.map((action) => action.slice(kind.length + 1)).filter((word) => word in words);
    const [end = 'lost', ...more] = known;
    if (more.length > 0) violations.push(`${name} has several outcomes: ${known.join(', ')}`);
    tally[end] = (tally[end] ?? 0) + 1;
    ends.set(id, end);
    const state = states.get(id);
    if (end === 'lost') {
      violations.push(`${name} is LOST: it was accepted, its state is ${state ?? 'no record at all'}`);
    } else if (state !== words[end]) {
      violations.push(`${name} is ${end} in the audit log and ${state ?? 'missing'} in the database`);
    }
  }
  return { ends, tally, counts: [], violations };
}
