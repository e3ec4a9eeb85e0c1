import { leaveAll } from './frames.ts';
import type { Ended, Fault, Frame, Inside, Place, Position } from './position.ts';
import type { Walk } from './walk.ts';
import { placesOf } from './within.ts';

/** How a flow ends, and what the trace says of steps that do not come to their own end. */

/** The failure of a step that a flow cannot find. */
export function lost(message: string): Fault {
  return { code: 'unknown_step', message };
}

/** The failure of a flow that goes on and on. */
export function tooManySteps(message: string): Fault {
  return { code: 'too_many_steps', message };
}

/**
 * Adds a step to the trace that is not reached, or that others end.
 * @param entered its number, see `Place`; by default that of a step which would be next
 * @param within where it stands; by default in the present place
 */
export function failedAt(
  walk: Walk,
  id: string,
  error: Fault,
  entered = walk.position.taken + 1,
  within = placesOf(walk, walk.flow.steps.get(id)),
): void {
  walk.trace.push({
    id,
    type: walk.flow.steps.get(id)?.step.type ?? 'unknown',
    execution: `${id}:${entered}`,
    status: 'failed',
    output: null,
    error,
    ...(within.length > 0 && { within }),
    at: walk.at,
  });
}

/**
 * Adds to the trace that the lists of a flow end before their last item.
 * @param error null if the flow ends as it should
 * @param at the flow, or one that waits for another; `outer` is where its branch stands
 */
export function endLoops(
  walk: Walk,
  error: Fault | null,
  at: Pick<Place, 'frames' | 'loops'> = walk.position,
  outer: readonly Inside[] = walk.within.places,
): void {
  const { loops } = at;
  const open = Object.entries(loops).flatMap(([id, { entered }]) =>
    entered === undefined ? [] : [{ id, entered }],
  );
  // The inner ones began later. The keys of a stored position have no order.
  for (const { id, entered } of open.toSorted((a, b) => b.entered - a.entered)) {
    const status = error ? 'failed' : 'succeeded';
    const of = { id, type: 'for_each', execution: `${id}:${entered}` };
    const within = placesOf(walk, walk.flow.steps.get(id), at, outer);
    const where = within.length > 0 && { within };
    walk.trace.push({ ...of, status, output: null, error, ...where, at: walk.at });
  }
}

/** Ends the lists and the calls that the position is in, without asking their callers. */
export function giveUpCalls(walk: Walk, error: Fault): void {
  endLoops(walk, error);
  failCallers(walk, error, walk.position.frames ?? []);
  leaveAll(walk.position);
}

/** Adds to the trace that calls fail, the innermost first, with the lists that they are in. @param outer where their branch stands */
export function failCallers(
  walk: Walk,
  error: Fault,
  frames: readonly Frame[],
  outer: readonly Inside[] = walk.within.places,
): void {
  for (const [i, { step, entered, loops }] of [...frames.entries()].toReversed()) {
    const at = { frames: frames.slice(0, i), loops };
    failedAt(walk, step, error, entered, placesOf(walk, walk.flow.steps.get(step), at, outer));
    endLoops(walk, error, at, outer);
  }
}

/** Ends the whole flow. Drops its outputs, because nothing reads them. */
export function endWith({ position, step }: Walk, ended: Ended): void {
  Object.assign(position, {
    ...nowhere(),
    ended,
    endedAt: step,
    pinned: undefined,
    event: position.event,
    answer: position.answer ?? null,
    input: position.input,
    // So that a turn in which the flow ends still shows what on_error took.
    error: position.error ?? null,
    taken: position.taken,
    entered: undefined,
    branches: undefined,
  });
}

/** The position of a flow that has not begun. */
export function nowhere(): Position {
  return {
    step: null,
    waiting: null,
    ended: null,
    event: null,
    answer: null,
    input: null,
    error: null,
    steps: {},
    vars: {},
    loops: {},
    taken: 0,
    unanswered: 0,
    said: 0,
    attempts: 0,
    options: null,
    offer: null,
    kept: 0,
    paused: false,
  };
}
