import type { Definition } from '../definition.ts';
import { blocking, type Finding } from '../finding.ts';
import { says } from '../finding-words.ts';
import { type Flow, flowOf } from '../flow.ts';
import { isBranch, type StepList } from '../placed.ts';
import { hasTrait } from '../step-traits.ts';

/** Finds steps that ask the customer where several would do so at once, and nobody could tell to which of them an answer belongs. */
export function* branchFindings(definition: Definition): Generator<Finding> {
  const flow = flowOf(definition);
  const asking = askingFlows(flow);
  for (const { step, path, list } of flow.steps.values()) {
    if (!isInBranch(list)) continue;
    if (hasTrait('onlyInDialogs', step)) {
      yield blocking('not_in_branch', {
        path: [...path, 'type'],
        step: step.id,
        ...says('step_asks_beside', { type: step.type }),
      });
    } else if (step.type === 'call' && asking.has(step.flow)) {
      yield blocking('not_in_branch', {
        path: [...path, 'flow'],
        step: step.id,
        ...says('flow_asks_beside', { flow: step.flow }),
      });
    }
  }
}

function isInBranch(list: StepList): boolean {
  return isBranch(list) || (list.owner !== null && isInBranch(list.owner.list));
}

/** The flows that wait for the customer, themselves or through others. */
function askingFlows(flow: Flow): Set<string> {
  const asking = new Set<string>();
  const open: string[] = [];
  const callers = new Map<string, string[]>();
  for (const { step, list } of flow.steps.values()) {
    if (list.flow === null) continue;
    if (hasTrait('onlyInDialogs', step)) open.push(list.flow);
    if (step.type === 'call') callers.set(step.flow, [...(callers.get(step.flow) ?? []), list.flow]);
  }
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (asking.has(name)) continue;
    asking.add(name);
    open.push(...(callers.get(name) ?? []));
  }
  return asking;
}
