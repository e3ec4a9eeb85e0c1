import { readFileSync } from 'node:fs';
import type { Entry, Totals } from './audit.ts';
import type { Arrival } from './receiver.ts';
import type { Records } from './records.ts';
import type { Call } from './target.ts';
import type { Sent } from './writes.ts';

/** Everything that the outside world saw, and the contents of the database after the run. */
export interface Evidence {
  writes: Sent[];
  /** The log of the receiver of messages. */
  arrivals: Arrival[];
  /** The log of the target of operations. */
  calls: Call[];
  /** The audit log as the poller saw it during the run, and as it reads afterwards. */
  polled: Entry[];
  log: Entry[];
  records: Records;
  /** The sums of the project's analytics. */
  totals: { sandbox: Totals; live: Totals };
}

/** The result of a check of the evidence. */
export interface Verdict {
  /** Names and figures, in the order to print. */
  counts: [string, number][];
  violations: string[];
}

/** The log file of an outside process: one JSON text on each line. */
export function readNotes<Line>(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** Items grouped by a name, in their order. */
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
