import type { Json } from '../template/json.ts';
import { readsOf, stringsIn, TemplateError } from '../template/liquid.ts';
import { asksForHoursIn, type Condition } from './conditions.ts';
import type { Definition } from './definition.ts';
import { listsIn, placedSteps } from './placed.ts';
import { stateKeysOf, varsOf } from './step-traits.ts';
import type { Step } from './step-types.ts';

/** What a definition reads in its templates, and what it writes. */

/** A string of the definition that may be a template, and its place. */
export interface Source {
  source: string;
  path: (string | number)[];
  /** The id of its step; null for a trigger or a key. */
  step: string | null;
}

/** All strings of steps and triggers, and the keys of starts, without notes; the steps inside a step are listed separately. */
export function* sourcesOf(definition: Definition): Generator<Source> {
  for (const [i, { note: _, ...trigger }] of definition.triggers.entries()) {
    const { where, customer } = trigger as { where?: Json; customer?: Json };
    for (const [field, templates] of Object.entries({ where, customer })) {
      if (templates === undefined) continue;
      for (const [source, path] of stringsIn(templates, ['triggers', i, field])) {
        yield { source, path, step: null };
      }
    }
  }
  for (const rule of ['concurrency', 'debounce'] as const) {
    const source = definition[rule]?.key;
    if (source !== undefined) yield { source, path: [rule, 'key'], step: null };
  }
  for (const { step, path: at } of placedSteps(definition)) {
    const { note: _, ...own } = ownOf(step);
    for (const [source, path] of stringsIn(own as Json, at)) yield { source, path, step: step.id };
  }
}

/** The fields of a step itself. An expression is in a language of its own, in which `{{` stands for something else. */
function ownOf(step: Step): Record<string, unknown> {
  const { expression: _, ...own } = step as Step & { expression?: string };
  for (const { path } of listsIn(step)) delete (own as Record<string, unknown>)[path[0]!];
  return own;
}

const tables = new WeakMap<Definition, readonly string[]>();

/**
 * Slugs of the tables in templates, `{{table.<slug>…}}`. The caller of the interpreter loads up to 100 rows of each into
 * `Surroundings.table`. Computed once for each definition.
 */
export function tablesReadBy(definition: Definition): readonly string[] {
  const known = tables.get(definition);
  if (known) return known;
  const found = new Set<string>();
  for (const { source } of sourcesOf(definition)) {
    for (const [namespace, slug] of readsIfReadable(source)) {
      if (namespace === 'table' && slug !== undefined) found.add(slug);
    }
  }
  tables.set(definition, [...found]);
  return tables.get(definition)!;
}

/** A condition of the definition, and its place. */
export interface PlacedCondition {
  condition: Condition;
  path: (string | number)[];
  /** The id of its step; null for a trigger. */
  step: string | null;
}

/** All conditions of triggers and steps. */
export function* conditionsOf(definition: Definition): Generator<PlacedCondition> {
  for (const [i, { where }] of definition.triggers.entries()) {
    if (where) yield { condition: where, path: ['triggers', i, 'where'], step: null };
  }
  for (const { step, path } of placedSteps(definition)) {
    if (step.type === 'wait_for') {
      for (const of of ['event', 'receiver'] as const) {
        const where = step[of]?.where;
        if (where) yield { condition: where, path: [...path, of, 'where'], step: step.id };
      }
    }
    if (step.type !== 'condition') continue;
    for (const [i, branch] of step.branches.entries()) {
      yield { condition: branch.if, path: [...path, 'branches', i, 'if'], step: step.id };
    }
  }
}

const hours = new WeakMap<Definition, boolean>();

/**
 * Whether a definition asks when the project is open. The caller of the interpreter then loads `Surroundings.calendar`. Computed
 * once for each definition.
 */
export function asksForHours(definition: Definition): boolean {
  const known = hours.get(definition);
  if (known !== undefined) return known;
  const asks = [...conditionsOf(definition)].some(({ condition }) => asksForHoursIn(condition));
  hours.set(definition, asks);
  return asks;
}

/** Slugs of the workflows that a definition starts. */
export function workflowsStartedBy(definition: Definition): string[] {
  const started = [...placedSteps(definition)].flatMap(({ step }) =>
    step.type === 'workflow' ? [step.workflow] : [],
  );
  return [...new Set(started)];
}

/** The fields of the state that a definition sets. */
export function* stateKeysSetBy(definition: Definition): Generator<string> {
  for (const { step } of placedSteps(definition)) {
    yield* stateKeysOf(step);
  }
}

/** The variables that a flow of a definition sets, at first or in a step. @param flow its name; null for the document's own steps */
export function* varsSetBy(definition: Definition, flow: string | null): Generator<string> {
  const { vars = {} } = flow === null ? definition : definition.flows![flow]!;
  yield* Object.keys(vars);
  for (const { step, list } of placedSteps(definition)) if (list.flow === flow) yield* varsOf(step);
}

/** Like `readsOf`; empty if the text is not a valid template. */
export function readsIfReadable(source: string): string[][] {
  try {
    return readsOf(source);
  } catch (error) {
    if (error instanceof TemplateError) return [];
    throw error;
  }
}
