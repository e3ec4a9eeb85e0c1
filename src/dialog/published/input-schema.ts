import type { ValidationItem } from '../http/validation.ts';
import { inputItems } from '../operations/input-items.ts';
import { compile } from '../operations/schema-compile.ts';
import type { InputField } from './definition.ts';

/** No pattern matches longer texts, see scenario/pattern.ts; the schema of a field with a pattern says so. */
const longestMatched = 3000;

/**
 * JSON Schema 2020-12 of the body of a call. The contract shows this schema and calls are checked by it, so the two cannot
 * differ.
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
    // An empty schema means "anything"; generators of clients refuse an array without a schema for its items.
    items: field.type === 'array' ? {} : undefined,
    additionalProperties: field.type === 'object' ? true : undefined,
  };
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}

/** Finds the faults of a value, worded as for any other body. @param loc the place of the value in the request */
export type ValueCheck = (value: unknown, loc: readonly (string | number)[]) => ValidationItem[];

/** Compiles the schema of a field, to check values from the method's owner. */
export function compileCheck(schema: Record<string, unknown>): ValueCheck {
  const check = compile(schema, 'method');
  return (value, loc) => (check(value) ? [] : inputItems(check.errors ?? [], value, loc));
}
