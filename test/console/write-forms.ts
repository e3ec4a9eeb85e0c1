import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import type { FieldForm, Form, Forms } from '../../src/console/flow/document/forms.ts';
import { condition } from '../../src/dialog/scenario/conditions.ts';
import { schemas } from '../../src/dialog/scenario/definition.ts';
import {
  countTemplate,
  flowName,
  jsonTemplate,
  objectTemplate,
  secondsTemplate,
  slug,
  stepId,
} from '../../src/dialog/scenario/fields.ts';
import { hasTrait, outputsOf } from '../../src/dialog/scenario/step-traits.ts';
import { type Step, steps } from '../../src/dialog/scenario/step-types.ts';
import { scenarioTrigger, workflowTrigger } from '../../src/dialog/scenario/triggers.ts';

/**
 * The forms of the editor: the fields of every type of step and trigger, read from the schemas by which the server reads definitions. So there is
 * no second list of fields that could fall behind.
 */
export const formsFile = 'src/console/flow/document/forms.json';

type Schema = z.ZodType & { _zod: { def: any } };

/** Schemas that are known by what they are, and not by what they are made of. */
const known = new Map<unknown, FieldForm>([
  [stepId, { kind: 'step' }],
  [slug, { kind: 'slug' }],
  [flowName, { kind: 'flow' }],
  [condition, { kind: 'condition' }],
  [jsonTemplate, { kind: 'json' }],
  [objectTemplate, { kind: 'object_template' }],
  [secondsTemplate, { kind: 'number_template' }],
  [countTemplate, { kind: 'number_template' }],
]);

function fieldOf(schema: Schema): FieldForm {
  const same = known.get(schema);
  if (same) return same;
  const { def } = schema._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return fieldOf(def.innerType);
    case 'pipe':
      // A list of lines is the only transform whose form is not among the known ones.
      if (def.in._zod.def.type === 'unknown' && def.out._zod.def.type === 'transform')
        return { kind: 'lines' };
      return fieldOf(def.in._zod.def.type === 'transform' ? def.out : def.in);
    case 'string':
      return textOf(schema);
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return { kind: 'boolean' };
    case 'literal':
      return def.values.length === 1
        ? { kind: 'constant', value: def.values[0] }
        : { kind: 'choice', options: def.values };
    case 'enum':
      return { kind: 'choice', options: Object.values(def.entries) };
    case 'array':
      return listOf(schema);
    case 'record':
      return { kind: 'record', of: fieldOf(def.valueType) };
    case 'object':
      return { kind: 'object', ...formOf(schema) };
    case 'union':
      return unionOf(def);
    case 'lazy':
      return { kind: 'steps' };
    case 'unknown':
    case 'any':
    case 'custom':
      return { kind: 'json' };
    default:
      throw new Error(
        `The editor has no field for a schema of the type ${def.type}: test/console/write-forms.ts`,
      );
  }
}

function textOf(schema: Schema): FieldForm {
  const { minLength, maxLength } = schema as any;
  return {
    kind: 'text',
    ...(minLength > 0 && { min: minLength }),
    ...(maxLength !== null && { max: maxLength }),
  };
}

function numberOf(schema: Schema): FieldForm {
  const { minValue, maxValue, isInt } = schema as any;
  const isLimit = (value: number | null) => value !== null && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return {
    kind: 'number',
    ...(isInt && { isWhole: true }),
    ...(isLimit(minValue) && { min: minValue }),
    ...(isLimit(maxValue) && { max: maxValue }),
  };
}

function listOf(schema: Schema): FieldForm {
  const { element, checks = [] } = schema._zod.def;
  const limits = checks.map((check: any) => check._zod.def);
  const min = limits.find(({ check }: any) => check === 'min_length')?.minimum;
  const max = limits.find(({ check }: any) => check === 'max_length')?.maximum;
  return { kind: 'list', of: fieldOf(element), ...(min && { min }), ...(max !== undefined && { max }) };
}

function unionOf({ options, discriminator }: { options: Schema[]; discriminator?: string }): FieldForm {
  if (discriminator === undefined) {
    // A number or a template that gives it.
    const kinds = options.map(fieldOf);
    if (kinds.some(({ kind }) => kind === 'number')) return { kind: 'number_template' };
    return kinds[0]!;
  }
  return { kind: 'variants', by: discriminator, forms: formsOf(options, discriminator) };
}

function formsOf(options: readonly Schema[], by: string): Record<string, Form> {
  return Object.fromEntries(
    options.flatMap((option) => {
      const { shape } = option._zod.def;
      const { [by]: _, ...others } = formOf(option).fields;
      return shape[by]._zod.def.values.map((value: string) => [value, { fields: others }]);
    }),
  );
}

function formOf(schema: Schema): Form {
  const fields = Object.entries(schema._zod.def.shape as Record<string, Schema>).map(([name, field]) => [
    name,
    { ...fieldOf(field), ...(!field.safeParse(undefined).success && { isNeeded: true as const }) },
  ]);
  return { fields: Object.fromEntries(fields) };
}

/** Facts of a type that its fields do not show, of steps that have any of them. */
function traitsOf(type: string): Pick<Forms['steps'][string], 'onlyInDialogs' | 'outputs'> {
  const plain = { id: 'it', type } as unknown as Step;
  const several = { ...plain, multiple: {}, wait: true } as unknown as Step;
  const outputs = [...new Set([...outputsOf(plain), ...outputsOf(several)])];
  return { onlyInDialogs: hasTrait('onlyInDialogs', plain), outputs };
}

/** Makes the forms from the schemas as they are now. @returns the text of the file */
export function makeForms(): string {
  const types = (steps as unknown as Schema)._zod.def.out._zod.def.element._zod.def.options as Schema[];
  const triggersOf = (union: unknown) => formsOf((union as Schema)._zod.def.options, 'type');
  const forms: Forms = {
    steps: Object.fromEntries(
      Object.entries(formsOf(types, 'type')).map(([name, form]) => [name, { ...form, ...traitsOf(name) }]),
    ),
    triggers: { scenario: triggersOf(scenarioTrigger), workflow: triggersOf(workflowTrigger) },
    documents: {
      scenario: documentForm(schemas.scenario as unknown as Schema),
      workflow: documentForm(schemas.workflow as unknown as Schema),
    },
  };
  return written(forms);
}

/** A line for each type, so that a change of one is seen as that. */
function written({ steps, triggers, documents }: Forms): string {
  const lines = (all: object, indent: string) =>
    Object.entries(all)
      .map(([name, form]) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(form)}`)
      .join(',\n');
  const byKind = (all: Record<string, object>) =>
    Object.entries(all)
      .map(([kind, forms]) => `  ${JSON.stringify(kind)}: {\n${lines(forms, '   ')}\n  }`)
      .join(',\n');
  return `{\n "steps": {\n${lines(steps, '  ')}\n },\n "triggers": {\n${byKind(triggers)}\n },\n "documents": {\n${lines(documents, '  ')}\n }\n}\n`;
}

/** The fields of a document that are no lists of steps or triggers. */
function documentForm(schema: Schema): Form {
  const { triggers, steps: _, flows, ...fields } = formOf(schema).fields;
  return { fields };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(formsFile, makeForms());
