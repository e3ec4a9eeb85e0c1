import type { Json, JsonObject } from '../../template/json.ts';
import { toText } from '../../template/liquid.ts';
import type { StepOf } from '../step-types.ts';
import { cleanTags, isLongTag, longestTag } from '../tags.ts';
import { setVars } from '../vars.ts';
import { fill, fillText, StepFailure, type StepType, sizeOf, type Walk } from '../walk.ts';
import { asObject } from './calls.ts';

/** Steps that change the profile, or the variables of the flow: set and tag. */

const longestKey = 100;
const longestValue = 10_000;
const mostKeys = 500;
const mostTags = 100;
const longestStatus = 100;
const longestRight = 100;
const mostRights = 500;
const mostBytesOfAccess = 64 * 1024;

export const set: StepType<StepOf<'set'>> = {
  enter(step, walk) {
    // All values are rendered before any is set, so that two of them can be swapped.
    const values = step.values && filled(step.values, walk, toText);
    const vars = step.vars && filled(step.vars, walk, (value) => value);
    const status = step.status === undefined ? undefined : fillText(step.status, walk);
    const access = step.access && filled(step.access, walk, (value) => value);
    const state = values ? stateWith(walk, values) : walk.state;
    const rights = access ? accessWith(walk, access) : {};
    const standing = status === undefined ? {} : statusAs(walk, status);
    // What can fail has been done, or changes nothing if it fails: the step is carried out as a whole or not at all.
    if (vars) setVars(walk, vars);
    walk.state = state;
    if (access || status !== undefined) walk.profile = { ...walk.profile, ...rights, ...standing };
    const others = {
      ...(vars && { vars }),
      ...(status !== undefined && { status }),
      ...(access && { access }),
    };
    // Runs have always shown the values of a step that sets only the state in this way.
    const output = Object.keys(others).length === 0 ? values! : { ...(values && { values }), ...others };
    return { move: { to: null }, output };
  },
};

/** Renders values by name; a null that is written down is not converted, because it removes. */
function filled<Value extends Json>(
  templates: Record<string, Json>,
  walk: Walk,
  convert: (value: Json) => Value,
): Record<string, Value | null> {
  return Object.fromEntries(
    Object.entries(templates).map(([name, value]) => [
      name,
      value === null ? null : convert(fill(value, walk)),
    ]),
  );
}

export const tag: StepType<StepOf<'tag'>> = {
  enter(step, walk) {
    requireProfile(walk);
    const filled = (templates: string[] = []) =>
      cleanTags(templates.map((template) => fillText(template, walk)));
    const [add, remove] = [filled(step.add), filled(step.remove)];
    if (add.some(isLongTag)) throw new StepFailure('bad_tag', `a tag has at most ${longestTag} characters`);
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
  walk.state = stateWith(walk, values);
}

function stateWith(walk: Walk, values: Record<string, string | null>): Walk['state'] {
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
  return Object.fromEntries(state);
}

function statusAs(walk: Walk, status: string): JsonObject {
  requireProfile(walk);
  if (isLongerThan(longestStatus, status)) {
    throw new StepFailure('bad_status', `a status has at most ${longestStatus} characters`);
  }
  return { status };
}

/** The rights that are given by hand, with these set, and without those that are null. What was paid for is not among them. */
function accessWith(walk: Walk, rights: Record<string, Json>): JsonObject {
  requireProfile(walk);
  const before = asObject(walk.profile.access ?? null);
  const after = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(rights)) {
    if (isLongerThan(longestRight, name)) {
      throw new StepFailure('bad_access', `the name of a right has at most ${longestRight} characters`);
    }
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  const access = Object.fromEntries(after);
  const isLarger = after.size > mostRights && after.size > Object.keys(before).length;
  if (isLarger || sizeOf(access) > Math.max(mostBytesOfAccess, sizeOf(before))) {
    throw new StepFailure('bad_access', `a profile has at most ${mostRights} rights, with 64 KiB together`);
  }
  return { access };
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
