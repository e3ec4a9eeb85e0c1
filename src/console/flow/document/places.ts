import { type FieldForm, type Form, stepForm } from './forms.ts';
import { isObject, type Json, type JsonObject, type Path, startsWith, valueAt } from './json.ts';
import { remembered } from './remembered.ts';

/** A step and where it stands. */
export interface Place {
  /** Its id; for a step without one of its own, where it stands: `#/steps/3`. */
  key: string;
  step: JsonObject;
  type: string;
  path: Path;
  /** The list that it stands in. */
  list: Path;
  index: number;
  /** The step after it in its list. */
  following: string | null;
  /** The step that carries out the list; null for the outermost list of a flow. */
  owner: string | null;
  /** The named flow that it belongs to; null for the steps of the document itself. */
  flow: string | null;
  /** In how many lists it stands. */
  depth: number;
}

/** The lists of steps that a step carries out: where it has them. */
export const innerLists = remembered((step: JsonObject): readonly Path[] => {
  const form = stepForm(step.type);
  return form ? [...listsIn(form, step, [])] : [];
});

function* listsIn({ fields }: Form, value: JsonObject, path: Path): Generator<Path> {
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(value, name)) yield* listsOf(field, value[name]!, [...path, name]);
  }
}

function* listsOf(field: FieldForm, value: Json, path: Path): Generator<Path> {
  if (field.kind === 'steps' && Array.isArray(value)) yield path;
  if (field.kind === 'object' && isObject(value)) yield* listsIn(field, value, path);
  if (field.kind === 'list' && Array.isArray(value)) {
    for (const [i, item] of value.entries()) yield* listsOf(field.of, item as Json, [...path, i]);
  }
}

/** The steps of a document with their places, those of its named flows last; a step comes before those inside it. */
export const placesOf = remembered((document: JsonObject): readonly Place[] => {
  const seen = new Set<string>();
  const found = [...placesIn(document, ['steps'], { owner: null, flow: null, depth: 0 }, seen)];
  const flows = isObject(document.flows) ? Object.keys(document.flows) : [];
  for (const flow of flows) {
    found.push(...placesIn(document, ['flows', flow, 'steps'], { owner: null, flow, depth: 0 }, seen));
  }
  return found;
});

/** The innermost step that a path of the document belongs to. @param places all of them */
export const ownerOf = (places: readonly Place[], at: Path): Place | undefined =>
  places.findLast(({ path }) => startsWith(at, path));

function* placesIn(
  document: JsonObject,
  list: Path,
  inside: Pick<Place, 'owner' | 'flow' | 'depth'>,
  seen: Set<string>,
): Generator<Place> {
  const steps = valueAt(document, list);
  if (!Array.isArray(steps)) return;
  for (const [index, step] of steps.entries()) {
    if (!isObject(step)) continue;
    const path = [...list, index];
    const isOwn = typeof step.id === 'string' && step.id !== '' && !seen.has(step.id);
    const key = isOwn ? (step.id as string) : `#/${path.join('/')}`;
    seen.add(key);
    const after: Json = steps[index + 1] ?? null;
    const following = isObject(after) && typeof after.id === 'string' ? after.id : null;
    yield { key, step, type: String(step.type ?? ''), path, list, index, following, ...inside };
    for (const inner of innerLists(step)) {
      const deeper = { owner: key, flow: inside.flow, depth: inside.depth + 1 };
      yield* placesIn(document, [...path, ...inner], deeper, seen);
    }
  }
}

/** The place of a step. */
export const placeOf = (document: JsonObject, key: string): Place | undefined =>
  placesOf(document).find((place) => place.key === key);

/** The triggers of a document. */
export const triggersOf = (document: JsonObject): readonly Json[] =>
  Array.isArray(document.triggers) ? document.triggers : [];

/** How a trigger is called among the steps. */
export const triggerKey = (index: number): string => `@${index}`;
/** The index of a trigger; undefined for a step. */
export const triggerIndex = (key: string): number | undefined =>
  key.startsWith('@') ? Number(key.slice(1)) : undefined;

const mostOfId = 63;

/** An id that no step has yet: the wanted one, or with a number behind it. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  const [, stem = 'step'] = /^([A-Za-z][A-Za-z0-9_]*?)\d*$/.exec(wanted) ?? [];
  for (let number = 1; ; number++) {
    const id = number === 1 ? wanted : `${stem.slice(0, mostOfId - 6)}${number}`;
    if (!taken.has(id)) return id;
  }
}

/** The ids of all steps. */
export const idsOf = (document: JsonObject): Set<string> =>
  new Set(placesOf(document).flatMap(({ step }) => (typeof step.id === 'string' ? [step.id] : [])));

/** Whether a step may be called so. */
export const isId = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(text);
