import { isWordless } from '../content/heard-attachments.ts';
import { Allowance, TemplateError } from '../template/liquid.ts';
import type { Definition, Placed } from './definition.ts';
import { flowOf } from './flow.ts';
import { heardWith } from './heard.ts';
import type { Call, Fault, Position, Stimulus, Surroundings, Turn, Waiting } from './position.ts';
import type { Step } from './step-types.ts';
import { choice, question, takesAttachments } from './steps/asking.ts';
import { tableRead, tableWrite, workflow } from './steps/calls.ts';
import { condition, delay, end, goto } from './steps/course.ts';
import { forEach, nextRound } from './steps/loop.ts';
import { operation, payment } from './steps/operations.ts';
import { set, tag } from './steps/profile.ts';
import { handover, message } from './steps/saying.ts';
import {
  addToKept,
  type Done,
  executionOf,
  failedWith,
  type Move,
  StepFailure,
  type StepType,
  sizeOf,
  type Walk,
} from './walk.ts';

/**
 * The interpreter of scenarios and workflows: it takes a position and a stimulus, and returns the new position and what is to be
 * done. It has no clock, no database and no network.
 */

const stepTypes: { readonly [Type in Step['type']]: StepType<Extract<Step, { type: Type }>> } = {
  message,
  question,
  choice,
  condition,
  set,
  tag,
  operation,
  payment,
  table_read: tableRead,
  table_write: tableWrite,
  workflow,
  delay,
  handover,
  for_each: forEach,
  goto,
  end,
};

const mostStepsATurn = 200;
/** A dialog may continue for years, but not without answers. */
const mostStepsUnanswered = 10_000;

/**
 * Runs one turn: from the stimulus to the next step that waits, or to the end. It never throws for a definition from
 * `readDefinition`: an error ends the flow as failed and keeps what was said and set before.
 */
export function advance(
  definition: Definition,
  position: Position | null,
  stimulus: Stimulus,
  around: Surroundings,
): Turn {
  if (stimulus.type === 'start') return begin(definition, position, stimulus, around);
  if (!position || !fits(position.waiting, stimulus)) return unmoved(position, around);
  // A question for words is not answered by a picture without any: it still waits, and no attempt is counted.
  if (stimulus.type === 'text' && isWordless(stimulus.text, stimulus.data)) {
    const waits = flowOf(definition).steps.get(position.step ?? '')?.step;
    if (!takesAttachments(waits)) return unmoved(position, around);
  }
  const walk = walkFrom(definition, around, {
    ...position,
    steps: { ...position.steps },
    loops: { ...position.loops },
  });
  if (stimulus.type === 'text')
    Object.assign(walk.position, heardWith(stimulus, position), { unanswered: 0, error: null });
  if (!goesStraightOn(position)) walk.position.said = 0;
  if (stimulus.type === 'press') branch(walk, stimulus);
  else resume(walk, stimulus);
  return turnOf(walk);
}

/** Leaves what the flow waits for, with the rounds that it is in, and goes on at the step of a button. */
function branch(walk: Walk, press: Extract<Stimulus, { type: 'press' }>): void {
  const { position } = walk;
  Object.assign(position, heardWith(press, position), {
    ...{ waiting: null, options: null, paused: false },
    ...{ unanswered: 0, said: 0, attempts: 0, error: null },
  });
  for (const { items } of Object.values(position.loops)) addToKept(position, -sizeOf(items));
  position.loops = {};
  const isThere = walk.flow.steps.get(press.step)?.parent === null;
  const missing = () => lost(`there is no step "${press.step}" for a button to lead to`);
  const to = isThere ? press.step : stop(walk, press.step, missing());
  if (to !== null) run(walk, to);
}

/** The count of steps continues, so that a result for the former flow cannot look like one for this flow. */
function begin(
  definition: Definition,
  before: Position | null,
  { event = null, input = null, step }: Extract<Stimulus, { type: 'start' }>,
  around: Surroundings,
): Turn {
  const walk = walkFrom(definition, around, {
    ...nowhere(),
    event,
    input,
    taken: before?.taken ?? 0,
  });
  const start = step ?? walk.flow.first;
  const isThere = walk.flow.steps.get(start)?.parent === null;
  run(walk, isThere ? start : stop(walk, start, lost(`there is no step "${start}" to start with`)));
  return turnOf(walk);
}

const answersAtOnce: { readonly [Kind in Call['kind']]: boolean } = {
  operation: false,
  payment: false,
  workflow: true,
  table_read: true,
  table_write: true,
};

/** Whether the flow waits for no person and no time: it has paused, or it calls something that answers at once. */
function goesStraightOn({ waiting, paused }: Position): boolean {
  return paused || (waiting?.kind === 'call' && answersAtOnce[waiting.call.kind]);
}

function fits(waiting: Waiting | null, stimulus: Stimulus): boolean {
  switch (stimulus.type) {
    case 'text':
      return waiting?.kind === 'answer';
    case 'released':
      return waiting?.kind === 'operator';
    case 'result':
      return waiting?.kind === 'call' && waiting.call.id === stimulus.call;
    case 'timer':
      return waiting?.until != null && new Date(stimulus.now).getTime() >= Date.parse(waiting.until);
    case 'press':
      return waiting !== null;
    case 'start':
      return true;
  }
}

function resume(walk: Walk, stimulus: Stimulus): void {
  const { position } = walk;
  const placed = walk.flow.steps.get(position.step ?? '');
  if (!placed) {
    run(walk, stop(walk, position.step ?? '', lost(`the step "${position.step}" is not in this definition`)));
    return;
  }
  if (position.paused) {
    position.paused = false;
    run(walk, placed.step.id);
    return;
  }
  const { resume } = stepTypes[placed.step.type] as StepType<Step>;
  if (!resume) {
    const message = `the step "${placed.step.id}" waits for nothing in this definition`;
    run(walk, stop(walk, placed.step.id, lost(message)));
    return;
  }
  run(
    walk,
    settle(walk, placed, () => resume(placed.step, walk, stimulus)),
    1,
  );
}

/**
 * Runs steps until one waits or the flow ends.
 * @param from null if the turn is over already
 * @param before number of steps that this turn has run already
 */
function run(walk: Walk, from: string | null, before = 0): void {
  const { position } = walk;
  let at = from;
  for (let taken = before; at !== null; taken++) {
    const placed: Placed = walk.flow.steps.get(at)!;
    if (position.unanswered >= mostStepsUnanswered) {
      giveUp(walk, at, tooManySteps(`it took ${mostStepsUnanswered} steps without an answer`));
      return;
    }
    if (taken >= mostStepsATurn) {
      if (placed.parent !== null) pause(walk, at);
      else giveUp(walk, at, tooManySteps(`it took ${mostStepsATurn} steps without waiting`));
      return;
    }
    position.taken++;
    position.unanswered++;
    const type = stepTypes[placed.step.type] as StepType<Step>;
    at = settle(walk, placed, () => type.enter(placed.step, walk));
  }
}

/** Runs one step and adds it to the trace. Returns the next step, or null if the turn is over. */
function settle(walk: Walk, placed: Placed, carryOut: () => Done): string | null {
  walk.step = placed.step.id;
  const done = attempt(carryOut);
  const error = done.error ?? null;
  walk.trace.push({
    id: placed.step.id,
    type: placed.step.type,
    execution: executionOf(placed.step.id, walk),
    status: error ? 'failed' : 'wait' in done.move ? 'waiting' : 'succeeded',
    output: done.output,
    error,
    at: walk.at,
  });
  if (error && 'end' in done.move && !done.isMeant) {
    const to = rescue(walk, placed.step.id, error);
    if (to !== null) return to;
  }
  return go(walk, placed, done.move);
}

/**
 * Leads a flow that would end as failed to the definition's `on_error`. Only the first failure since the customer's last answer:
 * the steps that deal with a failure may fail themselves, and a flow must not call a broken system without an end.
 * @returns null if the flow has to end
 */
function rescue({ flow, position }: Walk, step: string, error: Fault): string | null {
  if (flow.onError === undefined || position.error) return null;
  for (const { items } of Object.values(position.loops)) position.kept -= sizeOf(items);
  Object.assign(position, {
    ...{ waiting: null, options: null, loops: {}, paused: false },
    // It may say what happened although it failed because it said too much.
    ...{ said: 0, error: { ...error, step } },
  });
  return flow.onError;
}

function go(walk: Walk, placed: Placed, move: Move): string | null {
  const { position } = walk;
  if ('wait' in move) {
    position.step = placed.step.id;
    position.waiting = move.wait;
    return null;
  }
  position.waiting = null;
  position.options = null;
  if ('end' in move) {
    endWith(walk, move.end);
    return null;
  }
  if (move.to === null) return follow(walk, placed);
  const target = walk.flow.steps.get(move.to);
  const isOwnBody = placed.step.type === 'for_each' && target?.parent === placed.step.id;
  if (target && (target.parent === placed.parent || isOwnBody)) return move.to;
  const where = target ? 'is not in the same list of steps' : 'does not exist';
  return stop(walk, move.to, lost(`the step "${placed.step.id}" aims at "${move.to}", which ${where}`));
}

/** Finds the following step. After the last step of a for_each this is its next round, or the step after it. */
function follow(walk: Walk, placed: Placed): string | null {
  const { step } = placed;
  if ('next' in step && step.next !== undefined) return go(walk, placed, { to: step.next });
  if (placed.following !== null) return placed.following;
  if (placed.parent === null) {
    endWith(walk, { status: 'succeeded', output: null, error: null });
    return null;
  }
  const outer = walk.flow.steps.get(placed.parent)!;
  const round = attempt(() => {
    const to = outer.step.type === 'for_each' ? nextRound(outer.step, walk) : null;
    return { move: { to }, output: null };
  });
  if (round.error) return stop(walk, outer.step.id, round.error);
  if ('to' in round.move && round.move.to === null) return follow(walk, outer);
  return go(walk, outer, round.move);
}

function attempt(carryOut: () => Done): Done {
  try {
    return carryOut();
  } catch (failure) {
    const error = faultOf(failure);
    return { move: { end: failedWith(error) }, output: null, error };
  }
}

function faultOf(failure: unknown): Fault {
  if (failure instanceof StepFailure) return { code: failure.code, message: failure.message };
  if (failure instanceof TemplateError) return { code: 'bad_template', message: failure.message };
  throw failure;
}

function lost(message: string): Fault {
  return { code: 'unknown_step', message };
}

function tooManySteps(message: string): Fault {
  return { code: 'too_many_steps', message };
}

/** A flow fails between two steps. @returns the step that deals with it, or null if it has ended */
function stop(walk: Walk, id: string, error: Fault): string | null {
  const to = rescue(walk, id, error);
  if (to === null) giveUp(walk, id, error);
  else failedAt(walk, id, error);
  return to;
}

/** Ends a flow between two steps, whatever the definition has for failures. */
function giveUp(walk: Walk, id: string, error: Fault): void {
  failedAt(walk, id, error);
  endWith(walk, failedWith(error));
}

/** The step that is not reached gets the error in the trace. */
function failedAt(walk: Walk, id: string, error: Fault): void {
  walk.trace.push({
    id,
    type: walk.flow.steps.get(id)?.step.type ?? 'unknown',
    execution: `${id}:${walk.position.taken + 1}`,
    status: 'failed',
    output: null,
    error,
    at: walk.at,
  });
}

/** Drops the outputs of a flow that has ended, because nothing reads them. */
function endWith({ position }: Walk, ended: Position['ended']): void {
  Object.assign(position, {
    ...nowhere(),
    ended,
    event: position.event,
    answer: position.answer ?? null,
    input: position.input,
    taken: position.taken,
  });
}

/** Pauses a long for_each, so that its changes are stored and others get a turn. */
function pause({ position, around }: Walk, at: string): void {
  position.step = at;
  position.paused = true;
  position.waiting = { kind: 'timer', until: around.now.toISOString() };
}

function nowhere(): Position {
  return {
    step: null,
    waiting: null,
    ended: null,
    event: null,
    answer: null,
    input: null,
    error: null,
    steps: {},
    loops: {},
    taken: 0,
    unanswered: 0,
    said: 0,
    attempts: 0,
    options: null,
    kept: 0,
    paused: false,
  };
}

function walkFrom(definition: Definition, around: Surroundings, position: Position): Walk {
  const { state, tags } = around;
  return {
    flow: flowOf(definition),
    around,
    at: around.now.toISOString(),
    position,
    step: '',
    state,
    tags,
    messages: [],
    trace: [],
    allowance: new Allowance(),
  };
}

function turnOf({ position, state, tags, messages, trace }: Walk): Turn {
  return { position, state, tags: [...tags], messages, trace, consumed: true };
}

function unmoved(position: Position | null, { state, tags }: Surroundings): Turn {
  const ended = { status: 'succeeded' as const, output: null, error: null };
  return {
    position: position ?? { ...nowhere(), ended },
    state,
    tags,
    messages: [],
    trace: [],
    consumed: false,
  };
}
