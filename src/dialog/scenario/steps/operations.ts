import type { CallResult, Fault, Waiting } from '../position.ts';
import { longestBackoff, type StepOf } from '../step-types.ts';
import {
  branchOrEnd,
  type Done,
  fillObject,
  inSeconds,
  keep,
  StepFailure,
  type StepType,
  type Walk,
} from '../walk.ts';
import { asObject, call, callOf, faultOf, stillWaiting } from './calls.ts';
import { say } from './saying.ts';

/** Steps that act on the outside world: operation and payment. */

export const operation: StepType<StepOf<'operation'>> = {
  enter: (step, walk) => attempt(step, walk, 1, inSeconds(step.timeout_seconds, walk)),
  resume(step, walk, stimulus) {
    if (stimulus.type === 'timer') return timePassed(step, walk);
    const answer = stimulus as CallResult;
    if (answer.status === 'pending') return stillWaiting(walk);
    const { status, result, error, job_id = null } = answer;
    const output = { status, result, error: error && { ...error }, job_id };
    keep(walk, step.id, output);
    if (status === 'succeeded') return { move: { to: null }, output };
    const fault = faultOf(answer);
    const again = nextAttempt(step, walk, answer);
    if (again) return { move: { wait: again }, output, error: fault };
    const branch = status === 'unknown' ? step.on_unknown : step.on_failed;
    return { move: branchOrEnd(branch, fault), output, error: fault };
  },
};

/** @param deadline of the whole step, whose attempts share it */
function attempt(step: StepOf<'operation'>, walk: Walk, number: number, deadline: string | null): Done {
  const input = fillObject(step.input ?? {}, '"input"', walk);
  const made = { ...callOf(step.id, walk), kind: 'operation' as const, operation: step.operation, input };
  return call(made, deadline, step.retry && number);
}

const notDoneInTime: Fault = { code: 'timed_out', message: 'there was no result in time' };

function timePassed(step: StepOf<'operation'>, walk: Walk): Done {
  const { position } = walk;
  if (position.waiting?.kind === 'timer') {
    const { attempt: failed = 0, deadline = null } = position.waiting;
    // Each attempt is an execution of its own, so that its call and its entry in the trace have a name of their own.
    position.entered = ++position.taken;
    position.unanswered++;
    return attempt(step, walk, failed + 1, deadline);
  }
  const output = { status: 'timed_out', result: null, error: { ...notDoneInTime }, job_id: null };
  keep(walk, step.id, output);
  return { move: branchOrEnd(step.on_timeout, notDoneInTime), output, error: notDoneInTime };
}

const usualBackoff = 5;

/** Why a call was refused before there was anything to do. The next one would be refused, too. */
const refusals: ReadonlySet<string> = new Set([
  'operation_not_found',
  'operation_of_other_kind',
  'environment_not_available',
  'invalid_input',
]);

/**
 * The wait before the next attempt, twice as long as the one before. Only what certainly did not happen is tried again: a job
 * `failed` means that. An unknown outcome is repeated only if the operation says that this does no harm.
 * @returns null if this was the last attempt, the next one would come too late, or it would be refused as well
 */
function nextAttempt(
  { retry }: StepOf<'operation'>,
  { position, around }: Walk,
  answer: CallResult,
): Waiting | null {
  const { waiting } = position;
  const mayRepeat = answer.status === 'failed' || (answer.status === 'unknown' && answer.repeatable === true);
  if (!retry || !mayRepeat || waiting?.kind !== 'call') return null;
  if (answer.error && refusals.has(answer.error.code)) return null;
  const failed = waiting.attempt ?? 1;
  if (failed >= retry.attempts) return null;
  const seconds = Math.min((retry.backoff_seconds ?? usualBackoff) * 2 ** (failed - 1), longestBackoff);
  const at = around.now.getTime() + seconds * 1000;
  const deadline = waiting.until;
  if (deadline !== null && at >= Date.parse(deadline)) return null;
  return { kind: 'timer', until: new Date(at).toISOString(), attempt: failed, deadline };
}

const notPaidInTime: Fault = { code: 'timed_out', message: 'it was not paid in time' };

/** Waits for the link, and then, unless the definition says otherwise, for the payment. */
export const payment: StepType<StepOf<'payment'>> = {
  enter(step, walk) {
    if (!walk.around.identity) {
      throw new StepFailure('no_identity', 'there is nobody to pay: the workflow runs without an identity');
    }
    // Until the new link exists, the link of an earlier round must not be shown.
    keep(walk, step.id, undefined);
    const input = fillObject(step.input ?? {}, '"input"', walk);
    return call({ ...callOf(step.id, walk), kind: 'payment', operation: step.operation, input });
  },
  resume(step, walk, stimulus) {
    if (stimulus.type === 'timer') {
      return { move: branchOrEnd(step.on_timeout, notPaidInTime), output: null, error: notPaidInTime };
    }
    const answer = stimulus as CallResult;
    return answer.status === 'pending' ? linked(step, walk, answer) : settled(step, walk, answer);
  },
};

function linked(step: StepOf<'payment'>, walk: Walk, answer: CallResult): Done {
  // The link is sent once, even if it is reported several times.
  if (Object.hasOwn(walk.position.steps, step.id)) return stillWaiting(walk);
  const output = outputOf(step, walk, answer);
  keep(walk, step.id, output);
  if (step.text !== undefined) say({ ...step, text: step.text }, walk);
  if (step.wait === false) return { move: { to: null }, output };
  const { waiting } = walk.position;
  if (waiting?.kind !== 'call') return stillWaiting(walk, output);
  return { ...call(waiting.call, inSeconds(step.timeout_seconds, walk)), output };
}

function settled(step: StepOf<'payment'>, walk: Walk, answer: CallResult): Done {
  const output = outputOf(step, walk, answer);
  keep(walk, step.id, output);
  if (answer.status === 'succeeded') return { move: { to: step.on_paid ?? null }, output };
  const fault = faultOf(answer);
  const branches = { canceled: step.on_canceled, unknown: step.on_unknown, failed: step.on_failed };
  return {
    move: branchOrEnd(branches[answer.status as keyof typeof branches], fault),
    output,
    error: fault,
  };
}

/** The first answer brings the order and its link, which later outputs keep. */
function outputOf({ id }: StepOf<'payment'>, { position }: Walk, answer: CallResult) {
  const before = asObject(Object.hasOwn(position.steps, id) ? position.steps[id]! : null);
  const { order_id, payment_url } = { ...before, ...asObject(answer.result) };
  return {
    status: answer.status,
    order_id: order_id ?? null,
    payment_url: payment_url ?? null,
    result: answer.result,
    error: answer.error && { ...answer.error },
    job_id: answer.job_id ?? before.job_id ?? null,
  };
}
