import { templateFaults } from '../operations/templates.ts';
import { PatternError, readPattern } from '../scenario/pattern.ts';
import type { Json } from '../template/json.ts';
import { type Allowance, allowanceToCheck, readsOf, stringsIn } from '../template/liquid.ts';
import { breakingChanges } from './breaking.ts';
import type { FieldType, InputField, MethodDefinition } from './definition.ts';
import { blocking, type Finding, warning } from './finding.ts';
import { compileCheck, fieldSchema } from './input-schema.ts';
import type { FoundTarget } from './targets.ts';

/**
 * The findings about publishing a method.
 * @param target the current operation or workflow that it names
 * @param newest the newest published version, whose clients a new one may break
 */
export function checkMethod(
  method: MethodDefinition,
  target: FoundTarget | undefined,
  newest: MethodDefinition | undefined,
): Finding[] {
  const allowance = allowanceToCheck();
  return [
    ...targetFindings(method, target),
    ...method.input.flatMap((field, i) => fieldFindings(field, ['input', i])),
    ...identityFindings(method, target),
    ...mappingFindings(method, allowance),
    ...inputFindings(method, target),
    ...resultFindings(method, allowance),
    ...(newest ? breakingChanges(newest, method) : []),
  ];
}

function targetFindings({ target, environment }: MethodDefinition, found: FoundTarget | undefined) {
  const [kind, slug] = Object.entries(target)[0]!;
  const path = ['target', kind];
  if (!found) return [blocking('target_not_found', path, `there is no ${kind} ${slug}`)];
  const findings: Finding[] = [];
  if (!found.environments.includes(environment)) {
    const what = `the ${kind} ${slug} runs in ${found.environments.join(' and ')} only`;
    findings.push(blocking('target_environment', ['environment'], what));
  }
  if (found.pin === null) {
    const what = `the workflow ${slug} has no published version; publish it first`;
    findings.push(blocking('workflow_not_published', path, what));
  }
  return findings;
}

const textual: readonly FieldType[] = ['string'];
const numeric: readonly FieldType[] = ['integer', 'number'];
const lists: readonly FieldType[] = ['array'];

/** The types to which each limit applies. */
const limits = {
  min_length: textual,
  max_length: textual,
  pattern: textual,
  minimum: numeric,
  maximum: numeric,
  min_items: lists,
  max_items: lists,
  enum: [...textual, ...numeric],
} as const;

const pairs = [
  ['min_length', 'max_length'],
  ['minimum', 'maximum'],
  ['min_items', 'max_items'],
] as const;

function fieldFindings(field: InputField, path: (string | number)[]): Finding[] {
  const findings: Finding[] = [];
  const add = (code: string, part: string, what: string) =>
    findings.push(blocking(code, [...path, part], what));
  for (const [limit, types] of Object.entries(limits)) {
    if (field[limit as keyof typeof limits] === undefined || types.includes(field.type)) continue;
    add('limit_of_another_type', limit, `${limit} is for fields of type ${types.join(' or ')}`);
  }
  for (const [least, most] of pairs) {
    if ((field[least] ?? -Infinity) > (field[most] ?? Infinity)) {
      add('limits_crossed', least, `nothing is at least ${field[least]} and at most ${field[most]}`);
    }
  }
  const refused = field.pattern === undefined ? undefined : patternFault(field.pattern);
  if (refused !== undefined) add('pattern', 'pattern', refused);
  if (findings.length === 0) findings.push(...valueFindings(field, path));
  return findings;
}

/** Patterns are part of contracts, so they must be patterns of JSON Schema that can be matched in linear time. */
function patternFault(pattern: string): string | undefined {
  try {
    readPattern(pattern);
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    if (error instanceof PatternError || error instanceof SyntaxError) return error.message;
    throw error;
  }
}

function valueFindings(field: InputField, path: (string | number)[]): Finding[] {
  const { enum: values, default: standard, ...limited } = field;
  const findings: Finding[] = [];
  if (values && (values.length === 0 || new Set(values).size < values.length)) {
    findings.push(blocking('enum', [...path, 'enum'], 'name at least one value, and each once'));
  }
  const listed = compileCheck(fieldSchema(limited));
  for (const value of values ?? []) {
    if (listed(value, []).length === 0) continue;
    findings.push(blocking('enum', [...path, 'enum'], `${value} is no value of this field`));
  }
  if (standard === undefined) return findings;
  if (compileCheck(fieldSchema(field))(standard, []).length > 0) {
    findings.push(blocking('default', [...path, 'default'], 'the default does not fit its own field'));
  }
  if (field.required) {
    const what = 'a required field is always sent, so its default is never used';
    findings.push(warning('default_unused', [...path, 'default'], what));
  }
  return findings;
}

function identityFindings({ identity, input }: MethodDefinition, target: FoundTarget | undefined): Finding[] {
  const field = input.find(({ name }) => name === identity);
  if (target?.needsIdentity && !field?.required) {
    const what =
      'a payment needs the customer who is to pay: name a required input field that holds the identity';
    return [blocking('identity_needed', ['identity'], what)];
  }
  if (identity === null || field?.type === 'string') return [];
  const what = field
    ? `${identity} has to be of type string, to hold the id of an identity`
    : `there is no input field ${identity}`;
  return [blocking('identity_field', ['identity'], what)];
}

function mappingFindings({ mapping, input }: MethodDefinition, allowance: Allowance): Finding[] {
  if (mapping === null) return [];
  const faults = templateFaults(mapping, ['input'], ['mapping'], allowance);
  if (faults.length > 0) return faults.map(({ path, message }) => blocking('template', path, message));
  const fields = new Map(input.map((field) => [field.name, field]));
  return [...stringsIn(mapping, ['mapping'])].flatMap(([source, path]) =>
    readsOf(source).flatMap(([, name]): Finding[] => {
      if (name === undefined) return [];
      const field = fields.get(name);
      if (!field) return [blocking('unknown_field', path, `there is no input field ${name}`)];
      if (field.required || field.default !== undefined) return [];
      const what = `${name} may be left out, and is then null here; give it a default, or say what to do without it`;
      return /^\{\{-?\s*input\.\w+\s*-?\}\}$/.test(source)
        ? [warning('input_may_be_missing', path, what)]
        : [];
    }),
  );
}

/** The fields that the target requires and the method does not provide. */
function inputFindings({ mapping, input }: MethodDefinition, target: FoundTarget | undefined): Finding[] {
  const wanted = target?.inputSchema?.required;
  if (!Array.isArray(wanted)) return [];
  const given = (name: string) =>
    mapping
      ? Object.hasOwn(mapping, name)
      : input.some((field) => field.name === name && (field.required || field.default !== undefined));
  return wanted
    .filter((name) => typeof name === 'string' && !given(name))
    .map((name) => {
      const what = `the operation needs ${name}; calls that do not give it are refused`;
      return warning('target_input_missing', [mapping ? 'mapping' : 'input'], what);
    });
}

function resultFindings({ result }: MethodDefinition, allowance: Allowance): Finding[] {
  return (result ?? []).flatMap(({ value }, i) =>
    templateFaults(value as Json, ['result'], ['result', i, 'value'], allowance).map(({ path, message }) =>
      blocking('template', path, message),
    ),
  );
}
