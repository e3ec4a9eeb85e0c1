import { namedEdges } from './check/graph.ts';
import type { Definition, Placed } from './definition.ts';
import { type Flow, flowOf } from './flow.ts';
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

function stepsOfTurn(flow: Flow, { step, waits }: Entry): Map<string, Placed> {
  const reached = new Map<string, Placed>();
  const open: string[] = [];
  const first = flow.steps.get(step);
  if (!first) return reached;
  reached.set(step, first);
  open.push(...(waits ? waysOut(first, flow) : straightOn(first, flow)));
  // Each of them may fail.
  if (flow.onError !== undefined) open.push(flow.onError);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const placed = flow.steps.get(id);
    if (!placed || reached.has(id)) continue;
    reached.set(id, placed);
    open.push(...straightOn(placed, flow));
  }
  return reached;
}

/** The steps that a flow may reach from a step within the same turn. */
function straightOn(placed: Placed, flow: Flow): string[] {
  const ways = withoutFailure(placed, flow);
  return continuesOnError(placed.step) ? [...ways, ...after(placed, flow), ...nextOf(placed)] : ways;
}

function nextOf({ step }: Placed): string[] {
  return 'next' in step && step.next !== undefined ? [step.next] : [];
}

function withoutFailure(placed: Placed, flow: Flow): string[] {
  const { step } = placed;
  switch (step.type) {
    case 'question':
    case 'handover':
    case 'wait_for':
      return [];
    case 'choice':
      return step.on_empty === undefined ? [] : [step.on_empty];
    case 'operation':
    case 'payment':
    case 'transform':
      // The call was refused before it began.
      return step.on_failed === undefined ? [] : [step.on_failed];
    case 'delay':
      return typeof step.seconds === 'number' ? [] : waysOut(placed, flow);
    case 'message':
    case 'condition':
    case 'set':
    case 'tag':
    case 'table_read':
    case 'table_write':
    case 'workflow':
    case 'for_each':
    case 'goto':
    case 'end':
      return waysOut(placed, flow);
    default:
      return step satisfies never;
  }
}

/** All steps that a flow may reach from a step. */
function waysOut(placed: Placed, flow: Flow): string[] {
  const { step } = placed;
  const inner = step.type === 'for_each' ? [step.steps[0]!.id] : [];
  // A press comes in a turn of its own.
  const named = namedEdges(step).filter(({ pressed }) => !pressed);
  return [...named.map(({ to }) => to), ...inner, ...after(placed, flow)];
}

/** The steps after a step in its list. After the last step of a for_each: its next round and the steps after it. */
function after({ step, following, parent }: Placed, flow: Flow): string[] {
  if (step.type === 'goto' || step.type === 'end' || step.next !== undefined) return [];
  if (following !== null) return [following];
  const outer = parent === null ? undefined : flow.steps.get(parent);
  return outer ? waysOut(outer, flow) : [];
}
