import { enterFlow, refusalToCall } from '../frames.ts';
import type { Ended } from '../position.ts';
import type { StepOf } from '../step-types.ts';
import {
  branchOrEnd,
  type Done,
  failedWith,
  fillObject,
  keep,
  StepFailure,
  type StepType,
  type Walk,
} from '../walk.ts';

/** The step that calls another flow of the document, and goes on when that has ended: call. */

export const callFlow: StepType<StepOf<'call'>> = {
  enter(step, walk) {
    const flow = walk.flow.flows.get(step.flow);
    if (!flow) throw new StepFailure('unknown_flow', `there is no flow "${step.flow}"`);
    const error = refusalToCall(walk);
    if (error) return returned(step, walk, failedWith(error));
    const input = fillObject(step.input ?? {}, '"input"', walk);
    enterFlow(walk, step.id, flow, input);
    return { move: { into: flow.steps[0]!.id }, input: { flow: step.flow, input }, output: null };
  },
};

/** Goes on after the end of a called flow, or without it if it was not to be called. */
export function returned(step: StepOf<'call'>, walk: Walk, { status, output, error }: Ended): Done {
  const given = { status, output, error: error && { ...error } };
  keep(walk, step.id, given);
  if (!error) return { move: { to: null }, output: given };
  return { move: branchOrEnd(step.on_failed, error), output: given, error };
}
