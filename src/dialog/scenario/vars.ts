import type { Json } from '../template/json.ts';
import type { Definition } from './definition.ts';
import { longestVarName, mostBytesOfVar, mostVars } from './fields.ts';
import type { KeptData, Position } from './position.ts';
import { addToKept, StepFailure, sizeOf, type Walk } from './walk.ts';

/** The variables of a flow: JSON values that begin and end with it. */

/**
 * The variables and outputs with which a flow begins. Those of the document fit into what a flow may keep, and so does what an
 * earlier flow had kept.
 */
export function dataAtFirst(
  { vars: written = {} }: Definition,
  kept: KeptData | undefined,
): Required<Pick<Position, 'vars' | 'steps' | 'kept'>> {
  if (!kept) return { vars: written, steps: {}, kept: bytesOf(Object.entries(written)) };
  const set = Object.entries({ ...written, ...kept.vars }).filter(([name]) => kept.vars[name] !== null);
  const outputs = Object.values(kept.steps).reduce<number>((sum, output) => sum + sizeOf(output), 0);
  return { vars: Object.fromEntries(set), steps: { ...kept.steps }, kept: bytesOf(set) + outputs };
}

/**
 * Sets variables of the flow, and removes those with null. The object is replaced, so that templates notice. If it fails, nothing
 * has changed.
 * @throws StepFailure
 */
export function setVars({ position }: Walk, values: Readonly<Record<string, Json>>): void {
  const before = position.vars ?? {};
  const vars = new Map<string, Json>(Object.entries(before));
  let bytes = 0;
  for (const [name, value] of Object.entries(values)) {
    if (vars.has(name)) bytes -= bytesOf([[name, vars.get(name)!]]);
    vars.delete(name);
    if (value === null) continue;
    if ([...name].length > longestVarName || sizeOf(value) > mostBytesOfVar) {
      const message = `a variable has at most 64 KiB, its name ${longestVarName} characters`;
      throw new StepFailure('bad_var', message);
    }
    bytes += bytesOf([[name, value]]);
    vars.set(name, value);
  }
  if (vars.size > mostVars && vars.size > Object.keys(before).length) {
    throw new StepFailure('bad_var', `a flow has at most ${mostVars} variables`);
  }
  addToKept(position, bytes);
  position.vars = Object.fromEntries(vars);
}

/** Bytes that variables count for. */
export function bytesOf(vars: readonly (readonly [string, Json])[]): number {
  return vars.reduce((sum, [name, value]) => sum + sizeOf(name) + sizeOf(value), 0);
}
