import { attachmentsIn } from '../../content/heard-attachments.ts';
import type { Fault, OfferedOption, Stimulus } from '../position.ts';
import type { Step, StepOf } from '../step-types.ts';
import { branchOrEnd, type Done, fillText, inSeconds, keep, type StepType, type Walk } from '../walk.ts';
import { readAnswer, readOption, type Said } from './answers.ts';
import { setState } from './profile.ts';
import { say } from './saying.ts';

/** Steps that wait for a message of the customer: question and choice. */

type Asking = StepOf<'question' | 'choice'>;

const longestButtonId = 64;

const timedOut: Fault = { code: 'timed_out', message: 'no answer came in time' };
const noValidAnswer: Fault = { code: 'no_valid_answer', message: 'no answer was valid' };

export const question: StepType<StepOf<'question'>> = {
  enter(step, walk) {
    walk.position.attempts = 0;
    say(step, walk);
    return waitForAnswer(step, walk);
  },
  resume: (step, walk, stimulus) =>
    answered(step, stimulus, (said) => {
      const value = readAnswer(said, step.validate, walk.allowance);
      if (value === null) {
        const again = step.validate?.message ?? step.text;
        return askAgain(step, walk, () => say({ ...step, text: again }, walk));
      }
      setState(walk, { [step.field]: value });
      keep(walk, step.id, { value });
      return { move: { to: null }, output: { value } };
    }),
};

export const choice: StepType<StepOf<'choice'>> = {
  enter(step, walk) {
    const options = step.options.map((option): OfferedOption => {
      const text = fillText(option.text, walk);
      return { text, value: option.value === undefined ? text : fillText(option.value, walk) };
    });
    walk.position.attempts = 0;
    walk.position.options = options;
    offer(step, step.text, options, walk);
    return waitForAnswer(step, walk);
  },
  resume: (step, walk, stimulus) =>
    answered(step, stimulus, ({ text }) => {
      const options = walk.position.options ?? [];
      const index = readOption(text, options);
      if (index === null) {
        return askAgain(step, walk, () => offer(step, step.message ?? step.text, options, walk));
      }
      const output = { ...options[index]!, number: index + 1 };
      if (step.field !== undefined) setState(walk, { [step.field]: output.value });
      keep(walk, step.id, output);
      return { move: { to: step.options[index]?.next ?? null }, output };
    }),
};

/** Sends the options as buttons. A button with a separate value sends that value when it is pressed. */
function offer(step: StepOf<'choice'>, text: string, options: OfferedOption[], walk: Walk): void {
  const buttons = options.map(({ text, value }) =>
    value === text || [...value].length > longestButtonId ? { text } : { text, id: value },
  );
  say({ ...step, text }, walk, buttons);
}

/** Whether a step is answered by what comes without words. */
export const takesAttachments = (step: Step | undefined): boolean =>
  step?.type === 'question' && (step.validate?.type === 'file' || step.validate?.type === 'location');

function waitForAnswer(step: Asking, walk: Walk): Done {
  return {
    move: { wait: { kind: 'answer', until: inSeconds(step.timeout_seconds, walk) } },
    output: null,
  };
}

function answered(step: Asking, stimulus: Stimulus, take: (said: Said) => Done): Done {
  if (stimulus.type !== 'text') {
    return { move: branchOrEnd(step.on_timeout, timedOut), output: null, error: timedOut };
  }
  return take({ text: stimulus.text, attachments: attachmentsIn(stimulus.data) });
}

function askAgain(step: Asking, walk: Walk, ask: () => void): Done {
  walk.position.attempts++;
  if (walk.position.attempts >= (step.attempts ?? 3)) {
    return { move: branchOrEnd(step.on_invalid, noValidAnswer), output: null, error: noValidAnswer };
  }
  ask();
  return waitForAnswer(step, walk);
}
