import type { Json } from '../../template/json.ts';
import type { Flow } from '../flow.ts';

/** What flows of a document give each other, as far as it is written down. */

/** Names by flow; null where an expression gives them, or nothing is known. */
type Names = ReadonlyMap<string, ReadonlySet<string> | null>;

/** What flows get as their input, and give back as their output. */
export interface HandedOver {
  inputs: Names;
  outputs: Names;
}

/** Reads what calls give to the flows that they call, and what these give back where they end. */
export function handedOver({ steps, flows }: Flow): HandedOver {
  const inputs = new Map<string, Set<string> | null>();
  const outputs = new Map<string, Set<string> | null>([...flows.keys()].map((name) => [name, new Set()]));
  for (const { step, list } of steps.values()) {
    if (step.type === 'call') add(inputs, step.flow, step.input ?? {});
    if (step.type === 'end' && list.flow !== null) add(outputs, list.flow, step.output ?? null);
  }
  return { inputs, outputs };
}

function add(names: Map<string, Set<string> | null>, flow: string, given: Json): void {
  const known = names.get(flow);
  if (known === null) return;
  // An expression may give an object with any names.
  if (typeof given === 'string') names.set(flow, null);
  else names.set(flow, new Set([...(known ?? []), ...Object.keys(given ?? {})]));
}
