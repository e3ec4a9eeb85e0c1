import type { View } from './history.ts';
import { isObject, type JsonObject } from './json.ts';

/** Notes and groups: what stands on the canvas besides steps. They are in the view, so nothing that runs knows of them. */

/** Words on the canvas. */
export interface Note {
  readonly text: string;
  /** The left upper corner where it was put. */
  readonly at: readonly [x: number, y: number];
  readonly size: readonly [width: number, height: number];
  /** The step or trigger by which it stands: it goes where that goes. */
  readonly beside?: string;
  /** How far its corner is from that of the step. */
  readonly by?: readonly [x: number, y: number];
}

/** A frame around steps. */
export interface Group {
  readonly title: string;
  /** The steps and triggers in it. */
  readonly steps: readonly string[];
}

export interface Corner {
  x: number;
  y: number;
}

export type ElementKind = 'note' | 'group';

/** How an element is called among the steps: no step can be called so. */
export const elementKey = (kind: ElementKind, id: string): string => `${kind}:${id}`;

/** The element of a key; undefined for a step or trigger. */
export function elementOf(key: string | undefined): { kind: ElementKind; id: string } | undefined {
  const [, kind, id] = /^(note|group):(.+)$/.exec(key ?? '') ?? [];
  return kind && id ? { kind: kind as ElementKind, id } : undefined;
}

/** An id that nobody else takes who edits at this moment. */
export const newElementId = (): string => Math.random().toString(36).slice(2, 10).padEnd(8, '0');

const isPair = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);

const entriesOf = (value: unknown): [string, Record<string, unknown>][] =>
  Object.entries(isObject(value as never) ? (value as object) : {}).filter(([, each]) => isObject(each));

/** The notes of a view. What programs have written there in another form is left alone. */
export const notesOf = ({ notes }: View): [id: string, note: Note][] =>
  entriesOf(notes).filter(
    ([, { text, at, size }]) => typeof text === 'string' && isPair(at) && isPair(size),
  ) as unknown as [string, Note][];

/** The groups of a view. */
export const groupsOf = ({ groups }: View): [id: string, group: Group][] =>
  entriesOf(groups).filter(
    ([, { title, steps }]) =>
      typeof title === 'string' && Array.isArray(steps) && steps.every((key) => typeof key === 'string'),
  ) as unknown as [string, Group][];

/** The steps and triggers in a group; none if there is no such group. */
export const stepsOfGroup = (view: View, group: string): readonly string[] =>
  groupsOf(view).find(([id]) => id === group)?.[1].steps ?? [];

/** The group of each step that is in one. */
export const groupOfSteps = (view: View): Map<string, string> =>
  new Map(groupsOf(view).flatMap(([id, { steps }]) => steps.map((key) => [key, id] as const)));

/** A view with a record that has another value by an id. @param value undefined: takes it away, and the record with the last one */
function withEntry(
  view: View,
  name: 'notes' | 'groups' | 'pins',
  id: string,
  value: Note | Group | JsonObject | undefined,
): View {
  const { [id]: _, ...others } = view[name] ?? {};
  const entries = value ? { ...view[name], [id]: value } : others;
  if (Object.keys(entries).length > 0) return { ...view, [name]: entries };
  const { [name]: __, ...rest } = view;
  return rest;
}

/** A view with the output that stands in for a step while the draft is tried. */
export const withPin = (view: View, step: string, output: JsonObject | undefined): View =>
  withEntry(view, 'pins', step, output);

export const withNote = (view: View, id: string, note: Note | undefined): View =>
  withEntry(view, 'notes', id, note);

/** A step is in one group: those that it was in before lose it. */
export function withGroup(view: View, id: string, group: Group | undefined): View {
  const others = group ? withoutGrouped(view, group.steps, id) : view;
  return withEntry(others, 'groups', id, group);
}

/** Takes steps out of their groups; a group without steps goes. */
export function withoutGrouped(view: View, keys: readonly string[], except?: string): View {
  let changed = view;
  for (const [id, group] of groupsOf(view)) {
    const steps = group.steps.filter((key) => !keys.includes(key));
    if (id === except || steps.length === group.steps.length) continue;
    changed = withEntry(changed, 'groups', id, steps.length === 0 ? undefined : { ...group, steps });
  }
  return changed;
}

/** Takes steps out of the view. Notes beside them stay where they are. @param cornerOf where a step stands */
export function withoutSteps(
  view: View,
  keys: readonly string[],
  cornerOf: (key: string) => Corner | undefined,
): View {
  let changed = withoutGrouped(view, keys);
  for (const key of keys) if (changed.pins?.[key]) changed = withPin(changed, key, undefined);
  for (const [id, note] of notesOf(changed)) {
    if (note.beside === undefined || !keys.includes(note.beside)) continue;
    const { x, y } = cornerOfNote(note, cornerOf);
    changed = withNote(changed, id, { text: note.text, at: [x, y], size: note.size });
  }
  if (!keys.some((key) => changed.positions?.[key])) return changed;
  const { positions = {}, ...others } = changed;
  const kept = Object.entries(positions).filter(([key]) => !keys.includes(key));
  return kept.length === 0 ? others : { ...others, positions: Object.fromEntries(kept) };
}

/** A view in which steps are called differently. @param nameOf the new name, or the same one */
export function renamedInView(view: View, nameOf: (key: string) => string): View {
  let changed = view;
  const { positions } = view;
  if (positions && Object.keys(positions).some((key) => nameOf(key) !== key)) {
    const entries = Object.entries(positions).map(([key, at]) => [nameOf(key), at] as const);
    changed = { ...changed, positions: Object.fromEntries(entries) };
  }
  for (const [key, output] of Object.entries(view.pins ?? {})) {
    if (nameOf(key) !== key) changed = withPin(withPin(changed, key, undefined), nameOf(key), output);
  }
  for (const [id, group] of groupsOf(view)) {
    if (group.steps.some((key) => nameOf(key) !== key))
      changed = withEntry(changed, 'groups', id, { ...group, steps: group.steps.map(nameOf) });
  }
  for (const [id, note] of notesOf(view)) {
    if (note.beside !== undefined && nameOf(note.beside) !== note.beside)
      changed = withEntry(changed, 'notes', id, { ...note, beside: nameOf(note.beside) });
  }
  return changed;
}

/** Where a note stands. @param cornerOf where a step stands */
export function cornerOfNote(
  { at, beside, by }: Note,
  cornerOf: (key: string) => Corner | undefined,
): Corner {
  const step = beside === undefined ? undefined : cornerOf(beside);
  if (step && by && isPair(by)) return { x: step.x + by[0], y: step.y + by[1] };
  return { x: at[0], y: at[1] };
}
