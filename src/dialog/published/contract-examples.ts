import type { Json, JsonObject } from '../template/json.ts';
import type { FieldType, InputField, ResultField } from './definition.ts';
import { compileCheck, fieldSchema } from './input-schema.ts';

/** An example body of a call for the contract; undefined if no value can be invented for a required field. */
export function exampleInput(fields: readonly InputField[]): JsonObject | undefined {
  const shown: JsonObject = {};
  for (const field of fields) {
    const value = sample(field);
    const isGood = compileCheck(fieldSchema(field))(value, []).length === 0;
    if (isGood) shown[field.name] = value;
    else if (field.required) return undefined;
  }
  return shown;
}

/** An example result of a call for the contract. */
export function exampleResult(fields: readonly ResultField[] | null): Json {
  return fields && Object.fromEntries(fields.map(({ name, type }) => [name, samples[type]]));
}

const samples: Record<FieldType, Json> = {
  string: 'text',
  integer: 1,
  number: 1.5,
  boolean: true,
  object: {},
  array: [],
};

function sample(field: InputField): Json {
  if (field.default !== undefined) return field.default;
  if (field.enum) return field.enum[0] ?? null;
  switch (field.type) {
    case 'string':
      return samples
        .string!.toString()
        .padEnd(field.min_length ?? 0, '.')
        .slice(0, field.max_length);
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, Math.ceil(field.minimum ?? 1)), Math.floor(field.maximum ?? Infinity));
    case 'array':
      return Array.from({ length: field.min_items ?? 0 }, (_, i) => i);
    default:
      return samples[field.type];
  }
}
