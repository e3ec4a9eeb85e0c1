import type { Definition } from '../definition.ts';
import { blocking, type Finding } from '../finding.ts';
import { says } from '../finding-words.ts';
import { type Flow, flowOf } from '../flow.ts';
import type { Placed, StepList } from '../placed.ts';
import { continuesOnError } from '../step-traits.ts';
import type { Step } from '../step-types.ts';
import { type Edge, edgesOf, goesOn, waits } from './graph.ts';

/**
 * Finds loops in which the flow never waits: the strongly connected components of the paths without a wait, by Tarjan's algorithm
 * (https://doi.org/10.1137/0201010). The rounds of a for_each are limited and do not count as such a path.
 */
export function* loopFindings(definition: Definition): Generator<Finding> {
  const flow = flowOf(definition);
  const ways = new Map<string, string[]>();
  const mayEnd = new Map<string, boolean>();
  for (const placed of flow.steps.values()) {
    // A path into another list stops the flow, which is a finding of its own.
    const straight = straightEdges(placed, flow, mayEnd).filter(
      ({ to, path }) => path === null || flow.steps.get(to)?.list === placed.list,
    );
    ways.set(
      placed.step.id,
      straight.map(({ to }) => to),
    );
  }
  for (const circle of connected(ways)) {
    const first = [...flow.steps.values()].find(({ step }) => circle.has(step.id))!;
    if (circle.size === 1 && !ways.get(first.step.id)!.includes(first.step.id)) continue;
    const names = [...flow.steps.keys()].filter((id) => circle.has(id)).map((id) => `"${id}"`);
    yield blocking('loop_without_wait', {
      path: first.path,
      step: first.step.id,
      ...says('endless_loop', { steps: names.slice(0, 10).join(', ') }),
    });
  }
}

/** The paths from a step that a flow may take without having waited. */
function straightEdges(placed: Placed, flow: Flow, known: Map<string, boolean>): Edge[] {
  const waitsInside = !mayPass(placed.step, flow, known);
  return edgesOf(placed).filter(({ waits, path, to }) => {
    const isInside = path === null && flow.steps.get(to)?.list.owner === placed;
    const goesOnAfterIt = (path === null && !isInside) || path?.[0] === 'next';
    return !waits && !(waitsInside && goesOnAfterIt);
  });
}

/** Whether a step may come to its end without having waited in the steps that it carries out. */
function mayPass(step: Step, flow: Flow, known: Map<string, boolean>): boolean {
  if (continuesOnError(step)) return true;
  const may = (steps: readonly Step[]) => mayEndAtOnce(steps[0]!.id, flow, known);
  if (step.type === 'parallel') {
    const branches = step.branches.map(({ steps }) => may(steps));
    return step.join === 'first' ? branches.includes(true) : !branches.includes(false);
  }
  const called = step.type === 'call' ? flow.flows.get(step.flow) : undefined;
  return called ? may(called.steps) : true;
}

/**
 * Whether a list of steps may end without having waited. A flow that calls itself never ends.
 * @param first its first step
 * @param known what is found already, by the first step
 */
function mayEndAtOnce(first: string, flow: Flow, known: Map<string, boolean>): boolean {
  const found = known.get(first);
  if (found !== undefined) return found;
  known.set(first, false);
  const { list } = flow.steps.get(first)!;
  const seen = new Set<string>();
  const open = [first];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const placed = flow.steps.get(id);
    if (!placed || seen.has(id)) continue;
    seen.add(id);
    if (mayBeLast(placed, list) && mayPass(placed.step, flow, known)) known.set(first, true);
    open.push(...straightEdges(placed, flow, known).map(({ to }) => to));
  }
  return known.get(first)!;
}

/** Whether a list may end after a step of it that does not wait, or after an `end` inside it. */
function mayBeLast({ step, list, following }: Placed, wanted: StepList): boolean {
  if (step.type === 'end') return true;
  if (list !== wanted || following !== null || !goesOn(step) || waits(step)) return false;
  return !('next' in step && step.next !== undefined);
}

function connected(ways: ReadonlyMap<string, string[]>): Set<string>[] {
  const found: Set<string>[] = [];
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const visit = (id: string): void => {
    number.set(id, number.size);
    lowest.set(id, number.get(id)!);
    stack.push(id);
    onStack.add(id);
    for (const to of ways.get(id) ?? []) {
      if (!number.has(to)) visit(to);
      if (onStack.has(to)) lowest.set(id, Math.min(lowest.get(id)!, lowest.get(to)!));
    }
    if (lowest.get(id) !== number.get(id)) return;
    const circle = new Set(stack.splice(stack.indexOf(id)));
    for (const member of circle) onStack.delete(member);
    found.push(circle);
  };
  for (const id of ways.keys()) if (!number.has(id)) visit(id);
  return found;
}
