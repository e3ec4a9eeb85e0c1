import type { CallResult, Fault } from '../position.ts';
import type { StepOf } from '../step-types.ts';
import { branchOrEnd, type Done, fillObject, inSeconds, keep, type StepType, type Walk } from '../walk.ts';
import { asObject, call, callOf, carriedOn, faultOf, stillWaiting } from './calls.ts';

/** The step that starts a workflow, and may wait for its end: workflow. */

type Starting = StepOf<'workflow'>;

const notInTime: Fault = { code: 'timed_out', message: 'the workflow did not end in time' };

export const workflow: StepType<Starting> = {
  enter(step, walk) {
    const input = fillObject(step.input ?? {}, '"input"', walk);
    const made = { ...callOf(step.id, walk), kind: 'workflow' as const, workflow: step.workflow, input };
    if (!step.wait) return call(made);
    // Until the run has started, that of an earlier round must not be shown.
    keep(walk, step.id, undefined);
    return call({ ...made, wait: true }, inSeconds(step.timeout_seconds, walk));
  },
  resume(step, walk, stimulus) {
    if (!step.wait) return carriedOn(step.id, walk, stimulus, (result) => result);
    if (stimulus.type === 'timer') {
      return over(step, walk, { status: 'timed_out', output: null }, notInTime, step.on_timeout);
    }
    const answer = stimulus as CallResult;
    const { status, result } = answer;
    if (status === 'pending') return begun(step, walk, answer);
    if (status === 'succeeded') return over(step, walk, { status, output: result }, null);
    const branch = status === 'unknown' ? step.on_unknown : step.on_failed;
    return over(step, walk, { status, output: result }, faultOf(answer), branch);
  },
};

function begun({ id }: Starting, walk: Walk, { result }: CallResult): Done {
  const { run_id = null } = asObject(result);
  const output = { run_id, status: 'pending', output: null, error: null };
  keep(walk, id, output);
  return stillWaiting(walk, output);
}

/** @param branch where the step goes on that has failed */
function over(
  { id }: Starting,
  walk: Walk,
  ended:
    | (Pick<CallResult, 'status'> & { output: CallResult['result'] })
    | { status: 'timed_out'; output: null },
  error: Fault | null,
  branch?: string,
): Done {
  const { steps } = walk.position;
  const { run_id = null } = asObject(Object.hasOwn(steps, id) ? steps[id]! : null);
  const output = { run_id, ...ended, error: error && { ...error } };
  keep(walk, id, output);
  return error ? { move: branchOrEnd(branch, error), output, error } : { move: { to: null }, output };
}
