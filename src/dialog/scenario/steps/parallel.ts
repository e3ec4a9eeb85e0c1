import { addBranch } from '../branches.ts';
import type { Fault } from '../position.ts';
import type { ParallelStep } from '../step-types.ts';
import { branchOrEnd, type Done, keep, type StepType, type Walk } from '../walk.ts';

/** The step that carries out several lists of steps side by side: parallel. */

export const parallel: StepType<ParallelStep> = {
  enter(step, walk) {
    for (const [n, { steps }] of step.branches.entries()) addBranch(walk, n, steps[0]!.id);
    return { move: { wait: { kind: 'branches', until: null } }, output: null };
  },
  joined(step, walk, { n, error }) {
    const isLast = walk.position.branches!.length === 0;
    if (step.join === 'first') {
      if (error && !isLast) return null;
      return over(step, walk, n, error);
    }
    if (error) return over(step, walk, n, error);
    return isLast ? over(step, walk, null, null) : null;
  },
};

/** @param n the branch that decided it */
function over(step: ParallelStep, walk: Walk, n: number | null, error: Fault | null): Done {
  const output = { status: error ? 'failed' : 'succeeded', branch: n, error: error && { ...error } };
  keep(walk, step.id, output);
  if (!error) return { move: { to: null }, output };
  return { move: branchOrEnd(step.on_failed, error), output, error };
}
