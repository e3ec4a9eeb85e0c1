import type { Json, JsonObject } from '../../template/json.ts';
import { holds, toMoment, toNumber } from '../conditions.ts';
import { longestWait } from '../fields.ts';
import type { StepOf } from '../step-types.ts';
import { failedWith, fill, inSeconds, StepFailure, type StepType, type Walk } from '../walk.ts';

/** Steps that decide where a flow continues and when: condition, goto, end, delay. */

const mostRemarks = 10;

export const condition: StepType<StepOf<'condition'>> = {
  enter(step, walk) {
    const remarks: string[] = [];
    const remark = (sentence: string) => {
      if (remarks.length < mostRemarks) remarks.push(sentence);
    };
    const { tags, allowance } = walk;
    const { now, calendar } = walk.around;
    const values: JsonObject[] = [];
    const compared = (given: JsonObject) => void values.push(given);
    const facts = {
      fill: (template: Json) => fill(template, walk),
      ...{ tags, allowance, now, calendar, remark, compared },
    };
    const branch = step.branches.findIndex((branch) => holds(branch.if, facts));
    const output: Json = { branch: branch < 0 ? null : branch, remarks };
    return {
      move: { to: step.branches[branch]?.next ?? step.else ?? null },
      input: { compared: values },
      output,
    };
  },
};

export const goto: StepType<StepOf<'goto'>> = {
  enter: (step) => ({ move: { to: step.to }, output: null }),
};

export const end: StepType<StepOf<'end'>> = {
  enter(step, walk) {
    const output = step.output === undefined ? null : fill(step.output, walk);
    if (step.status !== 'failed') {
      return { move: { end: { status: 'succeeded', output, error: null } }, output };
    }
    const error = { code: 'ended_as_failed', message: `the step "${step.id}" ends the flow as failed` };
    return { move: { end: { ...failedWith(error), output } }, output, error, isMeant: true };
  },
};

export const delay: StepType<StepOf<'delay'>> = {
  enter(step, walk) {
    const { now } = walk.around;
    if (step.until === undefined) {
      const seconds = secondsOf(step.seconds ?? 0, walk);
      const until = inSeconds(seconds, walk)!;
      if (seconds === 0) return { move: { to: null }, output: { until } };
      return { move: { wait: { kind: 'timer', until } }, output: { until } };
    }
    const said = fill(step.until, walk);
    const moment = toMoment(said);
    if (moment === undefined) {
      throw new StepFailure('bad_time', `"until" gives no RFC 3339 moment, but ${inKind(said)}`);
    }
    if (moment > now.getTime() + longestWait * 1000) {
      throw new StepFailure('bad_time', '"until" is more than 30 days away');
    }
    const until = new Date(moment).toISOString();
    // A time in the past needs no wait.
    if (moment <= now.getTime()) return { move: { to: null }, output: { until } };
    return { move: { wait: { kind: 'timer', until } }, output: { until } };
  },
  resume: () => ({ move: { to: null }, output: null }),
};

/** What a value is, without what it says: faults are shown to people who do not see what customers say. */
const inKind = (value: Json): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? `a text of ${value.length} characters` : `a ${typeof value}`;
};

/** @throws StepFailure if it is no number of seconds that a flow may wait */
function secondsOf(given: number | string, walk: Walk): number {
  if (typeof given === 'number') return given;
  const filled = fill(given, walk);
  const seconds = toNumber(filled);
  if (seconds === undefined || seconds < 0) {
    throw new StepFailure('bad_time', `"seconds" gives no number from 0 on, but ${inKind(filled)}`);
  }
  if (seconds > longestWait) throw new StepFailure('bad_time', '"seconds" is more than 30 days');
  return seconds;
}
