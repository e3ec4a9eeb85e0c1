import type { Json } from '../template/json.ts';
import { TemplateError } from '../template/liquid.ts';
import { earliestOf, goesOnByItself, inBranch, leaveBranches } from './branches.ts';
import { endLoops, endWith, failedAt, giveUpCalls, lost, tooManySteps } from './endings.ts';
import { leaveAll, leaveFlow } from './frames.ts';
import { isBranch, type Placed } from './placed.ts';
import type { Ended, Fault, Loop, Stimulus } from './position.ts';
import { continuesOnError, hasTrait } from './step-traits.ts';
import type { Step } from './step-types.ts';
import { question } from './steps/asking.ts';
import { callFlow, returned } from './steps/calling.ts';
import { asObject, tableRead, tableWrite } from './steps/calls.ts';
import { choice } from './steps/choosing.ts';
import { condition, delay, end, goto } from './steps/course.ts';
import { forEach, leaveLoop, loopOf, nextRound } from './steps/loop.ts';
import { operation, payment } from './steps/operations.ts';
import { parallel } from './steps/parallel.ts';
import { set, tag } from './steps/profile.ts';
import { handover, message } from './steps/saying.ts';
import { workflow } from './steps/starting.ts';
import { transform } from './steps/transform.ts';
import { waitFor } from './steps/waiting.ts';
import { tell, wordsSince } from './trace.ts';
import {
  type Done,
  failedWith,
  keep,
  type Left,
  type Move,
  StepFailure,
  type StepType,
  type Walk,
} from './walk.ts';
import { placesOf } from './within.ts';

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
  parallel,
  for_each: forEach,
  goto,
  end,
};

const mostStepsATurn = 200;
/** A dialog may continue for years, but not without answers. */
const mostStepsUnanswered = 10_000;

/**
 * Goes on with what the flow waited for.
 * @param way the indices of the branches that lead to where it waited, the outermost first
 */
export function resume(walk: Walk, stimulus: Stimulus, way: readonly number[]): void {
  run(walk, resumed(walk, stimulus, way));
}

/** @returns the step with which the present place goes on, or null */
function resumed(walk: Walk, stimulus: Stimulus, [branch, ...way]: readonly number[]): string | null {
  if (branch !== undefined) return moveBranch(walk, branch, () => resume(walk, stimulus, way));
  const { position } = walk;
  const placed = walk.flow.steps.get(position.step ?? '');
  if (!placed) {
    return stop(walk, position.step ?? '', lost(`the step "${position.step}" is not in this definition`));
  }
  if (position.paused) return goOn(walk);
  const { resume: takeUp } = stepTypes[placed.step.type] as StepType<Step>;
  if (!takeUp) {
    const message = `the step "${placed.step.id}" waits for nothing in this definition`;
    return stop(walk, placed.step.id, lost(message), placed);
  }
  walk.ran++;
  return settle(walk, placed, () => takeUp(placed.step, walk, stimulus));
}

/** Ends a pause. @returns the step before which the present place has paused; null if only branches of it have */
function goOn({ position }: Walk): string | null {
  if (!position.paused) return null;
  position.paused = false;
  return position.step;
}

/**
 * Runs steps until one waits or the flow ends, and what goes on by itself in its branches.
 * @param from null if only its branches go on
 */
export function run(walk: Walk, from: string | null): void {
  let at = from;
  do {
    while (at !== null) at = runStep(walk, at);
    at = runBranches(walk);
  } while (at !== null);
}

/** @returns the next step, or null if there is none in this turn */
function runStep(walk: Walk, at: string): string | null {
  const { position } = walk;
  const placed: Placed = walk.flow.steps.get(at)!;
  if (position.unanswered >= mostStepsUnanswered) {
    giveUp(walk, at, tooManySteps(`it took ${mostStepsUnanswered} steps without an answer`));
    return null;
  }
  if (walk.ran >= mostStepsATurn) {
    if (isInRound(walk, placed)) pause(walk, at);
    else giveUp(walk, at, tooManySteps(`it took ${mostStepsATurn} steps without waiting`));
    return null;
  }
  walk.ran++;
  position.entered = ++position.taken;
  position.unanswered++;
  return settle(walk, placed, () => {
    if (walk.within.depth > 0 && hasTrait('onlyInDialogs', placed.step)) {
      throw new StepFailure('not_in_branch', `a ${placed.step.type} cannot stand beside other steps`);
    }
    const type = stepTypes[placed.step.type] as StepType<Step>;
    return pinnedTo(placed.step, walk) ?? type.enter(placed.step, walk);
  });
}

/** Goes on behind a step that is not carried out, because it is known what came of it. @returns the next step, or null */
export function goBehind(walk: Walk, id: string, outcome: Json): string | null {
  const { position } = walk;
  walk.ran++;
  position.entered = ++position.taken;
  position.unanswered++;
  return settle(walk, walk.flow.steps.get(id)!, () => {
    keep(walk, id, outcome);
    return { move: { to: null }, input: { settled: true }, output: outcome };
  });
}

/** Lets the branches of the present place go on that do so by themselves. @returns the step after they have come together, or null */
function runBranches(walk: Walk): string | null {
  const { position } = walk;
  while (position.waiting?.kind === 'branches' && !walk.left) {
    const next = walk.ran < mostStepsATurn ? position.branches!.findIndex(goesOnByItself) : -1;
    if (next < 0) {
      position.waiting = { kind: 'branches', until: earliestOf(position) };
      return null;
    }
    const at = moveBranch(walk, next, () => run(walk, goOn(walk)));
    if (at !== null) return at;
  }
  return null;
}

/** Moves a branch of the present step, and the step with it when it has ended. @returns the step with which the flow goes on, or null */
function moveBranch(walk: Walk, i: number, move: () => void): string | null {
  const { position } = walk;
  const owner = walk.flow.steps.get(position.step!)!;
  const { n } = position.branches![i]!;
  const left = inBranch(walk, i, owner, move);
  if (!left) return null;
  const { by, ended } = left;
  if (by === 'end' || by === 'limit') {
    leaveBranches(walk);
    walk.step = owner.step.id;
    tell(walk, owner, { output: null, error: ended.error, within: placesOf(walk, owner) });
    if (by === 'limit') giveUpCalls(walk, ended.error!);
    return finish(walk, ended, by);
  }
  const waits: Done = { move: { wait: position.waiting! }, output: null };
  const { joined } = stepTypes[owner.step.type] as StepType<Step>;
  const done = attempt(() => joined?.(owner.step, walk, { n, error: ended.error }) ?? waits);
  if (done === waits) return null;
  return settle(walk, owner, () => done);
}

/** Takes the output that stands in for a step; undefined if the step is to be carried out. */
function pinnedTo({ id }: Step, walk: Walk): Done | undefined {
  const { pinned } = walk.position;
  if (!pinned || !Object.hasOwn(pinned, id)) return undefined;
  const output = pinned[id]!;
  keep(walk, id, output);
  return { move: { to: null }, input: { pinned: true }, output };
}

/**
 * Runs one step and adds it to the trace. Returns the next step, or null if the turn is over.
 * @param failed the step inside it whose failure this is, if it is one
 */
function settle(walk: Walk, placed: Placed, carryOut: () => Done, failed?: string): string | null {
  if (failed === undefined) walk.step = placed.step.id;
  // A step that calls a flow is not in that flow, so this is asked before.
  const within = placesOf(walk, placed);
  const said = walk.messages.length;
  const done = despiteFailure(walk, placed.step, attempt(carryOut));
  if (walk.isAside && 'wait' in done.move) {
    walk.messages.length = said;
    return null;
  }
  const error = done.error ?? null;
  if (!('wait' in done.move)) leaveBranches(walk);
  const goesOnLater = 'wait' in done.move || 'into' in done.move;
  const input = done.input ?? wordsSince(walk, said);
  tell(walk, placed, { ...done, input, error, within }, goesOnLater ? 'waiting' : 'succeeded');
  if (!error || !('end' in done.move) || done.isMeant) return go(walk, placed, done.move);
  return fail(walk, placed, error, failed ?? placed.step.id);
}

/**
 * Goes on after a failure that its step has not taken. In a list that is gone through item by item it is the failure of the list too.
 * @param placed where it happened; null if that is not known
 * @param step the step that `on_error` is told
 */
function fail(walk: Walk, placed: Placed | null, error: Fault, step: string): string | null {
  const end = failedWith(error);
  const owner = placed?.list.owner;
  if (owner && !isBranch(placed.list)) {
    const loop = leaveLoop(walk.position, owner.step.id);
    return endRounds(walk, owner, loop, { move: { end }, output: null, error }, step);
  }
  return rescue(walk, step, error) ?? finish(walk, end, 'failure');
}

/**
 * Goes on after the rounds of a for_each that has one at once.
 * @param loop what it was, see `Loop`
 * @param failed the step inside it that has failed, if one has
 */
function endRounds(
  walk: Walk,
  owner: Placed,
  loop: Loop | undefined,
  done: Done,
  failed?: string,
): string | null {
  if (loop?.entered === undefined && !done.error) return follow(walk, owner);
  walk.position.entered = loop?.entered ?? ++walk.position.taken;
  return settle(walk, owner, () => done, failed);
}

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
 * The failure of a called flow is that of the step that has called it, and that of a branch concerns its step.
 * @returns null if the flow has to end
 */
function rescue(walk: Walk, step: string, error: Fault): string | null {
  const { flow, position, within } = walk;
  if (flow.onError === undefined || position.error || position.frames || within.depth > 0) return null;
  endLoops(walk, error);
  leaveAll(position);
  Object.assign(position, {
    ...{ waiting: null, options: null, offer: null, paused: false },
    // It may say what happened although it failed because it said too much.
    ...{ said: 0, error: { ...error, step } },
  });
  return flow.onError;
}

/** @param by why the flow ends, if the move is its end */
function go(walk: Walk, placed: Placed, move: Move, by: Left['by'] = 'end'): string | null {
  const { position } = walk;
  if ('wait' in move) {
    position.step = placed.step.id;
    position.waiting = move.wait;
    return null;
  }
  position.waiting = null;
  position.options = null;
  position.offer = null;
  if ('end' in move) return finish(walk, move.end, by);
  if ('into' in move) return move.into;
  if (move.to === null) return follow(walk, placed);
  const target = walk.flow.steps.get(move.to);
  const isRound = target?.list.owner === placed && !isBranch(target.list);
  if (target && (target.list === placed.list || isRound)) return move.to;
  const where = target ? 'is not in the same list of steps' : 'does not exist';
  return stop(
    walk,
    move.to,
    lost(`the step "${placed.step.id}" aims at "${move.to}", which ${where}`),
    placed,
  );
}

/** Finds the following step. After the last step of a for_each this is its next round, or the step after it. */
function follow(walk: Walk, placed: Placed): string | null {
  const { step } = placed;
  if ('next' in step && step.next !== undefined) return go(walk, placed, { to: step.next });
  if (placed.following !== null) return placed.following;
  const { owner: outer } = placed.list;
  const ended: Ended = { status: 'succeeded', output: null, error: null };
  if (outer === null) return finish(walk, ended, 'end');
  if (isBranch(placed.list)) return finish(walk, ended, 'done');
  const { step: list } = outer;
  if (list.type !== 'for_each') return follow(walk, outer);
  const loop = loopOf(walk.position, list.id);
  const round = attempt(() => nextRound(list, walk));
  if ('into' in round.move) return go(walk, outer, round.move);
  leaveLoop(walk.position, list.id);
  return endRounds(walk, outer, loop, round);
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

/**
 * A flow fails between two steps.
 * @param placed the step that it was at; null if there is none
 * @returns the step that deals with it, or null if it has ended
 */
export function stop(walk: Walk, id: string, error: Fault, placed: Placed | null = null): string | null {
  failedAt(walk, id, error, ++walk.position.taken, placesOf(walk, placed ?? undefined));
  return fail(walk, placed, error, id);
}

/**
 * Ends the present flow or branch. A caller goes on, and without one a branch or the whole flow has ended.
 * @returns the next step of the caller, or null
 */
function finish(walk: Walk, ended: Ended, by: Left['by']): string | null {
  endLoops(walk, ended.error);
  const caller = walk.flow.steps.get(leaveFlow(walk.position) ?? '');
  if (caller?.step.type === 'call') {
    const { step } = caller;
    return settle(walk, caller, () => returned(step, walk, ended));
  }
  if (walk.within.depth > 0) walk.left = { by, ended };
  else endWith(walk, ended);
  return null;
}

/** Ends a flow between two steps, whatever the definition has for failures. */
function giveUp(walk: Walk, id: string, error: Fault): void {
  failedAt(walk, id, error);
  giveUpCalls(walk, error);
  walk.step = id;
  finish(walk, failedWith(error), 'limit');
}

/** Whether the flow goes through the rounds of a list or a branch, if only in a flow that has called it. */
function isInRound({ flow, position }: Walk, { list }: Placed): boolean {
  if (list.owner !== null) return true;
  return position.frames?.some(({ step }) => flow.steps.get(step)?.list.owner) ?? false;
}

/** Pauses a long for_each or a branch, so that its changes are stored and others get a turn. */
function pause({ position, around }: Walk, at: string): void {
  position.step = at;
  position.paused = true;
  position.waiting = { kind: 'timer', until: around.now.toISOString() };
}
