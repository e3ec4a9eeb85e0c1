import { namedEdges } from './check/graph.ts';
import type { Definition } from './definition.ts';
import { type Flow, flowOf } from './flow.ts';
import { listsIn, type Placed, type StepList } from './placed.ts';
import { readsIfReadable, sourcesOf } from './reads.ts';
import { continuesOnError } from './step-traits.ts';

/** How far a turn may come, determined without running it. */

/** Where a turn begins: at a step, or with what the flow waits for at a step. */
export interface Entry {
  step: string;
  waits: boolean;
}

const known = new WeakMap<Definition, Map<string, readonly string[]>>();

/**
 * Slugs of the tables that a turn may read or write, if it may write any, because what it writes can depend on everything that it
 * read. Empty for a turn that only reads. Computed once for each definition and entry.
 */
export function tablesOfTurn(definition: Definition, entry: Entry): readonly string[] {
  const found = known.get(definition) ?? new Map<string, readonly string[]>();
  known.set(definition, found);
  const name = `${entry.waits} ${entry.step}`;
  const tables = found.get(name) ?? findTables(definition, entry);
  found.set(name, tables);
  return tables;
}

function findTables(definition: Definition, entry: Entry): readonly string[] {
  const reached = stepsOfTurn(flowOf(definition), entry);
  if (![...reached.values()].some(({ step }) => step.type === 'table_write')) return [];
  const tables = new Set<string>();
  for (const { step } of reached.values()) {
    if (step.type === 'table_read' || step.type === 'table_write') tables.add(step.table);
  }
  for (const { source, step } of sourcesOf(definition)) {
    if (step === null || !reached.has(step)) continue;
    for (const [namespace, slug] of readsIfReadable(source)) {
      if (namespace === 'table' && slug !== undefined) tables.add(slug);
    }
  }
  return [...tables];
}

/** A step that is reached, or lists of steps in which a flow has come to its end, or has failed. */
type Way = string | { list: StepList; failed: boolean };

function stepsOfTurn(flow: Flow, { step, waits }: Entry): Map<string, Placed> {
  const reached = new Map<string, Placed>();
  const left = { failed: new Set<StepList>(), ended: new Set<StepList>() };
  const first = flow.steps.get(step);
  if (!first) return reached;
  reached.set(step, first);
  const open: Way[] = [...failure(first), ...(waits ? waysOut(first, flow) : straightOn(first, flow))];
  // Each of them may fail.
  if (flow.onError !== undefined) open.push(flow.onError);
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    if (typeof way !== 'string') {
      const seen = left[way.failed ? 'failed' : 'ended'];
      if (!seen.has(way.list)) open.push(...outOf(way, flow));
      seen.add(way.list);
      continue;
    }
    const placed = flow.steps.get(way);
    if (!placed || reached.has(way)) continue;
    reached.set(way, placed);
    open.push(...failure(placed), ...straightOn(placed, flow));
  }
  return reached;
}

const failure = ({ list }: Placed): Way[] => [{ list, failed: true }];

/** Where the flow goes on after the end of a list of steps, or after a failure inside it. */
function outOf({ list, failed }: Exclude<Way, string>, flow: Flow): Way[] {
  if (list.owner) return failed ? afterFailure(list.owner) : waysOut(list.owner, flow);
  if (list.flow === null) return [];
  const callers = [...flow.steps.values()].filter(
    ({ step }) => step.type === 'call' && step.flow === list.flow,
  );
  return callers.flatMap((caller) => (failed ? afterFailure(caller) : afterwards(caller)));
}

function afterFailure(placed: Placed): Way[] {
  const { step } = placed;
  const branch = 'on_failed' in step && step.on_failed !== undefined ? [step.on_failed] : [];
  return [...branch, ...(continuesOnError(step) ? afterwards(placed) : []), ...failure(placed)];
}

/** The steps that a flow may reach from a step within the same turn. */
function straightOn(placed: Placed, flow: Flow): Way[] {
  const ways = withoutFailure(placed, flow);
  return continuesOnError(placed.step) ? [...ways, ...afterwards(placed)] : ways;
}

function withoutFailure(placed: Placed, flow: Flow): Way[] {
  const { step } = placed;
  switch (step.type) {
    case 'question':
    case 'handover':
    case 'wait_for':
      return [];
    case 'choice':
      return step.on_empty === undefined ? [] : [step.on_empty];
    case 'workflow':
      if (!step.wait) return waysOut(placed, flow);
      return step.on_failed === undefined ? [] : [step.on_failed];
    case 'operation':
    case 'payment':
    case 'transform':
      // The call was refused before it began.
      return step.on_failed === undefined ? [] : [step.on_failed];
    case 'call':
    case 'parallel':
      return [...inside(placed, flow), ...afterFailure(placed)];
    case 'delay':
      return typeof step.seconds === 'number' ? [] : waysOut(placed, flow);
    case 'message':
    case 'condition':
    case 'set':
    case 'tag':
    case 'table_read':
    case 'table_write':
    case 'for_each':
    case 'goto':
    case 'end':
      return waysOut(placed, flow);
    default:
      return step satisfies never;
  }
}

/** All steps that a flow may reach from a step. */
function waysOut(placed: Placed, flow: Flow): Way[] {
  // A press comes in a turn of its own.
  const named = namedEdges(placed.step).filter(({ pressed }) => !pressed);
  return [...named.map(({ to }) => to), ...inside(placed, flow), ...afterwards(placed)];
}

/** The first steps of the lists that a step carries out. */
function inside({ step }: Placed, flow: Flow): string[] {
  const called = step.type === 'call' ? flow.flows.get(step.flow) : undefined;
  const lists = called ? [called] : listsIn(step);
  return lists.map(({ steps }) => steps[0]!.id);
}

/** What comes after a step in its list. */
function afterwards({ step, following, list }: Placed): Way[] {
  if (step.type === 'goto') return [];
  if (step.type === 'end') return list.flow === null ? [] : [{ list: outermostOf(list), failed: false }];
  if (step.next !== undefined) return [step.next];
  return [following ?? { list, failed: false }];
}

function outermostOf(list: StepList): StepList {
  return list.owner ? outermostOf(list.owner.list) : list;
}
