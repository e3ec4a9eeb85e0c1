import type { Json, JsonObject } from '../template/json.ts';
import { TemplateError } from '../template/liquid.ts';
import { isEmpty } from './conditions.ts';
import { leaveAll, leaveFlow } from './frames.ts';
import { onRecord } from './given.ts';
import type { Placed } from './placed.ts';
import type { Ended, Fault, Position, Stimulus } from './position.ts';
import { continuesOnError } from './step-traits.ts';
import type { Step } from './step-types.ts';
import { question } from './steps/asking.ts';
import { callFlow, returned } from './steps/calling.ts';
import { asObject, tableRead, tableWrite, workflow } from './steps/calls.ts';
import { choice } from './steps/choosing.ts';
import { condition, delay, end, goto } from './steps/course.ts';
import { forEach, nextRound } from './steps/loop.ts';
import { operation, payment } from './steps/operations.ts';
import { set, tag } from './steps/profile.ts';
import { handover, message } from './steps/saying.ts';
import { transform } from './steps/transform.ts';
import { waitFor } from './steps/waiting.ts';
import {
  addToKept,
  type Done,
  executionOf,
  failedWith,
  keep,
  type Move,
  StepFailure,
  type StepType,
  sizeOf,
  type Walk,
} from './walk.ts';

/** How a flow goes from step to step, until one waits or the flow ends. */

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
  transform,
  delay,
  wait_for: waitFor,
  handover,
  call: callFlow,
  for_each: forEach,
  goto,
  end,
};

const mostStepsATurn = 200;
/** A dialog may continue for years, but not without answers. */
const mostStepsUnanswered = 10_000;

/** Goes on with what the flow waited for. */
export function resume(walk: Walk, stimulus: Stimulus): void {
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
export function run(walk: Walk, from: string | null, before = 0): void {
  const { position } = walk;
  let at = from;
  for (let taken = before; at !== null; taken++) {
    const placed: Placed = walk.flow.steps.get(at)!;
    if (position.unanswered >= mostStepsUnanswered) {
      giveUp(walk, at, tooManySteps(`it took ${mostStepsUnanswered} steps without an answer`));
      return;
    }
    if (taken >= mostStepsATurn) {
      if (isInRound(walk, placed)) pause(walk, at);
      else giveUp(walk, at, tooManySteps(`it took ${mostStepsATurn} steps without waiting`));
      return;
    }
    position.entered = ++position.taken;
    position.unanswered++;
    const type = stepTypes[placed.step.type] as StepType<Step>;
    at = settle(walk, placed, () => pinnedTo(placed.step, walk) ?? type.enter(placed.step, walk));
  }
}

/** Takes the output that stands in for a step; undefined if the step is to be carried out. */
function pinnedTo({ id }: Step, walk: Walk): Done | undefined {
  const { pinned } = walk.position;
  if (!pinned || !Object.hasOwn(pinned, id)) return undefined;
  const output = pinned[id]!;
  keep(walk, id, output);
  return { move: { to: null }, input: { pinned: true }, output };
}

/** Runs one step and adds it to the trace. Returns the next step, or null if the turn is over. */
function settle(walk: Walk, placed: Placed, carryOut: () => Done): string | null {
  walk.step = placed.step.id;
  const said = walk.messages.length;
  const done = despiteFailure(walk, placed.step, attempt(carryOut));
  if (walk.isAside && 'wait' in done.move) {
    walk.messages.length = said;
    return null;
  }
  const error = done.error ?? null;
  const input = done.input ?? wordsSince(walk, said);
  walk.trace.push({
    id: placed.step.id,
    type: placed.step.type,
    execution: executionOf(placed.step.id, walk),
    status: error ? 'failed' : 'wait' in done.move || 'into' in done.move ? 'waiting' : 'succeeded',
    ...(input !== undefined && { input: onRecord(input) }),
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

/** What a step said; undefined if it said nothing. */
function wordsSince({ messages }: Walk, before: number): Json | undefined {
  const said = messages.slice(before).map(({ step: _, ...content }) => withoutEmpty(content as JsonObject));
  return said.length > 1 ? { messages: said } : said[0];
}

const withoutEmpty = (content: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(content).filter(([, field]) => !isEmpty(field)));

/** The failure of a step with `continue_on_error` that has no branch: it is the output of the step, and the flow goes on. */
function despiteFailure(walk: Walk, step: Step, done: Done): Done {
  const { error, move, isMeant } = done;
  if (!error || !('end' in move) || isMeant || !continuesOnError(step)) return done;
  const output = { ...asObject(done.output), error: { ...error } };
  return attempt(() => {
    leaveLoop(walk.position, step.id);
    keep(walk, step.id, output);
    return { ...done, move: { to: null }, output, error };
  });
}

/**
 * Leads a flow that would end as failed to the definition's `on_error`. Only the first failure since the customer's last answer:
 * the steps that deal with a failure may fail themselves, and a flow must not call a broken system without an end.
 * The failure of a called flow is that of the step that has called it.
 * @returns null if the flow has to end
 */
function rescue({ flow, position }: Walk, step: string, error: Fault): string | null {
  if (flow.onError === undefined || position.error || position.frames) return null;
  leaveAll(position);
  Object.assign(position, {
    ...{ waiting: null, options: null, offer: null, paused: false },
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
  position.offer = null;
  if ('end' in move) return finish(walk, move.end);
  if ('into' in move) return move.into;
  if (move.to === null) return follow(walk, placed);
  const target = walk.flow.steps.get(move.to);
  if (target && (target.list === placed.list || target.list.owner === placed)) return move.to;
  const where = target ? 'is not in the same list of steps' : 'does not exist';
  return stop(walk, move.to, lost(`the step "${placed.step.id}" aims at "${move.to}", which ${where}`));
}

/** Finds the following step. After the last step of a for_each this is its next round, or the step after it. */
function follow(walk: Walk, placed: Placed): string | null {
  const { step } = placed;
  if ('next' in step && step.next !== undefined) return go(walk, placed, { to: step.next });
  if (placed.following !== null) return placed.following;
  const { owner: outer } = placed.list;
  if (outer === null) return finish(walk, { status: 'succeeded', output: null, error: null });
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

/** The failure of a step that a flow cannot find. */
export function lost(message: string): Fault {
  return { code: 'unknown_step', message };
}

function tooManySteps(message: string): Fault {
  return { code: 'too_many_steps', message };
}

/** A flow fails between two steps. @returns the step that deals with it, or null if it has ended */
export function stop(walk: Walk, id: string, error: Fault): string | null {
  const to = rescue(walk, id, error);
  failedAt(walk, id, error, ++walk.position.taken);
  return to ?? finish(walk, failedWith(error));
}

/** Ends the present flow. A caller goes on, and without one the whole flow has ended. @returns the next step of the caller, or null */
function finish(walk: Walk, ended: Ended): string | null {
  const caller = walk.flow.steps.get(leaveFlow(walk.position) ?? '');
  if (caller?.step.type !== 'call') {
    endWith(walk, ended);
    return null;
  }
  const { step } = caller;
  return settle(walk, caller, () => returned(step, walk, ended));
}

/** Ends a flow between two steps, whatever the definition has for failures. */
function giveUp(walk: Walk, id: string, error: Fault): void {
  failedAt(walk, id, error);
  for (const { step, entered } of (walk.position.frames ?? []).toReversed()) {
    failedAt(walk, step, error, entered);
  }
  leaveAll(walk.position);
  endWith({ ...walk, step: id }, failedWith(error));
}

/** The step that is not reached gets the error in the trace. */
function failedAt(walk: Walk, id: string, error: Fault, entered = walk.position.taken + 1): void {
  walk.trace.push({
    id,
    type: walk.flow.steps.get(id)?.step.type ?? 'unknown',
    execution: `${id}:${entered}`,
    status: 'failed',
    output: null,
    error,
    at: walk.at,
  });
}

/** Drops the outputs of a flow that has ended, because nothing reads them. */
function endWith({ position, step }: Walk, ended: Position['ended']): void {
  Object.assign(position, {
    ...nowhere(),
    ended,
    endedAt: step,
    pinned: undefined,
    event: position.event,
    answer: position.answer ?? null,
    input: position.input,
    // So that a turn in which the flow ends still shows what on_error took.
    error: position.error ?? null,
    taken: position.taken,
    entered: undefined,
  });
}

/** Whether the flow goes through the rounds of a list, if only in a flow that has called it. */
function isInRound({ flow, position }: Walk, { list }: Placed): boolean {
  if (list.owner !== null) return true;
  return position.frames?.some(({ step }) => flow.steps.get(step)?.list.owner) ?? false;
}

/** Pauses a long for_each, so that its changes are stored and others get a turn. */
function pause({ position, around }: Walk, at: string): void {
  position.step = at;
  position.paused = true;
  position.waiting = { kind: 'timer', until: around.now.toISOString() };
}

function leaveLoop(position: Position, id: string): void {
  if (!Object.hasOwn(position.loops, id)) return;
  addToKept(position, -sizeOf(position.loops[id]!.items));
  delete position.loops[id];
}

/** The position of a flow that has not begun. */
export function nowhere(): Position {
  return {
    step: null,
    waiting: null,
    ended: null,
    event: null,
    answer: null,
    input: null,
    error: null,
    steps: {},
    vars: {},
    loops: {},
    taken: 0,
    unanswered: 0,
    said: 0,
    attempts: 0,
    options: null,
    offer: null,
    kept: 0,
    paused: false,
  };
}
