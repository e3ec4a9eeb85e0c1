import { elementKey, groupsOf, notesOf } from '../document/elements.ts';
import type { Draft } from '../document/history.ts';
import { isObject } from '../document/json.ts';
import { placesOf, triggerKey, triggersOf } from '../document/places.ts';

/** A row of the outline. */
export interface OutlineRow {
  key: string;
  kind: 'trigger' | 'step' | 'note' | 'group';
  type: string;
  /** What it is called; empty if it has no name yet. */
  name: string;
  level: number;
  owner: string | null;
}

/** The triggers and steps of a draft in their order, then its groups and notes. Steps of a named flow say its name. */
export function rowsOf({ definition, view }: Draft): OutlineRow[] {
  const triggers = triggersOf(definition).map((trigger, i): OutlineRow => {
    const type = isObject(trigger) ? String(trigger.type ?? '') : '';
    return { key: triggerKey(i), kind: 'trigger', type, name: type, level: 1, owner: null };
  });
  const steps = placesOf(definition).map(({ key, type, depth, owner, flow }): OutlineRow => {
    const name = flow === null || depth > 0 ? key : `${flow} / ${key}`;
    return { key, kind: 'step', type, name, level: depth + 1, owner };
  });
  const element = (kind: 'note' | 'group', id: string, name: string): OutlineRow => ({
    ...{
      key: elementKey(kind, id),
      kind,
      type: kind,
      name: name.trim().split('\n')[0]!,
      level: 1,
      owner: null,
    },
  });
  const groups = groupsOf(view).map(([id, { title }]) => element('group', id, title));
  const notes = notesOf(view).map(([id, { text }]) => element('note', id, text));
  return [...triggers, ...steps, ...groups, ...notes];
}
