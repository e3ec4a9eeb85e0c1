import { readFileSync } from 'node:fs';
import type { Entry, Totals } from './audit.ts';
import type { Arrival } from './receiver.ts';
import type { Records } from './records.ts';
import type { Call } from './target.ts';
import type { Sent } from './writes.ts';

/** Everything that was seen from outside, and what the database says, after the run. */
export interface Evidence {
  writes: Sent[];
  /** What the receiver of messages wrote down. */
  arrivals: Arrival[];
  /** What the target of operations wrote down. */
  calls: Call[];
  /** The audit log as the poller saw it during the run, and as it reads afterwards. */
  polled: Entry[];
  log: Entry[];
  records: Records;
  /** What the project's analytics add up to. */
  totals: { sandbox: Totals; live: Totals };
}

/** What a look at the evidence gave. */
export interface Verdict {
  /** Names and figures, in the order to print. */
  counts: [string, number][];
  violations: string[];
}

/** The file of a process that stands outside: one JSON text a line. */
export function readNotes<Line>(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** Items by a name that several may have, in their order. */
export function grouped<Item>(
  items: Iterable<Item>,
  nameOf: (item: Item) => string | undefined,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}
