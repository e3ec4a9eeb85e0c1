import type { Definition, Placed } from './definition.ts';
import { flowOf } from './flow.ts';
import type { Fault, Position, Stimulus, Surroundings, Turn, Waiting } from './position.ts';
import type { Step } from './step-types.ts';
import { choice, question } from './steps/asking.ts';
import { tableRead, tableWrite, workflow } from './steps/calls.ts';
import { condition, delay, end, goto } from './steps/course.ts';
import { forEach, nextRound } from './steps/loop.ts';
import { operation, payment } from './steps/operations.ts';
import { set, tag } from './steps/profile.ts';
import { handover, message } from './steps/saying.ts';
import { deadline, type JsonObject, TemplateError } from './template.ts';
import {
  type Done,
  executionOf,
  failedWith,
  type Move,
  StepFailure,
  type StepType,
  type Walk,
} from './walk.ts';

/**
 * The interpreter of scenarios and workflows: where a flow stands and what happens, to where it stands then and what
 * is to be done. It has no clock, no database and no network.
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
/** A dialog may go on for years, but not by itself. */
const mostStepsUnanswered = 10_000;

/**
 * Takes one turn: from the stimulus to the next step that waits, or to the end. It never throws for a definition
 * that `readDefinition` gave; what goes wrong ends the flow as failed, with what was said and set before.
 */
export function advance(
  definition: Definition,
  position: Position | null,
  stimulus: Stimulus,
  around: Surroundings,
): Turn {
  if (stimulus.type === 'start') return begin(definition, position, stimulus, around);
  if (!position || !fits(position.waiting, stimulus)) return unmoved(position, around);
  const walk = walkFrom(definition, around, {
    ...position,
    steps: { ...position.steps },
    loops: { ...position.loops },
  });
  if (stimulus.type === 'text') {
    walk.position.event = eventOf(stimulus, position);
    walk.position.unanswered = 0;
  }
  resume(walk, stimulus);
  return turnOf(walk);
}

/** The count of steps goes on: a result that the flow before waited for must not look like one of this flow. */
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
  if (walk.flow.steps.get(start)?.parent === null) run(walk, start);
  else stop(walk, lost(`there is no step "${start}" to start with`));
  return turnOf(walk);
}

/** `{{event.text}}` is what was said last; other fields stay until an event brings its own. */
function eventOf({ text, event }: Extract<Stimulus, { type: 'text' }>, position: Position): JsonObject {
  return event ? { text, ...event } : { ...position.event, text };
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
    case 'start':
      return true;
  }
}

function resume(walk: Walk, stimulus: Stimulus): void {
  const { position } = walk;
  const placed = walk.flow.steps.get(position.step ?? '');
  if (!placed) {
    stop(walk, lost(`the step "${position.step}" is not in this definition`));
    return;
  }
  if (position.paused) {
    position.paused = false;
    run(walk, placed.step.id);
    return;
  }
  const { resume } = stepTypes[placed.step.type] as StepType<Step>;
  if (!resume) {
    stop(walk, lost(`the step "${position.step}" waits for nothing in this definition`));
    return;
  }
  const to = settle(walk, placed, () => resume(placed.step, walk, stimulus));
  if (to !== null) run(walk, to);
}

/** Takes steps until one waits or the flow ends. */
function run(walk: Walk, from: string): void {
  const { position } = walk;
  let at: string | null = from;
  for (let taken = 0; at !== null; taken++) {
    const placed: Placed = walk.flow.steps.get(at)!;
    if (position.unanswered >= mostStepsUnanswered) {
      stop(walk, {
        code: 'too_many_steps',
        message: `it took ${mostStepsUnanswered} steps without an answer`,
      });
      return;
    }
    if (taken >= mostStepsATurn) {
      if (placed.parent !== null) pause(walk, at);
      else stop(walk, { code: 'too_many_steps', message: `it took ${mostStepsATurn} steps without waiting` });
      return;
    }
    position.taken++;
    position.unanswered++;
    const type = stepTypes[placed.step.type] as StepType<Step>;
    at = settle(walk, placed, () => type.enter(placed.step, walk));
  }
}

/** Carries out one step and writes down what it did. Gives the step to go to, or null where the turn is over. */
function settle(walk: Walk, placed: Placed, carryOut: () => Done): string | null {
  const done = attempt(carryOut);
  const error = done.error ?? null;
  walk.trace.push({
    id: placed.step.id,
    type: placed.step.type,
    execution: executionOf(placed.step.id, walk),
    status: error ? 'failed' : 'wait' in done.move ? 'waiting' : 'succeeded',
    output: done.output,
    error,
    at: walk.around.now.toISOString(),
  });
  return go(walk, placed, done.move);
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
  stop(walk, lost(`the step "${placed.step.id}" aims at "${move.to}", which ${where}`));
  return null;
}

/** To the step that follows; from the last one of a for_each to its next round, or on from there. */
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

function stop(walk: Walk, error: Fault): void {
  endWith(walk, failedWith(error));
}

/** Nothing reads the outputs of a flow that has ended. */
function endWith({ position }: Walk, ended: Position['ended']): void {
  Object.assign(position, {
    ...nowhere(),
    ended,
    event: position.event,
    input: position.input,
    taken: position.taken,
  });
}

/** A long for_each lets its changes be stored, and others have their turn, before it goes on. */
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
    input: null,
    steps: {},
    loops: {},
    taken: 0,
    unanswered: 0,
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
    position,
    state,
    tags,
    messages: [],
    trace: [],
    until: deadline(),
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
