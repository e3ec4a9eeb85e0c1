import { LosslessNumber } from 'lossless-json';
import { z } from 'zod';
import { decimalPlaces, maxDigits, readDecimal } from './decimal.ts';
import { isRecord, pythonType } from './json.ts';
import { words } from './words.ts';

/**
 * The fields of bodies, like those of DRF's serializers (https://www.django-rest-framework.org/api-guide/fields/). Each
 * accepts what DRF accepts, reports errors in its words, and describes itself in the OpenAPI document. A field is required
 * unless it is `.optional()`. Numbers come from a parser that keeps their digits.
 */

export type Reading<Value> = { value: Value } | { errors: string[] };

/** The field's description in the document. */
type Described = Record<string, unknown>;

export const largestId = 9_223_372_036_854_775_807n;

const fail = (...errors: string[]) => ({ errors });

/**
 * Makes a schema from a function that reads a value.
 * @param read is not called for an absent value, which is reported as required
 */
function field<Value>(read: (value: unknown) => Reading<Value>, described: Described) {
  return z
    .unknown()
    .transform((input, ctx): Value => {
      const reading: Reading<Value> = input === undefined ? fail(words.required) : read(input);
      if ('value' in reading) return reading.value;
      for (const message of reading.errors) ctx.issues.push({ code: 'custom', message, input });
      return z.NEVER;
    })
    .meta(described);
}

/** An object in a body. Other values are reported in DRF's words; unknown names are dropped. */
export function object<const Shape extends z.ZodRawShape>(
  shape: Shape,
  prepare: (input: Record<string, unknown>) => Record<string, unknown> = (input) => input,
) {
  return z.preprocess((input, ctx) => {
    const fault = objectFault(input);
    if (fault === undefined && isRecord(input)) return prepare(input);
    ctx.issues.push({ code: 'custom', message: fault!, input });
    return z.NEVER;
  }, z.object(shape));
}

/** DRF's error for a value that should be an object; undefined if it is one. */
export function objectFault(value: unknown): string | undefined {
  if (isRecord(value)) return undefined;
  return value === null ? words.noData : words.notObject(pythonType(value));
}

/** A required text. @param max in code points; absent for no limit */
export const requiredText = (max: number | undefined, description: string) =>
  field((value) => readRequiredText(value, max), {
    type: 'string',
    ...(max === undefined ? {} : { maxLength: max }),
    description,
  });

/** An optional text: null and an empty text mean the same. @param max in code points; absent for no limit */
export const optionalText = (max: number | undefined, description: string) =>
  field((value) => readOptionalText(value, max), {
    type: ['string', 'null'],
    ...(max === undefined ? {} : { maxLength: max }),
    description,
  }).optional();

/** The form of stored decimals. */
const decimalPattern = `^-?\\d{1,${maxDigits - decimalPlaces}}(?:\\.\\d{1,${decimalPlaces}})?$`;

/** A decimal, as text or as a number. */
export const decimal = (description: string) =>
  field(readOptionalDecimal, {
    ...{ type: ['string', 'number', 'null'], format: 'decimal', pattern: decimalPattern },
    description,
  });

/** A decimal in an answer. */
export const shownDecimal = (description: string) =>
  z.string().nullable().meta({ format: 'decimal', pattern: decimalPattern, description });

/** A whole number, as a number or its digits. */
export const wholeNumber = (least: number, most: number, description: string) =>
  field(
    (value): Reading<number> => {
      const text = scalarText(value) ?? '';
      if (!/^\d{1,9}$/.test(text)) return fail(words.notInteger);
      const number = Number(text);
      if (number < least) return fail(words.least(least));
      return number > most ? fail(words.most(String(most))) : { value: number };
    },
    { type: 'integer', minimum: least, maximum: most, description },
  );

/** One of some words. */
export const oneOf = <Word extends string>(among: readonly Word[], description: string) =>
  field(
    (value): Reading<Word> => {
      const word = among.find((each) => each === value);
      return word === undefined
        ? fail(words.notChoice(String(scalarText(value) ?? pythonType(value))))
        : { value: word };
    },
    { type: 'string', enum: among, description },
  );

/** `true` or `false`. */
export const flag = (description: string) =>
  field((value): Reading<boolean> => (typeof value === 'boolean' ? { value } : fail(words.notBoolean)), {
    type: 'boolean',
    description,
  });

/**
 * A list whose elements a function reads. The errors of an element name its place.
 * @param most elements @param mayBeEmpty whether there may be none; false if absent
 */
export const listOf = <Value>(
  read: (value: unknown) => Reading<Value>,
  {
    most,
    items,
    description,
    mayBeEmpty = false,
  }: { most: number; items: Described; description: string; mayBeEmpty?: boolean },
) =>
  field(
    (value): Reading<Value[]> => {
      if (!Array.isArray(value)) return fail(words.notList(pythonType(value)));
      if (value.length === 0 && !mayBeEmpty) return fail(words.emptyList);
      if (value.length > most) return fail(words.longList(most));
      const values: Value[] = [];
      const errors: string[] = [];
      value.forEach((each, index) => {
        const reading = read(each);
        if ('value' in reading) values.push(reading.value);
        // A few are enough to see what is wrong.
        else if (errors.length < 10) errors.push(`Element ${index}: ${reading.errors.join(' ')}`);
      });
      return errors.length > 0 ? { errors } : { value: values };
    },
    { type: 'array', items, minItems: mayBeEmpty ? 0 : 1, maxItems: most, description },
  );

/** The id of a referenced record. Whether it exists is checked elsewhere. */
export const key = (description?: string) =>
  field(readKey, { type: 'integer', minimum: 1, ...(description === undefined ? {} : { description }) });

/** Half a surrogate pair: under the `u` flag a whole pair is one character of another class. */
const lone = /\p{Surrogate}/u;

/** DRF's errors for characters that Postgres cannot store. */
export function unstorable(text: string): string[] {
  const errors: string[] = [];
  if (text.includes('\0')) errors.push(words.nul);
  const half = lone.exec(text)?.[0];
  if (half !== undefined) errors.push(words.surrogate(half));
  return errors;
}

/** A string without its surrounding white space, or the digits of a number; undefined for any other value. */
function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (value instanceof LosslessNumber) return value.value;
  return typeof value === 'number' ? String(value) : undefined;
}

/**
 * A text: numbers become their digits, surrounding white space is dropped.
 * @param max in code points; absent for no limit
 * @returns an empty text where DRF would store one
 */
function readText(value: unknown, max?: number): Reading<string> {
  const text = scalarText(value);
  if (text === undefined) return fail(words.notText);
  const tooLong = max !== undefined && text.length > max && Array.from(text).length > max;
  const errors = tooLong ? [words.longText(max)] : [];
  errors.push(...unstorable(text));
  return errors.length > 0 ? { errors } : { value: text };
}

/** @param max in code points; absent for no limit */
export function readRequiredText(value: unknown, max?: number): Reading<string> {
  if (value === null) return fail(words.null);
  const reading = readText(value, max);
  return 'value' in reading && reading.value === '' ? fail(words.blank) : reading;
}

function readOptionalText(value: unknown, max?: number): Reading<string | null> {
  if (value === null) return { value: null };
  const reading = readText(value, max);
  return 'value' in reading && reading.value === '' ? { value: null } : reading;
}

/** A decimal as text, or null. A JSON number gets its shortest form, a string keeps its digits. */
function readOptionalDecimal(value: unknown): Reading<string | null> {
  if (value === null) return { value: null };
  const text = scalarText(value);
  if (text === undefined) return fail(words.notNumber);
  if (text === '') return { value: null };
  const result = readDecimal(text, typeof value !== 'string');
  return 'value' in result ? result : fail(result.error);
}

/** A positive id as decimal text, so that no double rounds it. */
export function readId(value: unknown): Reading<string> {
  if (value === null) return fail(words.null);
  const text = scalarText(value) ?? '';
  if (text.length > 1000) return fail(words.hugeNumber);
  const match = /^([+-]?)0*(\d+)(?:\.0*)?$/.exec(text);
  if (!match) return fail(words.notInteger);
  const id = BigInt(match[2]!) * (match[1] === '-' ? -1n : 1n);
  if (id < 1n) return fail(words.least(1));
  if (id > largestId) return fail(words.most(largestId));
  return { value: id.toString() };
}

/** The key of a referenced record, as DRF's PrimaryKeyRelatedField accepts it. Whether it exists is checked elsewhere. */
export function readKey(value: unknown): Reading<string> {
  if (value === null || value === '') return fail(words.null);
  const text = scalarText(value) ?? '';
  if (!/^[+-]?\d{1,1000}$/.test(text)) return fail(words.notKey(pythonType(value)));
  const id = BigInt(text);
  return id < 1n || id > largestId ? fail(words.unknownKey(text)) : { value: id.toString() };
}
