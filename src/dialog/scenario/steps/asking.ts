import type { Asks } from '../../content/content.ts';
import { attachmentsIn } from '../../content/heard-attachments.ts';
import { clockIn } from '../../project-settings/time-zone.ts';
import type { Json } from '../../template/json.ts';
import { toText } from '../../template/liquid.ts';
import type { Fault, Stimulus } from '../position.ts';
import type { Step, StepOf } from '../step-types.ts';
import { setVars } from '../vars.ts';
import { branchOrEnd, type Done, inSeconds, keep, type StepType, type Walk } from '../walk.ts';
import { readAnswer, type Said, typed } from './answers.ts';
import { setState } from './profile.ts';
import { replyTo } from './replies.ts';
import { reworded, say } from './saying.ts';

/** How a step waits for a message of the customer, and the question. */

type Asking = StepOf<'question' | 'choice'>;

const timedOut: Fault = { code: 'timed_out', message: 'no answer came in time' };
const noValidAnswer: Fault = { code: 'no_valid_answer', message: 'no answer was valid' };

export const question: StepType<StepOf<'question'>> = {
  enter(step, walk) {
    walk.position.attempts = 0;
    return ask(step, walk);
  },
  resume(step, walk, stimulus) {
    if (stimulus.type === 'ask') return ask(step, walk);
    return answered(step, stimulus, (said) => {
      const read = readAnswer(said, step.validate, walk);
      const value = read !== null && step.var !== undefined ? typed(read, step.validate) : read;
      if (value === null) {
        const again = step.validate?.message ?? replyTo(step.validate);
        const said = again === undefined ? step : reworded(step, again);
        return askAgain(step, walk, () => say(said, walk, undefined, asksOf(step, walk)));
      }
      const output = { value };
      store(step, value, walk);
      keep(walk, step.id, output);
      return { move: { to: null }, output };
    });
  },
};

function ask(step: StepOf<'question'>, walk: Walk): Done {
  say(step, walk, undefined, asksOf(step, walk));
  return waitForAnswer(step, walk);
}

const minuteMs = 60_000;

/** What a channel may offer a calendar or a clock for. What is chosen there comes as the text of an answer like any other. */
function asksOf({ validate }: StepOf<'question'>, { around: { now } }: Walk): { asks?: Asks } {
  if (validate?.type === 'date' || validate?.type === 'time') {
    const { type, min, max } = validate;
    return { asks: { type, ...(min !== undefined && { min }), ...(max !== undefined && { max }) } };
  }
  if (validate?.type !== 'datetime') return {};
  const { type, timezone = 'UTC', min, max } = validate;
  const clock = (at: string, round: (minutes: number) => number) => {
    const moment = at === 'now' ? now.getTime() : Date.parse(at);
    const shown = clockIn(timezone, round(moment / minuteMs) * minuteMs);
    return new Date(shown).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
  };
  return {
    asks: {
      ...{ type, timezone },
      ...(min !== undefined && { min: clock(min, Math.ceil) }),
      ...(max !== undefined && { max: clock(max, Math.floor) }),
    },
  };
}

/**
 * Stores an answer where its step says. A variable keeps its type; the state has only text.
 * @param text what the state gets
 */
export function store({ field, var: name }: Asking, value: Json, walk: Walk, text = toText(value)): void {
  if (field !== undefined) setState(walk, { [field]: text });
  if (name !== undefined) setVars(walk, { [name]: value });
}

/** Whether a step is answered by what comes without words. */
export const takesAttachments = (step: Step | undefined): boolean =>
  step?.type === 'question' && (step.validate?.type === 'file' || step.validate?.type === 'location');

/** Waits at a step, as long as its time-out says from now. */
export function waitForAnswer(step: Asking, walk: Walk): Done {
  return {
    move: { wait: { kind: 'answer', until: inSeconds(step.timeout_seconds, walk) } },
    output: null,
  };
}

/** Takes an answer, or what the step has for a time-out. */
export function answered(step: Asking, stimulus: Stimulus, take: (said: Said) => Done): Done {
  if (stimulus.type !== 'text') {
    return { move: branchOrEnd(step.on_timeout, timedOut), output: null, error: timedOut };
  }
  return take({ text: stimulus.text, attachments: attachmentsIn(stimulus.data) });
}

/** Counts an answer that is none, and asks again unless it was the last attempt. */
export function askAgain(step: Asking, walk: Walk, ask: () => void): Done {
  walk.position.attempts++;
  if (walk.position.attempts >= (step.attempts ?? 3)) {
    return { move: branchOrEnd(step.on_invalid, noValidAnswer), output: null, error: noValidAnswer };
  }
  ask();
  return waitForAnswer(step, walk);
}
