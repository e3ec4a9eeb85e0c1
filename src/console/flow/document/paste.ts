import { insertSteps } from './edits.ts';
import {
  elementKey,
  type Group,
  groupsOf,
  type Note,
  newElementId,
  notesOf,
  withGroup,
  withNote,
} from './elements.ts';
import type { Draft } from './history.ts';
import { isObject, type Json, type JsonObject, type Path, withValue } from './json.ts';
import { renamed } from './names.ts';
import { freeId, idsOf, placesOf } from './places.ts';
import { outcomesOf } from './targets.ts';

/** What is put on the clipboard besides steps. */
export interface Copied {
  steps: JsonObject[];
  notes: Note[];
  groups: Group[];
}

/**
 * Steps, notes and groups as JSON, for the clipboard: a list of steps if there are only steps. A group goes with its steps and the notes beside
 * those, and steps that are all of a group go with it.
 * @param keys of steps, notes and groups; steps inside another one go with it
 */
export function copiedDraft({ definition, view }: Draft, keys: readonly string[]): string {
  const wanted = new Set(keys);
  const groups = groupsOf(view)
    .filter(([id, { steps }]) => wanted.has(elementKey('group', id)) || steps.every((key) => wanted.has(key)))
    .map(([, group]) => group);
  for (const { steps } of groups) for (const key of steps) wanted.add(key);
  const ofGroups = new Set(groups.flatMap(({ steps }) => steps));
  const notes = notesOf(view)
    .filter(([id, { beside = '' }]) => wanted.has(elementKey('note', id)) || ofGroups.has(beside))
    .map(([, note]) => note);
  const steps = copied(definition, [...wanted]);
  if (notes.length + groups.length === 0) return steps;
  return JSON.stringify({ steps: JSON.parse(steps), notes, groups }, null, 2);
}

/** Reads what is on the clipboard; undefined if there are neither steps nor notes. */
export function readCopied(text: string): Copied | undefined {
  const steps = readSteps(text);
  let value: Json = null;
  try {
    value = JSON.parse(text) as Json;
  } catch {}
  const byPlace = (list: Json | undefined) =>
    Object.fromEntries(Array.isArray(list) ? (list as Json[]).entries() : []) as never;
  const side = isObject(value) && value.type === undefined ? value : {};
  const notes = notesOf({ notes: byPlace(side.notes) }).map(([, note]) => note);
  const groups = groupsOf({ groups: byPlace(side.groups) }).map(([, group]) => group);
  return steps || notes.length > 0 ? { steps: steps ?? [], notes, groups } : undefined;
}

/** How far from where it was copied a note is put in that stands by no step. */
const aside = 32;

/** Puts what was copied into a draft. @returns the draft, and the keys of what was put in: those of steps come last */
export function pasteDraft(
  { definition, view }: Draft,
  list: Path,
  index: number,
  { steps, notes, groups }: Copied,
): { draft: Draft; keys: string[] } {
  const { document, keys, ids } = paste(definition, list, index, steps);
  const has = new Set(placesOf({ steps }).map(({ key }) => key));
  const nameOf = (key: string) => ids.get(key) ?? key;
  const made: string[] = [];
  let changed = view;
  for (const { title, steps: inside } of groups) {
    const own = inside.filter((key) => has.has(key)).map(nameOf);
    if (own.length > 0) changed = withGroup(changed, newElementId(), { title, steps: own });
  }
  for (const { text, at, size, beside, by } of notes) {
    const id = newElementId();
    const isBeside = beside !== undefined && by !== undefined && has.has(beside);
    const note: Note = isBeside
      ? { text, at, size, beside: nameOf(beside), by }
      : { text, at: [at[0] + aside, at[1] + aside], size };
    changed = withNote(changed, id, note);
    made.push(elementKey('note', id));
  }
  return { draft: { definition: document, view: changed }, keys: [...made, ...keys] };
}

/** Steps as JSON. @param keys of steps; those inside another one go with it */
export function copied(document: JsonObject, keys: readonly string[]): string {
  const wanted = placesOf(document).filter(({ key }) => keys.includes(key));
  const isInside = (path: Path) =>
    wanted.some(
      (other) => other.path.length < path.length && other.path.every((part, i) => part === path[i]),
    );
  return JSON.stringify(
    wanted.filter(({ path }) => !isInside(path)).map(({ step }) => step),
    null,
    2,
  );
}

/** Reads steps from the clipboard: a list of steps, one step, or a whole document. Undefined if there are none. */
export function readSteps(text: string): JsonObject[] | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  const list = Array.isArray(value)
    ? (value as Json[])
    : isObject(value) && Array.isArray(value.steps) && value.type === undefined
      ? (value.steps as Json[])
      : [value];
  const isStep = (each: Json): each is JsonObject =>
    isObject(each) && typeof each.id === 'string' && typeof each.type === 'string';
  return list.length > 0 && list.every(isStep) ? list : undefined;
}

/**
 * Puts steps into a list. Their ids are new where they are taken, and what names them follows. Where they lead to a step that there is not, they
 * lead nowhere.
 * @returns the document, the ids of what was put in, and the new ids by the former ones
 */
export function paste(
  document: JsonObject,
  list: Path,
  index: number,
  steps: readonly JsonObject[],
): { document: JsonObject; keys: string[]; ids: ReadonlyMap<string, string> } {
  const taken = idsOf(document);
  const ids = new Map<string, string>();
  let pasted: JsonObject = { steps };
  for (const { step, path } of placesOf(pasted)) {
    const id = freeId(String(step.id), taken);
    taken.add(id);
    if (id === step.id) continue;
    if (!ids.has(String(step.id))) ids.set(String(step.id), id);
    pasted = withValue(pasted, [...path, 'id'], id);
  }
  pasted = renamed(pasted, ids);
  for (const { step, path } of placesOf(pasted)) {
    for (const { to, isNeeded, path: at } of outcomesOf(step)) {
      if (to !== undefined && !isNeeded && !taken.has(to))
        pasted = withValue(pasted, [...path, ...at], undefined);
    }
  }
  const made = pasted.steps as readonly JsonObject[];
  if (made.length === 0) return { document, keys: [], ids };
  return { document: insertSteps(document, list, index, made), keys: made.map(({ id }) => String(id)), ids };
}
