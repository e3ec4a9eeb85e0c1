import { faultAt } from '../api/problem.ts';
import type { Shape } from '../api/shapes.ts';
import { isObject } from '../kit/is-object.ts';
import { jsonOfText, textOfJson } from '../kit/json-text.ts';
import { t } from '../text/text.ts';
import type { Method } from './methods.ts';

/** The draft of a method as a form has it. */

export const fieldTypes = ['string', 'integer', 'number', 'boolean', 'object', 'array'] as const;
export type FieldType = (typeof fieldTypes)[number];

export interface FieldValues {
  name: string;
  type: FieldType;
  isRequired: boolean;
  description: string;
  /** JSON; a text without quotes for a field of texts. */
  initial: string;
  /** The limits of its type. */
  least: number | null;
  most: number | null;
  pattern: string;
  options: string[];
}

export interface ResultValues {
  name: string;
  type: FieldType;
  description: string;
  value: string;
}

export interface MethodValues {
  name: string;
  description: string;
  environment: 'sandbox' | 'live';
  /** `operation:order` or `workflow:lead`. */
  target: string;
  input: FieldValues[];
  mapping: string;
  identity: string;
  result: ResultValues[];
}

export const emptyField = (name = ''): FieldValues => ({
  ...{ name, type: 'string', isRequired: false, description: '', initial: '' },
  ...{ least: null, most: null, pattern: '', options: [] },
});

export const emptyResult = (): ResultValues => ({ name: '', type: 'string', description: '', value: '' });

/** The limits of each type, as the API calls them. */
const limits: Partial<
  Record<FieldType, readonly ['min_length' | 'minimum' | 'min_items', 'max_length' | 'maximum' | 'max_items']>
> = {
  string: ['min_length', 'max_length'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  array: ['min_items', 'max_items'],
};

/** Whether values of a type have limits. */
export const hasLimits = (type: FieldType) => limits[type] !== undefined;

export const targetId = (target: Method['target']) =>
  'operation' in target ? `operation:${target.operation}` : `workflow:${target.workflow}`;

function valuesOfField(field: Method['input'][number]): FieldValues {
  const [least, most] = limits[field.type] ?? [];
  const { default: initial } = field;
  return {
    ...{ name: field.name, type: field.type, isRequired: field.required, description: field.description },
    initial: typeof initial === 'string' && field.type === 'string' ? initial : textOfJson(initial),
    least: (least && field[least]) ?? null,
    most: (most && field[most]) ?? null,
    pattern: field.pattern ?? '',
    options: (field.enum ?? []).map(String),
  };
}

/** What stands in the fields before somebody changes them. */
export function valuesOf(method: Method): MethodValues {
  const { name, description, environment, target, input, mapping, identity, result } = method;
  return {
    ...{ name, description, environment, target: targetId(target) },
    input: input.map(valuesOfField),
    mapping: textOfJson(mapping),
    identity: identity ?? '',
    result: (result ?? []).map((field) => ({
      ...{ name: field.name, type: field.type, description: field.description },
      value: textOfJson(field.value),
    })),
  };
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** The fields that the input schema of an operation asks for, as a beginning. Those that a method cannot have are texts. */
export function fieldsFromSchema(schema: unknown): FieldValues[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties)
    .filter(([name]) => /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name))
    .map(([name, given]): FieldValues => {
      const property = isObject(given) ? given : {};
      const type = fieldTypes.find((each) => each === property.type) ?? 'string';
      const options = Array.isArray(property.enum) ? property.enum : [];
      return {
        ...emptyField(name),
        ...{ type, isRequired: required.includes(name) },
        description: typeof property.description === 'string' ? property.description : '',
        least: numberOf(property.minLength ?? property.minimum ?? property.minItems),
        most: numberOf(property.maxLength ?? property.maximum ?? property.maxItems),
        options: options.every((each) => typeof each !== 'object') ? options.map(String) : [],
      };
    });
}

/** @throws ApiProblem at the field if it is no JSON */
function read(text: string, path: string): unknown {
  try {
    return jsonOfText(text);
  } catch {
    throw faultAt(path, t('operations.no_json'));
  }
}

type Wanted = Shape<'WantedMethod'>;

function wantedField(field: FieldValues, at: number): NonNullable<Wanted['input']>[number] {
  const { name, type, isRequired, description, initial, least, most, pattern, options } = field;
  const [lowest, highest] = limits[type] ?? [];
  const isNumber = type === 'integer' || type === 'number';
  const value = type === 'string' ? initial || undefined : read(initial, `input.${at}.default`);
  return {
    ...{ name: name.trim(), type, required: isRequired, description },
    ...(value !== undefined && { default: value }),
    ...(lowest && least !== null && { [lowest]: least }),
    ...(highest && most !== null && { [highest]: most }),
    ...(type === 'string' && pattern !== '' && { pattern }),
    ...(options.length > 0 && { enum: isNumber ? options.map(Number) : options }),
  };
}

/** The body of the request that stores it. @throws ApiProblem at a field that is no JSON */
export function wantedOf(values: MethodValues): Wanted {
  const { name, description, environment, target, input, mapping, identity, result } = values;
  const [kind = 'operation', slug = ''] = target.split(':');
  const mapped = read(mapping, 'mapping');
  return {
    ...{ name, description, environment },
    target: kind === 'workflow' ? { workflow: slug } : { operation: slug },
    input: input.map(wantedField),
    mapping: (mapped ?? null) as Wanted['mapping'],
    identity: identity === '' ? null : identity,
    result: result.map((field, at) => {
      const value = read(field.value, `result.${at}.value`);
      return {
        ...{ name: field.name.trim(), type: field.type, description: field.description },
        ...(value !== undefined && { value }),
      };
    }),
  };
}
