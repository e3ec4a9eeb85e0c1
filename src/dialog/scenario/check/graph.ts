import type { Definition } from '../definition.ts';
import { blocking, type Finding, warning } from '../finding.ts';
import { says } from '../finding-words.ts';
import { type Flow, flowOf } from '../flow.ts';
import { isOutermost, listsIn, type Placed } from '../placed.ts';
import type { Kind } from '../position.ts';
import { buttonsOf } from '../speaking-steps.ts';
import { continuesOnError, hasTrait } from '../step-traits.ts';

/** Finds faults in the paths of a definition: missing targets, unreachable steps. */
export function* graphFindings(definition: Definition, kind: Kind): Generator<Finding> {
  const flow = flowOf(definition);
  for (const placed of flow.steps.values()) yield* targetFindings(placed, flow);
  for (const [to, path] of entriesOf(definition)) {
    const target = flow.steps.get(to);
    if (isOutermost(target)) continue;
    yield blocking(target ? 'crosses_for_each' : 'unknown_target', {
      path,
      ...says(target ? 'not_outermost' : 'no_such_step', { step: to }),
    });
  }
  yield* unreachable(definition, flow, kind);
}

/** The steps of the outermost list at which triggers and the document itself let a flow go on. */
function* entriesOf({ triggers, ...document }: Definition): Generator<[string, (string | number)[]]> {
  for (const [i, { start }] of triggers.entries()) {
    if (start !== undefined) yield [start, ['triggers', i, 'start']];
  }
  for (const field of ['on_error', 'on_no_match', 'on_unsupported'] as const) {
    const to = document[field];
    if (to !== undefined) yield [to, [field]];
  }
}

/** A path from one step to another. */
export interface Edge {
  to: string;
  /** The field that names the target; null if the target is the next step in the list. */
  path: (string | number)[] | null;
  /** The flow takes this path only after it has waited for a person or for some time. */
  waits: boolean;
  /** The flow takes this path when a button is pressed, wherever it is by then. */
  pressed?: boolean;
}

function* targetFindings({ step, path, list }: Placed, flow: Flow): Generator<Finding> {
  for (const edge of namedEdges(step)) {
    const target = flow.steps.get(edge.to);
    if (edge.pressed ? isOutermost(target) : target?.list === list) continue;
    const details = { path: [...path, ...(edge.path ?? [])], step: step.id };
    if (target) {
      yield blocking('crosses_for_each', {
        ...details,
        ...says(edge.pressed ? 'button_not_outermost' : 'other_list', { step: edge.to }),
      });
    } else {
      yield blocking('unknown_target', { ...details, ...says('no_such_step', { step: edge.to }) });
    }
  }
}

/** The targets that a step names, whether or not they can be reached. */
export function namedEdges(step: Placed['step']): Edge[] {
  const edges: Edge[] = [];
  const aim = (to: string | undefined, path: (string | number)[], waits = false) => {
    if (to !== undefined) edges.push({ to, path, waits });
  };
  switch (step.type) {
    case 'goto':
      aim(step.to, ['to']);
      return edges;
    case 'end':
      return edges;
    case 'condition':
      for (const [i, branch] of step.branches.entries()) aim(branch.next, ['branches', i, 'next']);
      aim(step.else, ['else']);
      break;
    case 'choice':
      for (const [i, { next }] of (step.options ?? []).entries()) aim(next, ['options', i, 'next'], true);
      // The flow takes it at once.
      aim(step.on_empty, ['on_empty']);
      break;
    case 'operation':
    case 'workflow':
      aim(step.on_failed, ['on_failed']);
      aim(step.on_unknown, ['on_unknown']);
      break;
    case 'transform':
    case 'call':
    case 'parallel':
      aim(step.on_failed, ['on_failed']);
      break;
    case 'table_write':
      // Another flow has written meanwhile, so a loop that reads and writes again comes to an end.
      aim(step.on_conflict, ['on_conflict'], true);
      break;
    case 'payment':
      aim(step.on_paid, ['on_paid'], waits(step));
      aim(step.on_canceled, ['on_canceled'], waits(step));
      // These may happen before there is a link to pay.
      aim(step.on_failed, ['on_failed']);
      aim(step.on_unknown, ['on_unknown']);
      break;
    case 'wait_for':
      aim(step.on_rejected, ['on_rejected'], true);
      break;
    case 'message':
      aim(step.on_failed, ['on_failed']);
      for (const { button, path } of buttonsOf(step)) {
        const { next: to } = button;
        if (to !== undefined) edges.push({ to, path: [...path, 'next'], waits: true, pressed: true });
      }
      break;
    case 'question':
    case 'set':
    case 'tag':
    case 'table_read':
    case 'delay':
    case 'handover':
    case 'for_each':
      break;
    default:
      step satisfies never;
  }
  if ('on_timeout' in step) aim(step.on_timeout, ['on_timeout'], true);
  if ('on_invalid' in step) aim(step.on_invalid, ['on_invalid'], true);
  aim(step.next, ['next'], waits(step));
  return edges;
}

/** All paths from a step that can be taken. */
export function edgesOf({ step, following }: Placed): Edge[] {
  const edges = namedEdges(step).filter(({ path }) => goesOn(step) || path?.[0] !== 'next');
  for (const { steps } of listsIn(step)) edges.push({ to: steps[0]!.id, path: null, waits: false });
  const next = 'next' in step ? step.next : undefined;
  if (next === undefined && following !== null && goesOn(step)) {
    edges.push({ to: following, path: null, waits: waits(step) });
  }
  return edges;
}

/** Whether a step can continue with the next one. */
export function goesOn(step: Placed['step']): boolean {
  if (continuesOnError(step)) return true;
  switch (step.type) {
    case 'goto':
    case 'end':
      return false;
    case 'condition':
      return step.else === undefined;
    case 'choice':
      return step.options?.some((option) => option.next === undefined) ?? true;
    case 'payment':
      return step.on_paid === undefined || !waits(step);
    case 'message':
    case 'question':
    case 'set':
    case 'tag':
    case 'operation':
    case 'table_read':
    case 'table_write':
    case 'workflow':
    case 'transform':
    case 'delay':
    case 'wait_for':
    case 'handover':
    case 'call':
    case 'parallel':
    case 'for_each':
      return true;
    default:
      return step satisfies never;
  }
}

/** Whether a step always waits before it continues. With `continue_on_error` it may fail at once instead. */
export function waits(step: Placed['step']): boolean {
  return hasTrait('waits', step) && !continuesOnError(step);
}

/** The first step of the flow that a step calls. */
function calledBy({ step }: Placed, flow: Flow): string[] {
  const called = step.type === 'call' ? flow.flows.get(step.flow) : undefined;
  return called ? [called.steps[0]!.id] : [];
}

/** The steps to which flows may come that begin at these steps, those of called flows included. */
export function reachedFrom(starts: readonly string[], flow: Flow): Set<string> {
  const open = [...starts];
  const reached = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const placed = flow.steps.get(id);
    if (!placed || reached.has(id)) continue;
    reached.add(id);
    open.push(...edgesOf(placed).map(({ to }) => to), ...calledBy(placed, flow));
  }
  return reached;
}

function* unreachable(definition: Definition, flow: Flow, kind: Kind): Generator<Finding> {
  const { triggers } = definition;
  const open = triggers.map(({ start }) => start ?? flow.first);
  for (const [to] of entriesOf(definition)) open.push(to);
  // A workflow may be started by hand, and a scenario without a trigger has its own finding.
  if (kind === 'workflow' || triggers.length === 0) open.push(flow.first);
  const reached = reachedFrom(open, flow);
  for (const { step, path } of flow.steps.values()) {
    if (reached.has(step.id)) continue;
    yield warning('unreachable_step', {
      path,
      step: step.id,
      ...says('nothing_leads_here', { step: step.id }),
    });
  }
}
