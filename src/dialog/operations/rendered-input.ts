import { isLongNumber } from '../../platform/exact-json.ts';
import type { ValidationItem } from '../http/validation.ts';
import { isObject, type Json } from '../template/json.ts';

/**
 * An input that templates made, with those long numbers, which are texts in it, as numbers to which its schema objects. Only for the
 * check: what the operation gets keeps the texts, since the numbers have lost digits.
 * @param faults of the input as it is
 * @param depth of the input in their places
 * @returns undefined if that would change nothing
 */
export function withNumbersAt(
  input: unknown,
  faults: readonly Pick<ValidationItem, 'loc'>[],
  depth: number,
): unknown {
  const changed = structuredClone(input) as Json;
  let isChanged = false;
  for (const { loc } of faults) {
    const place = loc.slice(depth);
    const name = place.pop();
    let around: Json | undefined = changed;
    for (const part of place) around = memberOf(around, part);
    const value = name === undefined ? undefined : memberOf(around, name);
    if (typeof value !== 'string' || !isLongNumber(value)) continue;
    (around as Record<string, Json>)[name!] = Number(value);
    isChanged = true;
  }
  return isChanged ? changed : undefined;
}

function memberOf(value: Json | undefined, name: string | number): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)];
  return value !== undefined && isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
