import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidationItem } from '../http/validation.ts';
import { inputItems } from '../operations/input-items.ts';
import { readPattern } from '../scenario/pattern.ts';
import type { InputField } from './definition.ts';

/** Longer texts are matched by no pattern, see scenario/pattern.ts; a field with a pattern says so. */
const longestMatched = 3000;

/**
 * JSON Schema 2020-12 of the body of a call. The same schema stands in the contract of the version and checks what
 * clients send, so the two cannot differ.
 */
export function inputSchema(fields: readonly InputField[]): Record<string, unknown> {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: true,
  };
}

/** JSON Schema of one field. */
export function fieldSchema(field: InputField): Record<string, unknown> {
  const maxLength =
    field.pattern === undefined
      ? field.max_length
      : Math.min(field.max_length ?? longestMatched, longestMatched);
  const keywords = {
    type: field.type,
    description: field.description || undefined,
    default: field.default,
    enum: field.enum,
    minLength: field.min_length,
    maxLength,
    pattern: field.pattern,
    minimum: field.minimum,
    maximum: field.maximum,
    minItems: field.min_items,
    maxItems: field.max_items,
    additionalProperties: field.type === 'object' ? true : undefined,
  };
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}

/**
 * Patterns in linear time, in the form in which ajv takes an engine (https://ajv.js.org/options.html#code): it tells
 * compiled patterns apart by their text.
 */
const linearPatterns = Object.assign(
  (source: string) => {
    const pattern = readPattern(source);
    return { test: (text: string) => pattern.test(text), toString: () => source };
  },
  { code: 'readPattern' },
);

/** What is wrong with a value, worded as for any other body. @param loc where the value stood in the request */
export type ValueCheck = (value: unknown, loc: readonly (string | number)[]) => ValidationItem[];

/**
 * Compiles a schema that was made here. Unlike those that owners write it needs no clock: it has no references, and its
 * patterns are matched in linear time.
 */
export function compileCheck(schema: Record<string, unknown>): ValueCheck {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    logger: false,
    meta: false,
    validateSchema: false,
    code: { regExp: linearPatterns },
  });
  const check = ajv.compile(schema);
  return (value, loc) => (check(value) ? [] : inputItems(check.errors ?? [], value, loc));
}
