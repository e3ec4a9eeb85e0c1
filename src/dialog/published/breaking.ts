import type { FieldType, InputField, MethodDefinition, ResultField } from './definition.ts';
import { breaking, type Finding, warning } from './finding.ts';

/**
 * The changes of a new version that would break clients of an earlier one, which send what the earlier contract allows and read
 * what it promises.
 */
export function breakingChanges(before: MethodDefinition, after: MethodDefinition): Finding[] {
  return [...surroundings(before, after), ...inputChanges(before, after), ...resultChanges(before, after)];
}

function surroundings(before: MethodDefinition, after: MethodDefinition): Finding[] {
  const findings: Finding[] = [];
  if (before.environment !== after.environment) {
    const what = `the newest version acts in ${before.environment}, this one in ${after.environment}`;
    findings.push(breaking('environment_changed', ['environment'], what));
  }
  if (JSON.stringify(before.target) !== JSON.stringify(after.target)) {
    findings.push(warning('target_changed', ['target'], 'the newest version runs something else'));
  }
  const isKnown = before.input.some(({ name }) => name === after.identity);
  if (after.identity !== null && after.identity !== before.identity && isKnown) {
    const what = `what clients send as ${after.identity} has to be the id of an identity from now on`;
    findings.push(breaking('identity_changed', ['identity'], what));
  }
  return findings;
}

function inputChanges(before: MethodDefinition, after: MethodDefinition): Finding[] {
  const findings: Finding[] = [];
  for (const [i, field] of after.input.entries()) {
    const former = before.input.find(({ name }) => name === field.name);
    if (former) findings.push(...narrowed(former, field, ['input', i]));
    else if (field.required) {
      const what = `clients do not send ${field.name} yet, and it is required`;
      findings.push(breaking('required_input_added', ['input', i], what));
    }
  }
  for (const { name } of before.input) {
    if (after.input.some((field) => field.name === name)) continue;
    findings.push(warning('input_removed', ['input'], `${name} is ignored where clients still send it`));
  }
  return findings;
}

/** Lower limits, which become stricter as they grow; upper limits become stricter as they shrink. */
const lower = ['min_length', 'minimum', 'min_items'] as const;
const upper = ['max_length', 'maximum', 'max_items'] as const;

function narrowed(before: InputField, after: InputField, path: (string | number)[]): Finding[] {
  const { name } = after;
  const findings: Finding[] = [];
  const add = (code: string, part: string, what: string) =>
    findings.push(breaking(code, [...path, part], what));
  if (!fits(before.type, after.type)) {
    add('input_type_changed', 'type', `${name} was of type ${before.type} and is of type ${after.type}`);
  }
  if (after.required && !before.required) add('input_became_required', 'required', `${name} was optional`);
  for (const limit of lower) {
    if ((after[limit] ?? -Infinity) > (before[limit] ?? -Infinity)) {
      add('limit_narrowed', limit, `${name} had ${before[limit] ?? 'no'} ${limit}, and has ${after[limit]}`);
    }
  }
  for (const limit of upper) {
    if ((after[limit] ?? Infinity) < (before[limit] ?? Infinity)) {
      add('limit_narrowed', limit, `${name} had ${before[limit] ?? 'no'} ${limit}, and has ${after[limit]}`);
    }
  }
  if (after.pattern !== undefined && after.pattern !== before.pattern) {
    add('pattern_changed', 'pattern', `what the pattern of ${name} took may not fit the new one`);
  }
  const gone = (before.enum ?? []).filter((value) => !(after.enum ?? [value]).includes(value));
  if (after.enum && !before.enum) add('enum_narrowed', 'enum', `${name} took any value`);
  else if (gone.length > 0) add('enum_narrowed', 'enum', `${name} took also ${gone.join(', ')}`);
  if (JSON.stringify(before.default) !== JSON.stringify(after.default) && !after.required) {
    const what = `${name} has another default: calls without it do something else`;
    findings.push(warning('default_changed', [...path, 'default'], what));
  }
  return findings;
}

function resultChanges(before: MethodDefinition, after: MethodDefinition): Finding[] {
  if (before.result === null && after.result === null) return [];
  if (before.result === null || after.result === null) {
    const whole = 'the whole result of what it runs';
    const what = after.result ? `clients read ${whole}, not fields` : `clients read fields, not ${whole}`;
    return [breaking('result_form_changed', ['result'], what)];
  }
  return before.result.flatMap((former) => resultChange(former, after.result!));
}

function resultChange(former: ResultField, after: readonly ResultField[]): Finding[] {
  const i = after.findIndex(({ name }) => name === former.name);
  if (i < 0) return [breaking('result_removed', ['result'], `clients read ${former.name}`)];
  const { type } = after[i]!;
  if (fits(type, former.type)) return [];
  const what = `${former.name} was of type ${former.type} and is of type ${type}`;
  return [breaking('result_type_changed', ['result', i, 'type'], what)];
}

/** Whether every value of one type is also a value of the other. */
const fits = (narrow: FieldType, wide: FieldType): boolean =>
  narrow === wide || (narrow === 'integer' && wide === 'number');
