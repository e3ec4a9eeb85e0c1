import type { Definition } from '../definition.ts';
import { blocking, type Finding } from '../finding.ts';
import { says } from '../finding-words.ts';
import { type Flow, flowOf } from '../flow.ts';
import { mostCalls } from '../frames.ts';

/** Finds calls of flows that the document does not have, and flows that call each other without an end, or too deep. */
export function* callFindings(definition: Definition): Generator<Finding> {
  const flow = flowOf(definition);
  const calls = callsOf(flow);
  const depths = depthsOf(calls);
  for (const { step, path, list } of flow.steps.values()) {
    if (step.type !== 'call') continue;
    const at = { path: [...path, 'flow'], step: step.id };
    const depth = depths.get(step.flow);
    if (depth === undefined) {
      yield blocking('unknown_flow', { ...at, ...says('no_such_flow', { flow: step.flow }) });
    } else if (depth === Number.POSITIVE_INFINITY) {
      yield blocking('endless_calls', { ...at, ...says('flow_calls_itself', { flow: step.flow }) });
    } else if (list.flow === null && depth > mostCalls) {
      yield blocking('endless_calls', {
        ...at,
        ...says('calls_too_deep', { flow: step.flow, count: depth - 1, most: mostCalls }),
      });
    }
  }
}

/** The flows that each flow calls, by name. */
function callsOf(flow: Flow): Map<string, Set<string>> {
  const calls = new Map([...flow.flows.keys()].map((name) => [name, new Set<string>()]));
  for (const { step, list } of flow.steps.values()) {
    if (step.type === 'call' && list.flow !== null) calls.get(list.flow)!.add(step.flow);
  }
  return calls;
}

/** How many calls wait for each other at most, from a call of each flow on. Endless, if it comes to itself. */
function depthsOf(calls: ReadonlyMap<string, ReadonlySet<string>>): Map<string, number> {
  const depths = new Map<string, number>();
  const visit = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    depths.set(name, Number.POSITIVE_INFINITY);
    const inner = [...calls.get(name)!].filter((called) => calls.has(called)).map(visit);
    depths.set(name, 1 + Math.max(0, ...inner));
    return depths.get(name)!;
  };
  for (const name of calls.keys()) visit(name);
  return depths;
}
