import { addBranch } from '../branches.ts';
import type { ForEachStep } from '../step-types.ts';
import { addToKept, failedWith, fill, keep, StepFailure, type StepType, sizeOf, type Walk } from '../walk.ts';

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
    addToKept(walk.position, sizeOf(items));
    const atOnce = step.concurrency ?? 1;
    walk.position.loops[step.id] = { items, index: atOnce > 1 ? -1 : 0 };
    if (atOnce > 1) {
      keep(walk, step.id, undefined);
      for (let n = 0; n < atOnce; n++) addRound(step, walk);
      return { move: { wait: { kind: 'branches', until: null } }, input: { items }, output };
    }
    keep(walk, step.id, { item: items[0]!, index: 0 });
    return { move: { to: step.steps[0]!.id }, input: { items }, output };
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

/** Forgets the items. */
function leave(step: ForEachStep, walk: Walk): void {
  const { loops } = walk.position;
  const { items } = Object.hasOwn(loops, step.id) ? loops[step.id]! : { items: [] };
  addToKept(walk.position, -sizeOf(items));
  delete loops[step.id];
  keep(walk, step.id, { count: items.length });
}

/** Starts the next round of a for_each. Returns its first step, or null after the last item. */
export function nextRound(step: ForEachStep, walk: Walk): string | null {
  const { loops } = walk.position;
  const loop = Object.hasOwn(loops, step.id) ? loops[step.id]! : { items: [], index: 0 };
  const index = loop.index + 1;
  if (index < loop.items.length) {
    loops[step.id] = { items: loop.items, index };
    keep(walk, step.id, { item: loop.items[index]!, index });
    return step.steps[0]!.id;
  }
  leave(step, walk);
  return null;
}
