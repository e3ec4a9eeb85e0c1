import { isWordless } from '../content/heard-attachments.ts';
import { Allowance } from '../template/liquid.ts';
import { countBranches } from './branches.ts';
import type { Definition } from './definition.ts';
import { lost, nowhere } from './endings.ts';
import { flowOf } from './flow.ts';
import { leaveAll } from './frames.ts';
import { heardWith } from './heard.ts';
import { isOutermost } from './placed.ts';
import type { Call, Place, Position, Stimulus, Surroundings, Turn, Waiting } from './position.ts';
import { goBehind, resume, run, stop } from './run-steps.ts';
import { takesAttachments } from './steps/asking.ts';
import { dataAtFirst } from './vars.ts';
import type { Walk } from './walk.ts';
import { outermost } from './within.ts';

/**
 * The interpreter of scenarios and workflows: it takes a position and a stimulus, and returns the new position and what is to be
 * done. It has no clock, no database and no network.
 */

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
  const way = position && wayTo(position, stimulus);
  if (!position || !way) return unmoved(position, around);
  // A question for words is not answered by a picture without any: it still waits, and no attempt is counted.
  if (stimulus.type === 'text' && isWordless(stimulus.text, stimulus.data)) {
    const waits = flowOf(definition).steps.get(position.step ?? '')?.step;
    if (!takesAttachments(waits)) return unmoved(position, around);
  }
  if (stimulus.type === 'aside') return sayAside(definition, position, stimulus, around);
  const walk = walkFrom(definition, around, {
    ...position,
    steps: { ...position.steps },
    loops: { ...position.loops },
  });
  if (stimulus.type === 'text')
    Object.assign(walk.position, heardWith(stimulus, position), { unanswered: 0, error: null });
  if (!goesStraightOn(placeAt(position, way))) walk.position.said = 0;
  if (stimulus.type === 'press') branch(walk, stimulus);
  else resume(walk, stimulus, way);
  return turnOf(walk);
}

/** Leaves what the flow waits for, with the calls, rounds and branches that it is in, and goes on at the step of a button. */
function branch(walk: Walk, press: Extract<Stimulus, { type: 'press' }>): void {
  const { position } = walk;
  Object.assign(position, heardWith(press, position), {
    ...{ waiting: null, options: null, offer: null, paused: false },
    ...{ unanswered: 0, said: 0, attempts: 0, error: null },
  });
  leaveAll(position);
  run(walk, inDocument(walk, press.step, 'for a button to lead to'));
}

/** Carries out some steps beside a flow, which afterwards waits as before: it has only taken more steps. */
function sayAside(
  definition: Definition,
  position: Position,
  stimulus: Extract<Stimulus, { type: 'aside' }>,
  around: Surroundings,
): Turn {
  const beside = {
    ...position,
    ...heardWith(stimulus, position),
    ...{ steps: { ...position.steps }, loops: { ...position.loops } },
    ...{ waiting: null, options: null, offer: null, paused: false, unanswered: 0, said: 0, error: null },
  };
  const walk: Walk = { ...walkFrom(definition, around, beside), isAside: true };
  leaveAll(walk.position);
  run(walk, inDocument(walk, stimulus.step, 'to deal with a message'));
  return { ...turnOf(walk), position: { ...position, taken: walk.position.taken } };
}

/** A step of the outermost list; otherwise the flow fails. @returns where it goes on, or null if it has ended */
function inDocument(walk: Walk, step: string, purpose: string): string | null {
  if (isOutermost(walk.flow.steps.get(step))) return step;
  return stop(walk, step, lost(`there is no step "${step}" ${purpose}`));
}

/** The count of steps continues, so that a result for the former flow cannot look like one for this flow. */
function begin(
  definition: Definition,
  before: Position | null,
  { event = null, input = null, step, kept, pinned, outcome }: Extract<Stimulus, { type: 'start' }>,
  around: Surroundings,
): Turn {
  const walk = walkFrom(definition, around, {
    ...nowhere(),
    ...dataAtFirst(definition, kept),
    event,
    input,
    ...(pinned && { pinned }),
    taken: before?.taken ?? 0,
  });
  const start = inDocument(walk, step ?? walk.flow.first, 'to start with');
  run(walk, start === null || outcome === undefined ? start : goBehind(walk, start, outcome));
  return turnOf(walk);
}

const answersAtOnce: { readonly [Kind in Call['kind']]: boolean } = {
  operation: false,
  payment: false,
  workflow: true,
  message: true,
  transform: false,
  table_read: true,
  table_write: true,
  arrival: false,
  approval: false,
};

/**
 * Finds what a stimulus moves: the flow, or the first of its branches that waits for it.
 * @returns the indices of the branches that lead there, the outermost first; null if nothing waits for it
 */
function wayTo({ waiting, branches = [] }: Place, stimulus: Stimulus): number[] | null {
  if (waiting?.kind !== 'branches' || stimulus.type === 'press' || stimulus.type === 'aside') {
    return fits(waiting, stimulus) ? [] : null;
  }
  for (const [i, branch] of branches.entries()) {
    const way = wayTo(branch, stimulus);
    if (way) return [i, ...way];
  }
  return null;
}

function placeAt(place: Place, way: readonly number[]): Place {
  return way.reduce((at, i) => at.branches![i]!, place);
}

/** Whether the flow waits for no person and no time: it has paused, or it calls something that answers at once. */
function goesStraightOn({ waiting, paused }: Place): boolean {
  if (paused || waiting?.kind !== 'call') return paused;
  const { call } = waiting;
  return answersAtOnce[call.kind] && !(call.kind === 'workflow' && call.wait);
}

function fits(waiting: Waiting | null, stimulus: Stimulus): boolean {
  switch (stimulus.type) {
    case 'text':
      return waiting?.kind === 'answer';
    case 'released':
      return waiting?.kind === 'operator';
    case 'ask':
      return waiting?.kind === 'answer' && !fits(waiting, { type: 'timer', now: stimulus.now });
    case 'result':
      return waiting?.kind === 'call' && waiting.call.id === stimulus.call;
    case 'timer':
      return waiting?.until != null && new Date(stimulus.now).getTime() >= Date.parse(waiting.until);
    case 'press':
    case 'aside':
      return waiting !== null;
    case 'start':
      return true;
  }
}

function walkFrom(definition: Definition, around: Surroundings, position: Position): Walk {
  const { state, tags, profile } = around;
  return {
    flow: flowOf(definition),
    around,
    at: around.now.toISOString(),
    position,
    step: '',
    state,
    tags,
    profile,
    messages: [],
    trace: [],
    allowance: new Allowance(around.templateMs, definition.templateRules),
    ...{
      ran: 0,
      within: { depth: 0, calls: 0, places: outermost },
      branches: countBranches(position),
      left: null,
    },
  };
}

function turnOf({ position, state, tags, profile, messages, trace }: Walk): Turn {
  return { position, state, tags: [...tags], profile, messages, trace, consumed: true };
}

function unmoved(position: Position | null, { state, tags, profile }: Surroundings): Turn {
  const ended = { status: 'succeeded' as const, output: null, error: null };
  return {
    position: position ?? { ...nowhere(), ended },
    state,
    tags,
    profile,
    messages: [],
    trace: [],
    consumed: false,
  };
}
