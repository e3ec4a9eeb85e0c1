import { type Definition, placedSteps } from './definition.ts';
import type { Step } from './step-types.ts';
import { type Json, readsOf, stringsIn, TemplateError } from './template.ts';

/** What a definition reads in its templates, and what it writes. */

/** A string of the definition that may be a template, and where it stands. */
export interface Source {
  source: string;
  path: (string | number)[];
  /** The step in which it stands; null for a trigger. */
  step: string | null;
}

/** All strings of steps and triggers, but for notes, and for each step but for the steps in it. */
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
 * Slugs of the tables that templates name as `{{table.<slug>…}}`. Whoever runs the definition loads up to 100 rows of
 * each into `Surroundings.table`. Found once for each definition that was read.
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

/** Fields of the state that a definition fills. */
export function* stateKeysSetBy(definition: Definition): Generator<string> {
  for (const { step } of placedSteps(definition.steps)) {
    if ((step.type === 'question' || step.type === 'choice') && step.field !== undefined) yield step.field;
    if (step.type === 'set') yield* Object.keys(step.values);
  }
}

function readsIfReadable(source: string): string[][] {
  try {
    return readsOf(source);
  } catch (error) {
    if (error instanceof TemplateError) return [];
    throw error;
  }
}
