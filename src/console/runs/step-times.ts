import type { Shape } from '../api/shapes.ts';

type Step = Pick<Shape<'RunStep'>, 'id' | 'type' | 'status' | 'within' | 'started_at' | 'finished_at'>;

/** Where the bar of a step stands on the time line of its run, in parts of a hundred of its length. */
export interface Bar {
  start: number;
  length: number;
}

/** How long a step took, or has been taking, in milliseconds. */
export const spanOf = ({ started_at: from, finished_at: to }: Step, now: number): number =>
  Math.max(0, (to === null ? now : Date.parse(to)) - Date.parse(from));

/** The bars of steps from the first beginning to the last end. @param now where a step that waits ends for the moment */
export function barsOf(steps: readonly Step[], now: number): Bar[] {
  const begins = steps.map(({ started_at: at }) => Date.parse(at));
  const ends = steps.map((step, i) => begins[i]! + spanOf(step, now));
  const from = Math.min(...begins);
  const whole = Math.max(...ends) - from || 1;
  return steps.map((_, i) => ({
    start: ((begins[i]! - from) / whole) * 100,
    length: ((ends[i]! - begins[i]!) / whole) * 100,
  }));
}

const placeOf = ({ id, within }: Step) =>
  JSON.stringify([id, within.map(({ step, round, branch, flow }) => [step, round, branch, flow])]);

/**
 * The number of each attempt at a step that was tried again, from 1; undefined of a step with one attempt. Attempts follow each other at
 * the same place, and all before the last have failed.
 */
export function attemptsOf(steps: readonly Step[]): (number | undefined)[] {
  const numbers: (number | undefined)[] = steps.map(() => undefined);
  const before = new Map<string, number>();
  for (const [i, step] of steps.entries()) {
    const place = placeOf(step);
    const last = before.get(place);
    before.set(place, i);
    if (last === undefined || step.type !== 'operation' || steps[last]!.status !== 'failed') continue;
    // Something else at the same place in between says that the flow came to it again.
    const isNext = steps.slice(last + 1, i).every((other) => !isBeside(other, step));
    if (!isNext) continue;
    numbers[last] ??= 1;
    numbers[i] = numbers[last]! + 1;
  }
  return numbers;
}

/** Whether two steps stand in the same list, so that one of them was left when the other began. */
const isBeside = (one: Step, other: Step): boolean =>
  JSON.stringify(one.within) === JSON.stringify(other.within);

/** The step to look at first: of a run that failed the last that failed, of others the one that waits, or the last. @returns -1 without steps */
export function telling(status: Shape<'Run'>['status'], steps: readonly Step[]): number {
  const lastOf = (wanted: Step['status']) => steps.findLastIndex((step) => step.status === wanted);
  const found = status === 'failed' || status === 'unknown' ? lastOf('failed') : lastOf('waiting');
  return found >= 0 ? found : steps.length - 1;
}
