import { isObject } from './is-object.ts';

/** The fields that a JSON Schema asks for, as far as a form can have them. */

export interface SchemaField {
  name: string;
  label: string;
  help: string | undefined;
  /** `json`: whatever no other field can have. */
  kind: 'text' | 'number' | 'flag' | 'choice' | 'json';
  options: readonly string[];
  isRequired: boolean;
  isWhole: boolean;
  initial: unknown;
}

type Schema = Record<string, unknown>;

function kindOf({ type, enum: options }: Schema): SchemaField['kind'] {
  if (Array.isArray(options)) return options.every((each) => typeof each === 'string') ? 'choice' : 'json';
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'boolean' ? 'flag' : 'json';
}

/** The fields of an object; undefined if the schema says nothing of its fields, so that the whole is one text of JSON. */
export function fieldsOfSchema(schema: unknown): SchemaField[] | undefined {
  if (!isObject(schema) || !isObject(schema.properties)) return undefined;
  const properties = Object.entries(schema.properties);
  if (properties.length === 0) return undefined;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return properties.map(([name, given]): SchemaField => {
    const property = isObject(given) ? given : {};
    const kind = kindOf(property);
    return {
      ...{ name, kind, isRequired: required.includes(name), isWhole: property.type === 'integer' },
      label: typeof property.title === 'string' ? property.title : name,
      help: typeof property.description === 'string' ? property.description : undefined,
      options: kind === 'choice' ? (property.enum as string[]) : [],
      initial: property.default,
    };
  });
}
