import { toText } from '../../template/liquid.ts';
import type { CallResult, Fault } from '../position.ts';
import type { StepOf } from '../step-types.ts';
import {
  branchOrEnd,
  type Done,
  fill,
  fillText,
  inSeconds,
  keep,
  StepFailure,
  type StepType,
  type Walk,
} from '../walk.ts';
import { asObject, call, callOf, faultOf } from './calls.ts';

/** The step that waits for what happens elsewhere: an event, a call of a receiver, a decision. */

type WaitFor = StepOf<'wait_for'>;

const longestText = 3000;
const longestOption = 200;
const longestValue = 1000;

const notInTime: Fault = { code: 'timed_out', message: 'what the step waits for did not come in time' };
const rejected: Fault = { code: 'rejected', message: 'the approval was rejected' };

export const waitFor: StepType<WaitFor> = {
  enter(step, walk) {
    const until = inSeconds(step.timeout_seconds, walk);
    const made = callOf(step.id, walk);
    const { approval, receiver, event } = step;
    if (approval) {
      const text = shortText(approval.text, '"text"', longestText, walk);
      const options = approval.options?.map((option, i) =>
        shortText(option, `"options[${i}]"`, longestOption, walk),
      );
      return call({ ...made, kind: 'approval', text, options: options ?? null, until }, until);
    }
    const of = receiver ? { receiver: receiver.slug } : { source: event!.source };
    const { match = {}, where = null } = receiver ?? event!;
    const wanted = Object.entries(match).map(([path, value]) => [
      path,
      wantedValue(path, toText(fill(value, walk))),
    ]);
    const arrival = { ...made, kind: 'arrival' as const, of, match: Object.fromEntries(wanted) };
    return call(
      { ...arrival, where: where as never, ...(where !== null && { rules: walk.allowance.rules }) },
      until,
    );
  },
  resume(step, walk, stimulus) {
    if (stimulus.type === 'timer') {
      const output = { status: 'timed_out', error: { ...notInTime } };
      keep(walk, step.id, output);
      return { move: branchOrEnd(step.on_timeout, notInTime), output, error: notInTime };
    }
    const answer = stimulus as CallResult;
    return answer.status === 'succeeded' ? came(step, walk, answer) : failed(step, walk, answer);
  },
};

function came(step: WaitFor, walk: Walk, { result }: CallResult): Done {
  const output = step.approval ? asObject(result) : { status: 'received', ...asObject(result) };
  keep(walk, step.id, output);
  if (step.approval && output.status === 'rejected') {
    return { move: branchOrEnd(step.on_rejected, rejected), output, error: rejected };
  }
  return { move: { to: null }, output };
}

function failed(step: WaitFor, walk: Walk, answer: CallResult): Done {
  const fault = faultOf(answer);
  const output = { status: 'failed', error: { ...fault } };
  keep(walk, step.id, output);
  return { move: branchOrEnd(undefined, fault), output, error: fault };
}

/** @throws StepFailure for nothing or too much: an empty value would fit whatever has an empty one there */
function wantedValue(path: string, value: string): string {
  if (value !== '' && value.length <= longestValue) return value;
  const problem = value === '' ? 'gives nothing' : `has more than ${longestValue} characters`;
  throw new StepFailure('bad_input', `"match": the value for "${path}" ${problem}`);
}

function shortText(template: string, what: string, longest: number, walk: Walk): string {
  const text = fillText(template, walk).trim();
  if (text !== '' && [...text].length <= longest) return text;
  throw new StepFailure(
    'bad_input',
    `${what} of the approval has 1 to ${longest} characters when it is filled`,
  );
}
