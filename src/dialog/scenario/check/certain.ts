import { isTemplate } from '../../template/liquid.ts';
import { mostOptions } from '../choice-fields.ts';
import { toMoment, toNumber } from '../conditions.ts';
import type { Definition } from '../definition.ts';
import { longestWait } from '../fields.ts';
import { blocking, type Finding, warning } from '../finding.ts';
import { says } from '../finding-words.ts';
import { type Flow, flowOf } from '../flow.ts';
import { listsIn, type Placed } from '../placed.ts';
import { hasTrait } from '../step-traits.ts';
import type { StepOf } from '../step-types.ts';
import { folded } from '../steps/answers.ts';
import { mostMessages } from '../steps/saying.ts';
import type { Validation, ValidationOf } from '../validation.ts';
import { edgesOf } from './graph.ts';
import type { World } from './world.ts';

/** Finds what always fails or never happens, as literal values and unbranched paths show without running anything. */
export function* certainFindings(definition: Definition, world: World): Generator<Finding> {
  const flow = flowOf(definition);
  for (const placed of flow.steps.values()) {
    if (placed.step.type === 'question') yield* answerFindings(placed.step, placed.path);
    if (placed.step.type === 'choice') yield* countFindings(placed.step, placed.path);
    if (placed.step.type === 'delay') yield* momentFindings(placed.step, placed.path, world);
    if (placed.step.type === 'wait_for') yield* decisionFindings(placed.step, placed.path);
    yield* timeoutFindings(placed);
  }
  yield* messageRows(definition, flow);
}

function* answerFindings({ id, validate, on_invalid }: StepOf<'question'>, path: Placed['path']) {
  const at = [...path, 'validate'];
  if (validate?.type === 'one_of') yield* textFindings(id, validate, at);
  if (!validate || !('min' in validate || 'max' in validate)) return;
  const { type } = validate;
  const { min, max } = validate;
  for (const [name, moment] of Object.entries({ min, max })) {
    if (type !== 'date' && type !== 'datetime') continue;
    if (moment === undefined || moment === 'now' || toMoment(moment) !== undefined) continue;
    yield warning('bad_time', {
      path: [...at, name],
      step: id,
      ...says('no_such_day', { field: name, value: moment }),
    });
  }
  // An amount is not negative unless its "min" is.
  const least = type === 'amount' ? (min ?? 0) : min;
  if (least === undefined || max === undefined || !isAbove(type, least, max)) return;
  // With a branch for wrong answers the flow continues.
  const severity = on_invalid === undefined ? blocking : warning;
  yield severity('impossible_answer', {
    path: at,
    step: id,
    ...says('least_above_most', { min: least, max }),
  });
}

/** Finds a number of options that nobody can take. */
function* countFindings(
  { id, multiple, on_timeout }: StepOf<'choice'>,
  path: Placed['path'],
): Generator<Finding> {
  const { min = 1, max = mostOptions } = multiple ?? {};
  if (min <= max) return;
  // With a branch for the time-out the flow continues.
  const severity = on_timeout === undefined ? blocking : warning;
  yield severity('impossible_answer', {
    path: [...path, 'multiple'],
    step: id,
    ...says('least_above_most', { min, max }),
  });
}

/** Finds decisions that have one name. */
function* decisionFindings({ id, approval }: StepOf<'wait_for'>, path: Placed['path']): Generator<Finding> {
  const { options = [] } = approval ?? {};
  for (const [i, option] of options.entries()) {
    if (isTemplate(option) || options.indexOf(option) === i) continue;
    yield warning('duplicate_option', {
      path: [...path, 'approval', 'options', i],
      step: id,
      ...says('decision_twice', { name: option }),
    });
  }
}

/** Finds a way out for a time that is never over. */
function* timeoutFindings({ step, path }: Placed): Generator<Finding> {
  if (!('on_timeout' in step) || step.on_timeout === undefined || step.timeout_seconds !== undefined) return;
  // Where it says no time itself, the project may.
  if (step.type === 'handover') return;
  yield warning('never_taken', {
    path: [...path, 'on_timeout'],
    step: step.id,
    ...says('waits_for_ever', { target: step.on_timeout }),
  });
}

/** Whether no answer lies between two bounds. What is now, changes. */
function isAbove(type: Validation['type'], min: number | string, max: number | string): boolean {
  if (type !== 'datetime') return min > max;
  return min !== 'now' && max !== 'now' && Date.parse(String(min)) > Date.parse(String(max));
}

/** Finds texts of which the second is never taken. */
function* textFindings(
  step: string,
  { texts }: ValidationOf<'one_of'>,
  path: Placed['path'],
): Generator<Finding> {
  const seen = new Set<string>();
  for (const [i, { text, also = [] }] of texts.entries()) {
    const names = [...new Set([text, ...also].map(folded))];
    const twice = names.find((name) => seen.has(name) && !isTemplate(name));
    for (const name of names) seen.add(name);
    if (twice === undefined) continue;
    yield warning('duplicate_option', {
      path: [...path, 'texts', i],
      step,
      ...says('text_twice', { name: twice }),
    });
  }
}

function* momentFindings({ id, until, seconds }: StepOf<'delay'>, path: Placed['path'], { now }: World) {
  if (typeof seconds === 'string' && !isTemplate(seconds)) {
    const number = toNumber(seconds);
    if (number === undefined || number < 0 || number > longestWait) {
      yield blocking('bad_time', {
        path: [...path, 'seconds'],
        step: id,
        ...says('no_number_of_seconds', { value: seconds, most: longestWait }),
      });
    }
  }
  if (until === undefined || isTemplate(until)) return;
  const moment = toMoment(until);
  const details = { path: [...path, 'until'], step: id };
  if (moment === undefined) {
    yield blocking('bad_time', { ...details, ...says('no_moment', { value: until }) });
  } else if (now && moment > now.getTime() + longestWait * 1000) {
    yield warning('bad_time', { ...details, ...says('moment_too_late', { value: until }) });
  }
}

/** Finds rows of messages without a wait and without a branch, on which every flow sends one message too many. */
function* messageRows({ triggers }: Definition, flow: Flow): Generator<Finding> {
  const called = [...flow.flows.values()].map(({ steps }) => steps[0]!.id);
  const starts = new Set([flow.first, ...called, ...triggers.flatMap(({ start }) => start ?? [])]);
  for (const placed of flow.steps.values()) {
    if (placed.step.type === 'parallel')
      for (const { steps } of placed.step.branches) starts.add(steps[0]!.id);
    const startsAnew = hasTrait('startsCountAnew', placed.step);
    for (const { to, pressed } of edgesOf(placed)) if (startsAnew || pressed) starts.add(to);
  }
  const told = new Set<string>();
  for (const start of starts) {
    const step = oneTooMany(start, flow);
    if (!step || told.has(step.step.id)) continue;
    told.add(step.step.id);
    yield blocking('too_many_messages', {
      path: step.path,
      step: step.step.id,
      ...says('messages_in_a_row', { most: mostMessages, step: step.step.id }),
    });
  }
}

/** The message at which a flow from here fails; undefined if it waits, branches or ends before. */
function oneTooMany(start: string, flow: Flow): Placed | undefined {
  const seen = new Set<string>();
  let said = 0;
  for (let at = flow.steps.get(start); at && !seen.has(at.step.id); ) {
    seen.add(at.step.id);
    if (hasTrait('speaks', at.step) && ++said > mostMessages) return at;
    if (listsIn(at.step).length > 0 || at.step.type === 'call' || at.step.type === 'delay') return undefined;
    if (hasTrait('startsCountAnew', at.step)) return undefined;
    const ways = new Set(edgesOf(at).flatMap(({ to, pressed }) => (pressed ? [] : to)));
    if (ways.size !== 1) return undefined;
    at = flow.steps.get([...ways][0]!);
  }
  return undefined;
}
