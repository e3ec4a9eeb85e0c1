import type { Json } from '../template/json.ts';
import { endLoops, failCallers, failedAt } from './endings.ts';
import type { Flow } from './flow.ts';
import { keptBy } from './frames.ts';
import type { Placed } from './placed.ts';
import type { Branch, Call, Fault, Inside, Place, Position } from './position.ts';
import { addToKept, type Left, mostBytesOfOutput, StepFailure, sizeOf, type Walk } from './walk.ts';
import { branchAt, placesOf } from './within.ts';

/**
 * Branches of a flow. While one is carried out, it stands in the place of the position, so that steps need not know of branches.
 * Between two turns, a branch has what is its own, and its flow what is shared.
 */

/** Most branches of a flow at once, those inside others included. */
const mostBranches = 100;

/**
 * Adds a branch to the present step. It has not begun: it stands before its first step.
 * @param own outputs that only it can read
 * @throws StepFailure
 */
export function addBranch(walk: Walk, n: number, first: string, own: Record<string, Json> = {}): void {
  const { position, around } = walk;
  if (walk.branches >= mostBranches) {
    throw new StepFailure('too_many_branches', `a flow has at most ${mostBranches} branches at once`);
  }
  for (const output of Object.values(own)) {
    if (sizeOf(output) <= mostBytesOfOutput) continue;
    throw new StepFailure('output_too_large', 'the output of a step has at most 64 KiB');
  }
  addToKept(position, keptBy({ vars: {}, steps: own, loops: {} }));
  walk.branches++;
  const branch: Branch = {
    ...{ n, step: first, waiting: { kind: 'timer', until: around.now.toISOString() }, paused: true },
    ...{ loops: {}, steps: own, vars: {}, input: null },
  };
  position.branches = [...(position.branches ?? []), branch];
}

/** Whether a place, or one inside it, can go on by itself. */
export function goesOnByItself({ paused, branches = [] }: Place): boolean {
  return paused || branches.some(goesOnByItself);
}

/** The innermost places at which a flow stands: itself, or those of its branches. */
export function* leavesOf(place: Place): Generator<Place> {
  if (place.branches) for (const branch of place.branches) yield* leavesOf(branch);
  else yield place;
}

/** The calls for whose results a flow waits. */
export function callsOf(position: Place | null): Call[] {
  if (!position) return [];
  return [...leavesOf(position)].flatMap(({ waiting }) => (waiting?.kind === 'call' ? [waiting.call] : []));
}

/** When the first place of a flow has to be woken, RFC 3339; null if none has to be, or goes on by itself. */
export function earliestOf(place: Place): string | null {
  const times = [...leavesOf(place)].flatMap(({ paused, waiting }) => (paused ? [] : (waiting?.until ?? [])));
  return times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
}

/** How many branches a flow has. */
export function countBranches({ branches = [] }: Place): number {
  return branches.reduce((sum, branch) => sum + 1 + countBranches(branch), 0);
}

/**
 * Carries out a part of a branch of the present step.
 * @param i its index among those that there are
 * @returns how it was left; null if it still waits
 */
export function inBranch(walk: Walk, i: number, owner: Placed, carryOut: () => void): Left | null {
  const { position } = walk;
  const before = walk.within;
  const shared = {
    ...placeOf(position),
    ...{ steps: position.steps, vars: position.vars ?? {}, input: position.input },
  };
  const own = owner.step.type === 'for_each' ? idsOf(owner, walk.flow) : new Set<string>();
  walk.within = {
    depth: before.depth + 1,
    calls: before.calls + (position.frames?.length ?? 0),
    places: [...placesOf(walk, owner), branchAt(owner, position.branches![i]!.n)],
  };
  takePlace(position, position.branches![i]!, own);
  carryOut();
  const { left } = walk;
  Object.assign(walk, { within: before, left: null });
  const flow = position.frames?.[0] ?? position;
  const { vars = {}, input } = flow;
  const branch = branchOf(position, shared.branches![i]!.n, own);
  const steps = own.size > 0 ? shared.steps : flow.steps;
  Object.assign(position, shared, { steps, vars, input, branches: shared.branches!.with(i, branch) });
  if (left) dropBranch(walk, i);
  return left;
}

/** Puts a branch in the place of the position. @param own the steps whose outputs only it can read */
function takePlace(position: Position, branch: Branch, own: ReadonlySet<string>): void {
  const { steps, vars = {}, input } = position;
  const others = own.size > 0 ? Object.entries(steps).filter(([id]) => !own.has(id)) : [];
  const seen = (outputs: Record<string, Json>) =>
    own.size > 0 ? { ...Object.fromEntries(others), ...outputs } : steps;
  const [base, ...inner] = branch.frames ?? [];
  const scope = base
    ? { steps: { ...branch.steps }, vars: branch.vars, input: branch.input }
    : { steps: seen(branch.steps), vars, input };
  const frames = base && [{ ...base, steps: seen(base.steps), vars, input }, ...inner];
  Object.assign(position, placeOf(branch), scope, { loops: { ...branch.loops }, frames });
}

/** What a branch that stands in the place of the position has of its own. */
function branchOf(position: Position, n: number, own: ReadonlySet<string>): Branch {
  const { frames, steps, vars = {}, input } = position;
  const [base, ...inner] = frames ?? [];
  const ownOf = (outputs: Record<string, Json>) =>
    Object.fromEntries(Object.entries(outputs).filter(([id]) => own.has(id)));
  const place = { ...placeOf(position), n };
  if (!base) return { ...place, steps: ownOf(steps), vars: {}, input: null };
  return {
    ...{ ...place, steps, vars, input },
    frames: [{ ...base, steps: ownOf(base.steps), vars: {}, input: null }, ...inner],
  };
}

function placeOf({ step, waiting, entered, loops, paused, frames, branches }: Place): Place {
  return { step, waiting, entered, loops, paused, frames, branches };
}

const known = new WeakMap<Placed, ReadonlySet<string>>();

/** A step and all steps inside it. */
function idsOf(owner: Placed, { steps }: Flow): ReadonlySet<string> {
  const found = known.get(owner);
  if (found) return found;
  const isInside = (placed: Placed | null): boolean =>
    placed !== null && (placed === owner || isInside(placed.list.owner));
  const ids = new Set([...steps.values()].filter(isInside).map(({ step }) => step.id));
  known.set(owner, ids);
  return ids;
}

/** Forgets a branch that has ended. */
function dropBranch(walk: Walk, i: number): void {
  const { position } = walk;
  const branches = position.branches!;
  position.kept -= bytesOfBranch(branches[i]!);
  walk.branches -= 1 + countBranches(branches[i]!);
  position.branches = branches.toSpliced(i, 1);
}

const notNeeded: Fault = { code: 'canceled', message: 'another branch has ended what it belongs to' };

/** Leaves all branches of the present step. Their steps end in the trace; what they have begun elsewhere goes on. */
export function leaveBranches(walk: Walk): void {
  const { position } = walk;
  if (!position.branches) return;
  const owner = walk.flow.steps.get(position.step ?? '');
  const outer = placesOf(walk, owner);
  while (position.branches.length > 0) {
    tellLeft(walk, position.branches[0]!, owner, outer);
    dropBranch(walk, 0);
  }
  position.branches = undefined;
}

/** @param owner the step that it is a branch of, and where that stands */
function tellLeft(walk: Walk, branch: Branch, owner: Placed | undefined, outer: readonly Inside[]): void {
  const { n, step, entered, paused, frames = [], branches = [] } = branch;
  const placed = walk.flow.steps.get(step ?? '');
  const own = owner ? [...outer, branchAt(owner, n)] : outer;
  const within = placesOf(walk, placed, branch, own);
  for (const inner of branches) tellLeft(walk, inner, placed, within);
  if (!paused && step !== null) failedAt(walk, step, notNeeded, entered, within);
  endLoops(walk, notNeeded, branch, own);
  failCallers(walk, notNeeded, frames, own);
}

/** What a branch counts for in what a flow keeps. */
function bytesOfBranch({ steps, vars, input, loops, frames = [], branches = [] }: Branch): number {
  const inputs = frames.length > 0 ? [...frames.slice(1).map((frame) => frame.input), input] : [];
  return [
    keptBy({ steps, vars, loops }),
    ...frames.map(keptBy),
    ...inputs.map(sizeOf),
    ...branches.map(bytesOfBranch),
  ].reduce((sum, bytes) => sum + bytes, 0);
}
