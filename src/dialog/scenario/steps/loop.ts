import type { ForEachStep } from '../step-types.ts';
import { addToKept, fill, keep, StepFailure, type StepType, sizeOf, type Walk } from '../walk.ts';

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
    walk.position.loops[step.id] = { items, index: 0 };
    keep(walk, step.id, { item: items[0]!, index: 0 });
    return { move: { to: step.steps[0]!.id }, input: { items }, output };
  },
};

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
  addToKept(walk.position, -sizeOf(loop.items));
  delete loops[step.id];
  keep(walk, step.id, { count: loop.items.length });
  return null;
}
