import { LosslessNumber } from 'lossless-json';
import { readDecimal } from './decimal.ts';
import { pythonType } from './json.ts';

/**
 * What DRF's serializer fields accept, and what they say when they do not
 * (https://www.django-rest-framework.org/api-guide/fields/).
 */

export type Reading<Value> = { value: Value } | { errors: string[] };

export const required = 'This field is required.';
export const mayNotBeNull = 'This field may not be null.';
const mayNotBeBlank = 'This field may not be blank.';
export const largestId = 9_223_372_036_854_775_807n;

const fail = (...errors: string[]) => ({ errors });

/** Half a surrogate pair: under the `u` flag a whole pair is one character of another class. */
const lone = /\p{Surrogate}/u;

/** What must not reach Postgres as text, in DRF's words. */
export function unstorable(text: string): string[] {
  const errors: string[] = [];
  if (text.includes('\0')) errors.push('Null characters are not allowed.');
  const half = lone.exec(text)?.[0];
  if (half !== undefined) {
    errors.push(`Surrogate characters are not allowed: U+${half.charCodeAt(0).toString(16).toUpperCase()}.`);
  }
  return errors;
}

/**
 * A text: numbers are taken as their digits, white space around it is dropped.
 * @param max in code points; absent for no limit
 * @returns an empty text where DRF would store one
 */
function readText(value: unknown, max?: number): Reading<string> {
  let text: string;
  if (typeof value === 'string') text = value.trim();
  else if (value instanceof LosslessNumber) text = value.value;
  else if (typeof value === 'number') text = String(value);
  else return fail('Not a valid string.');
  const tooLong = max !== undefined && text.length > max && Array.from(text).length > max;
  const errors = tooLong ? [`Ensure this field has no more than ${max} characters.`] : [];
  errors.push(...unstorable(text));
  return errors.length > 0 ? { errors } : { value: text };
}

/** A text that must be there. */
export function readRequiredText(value: unknown, max?: number): Reading<string> {
  if (value === null) return fail(mayNotBeNull);
  const reading = readText(value, max);
  return 'value' in reading && reading.value === '' ? fail(mayNotBeBlank) : reading;
}

/** A text that may be left out: nothing, null and an empty text are one value. */
export function readOptionalText(value: unknown, max?: number): Reading<string | null> {
  if (value === null) return { value: null };
  const reading = readText(value, max);
  return 'value' in reading && reading.value === '' ? { value: null } : reading;
}

/** A decimal as text, or null. A JSON number comes in its shortest form, a string keeps its digits. */
export function readOptionalDecimal(value: unknown): Reading<string | null> {
  if (value === null) return { value: null };
  let result: ReturnType<typeof readDecimal>;
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return { value: null };
    result = readDecimal(text);
  } else if (typeof value === 'number') {
    result = readDecimal(String(value), true);
  } else if (value instanceof LosslessNumber) {
    result = readDecimal(value.value, true);
  } else {
    return fail('A valid number is required.');
  }
  return 'value' in result ? result : fail(result.error);
}

/** A positive id as decimal text, which no double can round. */
export function readId(value: unknown): Reading<string> {
  if (value === null) return fail(mayNotBeNull);
  const text =
    typeof value === 'string' || typeof value === 'number' || value instanceof LosslessNumber
      ? String(value).trim()
      : '';
  if (text.length > 1000) return fail('String value too large.');
  const match = /^([+-]?)0*(\d+)(?:\.0*)?$/.exec(text);
  if (!match) return fail('A valid integer is required.');
  const id = BigInt(match[2]!) * (match[1] === '-' ? -1n : 1n);
  if (id < 1n) return fail('Ensure this value is greater than or equal to 1.');
  if (id > largestId) return fail(`Ensure this value is less than or equal to ${largestId}.`);
  return { value: id.toString() };
}

/** The key of a referenced record, as DRF's PrimaryKeyRelatedField takes it. Whether it exists is another question. */
export function readKey(value: unknown): Reading<string> {
  if (value === null || value === '') return fail(mayNotBeNull);
  const text =
    typeof value === 'number' || value instanceof LosslessNumber || typeof value === 'string'
      ? String(value).trim()
      : '';
  if (!/^[+-]?\d{1,1000}$/.test(text)) {
    return fail(`Incorrect type. Expected pk value, received ${pythonType(value)}.`);
  }
  const id = BigInt(text);
  return id < 1n || id > largestId ? fail(unknownKey(text)) : { value: id.toString() };
}

export const unknownKey = (text: string): string => `Invalid pk "${text}" - object does not exist.`;
