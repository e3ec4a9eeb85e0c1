import {
  addTrigger,
  connect,
  insertSteps,
  moveStep,
  newStep,
  newTrigger,
  removeStep,
  removeTrigger,
  renameStep,
} from '../document/edits.ts';
import { renamedInView, withoutSteps } from '../document/elements.ts';
import type { View } from '../document/history.ts';
import { idOfText } from '../document/id-of-text.ts';
import { type JsonObject, type Path, withValue } from '../document/json.ts';
import { copiedDraft, pasteDraft, readCopied } from '../document/paste.ts';
import {
  freeId,
  idsOf,
  placeOf,
  placesOf,
  triggerIndex,
  triggerKey,
  triggersOf,
} from '../document/places.ts';
import { withRead } from '../document/reads.ts';
import type { Finding } from '../save/calls.ts';
import type { Editor } from './editor.ts';
import { cornersOf, withoutElements, withoutTrigger } from './element-acts.ts';

/** What somebody does with steps. Each gives the keys that are selected afterwards. */

/** Where a new step goes: behind a step, or to the end. */
function behind(definition: JsonObject, key: string | undefined): { list: Path; index: number } {
  const place = key === undefined ? undefined : placeOf(definition, key);
  if (place) return { list: place.list, index: place.index + 1 };
  const all = placesOf(definition).filter(({ depth, flow }) => depth === 0 && flow === null);
  // What comes last goes on with the new step, and not the ends behind it.
  const last = all.findLastIndex(({ type }) => type !== 'end');
  return { list: ['steps'], index: key?.startsWith('@') ? 0 : last + 1 };
}

/** Adds a step behind another one. @param from an outcome that is to lead to it; a step and the path in it */
export function addStep(
  editor: Editor,
  type: string,
  after: string | undefined,
  from?: { key: string; path: Path },
): string[] {
  const { definition } = editor.read().draft;
  const { list, index } = behind(definition, from?.key ?? after);
  const following = placesOf(definition).find(
    (each) => each.list.join() === list.join() && each.index === index,
  );
  const step = newStep(definition, type, following?.key ?? placesOf(definition)[0]?.key ?? '');
  const id = String(step.id);
  editor.edit((before) => {
    const made = insertSteps(before, list, index, [step]);
    const at = from && pathOf(made, from.key);
    // What is next in its list needs no field.
    const isNext = from?.path.join() === 'next' && placeOf(before, from.key)?.step.next === undefined;
    return at && !isNext ? connect(made, [...at, ...from.path], id) : made;
  });
  editor.unnamed = id;
  return [id];
}

/**
 * Names a step that was just added by its field, its text or what it calls, once that is written: that is one step back together with the typing.
 * @returns its new key, if it has one
 */
export function nameByWords(editor: Editor): string | undefined {
  const { unnamed: key } = editor;
  const { draft, history } = editor.read();
  const step = key === undefined ? undefined : placeOf(draft.definition, key)?.step;
  const words = [step?.field, step?.text, step?.operation, step?.table, step?.workflow].find(
    (each) => typeof each === 'string' && each !== '',
  );
  const wanted = words === undefined ? undefined : idOfText(words as string);
  if (key === undefined || wanted === undefined) return undefined;
  const id = freeId(wanted, idsOf(draft.definition));
  rename(editor, key, id, history.join);
  return id;
}

/** Where a step or trigger stands. */
export function pathOf(definition: JsonObject, key: string): Path | undefined {
  const index = triggerIndex(key);
  return index === undefined ? placeOf(definition, key)?.path : ['triggers', index];
}

export function addTriggerTo(editor: Editor, type: string): string[] {
  const count = triggersOf(editor.read().draft.definition).length;
  editor.edit((before) => addTrigger(before, newTrigger(editor.place.kind, type)));
  return [triggerKey(count)];
}

/** Takes steps, triggers, notes and the frames of groups away. @returns what stands in the place of steps */
export function remove(editor: Editor, keys: readonly string[]): string[] {
  if (keys.length === 0) return [];
  const { definition } = editor.read().draft;
  const order = placesOf(definition).map(({ key }) => key);
  const next =
    order.slice(order.indexOf(keys[0]!)).find((key) => !keys.includes(key)) ??
    order.findLast((key) => !keys.includes(key));
  const triggers = keys.flatMap((key) => triggerIndex(key) ?? []).sort((one, other) => other - one);
  const isStep = (key: string) => triggerIndex(key) === undefined;
  editor.change(({ definition: before, view }) => ({
    definition: triggers.reduce(removeTrigger, keys.filter(isStep).reduce(removeStep, before)),
    view: triggers.reduce(withoutTrigger, withoutSteps(withoutElements(view, keys), keys, cornersOf(editor))),
  }));
  return next !== undefined && keys.some((key) => order.includes(key)) && triggers.length === 0 ? [next] : [];
}

export function move(editor: Editor, key: string, by: number): void {
  editor.edit((before) => moveStep(before, key, by));
}

/** Gives a step another id; where it was put by hand, its group and its notes go along. */
export function rename(editor: Editor, key: string, id: string, join?: string): string[] {
  editor.unnamed = undefined;
  editor.change(({ definition, view }) => {
    const nameOf = (each: string) => (each === key ? id : each);
    return { definition: renameStep(definition, key, id), view: renamedInView(view, nameOf) };
  }, join);
  return [id];
}

export function lead(editor: Editor, from: string, path: Path, to: string | undefined): void {
  editor.edit((before) => {
    const at = pathOf(before, from);
    return at ? connect(before, [...at, ...path], to) : before;
  });
}

/** What is selected as text for the clipboard; undefined if nothing is that can be copied. */
export function copy(editor: Editor, keys: readonly string[]): string | undefined {
  const wanted = keys.filter((key) => triggerIndex(key) === undefined);
  return wanted.length === 0 ? undefined : copiedDraft(editor.read().draft, wanted);
}

/** Puts steps behind the selected one, and notes and groups with them. @returns undefined if the text has none */
export function pasteText(editor: Editor, text: string, after: string | undefined): string[] | undefined {
  const found = readCopied(text);
  if (!found) return undefined;
  const { draft } = editor.read();
  const { list, index } = behind(draft.definition, after);
  const made = pasteDraft(draft, list, index, found);
  editor.change(() => made.draft);
  return made.keys;
}

export function duplicate(editor: Editor, keys: readonly string[]): string[] {
  const text = copy(editor, keys);
  return (text !== undefined && pasteText(editor, text, keys.at(-1))) || [...keys];
}

/** Lays everything out anew: nothing is kept where it was put by hand. */
export function arrange(editor: Editor): void {
  editor.editView((before) => {
    const { positions, ...view }: View = before;
    return positions ? view : before;
  });
}

/** The definition to begin with: a command and a first message. */
export function beginEmpty(editor: Editor, hello: string): string[] {
  editor.edit((before) => {
    const step = { id: 'hello', type: 'message', text: hello };
    const started = withValue(before, ['steps'], [step]);
    if (editor.place.kind === 'workflow') return started;
    return withValue(
      started,
      ['triggers'],
      [{ type: 'command', command: '/start' }, { type: 'first_contact' }],
    );
  });
  return ['hello'];
}

/** Writes into the template of a finding what was probably meant. */
export function replace(editor: Editor, { path, suggestion }: Finding): void {
  if (suggestion) editor.edit((before) => withRead(before, path, suggestion.read, suggestion.instead));
}
