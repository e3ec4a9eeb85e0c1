import type { DocumentKind, FieldForm } from './forms.ts';
import { stepForm, triggerForm } from './forms.ts';
import {
  inserted,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  startsWith,
  valueAt,
  withValue,
} from './json.ts';
import { namingPaths, renamed } from './names.ts';
import { freeId, idsOf, ownerOf, type Place, placeOf, placesOf, triggersOf } from './places.ts';
import { goesOn, outcomesOf } from './targets.ts';

/** Edits: each makes a new document and shares what it did not touch. */

/** A new step with the fields that its type needs. @param target what it leads to where it must lead somewhere */
export function newStep(document: JsonObject, type: string, target = ''): JsonObject {
  const taken = idsOf(document);
  const id = freeId(type, taken);
  taken.add(id);
  const fields = Object.entries(stepForm(type)?.fields ?? {}).filter(
    ([name, field]) => name !== 'id' && (field.isNeeded || starters.has(`${type}.${name}`)),
  );
  const values = fields.map(([name, field]) => [name, firstValue(field, { taken, target })]);
  return { id, type, ...Object.fromEntries(values) };
}

/** Fields that the server needs only if others are absent, so the schema does not say that they are needed. */
const starters = new Set([
  ...['message.text', 'question.field', 'choice.options', 'set.values', 'delay.seconds', 'payment.text'],
  ...['table_write.row', 'tag.add'],
]);

/** A new trigger with the fields that its type needs. */
export function newTrigger(kind: DocumentKind, type: string): JsonObject {
  const fields = Object.entries(triggerForm(kind, type)?.fields ?? {}).filter(
    ([name, field]) => field.isNeeded || `${type}.${name}` === 'text.text',
  );
  const values = fields.map(([name, field]) => [name, firstValue(field, { taken: new Set(), target: '' })]);
  return { type, ...Object.fromEntries(values) };
}

interface Around {
  taken: Set<string>;
  target: string;
}

/** What stands in a field before somebody writes into it. */
export function firstValue(field: FieldForm, around: Around = { taken: new Set(), target: '' }): Json {
  switch (field.kind) {
    case 'number':
      return Math.max(field.min ?? 0, 1);
    case 'number_template':
      return 60;
    case 'boolean':
      return true;
    case 'choice':
      return field.options[0] ?? '';
    case 'constant':
      return field.value as Json;
    case 'condition':
      return { left: '', op: 'eq', right: '' };
    case 'step':
      return around.target;
    case 'list':
      return Array.from({ length: Math.max(field.min ?? 0, 1) }, () => firstValue(field.of, around));
    case 'record':
    case 'object_template':
      return {};
    case 'object':
      return Object.fromEntries(
        Object.entries(field.fields)
          .filter(([, { isNeeded }]) => isNeeded)
          .map(([name, each]) => [name, firstValue(each, around)]),
      );
    case 'variants': {
      const [name = '', form = { fields: {} }] = Object.entries(field.forms)[0] ?? [];
      return { [field.by]: name, ...(firstValue({ kind: 'object', ...form }, around) as JsonObject) };
    }
    case 'steps': {
      const id = freeId('message', around.taken);
      around.taken.add(id);
      return [{ id, type: 'message', text: '' }];
    }
    default:
      return '';
  }
}

/** Puts steps into a list. */
export function insertSteps(
  document: JsonObject,
  list: Path,
  index: number,
  steps: readonly JsonObject[],
): JsonObject {
  const before = valueAt(document, list);
  return withValue(document, list, inserted(Array.isArray(before) ? before : [], index, ...steps));
}

export const addTrigger = (document: JsonObject, trigger: JsonObject): JsonObject =>
  withValue(document, ['triggers'], [...triggersOf(document), trigger]);

export const removeTrigger = (document: JsonObject, index: number): JsonObject =>
  withValue(document, ['triggers', index], undefined);

/** Takes a step away. What led to it leads to where it went on. */
export function removeStep(document: JsonObject, key: string): JsonObject {
  const place = placeOf(document, key);
  if (!place) return document;
  const { step, following, path } = place;
  const next = typeof step.next === 'string' ? step.next : undefined;
  const onward = goesOn(step) ? (next ?? following ?? undefined) : undefined;
  const target = onward === key ? undefined : onward;
  let changed = withPreviousLed(document, place, next);
  const needed = neededTargets(changed);
  for (const at of namingPaths(changed).reverse()) {
    if (valueAt(changed, at) !== step.id || startsWith(at, path)) continue;
    if (target !== undefined || !needed.has(at.join('/'))) changed = withValue(changed, at, target);
  }
  return withValue(changed, path, undefined);
}

/** The step before it went on with it because of its place, and would now go on with another one. */
function withPreviousLed(document: JsonObject, { list, index, following }: Place, next: string | undefined) {
  const at = [...list, index - 1];
  const previous = valueAt(document, at);
  if (next === undefined || next === following || !isObject(previous)) return document;
  if (previous.next !== undefined || !goesOn(previous)) return document;
  return withValue(document, [...at, 'next'], next);
}

/** The places of targets that cannot be left out. */
function neededTargets(document: JsonObject): Set<string> {
  return new Set(
    placesOf(document).flatMap(({ step, path }) =>
      outcomesOf(step).flatMap((outcome) => (outcome.isNeeded ? [[...path, ...outcome.path].join('/')] : [])),
    ),
  );
}

export const removeSteps = (document: JsonObject, keys: readonly string[]): JsonObject =>
  keys.reduce(removeStep, document);

/** Moves a step to another place of its own list. */
export function moveStep(document: JsonObject, key: string, by: number): JsonObject {
  const place = placeOf(document, key);
  const steps = place && valueAt(document, place.list);
  if (!place || !Array.isArray(steps)) return document;
  const index = Math.min(Math.max(place.index + by, 0), steps.length - 1);
  if (index === place.index) return document;
  const others = steps.filter((_, i) => i !== place.index);
  return withValue(document, place.list, inserted(others, index, place.step as Json));
}

/** Lets an outcome of a step or trigger lead to a step. @param to undefined: nowhere, or to the next step of the list */
export function connect(document: JsonObject, at: Path, to: string | undefined): JsonObject {
  return withValue(document, at, to);
}

/** Lets a way out of a step end its flow: it leads to an `end` that says nothing else, which is made behind the last step if there is none. */
export function endHere(document: JsonObject, at: Path): JsonObject {
  const place = ownerOf(placesOf(document), at);
  if (!place) return document;
  const isMain = at.length === place.path.length + 1 && at.at(-1) === 'next';
  // Behind the last step nothing follows.
  if (isMain && place.following === null) return withValue(document, at, undefined);
  const steps = valueAt(document, place.list) as readonly Json[];
  const plain = steps.find(
    (step) => isObject(step) && step.type === 'end' && step.output === undefined && step.status === undefined,
  );
  if (isObject(plain) && plain !== place.step) return withValue(document, at, plain.id);
  const id = freeId('end', idsOf(document));
  return withValue(insertSteps(document, place.list, steps.length, [{ id, type: 'end' }]), at, id);
}

/** Gives a step another id, wherever it is named. */
export function renameStep(document: JsonObject, key: string, id: string): JsonObject {
  const place = placeOf(document, key);
  if (!place || place.step.id === id) return document;
  const own = withValue(document, [...place.path, 'id'], id);
  // The id of a second step with the same id is named by nobody.
  return place.step.id === key ? renamed(own, new Map([[key, id]])) : own;
}
