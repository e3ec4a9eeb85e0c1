import {
  type Corner,
  elementKey,
  elementOf,
  groupsOf,
  newElementId,
  renamedInView,
  stepsOfGroup,
  withGroup,
  withNote,
} from '../document/elements.ts';
import type { View } from '../document/history.ts';
import { placesOf, triggerIndex, triggerKey } from '../document/places.ts';
import { type Area, areasOf } from '../graph/by-hand.ts';
import { elementNodes, freeBeside, nothingDragged } from '../graph/elements.ts';
import { leastNote, noteSize } from '../graph/sizes.ts';
import { followersOf, type Moved, notePlace } from '../graph/use-drag.ts';
import type { Editor } from './editor.ts';

/** What somebody does with notes and groups. Each gives the keys that are selected afterwards. */

/** What stands where on the graph, steps and triggers by key. */
function areas({ layout, ...editor }: Pick<Editor, 'layout' | 'read'>): Map<string, Area> {
  return layout ? areasOf(layout, placesOf(editor.read().draft.definition)) : new Map();
}

/** Where the corners of steps are. */
export function cornersOf(editor: Editor): (key: string) => Corner | undefined {
  const all = areas(editor);
  return (key) => all.get(key);
}

/** Puts a note on the canvas, beside a step. */
export function addNote(editor: Editor, beside: string | undefined): string[] {
  const steps = areas(editor);
  const { view } = editor.read().draft;
  const shown = elementNodes(view, steps, nothingDragged, true).flatMap((node) =>
    node.type === 'note'
      ? [[node.id, { ...node.position, width: node.width!, height: node.height! }] as const]
      : [],
  );
  const taken = new Map([...steps, ...shown]);
  const key = beside !== undefined && taken.has(beside) ? beside : (taken.keys().next().value ?? '');
  const corner = freeBeside(key, noteSize, taken);
  const [width, height] = noteSize;
  const id = newElementId();
  const place = notePlace({ ...corner, width, height }, steps);
  editor.editView((before) => withNote(before, id, { text: '', ...place }));
  return [elementKey('note', id)];
}

/** Frames steps. Those of a group that is selected with them are in the new one. */
export function addGroup(editor: Editor, keys: readonly string[]): string[] {
  const { view, definition } = editor.read().draft;
  const known = new Set([...placesOf(definition).map(({ key }) => key)]);
  const groups = new Map(groupsOf(view).map(([id, group]) => [elementKey('group', id), group] as const));
  const wanted = keys.flatMap((key) => groups.get(key)?.steps ?? [key]);
  const steps = [...new Set(wanted.filter((key) => known.has(key) || triggerIndex(key) !== undefined))];
  if (steps.length === 0) return [...keys];
  const id = newElementId();
  editor.editView((before) => withGroup(before, id, { title: '', steps }));
  return [elementKey('group', id)];
}

/** Takes the frame of a group away; its steps stay, and are selected. */
export function ungroup(editor: Editor, id: string): string[] {
  const steps = stepsOfGroup(editor.read().draft.view, id);
  editor.editView((view) => withGroup(view, id, undefined));
  return [...steps];
}

export const writeNote = (editor: Editor, id: string, text: string): void =>
  editor.editView((view) => {
    const note = view.notes?.[id];
    return note ? withNote(view, id, { ...note, text }) : view;
  }, `note ${id}`);

export const nameGroup = (editor: Editor, id: string, title: string): void =>
  editor.editView((view) => {
    const group = view.groups?.[id];
    return group ? withGroup(view, id, { ...group, title }) : view;
  }, `group ${id}`);

/** Keeps where things were put by hand. */
export function putAt(editor: Editor, { positions, notes }: Moved, join?: string): void {
  editor.editView((view) => {
    let changed = view;
    if (Object.keys(positions).length > 0)
      changed = { ...changed, positions: { ...changed.positions, ...positions } };
    for (const [id, place] of Object.entries(notes)) {
      const { text } = changed.notes?.[id] ?? { text: '' };
      changed = withNote(changed, id, { text, ...place });
    }
    return changed;
  }, join);
}

/** How far a key moves something. */
const nudgeBy = 16;

/** Moves what is selected a little, or makes notes larger. A group takes its steps along. */
export function nudge(
  editor: Editor,
  keys: readonly string[],
  [right, down]: readonly [number, number],
  isSize: boolean,
): void {
  const { view, definition } = editor.read().draft;
  const places = placesOf(definition);
  const steps = areas(editor);
  const moved: Moved = { positions: {}, notes: {} };
  const corner = (key: string) => editor.layout?.positions.get(key);
  const put = (key: string) => {
    const at = corner(key);
    if (at) moved.positions[key] = [at.x + right * nudgeBy, at.y + down * nudgeBy];
  };
  const nodes = elementNodes(view, steps, nothingDragged, true);
  for (const key of keys) {
    const element = elementOf(key);
    if (element?.kind === 'note') {
      const node = nodes.find(({ id }) => id === key);
      if (!node) continue;
      const [width, height] = [node.width!, node.height!];
      const { x, y } = node.position;
      const area = isSize
        ? {
            ...{ x, y, width: Math.max(width + right * nudgeBy, leastNote.width) },
            height: Math.max(height + down * nudgeBy, leastNote.height),
          }
        : { x: x + right * nudgeBy, y: y + down * nudgeBy, width, height };
      moved.notes[element.id] = notePlace(area, steps);
    } else if (!isSize) {
      // Steps inside a step go along by themselves, unless they were put somewhere by hand.
      const followers = followersOf(key, view, places).filter((each) => !each.startsWith('box '));
      const own = element ? stepsOfGroup(view, element.id) : [key];
      for (const each of own) put(each);
      for (const each of followers) if (!own.includes(each) && view.positions?.[each]) put(each);
    }
  }
  if (Object.keys(moved.positions).length + Object.keys(moved.notes).length > 0)
    putAt(editor, moved, `nudge ${keys.join()}`);
}

/** A view without the notes and groups among keys. The steps of a group stay. */
export function withoutElements(view: View, keys: readonly string[]): View {
  return keys.reduce((changed, key) => {
    const element = elementOf(key);
    if (!element) return changed;
    return element.kind === 'note'
      ? withNote(changed, element.id, undefined)
      : withGroup(changed, element.id, undefined);
  }, view);
}

/** Triggers are known by their number: those behind one that went away have another one. */
export const withoutTrigger = (view: View, index: number): View =>
  renamedInView(view, (key) => {
    const number = triggerIndex(key);
    return number !== undefined && number > index ? triggerKey(number - 1) : key;
  });
