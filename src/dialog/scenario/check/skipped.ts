import type { Definition } from '../definition.ts';
import { type Flow, flowOf } from '../flow.ts';
import type { Kind } from '../position.ts';
import { reachedFrom } from './graph.ts';

/** Finds out which steps flows skip because a trigger starts them behind these. */

/** Where flows begin, and the steps to which those may come that begin there. */
interface Beginning {
  start: string;
  reached: ReadonlySet<string>;
}

/** @returns for a step that reads and one that is read: a start from which flows come to the first and never to the other */
export function skippedBy(
  definition: Definition,
  kind: Kind,
): (reads: string | null, read: string) => string | undefined {
  const beginnings = beginningsOf(definition, kind, flowOf(definition));
  return (reads, read) => {
    if (reads === null || beginnings.length < 2) return undefined;
    // A step to which no flow comes has a finding of its own.
    if (!beginnings.some(({ reached }) => reached.has(read))) return undefined;
    return beginnings.find(({ reached }) => reached.has(reads) && !reached.has(read))?.start;
  };
}

/** What is said beside a flow, or after a button, may follow any step, so only triggers count. */
function beginningsOf({ triggers, on_error }: Definition, kind: Kind, flow: Flow): Beginning[] {
  const starts = new Set(triggers.map(({ start }) => start ?? flow.first));
  // A workflow may be started by hand, too.
  if (kind === 'workflow' || triggers.length === 0) starts.add(flow.first);
  return [...starts].map((start) => ({
    start,
    reached: reachedFrom(on_error === undefined ? [start] : [start, on_error], flow),
  }));
}
