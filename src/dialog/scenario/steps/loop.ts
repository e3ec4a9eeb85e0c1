import { addBranch } from '../branches.ts';
import type { Loop, Position } from '../position.ts';
import type { ForEachStep } from '../step-types.ts';
import {
  addToKept,
  type Done,
  failedWith,
  fill,
  keep,
  StepFailure,
  type StepType,
  sizeOf,
  type Walk,
} from '../walk.ts';

/** The step that runs its own list of steps once for each item: for_each. */

const usualLimit = 100;

export const forEach: StepType<ForEachStep> = {
  enter(step, walk) {
    const items = fill(step.items, walk);
    if (!Array.isArray(items)) throw new StepFailure('bad_input', '"items" gives no list');
    const limit = step.limit ?? usualLimit;
    if (items.length > limit) {
      throw new StepFailure(
        'too_many_items',
        `there are ${items.length} items, at most ${limit} are allowed`,
      );
    }
    const output = { count: items.length };
    if (items.length === 0) {
      keep(walk, step.id, output);
      return { move: { to: null }, input: { items }, output };
    }
    const { position } = walk;
    const atOnce = step.concurrency ?? 1;
    keep(walk, step.id, atOnce > 1 ? undefined : { item: items[0]!, index: 0 });
    addToKept(position, sizeOf(items));
    if (atOnce > 1) {
      position.loops[step.id] = { items, index: -1 };
      for (let n = 0; n < atOnce; n++) addRound(step, walk);
      return { move: { wait: { kind: 'branches', until: null } }, input: { items }, output };
    }
    position.loops[step.id] = { items, index: 0, entered: position.taken };
    return { move: { into: step.steps[0]!.id }, input: { items }, output };
  },
  joined(step, walk, { error }) {
    if (error) return { move: { end: failedWith(error) }, output: null, error };
    addRound(step, walk);
    if (walk.position.branches!.length > 0) return null;
    leave(step, walk);
    return { move: { to: null }, output: walk.position.steps[step.id]! };
  },
};

/** Begins the round of the next item beside those that are under way, if there is one. */
function addRound(step: ForEachStep, walk: Walk): void {
  const { loops } = walk.position;
  const { items, index: last } = loops[step.id]!;
  const index = last + 1;
  if (index >= items.length) return;
  addBranch(walk, index, step.steps[0]!.id, { [step.id]: { item: items[index]!, index } });
  loops[step.id] = { items, index };
}

function leave(step: ForEachStep, walk: Walk): void {
  const items = leaveLoop(walk.position, step.id)?.items ?? [];
  keep(walk, step.id, { count: items.length });
}

/** Forgets the items, if it has begun. */
export function leaveLoop(position: Position, id: string): Loop | undefined {
  const loop = loopOf(position, id);
  if (!loop) return undefined;
  addToKept(position, -sizeOf(loop.items));
  delete position.loops[id];
  return loop;
}

/** The state of a for_each; undefined if it has not begun. */
export function loopOf({ loops }: Position, id: string): Loop | undefined {
  return Object.hasOwn(loops, id) ? loops[id] : undefined;
}

/** Starts the next round of a for_each that has one at once, or ends it after the last item. @throws StepFailure */
export function nextRound(step: ForEachStep, walk: Walk): Done {
  const loop = loopOf(walk.position, step.id) ?? { items: [], index: 0 };
  const index = loop.index + 1;
  if (index < loop.items.length) {
    walk.position.loops[step.id] = { ...loop, index };
    keep(walk, step.id, { item: loop.items[index]!, index });
    return { move: { into: step.steps[0]!.id }, output: null };
  }
  leave(step, walk);
  return { move: { to: null }, output: walk.position.steps[step.id]! };
}
