import { isBranch, type Placed } from './placed.ts';
import type { Inside, Place } from './position.ts';
import type { Walk } from './walk.ts';

/** Which round, branch and call a step is carried out in, so that two entries of one step in the trace can be told apart. */

/** The places of what stands in no round, branch or call. */
export const outermost: readonly Inside[] = [];

/**
 * Where a step stands, the outermost first.
 * @param at the calls and lists that are open around it, by default those of the present place
 * @param outer where the present branch stands
 */
export function placesOf(
  { flow, position, within }: Walk,
  step: Placed | undefined,
  { frames = [], loops }: Pick<Place, 'frames' | 'loops'> = position,
  outer: readonly Inside[] = within.places,
): readonly Inside[] {
  const found: Inside[] = [];
  let open = loops;
  let calls = frames.length;
  for (let at = step; at; ) {
    const { owner, flow: name } = at.list;
    if (owner === null) {
      const caller = frames[--calls];
      if (!caller) break;
      found.push({ step: caller.step, flow: name ?? '' });
      open = caller.loops;
      at = flow.steps.get(caller.step);
    } else {
      // Where the branch stands that this list is in, is known already.
      if (isBranch(at.list)) break;
      const { id } = owner.step;
      found.push({ step: id, round: (Object.hasOwn(open, id) ? open[id] : undefined)?.index ?? 0 });
      at = owner;
    }
  }
  return found.length === 0 ? outer : [...outer, ...found.reverse()];
}

/** A branch of a step, or a round that goes on beside others. @param n its number, see `Branch` */
export function branchAt({ step: { id, type } }: Placed, n: number): Inside {
  return type === 'for_each' ? { step: id, round: n } : { step: id, branch: n };
}
