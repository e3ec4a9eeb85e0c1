import { documentForm, type FieldForm, type Form, triggerForm } from './forms.ts';
import { isObject, type Json, type JsonObject, mapStrings, type Path, valueAt, withValue } from './json.ts';
import { placesOf, triggersOf } from './places.ts';
import { outcomesOf } from './targets.ts';

/** The ids of steps wherever a document names them: in fields, triggers and templates. */

/** The paths of all fields that name a step. */
export function namingPaths(document: JsonObject): Path[] {
  const ofSteps = placesOf(document).flatMap(({ step, path }) =>
    outcomesOf(step).flatMap((outcome) => (outcome.to === undefined ? [] : [[...path, ...outcome.path]])),
  );
  const ofTriggers = triggersOf(document).flatMap((trigger, i) =>
    isObject(trigger) ? stepFields(formOfTrigger(trigger), trigger).map((name) => ['triggers', i, name]) : [],
  );
  const own = (['scenario', 'workflow'] as const).flatMap((kind) => stepFields(documentForm(kind), document));
  return [...ofSteps, ...ofTriggers, ...[...new Set(own)].map((name) => [name])];
}

const formOfTrigger = ({ type }: JsonObject): Form =>
  triggerForm('scenario', type) ?? triggerForm('workflow', type) ?? { fields: {} };

const isStep = (field: FieldForm) => field.kind === 'step';
const stepFields = ({ fields }: Form, value: JsonObject): string[] =>
  Object.keys(fields).filter((name) => isStep(fields[name]!) && typeof value[name] === 'string');

/** A document with the ids of steps replaced wherever they are named, but not where they are defined. */
export function renamed(document: JsonObject, ids: ReadonlyMap<string, string>): JsonObject {
  let changed = document;
  for (const path of namingPaths(document)) {
    const to = ids.get(String(valueAt(document, path)));
    if (to !== undefined) changed = withValue(changed, path, to);
  }
  return renamedInTemplates(changed, ids) as JsonObject;
}

const tag = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;

/** Templates that read the output of a step: `{{ steps.ask.value }}`. */
export function renamedInTemplates(value: Json, ids: ReadonlyMap<string, string>): Json {
  const inTag = (words: string) =>
    words
      .replace(/(?<![\w.])steps\.([A-Za-z]\w*)/g, (whole, id) =>
        ids.has(id) ? `steps.${ids.get(id)}` : whole,
      )
      .replace(/(?<![\w.])steps\[(["'])(\w+)\1\]/g, (whole, quote, id) =>
        ids.has(id) ? `steps[${quote}${ids.get(id)}${quote}]` : whole,
      );
  return mapStrings(value, (text) => (text.includes('steps') ? text.replace(tag, inTag) : text));
}
