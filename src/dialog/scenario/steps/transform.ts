import { holdsInexact } from '../../expression/jsonata.ts';
import type { CallResult, Fault } from '../position.ts';
import type { StepOf } from '../step-types.ts';
import { branchOrEnd, type Done, fill, keep, type StepType, sizeOf, type Walk } from '../walk.ts';
import { call, callOf, faultOf } from './calls.ts';

/** The step that makes one value out of another, by an expression: transform. */

const mostBytesOfInput = 256 * 1024;

const tooLarge: Fault = { code: 'input_too_large', message: '"input" has more than 256 KiB' };
const inexact: Fault = {
  code: 'number_too_large',
  message: '"input" has a number beyond 9007199254740991, which may have been rounded; give it as text',
};

export const transform: StepType<StepOf<'transform'>> = {
  enter(step, walk) {
    const input = fill(step.input, walk);
    if (sizeOf(input) > mostBytesOfInput) return failed(step, walk, tooLarge);
    if (holdsInexact(input)) return failed(step, walk, inexact);
    return call({ ...callOf(step.id, walk), kind: 'transform', expression: step.expression, input });
  },
  resume(step, walk, stimulus) {
    const answer = stimulus as CallResult;
    if (answer.status !== 'succeeded') return failed(step, walk, faultOf(answer));
    const output = { value: answer.result };
    keep(walk, step.id, output);
    return { move: { to: null }, output };
  },
};

function failed(step: StepOf<'transform'>, walk: Walk, error: Fault): Done {
  const output = { value: null, error: { ...error } };
  keep(walk, step.id, output);
  return { move: branchOrEnd(step.on_failed, error), output, error };
}
