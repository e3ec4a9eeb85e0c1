import type { z } from 'zod';
import { INTEGER_TEXT } from './fields.ts';

/** One entry of a 422 answer, in the order of keys that pydantic uses. */
export interface ValidationItem {
  type: string;
  /** The part of the request, then names (the beginning of a long one) and, as numbers, positions in arrays. */
  loc: (string | number)[];
  msg: string;
  /** The value as received; left out when its JSON is over 2 KiB. */
  input?: unknown;
  ctx?: Record<string, unknown>;
}

export type RequestPart = 'path' | 'query' | 'header' | 'body';

/** A 422 lists at most this many items. */
export const MOST_ITEMS = 100;

/** Largest `input` in an item, in bytes of JSON. */
const LARGEST_INPUT = 2048;

/** Longest name in a `loc`. A name may be as long as a body, and stands in the item of every value within. */
const LONGEST_NAME = 200;

/** An item with the type `value_error`, for a handler that needs a look-up to check a rule. */
export function valueError(loc: (string | number)[], message: string, input: unknown): ValidationItem {
  return item(loc, input, 'value_error', `Value error, ${message}`, { error: {} });
}

/**
 * Translates zod's issues to pydantic's items: one item for each value (its first issue), no cross-field rules while a field
 * is wrong, and at most as many items as an answer may have.
 *
 * @param original what the schema was given; every `input` is taken from it
 */
export function toItems(
  issues: readonly z.core.$ZodIssue[],
  part: RequestPart,
  original: unknown,
): ValidationItem[] {
  const items = new Map<string, ValidationItem>();
  for (const issue of issues) {
    if (items.size === MOST_ITEMS) break;
    const isCrossField = issue.code === 'custom' && issue.path.length === 0;
    if (isCrossField && items.size > 0) continue;
    for (const found of issueItems(issue, [], part, original)) {
      const place = JSON.stringify(found.loc);
      if (!items.has(place)) items.set(place, found);
    }
  }
  return [...items.values()];
}

/** The part of an item that describes the fault of its value. */
export type Wording = [type: string, msg: string, ctx?: Record<string, unknown>];

function issueItems(
  issue: z.core.$ZodIssue,
  above: readonly PropertyKey[],
  part: RequestPart,
  original: unknown,
): ValidationItem[] {
  const path = [...above, ...issue.path] as (string | number)[];
  const loc = [part, ...path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      item([...loc, key], at(original, [...path, key]), 'extra_forbidden', 'Extra inputs are not permitted'),
    );
  }
  const input = at(original, path);
  if (input === undefined && issue.code !== 'custom') {
    const parent = part === 'body' ? (at(original, path.slice(0, -1)) ?? null) : null;
    return [item(loc, parent, 'missing', 'Field required')];
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const branch = closest(issue.errors);
    return branch.flatMap((inner) => issueItems(inner, path, part, original));
  }
  const [type, msg, ctx] = part === 'body' && path.length === 0 ? wordBody(issue, input) : word(issue, input);
  return [item(loc, input, type, msg, ctx)];
}

/** The alternative of a union that was probably meant: the last one with the JSON type of the value. */
function closest(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const ofItsType = branches.findLast(([first]) => first?.code !== 'invalid_type' || first.path.length > 0);
  return ofItsType ?? branches[branches.length - 1] ?? [];
}

function wordBody(issue: z.core.$ZodIssue, input: unknown): Wording {
  if (issue.code !== 'invalid_type' || issue.expected !== 'object') return word(issue, input);
  return ['model_attributes_type', 'Input should be a valid dictionary or object to extract fields from'];
}

/** Pydantic's wording for an issue; if it has none for the rule, zod's own message as a `value_error`. */
export function word(issue: z.core.$ZodIssue, input: unknown): Wording {
  switch (issue.code) {
    case 'invalid_type':
      return wordType(issue, input);
    case 'too_small': {
      const minimum = Number(issue.minimum);
      if (issue.origin === 'string') {
        const msg = `String should have at least ${count(minimum, 'character')}`;
        return ['string_too_short', msg, { min_length: minimum }];
      }
      if (issue.origin === 'array') return wordLength('too_short', 'least', 'min_length', minimum, input);
      if (issue.inclusive === false) {
        return ['greater_than', `Input should be greater than ${minimum}`, { gt: minimum }];
      }
      return ['greater_than_equal', `Input should be greater than or equal to ${minimum}`, { ge: minimum }];
    }
    case 'too_big': {
      const maximum = Number(issue.maximum);
      if (issue.origin === 'string') {
        const msg = `String should have at most ${count(maximum, 'character')}`;
        return ['string_too_long', msg, { max_length: maximum }];
      }
      if (issue.origin === 'array') return wordLength('too_long', 'most', 'max_length', maximum, input);
      if (issue.inclusive === false) {
        return ['less_than', `Input should be less than ${maximum}`, { lt: maximum }];
      }
      return ['less_than_equal', `Input should be less than or equal to ${maximum}`, { le: maximum }];
    }
    case 'invalid_format': {
      if (issue.format !== 'regex' || issue.pattern === undefined) break;
      const pattern = issue.pattern.slice(1, issue.pattern.lastIndexOf('/')).replaceAll('\\/', '/');
      return ['string_pattern_mismatch', `String should match pattern '${pattern}'`, { pattern }];
    }
    case 'invalid_value':
      return wordLiteral(issue.values);
    case 'invalid_union':
      if ('options' in issue) return wordLiteral(issue.options as z.core.util.Primitive[]);
      break;
    case 'not_multiple_of': {
      const divisor = issue.divisor;
      return ['multiple_of', `Input should be a multiple of ${divisor}`, { multiple_of: divisor }];
    }
  }
  return ['value_error', `Value error, ${issue.message}`, { error: {} }];
}

function wordType(issue: z.core.$ZodIssueInvalidType, input: unknown): Wording {
  switch (issue.expected) {
    case 'string':
      return ['string_type', 'Input should be a valid string'];
    case 'int':
      return wordInteger(input);
    case 'number':
      return ['float_type', 'Input should be a valid number'];
    case 'boolean':
      return typeof input === 'string' || Number.isInteger(input)
        ? ['bool_parsing', 'Input should be a valid boolean, unable to interpret input']
        : ['bool_type', 'Input should be a valid boolean'];
    case 'array':
      return ['list_type', 'Input should be a valid list'];
    case 'object':
    case 'record':
      return ['dict_type', 'Input should be a valid dictionary'];
    default:
      return ['value_error', `Value error, ${issue.message}`, { error: {} }];
  }
}

function wordInteger(input: unknown): Wording {
  const tooLarge: Wording = [
    'int_parsing_size',
    'Unable to parse input string as an integer, exceeded maximum size',
  ];
  if (typeof input === 'string') {
    if (INTEGER_TEXT.test(input)) return tooLarge;
    return ['int_parsing', 'Input should be a valid integer, unable to parse string as an integer'];
  }
  if (typeof input !== 'number') return ['int_type', 'Input should be a valid integer'];
  if (!Number.isFinite(input)) return ['finite_number', 'Input should be a finite number'];
  if (Number.isInteger(input)) return tooLarge;
  return ['int_from_float', 'Input should be a valid integer, got a number with a fractional part'];
}

function wordLength(type: string, most: string, limit: string, length: number, input: unknown): Wording {
  const actual = Array.isArray(input) ? input.length : 0;
  return [
    type,
    `List should have at ${most} ${count(length, 'item')} after validation, not ${actual}`,
    { field_type: 'List', [limit]: length, actual_length: actual },
  ];
}

/** The wording for a value that is not in the list of allowed ones. */
export function wordLiteral(values: readonly z.core.util.Primitive[]): Wording {
  const quoted = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const last = quoted.pop() ?? '';
  const expected = quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : last;
  return ['literal_error', `Input should be ${expected}`, { expected }];
}

/** `1 character`, `2 characters`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The value at a path; undefined if there is none. */
export function at(original: unknown, path: readonly (string | number)[]): unknown {
  let value = original;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** A part of a `loc` as an item shows it: a long name is cut. */
export function shownName(name: string | number): string | number {
  if (typeof name === 'number' || name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Makes an item, in pydantic's order of keys. Long names are cut, and an input whose JSON is too long is left out. */
export function item(
  loc: (string | number)[],
  input: unknown,
  type: string,
  msg: string,
  ctx?: Record<string, unknown>,
): ValidationItem {
  const shown = input ?? null;
  return { type, loc: loc.map(shownName), msg, ...(isShort(shown) && { input: shown }), ...(ctx && { ctx }) };
}

/** An object stands in the item of each field that it lacks, and to list its names may take long. */
const tooLong = new WeakSet<object>();

function isShort(input: unknown): boolean {
  const isObject = typeof input === 'object' && input !== null;
  if (isObject && tooLong.has(input)) return false;
  if (roomLeft(input, LARGEST_INPUT) >= 0 && Buffer.byteLength(JSON.stringify(input)) <= LARGEST_INPUT) {
    return true;
  }
  if (isObject) tooLong.add(input);
  return false;
}

/** Estimates from below how much room an input leaves, and stops early, so that a large body is not serialized to measure it. */
function roomLeft(input: unknown, room: number): number {
  if (typeof input === 'string') return room - input.length - 2;
  if (typeof input !== 'object' || input === null) return room - 1;
  let left = room - 2;
  if (Array.isArray(input)) {
    for (let index = 0; index < input.length && left >= 0; index++) left = roomLeft(input[index], left);
    return left;
  }
  // To make the entries of a hundred thousand members would take longer than to parse them.
  for (const name in input) {
    left = roomLeft((input as Record<string, unknown>)[name], left - name.length - 3);
    if (left < 0) break;
  }
  return left;
}
