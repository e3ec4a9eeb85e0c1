import { toText } from '../../template/liquid.ts';
import type { StepOf } from '../step-types.ts';
import { fill, fillText, StepFailure, type StepType, type Walk } from '../walk.ts';

/** Steps that change the profile: set and tag. */

const longestKey = 100;
const longestValue = 10_000;
const mostKeys = 500;
const longestTag = 64;
const mostTags = 100;

export const set: StepType<StepOf<'set'>> = {
  enter(step, walk) {
    // All values are rendered before any is set, so that two fields can be swapped.
    const values = Object.fromEntries(
      Object.entries(step.values).map(([key, value]) => [
        key,
        value === null ? null : toText(fill(value, walk)),
      ]),
    );
    setState(walk, values);
    return { move: { to: null }, output: values };
  },
};

export const tag: StepType<StepOf<'tag'>> = {
  enter(step, walk) {
    requireProfile(walk);
    const filled = (templates: string[] | undefined) =>
      (templates ?? []).map((template) => fillText(template, walk).trim()).filter((name) => name !== '');
    const [add, remove] = [filled(step.add), filled(step.remove)];
    const tooLong = add.find((name) => isLongerThan(longestTag, name));
    if (tooLong) throw new StepFailure('bad_tag', `a tag has at most ${longestTag} characters`);
    const tags = [...new Set([...walk.tags, ...add])].filter((name) => !remove.includes(name));
    if (tags.length > mostTags && tags.length > walk.tags.length) {
      throw new StepFailure('bad_tag', `a profile has at most ${mostTags} tags`);
    }
    walk.tags = tags;
    return { move: { to: null }, output: { add, remove } };
  },
};

/** Sets fields of the profile's state, and removes those with null. @throws StepFailure */
export function setState(walk: Walk, values: Record<string, string | null>): void {
  requireProfile(walk);
  const state = new Map(Object.entries(walk.state));
  for (const [key, value] of Object.entries(values)) {
    if (value === null) {
      state.delete(key);
      continue;
    }
    if (isLongerThan(longestKey, key) || isLongerThan(longestValue, value)) {
      const message = `a field of the state has at most ${longestValue} characters, its name ${longestKey}`;
      throw new StepFailure('bad_state', message);
    }
    state.set(key, value);
  }
  if (state.size > mostKeys && state.size > Object.keys(walk.state).length) {
    throw new StepFailure('bad_state', `a state has at most ${mostKeys} fields`);
  }
  walk.state = Object.fromEntries(state);
}

/** Whether a text has more characters, of which some count as two of its length. */
function isLongerThan(most: number, text: string): boolean {
  return text.length > most && [...text].length > most;
}

/** State and tags belong to a profile. Without one the values would be lost silently, so this throws. */
function requireProfile({ around }: Walk): void {
  if (around.identity) return;
  throw new StepFailure(
    'no_identity',
    'there is no profile to change: the workflow runs without an identity',
  );
}
