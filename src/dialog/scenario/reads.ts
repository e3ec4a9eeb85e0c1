import type { Json } from '../template/json.ts';
import { readsOf, stringsIn, TemplateError } from '../template/liquid.ts';
import { type Definition, placedSteps } from './definition.ts';
import { stateKeysOf } from './step-traits.ts';
import type { Step } from './step-types.ts';

/** What a definition reads in its templates, and what it writes. */

/** A string of the definition that may be a template, and its place. */
export interface Source {
  source: string;
  path: (string | number)[];
  /** The id of its step; null for a trigger. */
  step: string | null;
}

/** All strings of steps and triggers, without notes; the steps inside a step are listed separately. */
export function* sourcesOf(definition: Definition): Generator<Source> {
  for (const [i, { note: _, ...trigger }] of definition.triggers.entries()) {
    if (!('where' in trigger)) continue;
    for (const [source, path] of stringsIn(trigger.where as Json, ['triggers', i, 'where'])) {
      yield { source, path, step: null };
    }
  }
  for (const { step, path: at } of placedSteps(definition.steps)) {
    const { note: _, steps: __, ...own } = step as Step & { steps?: Step[] };
    for (const [source, path] of stringsIn(own as unknown as Json, at)) yield { source, path, step: step.id };
  }
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

/** Slugs of the workflows that a definition starts. */
export function workflowsStartedBy(definition: Definition): string[] {
  const started = [...placedSteps(definition.steps)].flatMap(({ step }) =>
    step.type === 'workflow' ? [step.workflow] : [],
  );
  return [...new Set(started)];
}

/** The fields of the state that a definition sets. */
export function* stateKeysSetBy(definition: Definition): Generator<string> {
  for (const { step } of placedSteps(definition.steps)) {
    yield* stateKeysOf(step);
  }
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
