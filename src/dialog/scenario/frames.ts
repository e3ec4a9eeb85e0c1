import type { JsonObject } from '../template/json.ts';
import type { NamedFlow } from './definition.ts';
import type { Fault, Frame, Position } from './position.ts';
import { bytesOf } from './vars.ts';
import { addToKept, sizeOf, type Walk } from './walk.ts';

/** What a flow keeps while it waits for the end of a flow that it has called. */

/** Most calls that wait for each other. */
export const mostCalls = 10;

/** Why a flow must not call another one now; null if it may. */
export function refusalToCall({ position, within }: Walk): Fault | null {
  if (within.calls + (position.frames?.length ?? 0) < mostCalls) return null;
  return { code: 'too_deep', message: `${mostCalls} flows have called each other already` };
}

/**
 * Puts a called flow in the place of its caller, with an input, variables and outputs of its own.
 * @throws StepFailure if there is too much to keep
 */
export function enterFlow(
  { position }: Walk,
  step: string,
  { vars = {} }: NamedFlow,
  input: JsonObject,
): void {
  const { frames = [], entered = position.taken } = position;
  addToKept(position, sizeOf(input) + bytesOf(Object.entries(vars)));
  const caller: Frame = {
    ...{ step, entered, input: position.input, vars: position.vars ?? {} },
    ...{ steps: position.steps, loops: position.loops },
  };
  Object.assign(position, { frames: [...frames, caller], input, vars, steps: {}, loops: {} });
}

/** Puts the caller back into its place. What the called flow had is forgotten. @returns the step that has called; undefined if there is none */
export function leaveFlow(position: Position): string | undefined {
  const caller = position.frames?.at(-1);
  if (!caller) return undefined;
  const { input, vars = {}, steps, loops } = position;
  position.kept -= sizeOf(input) + keptBy({ vars, steps, loops });
  const frames = position.frames!.slice(0, -1);
  goBackTo(caller, position);
  position.frames = frames.length > 0 ? frames : undefined;
  return caller.step;
}

/** Leaves all calls and branches, and the rounds of all lists, that the flow goes through. */
export function leaveAll(position: Position): void {
  const [first] = position.frames ?? [];
  if (first) goBackTo(first, position);
  Object.assign(position, { frames: undefined, branches: undefined, loops: {} });
  position.kept = keptBy({ ...position, vars: position.vars ?? {} });
}

/** The caller's data are copied, since steps change them and the stored position must stay as it is. */
function goBackTo({ input, vars, steps, loops, entered }: Frame, position: Position): void {
  Object.assign(position, { input, vars, steps: { ...steps }, loops: { ...loops }, entered });
}

/** Bytes of the outputs, the variables and the lists of one flow. */
export function keptBy({ vars, steps, loops }: Pick<Frame, 'vars' | 'steps' | 'loops'>): number {
  const outputs = Object.values(steps).reduce<number>((sum, output) => sum + sizeOf(output), 0);
  const items = Object.values(loops).reduce((sum, loop) => sum + sizeOf(loop.items), 0);
  return outputs + items + bytesOf(Object.entries(vars));
}
