import type { ErrorObject } from 'ajv/dist/2020.js';
import type { z } from 'zod';
import {
  at,
  count,
  item,
  MOST_ITEMS,
  type ValidationItem,
  type Wording,
  wordLiteral,
} from '../http/validation-items.ts';

/** Pydantic's wording for the types of JSON Schema, for values that are not converted. */
const types: Readonly<Record<string, Wording>> = {
  string: ['string_type', 'Input should be a valid string'],
  integer: ['int_type', 'Input should be a valid integer'],
  number: ['float_type', 'Input should be a valid number'],
  boolean: ['bool_type', 'Input should be a valid boolean'],
  array: ['list_type', 'Input should be a valid list'],
  object: ['dict_type', 'Input should be a valid dictionary'],
  null: ['none_required', 'Input should be None'],
};

/**
 * Turns the errors of a JSON Schema into the items of any other 422: one item for each value, its first error.
 * @param original the checked value
 * @param loc its place in the request
 */
export function inputItems(
  errors: readonly ErrorObject[],
  original: unknown,
  loc: readonly (string | number)[],
): ValidationItem[] {
  const items = new Map<string, ValidationItem>();
  for (const error of errors) {
    if (items.size === MOST_ITEMS) break;
    const path = pathOf(error, original);
    const place = JSON.stringify(path);
    if (items.has(place)) continue;
    const isMissing = error.keyword === 'required' || error.keyword === 'dependentRequired';
    // For a missing field, the input is the object that lacks it.
    const input = at(original, isMissing ? path.slice(0, -1) : path);
    items.set(place, item([...loc, ...path], input, ...word(error, input)));
  }
  return [...items.values()];
}

/** The path to the value that has an error, as names and positions: an index of a list is a number, a name of digits is not. */
export function placeOf({ instancePath }: ErrorObject, original: unknown): (string | number)[] {
  const path: (string | number)[] = [];
  let value = original;
  for (const step of instancePath.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(value) ? Number(name) : name);
    value = at(value, path.slice(-1));
  }
  return path;
}

/** The same, or the path to the member that is missing or should not be there. */
function pathOf(error: ErrorObject, original: unknown): (string | number)[] {
  const path = placeOf(error, original);
  const { params } = error;
  const more =
    params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
  return typeof more === 'string' ? [...path, more] : path;
}

function word({ keyword, params, message }: ErrorObject, input: unknown): Wording {
  const limit = Number(params.limit);
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return ['missing', 'Field required'];
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return ['extra_forbidden', 'Extra inputs are not permitted'];
    case 'type':
      return wordType(params.type, input) ?? other(message);
    case 'minLength':
      return [
        'string_too_short',
        `String should have at least ${count(limit, 'character')}`,
        { min_length: limit },
      ];
    case 'maxLength':
      return [
        'string_too_long',
        `String should have at most ${count(limit, 'character')}`,
        { max_length: limit },
      ];
    case 'minItems':
      return wordLength('too_short', 'least', 'min_length', limit, input);
    case 'maxItems':
      return wordLength('too_long', 'most', 'max_length', limit, input);
    case 'minimum':
      return ['greater_than_equal', `Input should be greater than or equal to ${limit}`, { ge: limit }];
    case 'maximum':
      return ['less_than_equal', `Input should be less than or equal to ${limit}`, { le: limit }];
    case 'exclusiveMinimum':
      return ['greater_than', `Input should be greater than ${limit}`, { gt: limit }];
    case 'exclusiveMaximum':
      return ['less_than', `Input should be less than ${limit}`, { lt: limit }];
    case 'multipleOf':
      return [
        'multiple_of',
        `Input should be a multiple of ${params.multipleOf}`,
        { multiple_of: params.multipleOf },
      ];
    case 'pattern':
      return [
        'string_pattern_mismatch',
        `String should match pattern '${params.pattern}'`,
        { pattern: params.pattern },
      ];
    case 'enum':
      return wordValues(params.allowedValues) ?? other(message);
    case 'const':
      return wordValues([params.allowedValue]) ?? other(message);
    default:
      return other(message);
  }
}

function wordType(type: unknown, input: unknown): Wording | undefined {
  const wanted = [type].flat().filter((name) => name !== 'null' || type === 'null');
  if (wanted.length !== 1) return undefined;
  if (wanted[0] === 'integer' && typeof input === 'number') {
    return ['int_from_float', 'Input should be a valid integer, got a number with a fractional part'];
  }
  return types[String(wanted[0])];
}

function wordValues(values: unknown[]): Wording | undefined {
  const areScalars = values.every((value) => typeof value !== 'object' || value === null);
  return areScalars && values.length > 0 ? wordLiteral(values as z.core.util.Primitive[]) : undefined;
}

function wordLength(type: string, most: string, limit: string, length: number, input: unknown): Wording {
  const actual = Array.isArray(input) ? input.length : 0;
  return [
    type,
    `List should have at ${most} ${count(length, 'item')} after validation, not ${actual}`,
    { field_type: 'List', [limit]: length, actual_length: actual },
  ];
}

function other(message: string | undefined): Wording {
  return ['value_error', `Value error, ${message ?? 'does not fit the input schema'}`, { error: {} }];
}
