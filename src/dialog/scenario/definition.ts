import { z } from 'zod';
import { dict, list, literal } from '../http/fields.ts';
import type { JsonObject } from '../template/json.ts';
import type { TemplateRules } from '../template/rules.ts';
import { firstVars, flowName, note, stepId } from './fields.ts';
import { blocking, type Finding } from './finding.ts';
import { says } from './finding-words.ts';
import { inWords, noSuchField } from './form-words.ts';
import { depthOf, placedSteps } from './placed.ts';
import type { Kind } from './position.ts';
import { buttonsOf } from './speaking-steps.ts';
import { type Concurrency, concurrency, type Debounce, debounce } from './start-rules.ts';
import { keysLike } from './step-fields.ts';
import { hasTrait } from './step-traits.ts';
import { type Step, steps } from './step-types.ts';
import { scenarioTrigger, type Trigger, workflowTrigger } from './triggers.ts';

/** The document that defines a dialog or a workflow. docs/scenarios.md describes it for authors. */

/** A flow that steps of the document call by its name. It returns when it ends. */
export interface NamedFlow {
  steps: Step[];
  /** The variables with which it begins: values, not templates. */
  vars?: JsonObject | undefined;
  note?: string | undefined;
}

/** A document with a valid structure; only `readDefinition` makes one. */
export interface Definition {
  triggers: Trigger[];
  steps: Step[];
  /** By name. */
  flows?: Record<string, NamedFlow> | undefined;
  /** The step of the outermost list to which a flow goes if a step fails and has no branch for it. */
  on_error?: string | undefined;
  /** The step of the outermost list that deals with messages that nothing else takes; only in a scenario. */
  on_no_match?: string | undefined;
  /** The same for messages without words. */
  on_unsupported?: string | undefined;
  /** What becomes of a message that comes while the dialog waits for something else; it is ignored if absent. */
  while_busy?: 'keep' | 'answer' | undefined;
  /** The variables with which every flow begins: values, not templates. */
  vars?: JsonObject | undefined;
  /** How many runs there may be at once; only in a workflow. */
  concurrency?: Concurrency | undefined;
  /** Which of many starts by triggers counts; only in a workflow. */
  debounce?: Debounce | undefined;
  note?: string | undefined;
  /** The rules of its templates, which its version has and the document has not; absent for the present ones. */
  templateRules?: TemplateRules | undefined;
}

const mostFlows = 100;
const flows = dict(z.strictObject({ steps, vars: firstVars.optional(), note }))
  .superRefine(keysLike(flowName))
  .refine((all) => Object.keys(all).length <= mostFlows, `a document has at most ${mostFlows} flows`);

const common = {
  ...{ steps, flows: flows.optional(), on_error: stepId.optional(), vars: firstVars.optional(), note },
};
/** The schema of each kind of document. */
export const schemas: Record<Kind, z.ZodType<Definition>> = {
  scenario: z.strictObject({
    triggers: list(scenarioTrigger, { max: 50 }).prefault([]),
    ...common,
    on_no_match: stepId.optional(),
    on_unsupported: stepId.optional(),
    while_busy: literal(['keep', 'answer']).optional(),
  }),
  workflow: z.strictObject({
    triggers: list(workflowTrigger, { max: 50 }).prefault([]),
    ...common,
    concurrency: concurrency.optional(),
    debounce: debounce.optional(),
  }),
};

const largest = 512 * 1024;
const mostSteps = 500;
const deepest = 50;
const deepestLists = 5;

/**
 * Reads a document. It may still refer to steps that do not exist or to unknown operations: `checkDefinition` reports these, and
 * a flow that reaches one fails.
 */
export function readDefinition(
  json: unknown,
  kind: Kind,
): { definition: Definition; findings?: never } | { definition?: never; findings: Finding[] } {
  const fault = outlineFault(json);
  if (fault) return { findings: [fault] };
  const parsed = schemas[kind].safeParse(json, { error: inWords });
  if (!parsed.success) {
    return { findings: parsed.error.issues.flatMap((issue) => structureFindings(issue, json, kind)) };
  }
  const findings = [...listFindings(parsed.data, kind)];
  return findings.length > 0 ? { findings } : { definition: parsed.data };
}

/** A fault that would make reading the document expensive or unsafe. */
function outlineFault(json: unknown): Finding | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return blocking('bad_value', {
      path: [],
      ...says('not_an_object'),
    });
  }
  const found = tooDeepOrNamed(json, 0);
  if (found === 'deep') {
    return blocking('too_large', {
      path: [],
      ...says('nested_too_deep', { most: deepest }),
    });
  }
  if (found === 'named') {
    return blocking('bad_value', {
      path: [],
      ...says('forbidden_name'),
    });
  }
  if (Buffer.byteLength(JSON.stringify(json)) > largest) {
    return blocking('too_large', { path: [], ...says('too_many_bytes') });
  }
  return null;
}

function tooDeepOrNamed(value: object, depth: number): 'deep' | 'named' | null {
  if (depth > deepest) return 'deep';
  if (Object.hasOwn(value, '__proto__')) return 'named';
  for (const part of Object.values(value)) {
    const found = typeof part === 'object' && part !== null ? tooDeepOrNamed(part, depth + 1) : null;
    if (found) return found;
  }
  return null;
}

function* listFindings(definition: Definition, kind: Kind): Generator<Finding> {
  const seen = new Set<string>();
  for (const { step, path, list } of placedSteps(definition)) {
    if (seen.has(step.id)) {
      yield blocking('duplicate_id', {
        path: [...path, 'id'],
        step: step.id,
        ...says('id_twice', { step: step.id }),
      });
    }
    seen.add(step.id);
    if (kind === 'workflow' && hasTrait('onlyInDialogs', step)) {
      yield blocking('not_in_workflow', {
        path: [...path, 'type'],
        step: step.id,
        ...says('only_in_dialogs', { type: step.type }),
      });
    }
    if (kind === 'workflow' && step.type === 'message') {
      const leading = [...buttonsOf(step)].find(({ button }) => button.next !== undefined);
      const at = [...path, ...(leading?.path ?? []), 'next'];
      if (leading)
        yield blocking('not_in_workflow', { path: at, step: step.id, ...says('button_in_workflow') });
    }
    if (depthOf(list) > deepestLists) {
      yield blocking('too_large', { path, step: step.id, ...says('lists_too_deep', { most: deepestLists }) });
    }
  }
  if (seen.size > mostSteps) {
    yield blocking('too_large', { path: ['steps'], ...says('too_many_steps', { most: mostSteps }) });
  }
}

function structureFindings(issue: z.core.$ZodIssue, json: unknown, kind: Kind): Finding[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  const step = stepAt(json, path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const message = noSuchField(key, issue.message);
      const said = says('no_such_field', { field: key });
      return blocking('unknown_field', { path: [...path, key], step, ...said, message });
    });
  }
  const given = valueAt(json, path);
  if (issue.code === 'invalid_union' && issue.path.at(-1) === 'type') {
    return [typeFinding(given, path, step, kind, issue)];
  }
  if ((issue.code === 'invalid_type' || issue.code === 'invalid_value') && given === undefined) {
    return [blocking('missing_field', { path, step, ...says('field_missing', { field: lastName(path) }) })];
  }
  const code = issue.code === 'custom' ? issue.params?.code : undefined;
  const where = path.length > 0 ? `"${lastName(path)}": ` : '';
  const fault = sentence(issue.message);
  const said = says('form_fault', { field: path.length > 0 ? lastName(path) : '', fault });
  return [blocking(code ?? 'bad_value', { path, step, ...said, message: `${where}${fault}` })];
}

function typeFinding(
  given: unknown,
  path: (string | number)[],
  step: string | null,
  kind: Kind,
  issue: z.core.$ZodIssueInvalidUnion,
): Finding {
  if (given === undefined) {
    return blocking('missing_field', { path, step, ...says('field_missing', { field: 'type' }) });
  }
  const what = path.includes('validate') ? 'validation' : path[0] === 'triggers' ? 'trigger' : 'step';
  const names = ('options' in issue ? (issue.options as unknown[]) : []).join(', ');
  const where = what === 'trigger' ? ` of a ${kind}` : '';
  const message = `There is no type of ${what}${where} called ${JSON.stringify(given)}; use one of ${names}.`;
  const said = says('no_such_type', {
    type: typeof given === 'string' ? given : JSON.stringify(given),
    known: names,
  });
  const code = what === 'validation' ? 'bad_value' : `unknown_${what}_type`;
  return blocking(code, { path, step, ...said, message });
}

/** The last name of a path with its positions, such as `seconds` or `steps[0]`, because a bare position would not help. */
function lastName(path: readonly (string | number)[]): string {
  const from = path.findLastIndex((part) => typeof part === 'string');
  const [name = '', ...positions] = path.slice(Math.max(from, 0));
  return `${name}${positions.map((position) => `[${position}]`).join('')}`;
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

function valueAt(json: unknown, path: readonly (string | number)[]): unknown {
  let value = json;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** The id of the innermost step that contains a path, if it has one. */
function stepAt(json: unknown, path: readonly (string | number)[]): string | null {
  const last = path.findLastIndex((part, i) => path[i - 1] === 'steps' && typeof part === 'number');
  if (last < 0) return null;
  const id = valueAt(json, [...path.slice(0, last + 1), 'id']);
  return typeof id === 'string' ? id : null;
}
