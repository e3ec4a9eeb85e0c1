import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { isLongNumber } from '../../platform/exact-json.ts';
import { at, type ValidationItem } from '../http/validation-items.ts';
import { inputItems, placeOf } from './input-items.ts';

/** The digits of numbers that stand for long ones, by the object or list and the name in it. */
const written = new WeakMap<object, Map<string | number, string>>();

/** The digits of a number that a long one became for a check; undefined if it was no text. */
export const digitsAt = (around: object, name: string | number): string | undefined =>
  written.get(around)?.get(name);

/**
 * Checks an input by its compiled schema. @returns its faults
 * @param loc the place of the input in the request
 * @param isRendered whether templates made it. Long numbers are texts in it, and count as numbers where the schema objects to a text:
 *   only for the check, since what the operation gets has all their digits.
 */
export function faultsBy(
  check: ValidateFunction,
  input: unknown,
  loc: readonly (string | number)[],
  isRendered: boolean,
): ValidationItem[] {
  if (check(input)) return [];
  const asText = check.errors ?? [];
  const long = isRendered ? longNumbers(asText, input) : [];
  if (long.length === 0) return inputItems(asText, input, loc);
  if (check(withNumbers(input, long))) return [];
  // Where a number is not wanted either, what the schema says of the text is the fault.
  const unwanted = new Set(
    (check.errors ?? []).filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  const numbers = long.filter(({ instancePath }) => !unwanted.has(instancePath));
  return check(withNumbers(input, numbers)) ? [] : inputItems(check.errors ?? [], input, loc);
}

/** The long numbers among the values with an error. */
const longNumbers = (errors: readonly ErrorObject[], input: unknown): ErrorObject[] =>
  errors.filter((error) => {
    const value = at(input, placeOf(error, input));
    return typeof value === 'string' && isLongNumber(value);
  });

/** A copy with numbers at these places. */
function withNumbers(input: unknown, places: readonly ErrorObject[]): unknown {
  const changed: unknown = structuredClone(input);
  for (const error of places) {
    const place = placeOf(error, input);
    const digits = at(input, place) as string;
    const name = place.pop();
    const around = at(changed, place);
    if (name === undefined || typeof around !== 'object' || around === null) continue;
    (around as Record<string, unknown>)[name] = Number(digits);
    const names = written.get(around) ?? new Map<string | number, string>();
    written.set(around, names.set(name, digits));
  }
  return changed;
}
