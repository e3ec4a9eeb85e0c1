import { type FieldForm, type Form, stepForm } from './forms.ts';
import { isObject, type Json, type JsonObject, type Path } from './json.ts';
import { placesOf, triggerKey, triggersOf } from './places.ts';
import { remembered } from './remembered.ts';

/** Where steps lead, as their forms show it: every field that names a step. */

/** A field of a step that may name another one. */
export interface Outcome {
  path: Path;
  /** The id that it names; undefined if it names none. */
  to: string | undefined;
  /** How it is drawn. */
  kind: 'main' | 'choice' | 'error' | 'timeout';
  /** The words of the option or button, or the name of the field. */
  label: string;
  /** Whether the label is the name of a field, which has a text. */
  isField: boolean;
  isNeeded: boolean;
}

/** The fields that name steps, or may, in the order of the form. Of lists there is one for each item. */
export const outcomesOf = remembered((step: JsonObject): readonly Outcome[] => {
  const form = stepForm(step.type);
  if (!form) return [];
  const found = [...outcomesIn(form, step, [])];
  // What comes first in the form is what happens last.
  return [...found.filter(({ kind }) => kind !== 'main'), ...found.filter(({ kind }) => kind === 'main')];
});

function* outcomesIn({ fields }: Form, value: JsonObject, path: Path): Generator<Outcome> {
  for (const [name, field] of Object.entries(fields)) {
    if (path.length === 0 && name === 'id') continue;
    const part = Object.hasOwn(value, name) ? value[name] : undefined;
    const at = [...path, name];
    if (field.kind === 'step') yield outcome(field, name, at, part, value);
    else if (part !== undefined) yield* outcomesOfValue(field, part, at);
  }
}

function* outcomesOfValue(field: FieldForm, value: Json, path: Path): Generator<Outcome> {
  if (field.kind === 'object' && isObject(value)) yield* outcomesIn(field, value, path);
  if (field.kind === 'list' && Array.isArray(value)) {
    for (const [i, item] of value.entries()) yield* outcomesOfValue(field.of, item as Json, [...path, i]);
  }
}

function outcome(
  field: FieldForm,
  name: string,
  path: Path,
  part: Json | undefined,
  beside: JsonObject,
): Outcome {
  const words = typeof beside.text === 'string' && path.length > 1 ? beside.text : undefined;
  return {
    path,
    to: typeof part === 'string' ? part : undefined,
    kind: kindOf(name, path),
    label: words ?? name,
    isField: words === undefined,
    isNeeded: field.isNeeded === true,
  };
}

function kindOf(name: string, path: Path): Outcome['kind'] {
  if (name === 'on_timeout') return 'timeout';
  if (name === 'on_paid' || name === 'on_empty' || name === 'else' || path.length > 1) return 'choice';
  return name.startsWith('on_') ? 'error' : 'main';
}

/** Those that stand on a node: what names a step, and what an author expects to find there. */
export function shownOutcomes(step: JsonObject): Outcome[] {
  return outcomesOf(step).filter(({ to, path, kind }) => {
    if (to !== undefined || kind === 'main') return true;
    const [field] = path;
    return field === 'else' || field === 'options' || field === 'branches';
  });
}

const hasNext = (type: unknown): boolean => stepForm(type)?.fields.next !== undefined;

/** Whether a step can go on with `next`, or with the step after it. */
export function goesOn(step: JsonObject): boolean {
  if (!hasNext(step.type)) return false;
  if (step.continue_on_error === true) return true;
  switch (step.type) {
    case 'condition':
      return step.else === undefined;
    case 'choice':
      return Array.isArray(step.options)
        ? step.options.some((option) => !isObject(option as Json) || option.next === undefined)
        : true;
    case 'payment':
      return step.on_paid === undefined || step.wait === false;
    default:
      return true;
  }
}

/** A path from a step or a trigger to a step. */
export interface Edge {
  from: string;
  to: string;
  /** The field that names the target; null if the target is the next step of the list. */
  path: Path | null;
  kind: Outcome['kind'];
}

/** All paths of a document to steps that it has. */
export const edgesOf = remembered((document: JsonObject): readonly Edge[] => {
  const places = placesOf(document);
  const known = new Set(places.map(({ key }) => key));
  const edges: Edge[] = [];
  const first = places.find(({ depth, flow }) => depth === 0 && flow === null)?.key;
  for (const [i, trigger] of triggersOf(document).entries()) {
    const start = isObject(trigger) && typeof trigger.start === 'string' ? trigger.start : first;
    const path = isObject(trigger) && trigger.start !== undefined ? ['start'] : null;
    if (start !== undefined && known.has(start))
      edges.push({ from: triggerKey(i), to: start, path, kind: 'main' });
  }
  for (const { key, step, following } of places) {
    for (const { to, path, kind } of outcomesOf(step)) {
      // A choice may lead nowhere by itself: then its `next` is never taken.
      if (to === undefined || !known.has(to) || (path[0] === 'next' && !goesOn(step))) continue;
      edges.push({ from: key, to, path, kind });
    }
    if (following !== null && step.next === undefined && goesOn(step))
      edges.push({ from: key, to: following, path: null, kind: 'main' });
  }
  return edges;
});
