import { useEffect, useMemo, useRef } from 'react';
import { type KeyMap, useKeys } from '../../kit/keys.ts';
import { t } from '../../text/text.ts';
import { elementOf } from '../document/elements.ts';
import { placesOf, triggerIndex } from '../document/places.ts';
import { arrange, duplicate, remove } from './acts.ts';
import type { Editor } from './editor.ts';
import type { Opened } from './editor-view.tsx';
import { addGroup, addNote } from './element-acts.ts';

interface EditorKeys {
  editor: Editor;
  selected: readonly string[];
  select(keys: readonly string[]): void;
  open(opened: Opened): void;
  toForm(key: string): void;
  find(): void;
  isOn: boolean;
}

/** The keys of the editor. */
export function useEditorKeys(given: EditorKeys): void {
  const now = useRef(given);
  useEffect(() => {
    now.current = given;
  });
  const { editor, isOn } = given;
  const map = useMemo((): KeyMap => {
    const find = () => now.current.find();
    if (!isOn) return { 'Mod+KeyF': find };
    const step = () =>
      now.current.selected.findLast((key) => !elementOf(key) && triggerIndex(key) === undefined);
    const takeAway = () => now.current.select(remove(editor, now.current.selected));
    return {
      'Mod+KeyZ': editor.undo,
      'Mod+Shift+KeyZ': editor.redo,
      'Mod+KeyY': editor.redo,
      'Mod+KeyD': () => now.current.select(duplicate(editor, now.current.selected)),
      'Mod+KeyF': find,
      KeyP: () => {
        if (placesOf(editor.read().draft.definition).length > 0) now.current.open({ what: 'publish' });
      },
      KeyN: () => {
        const after = now.current.selected.at(-1);
        now.current.open({ what: 'new', wanted: { what: 'step', ...(after !== undefined && { after }) } });
      },
      KeyC: () => {
        const last = now.current.selected.at(-1);
        const from = elementOf(last) ? step() : (last ?? step());
        if (from !== undefined) now.current.open({ what: 'connect', from });
      },
      'Shift+KeyN': () => now.current.toForm(addNote(editor, now.current.selected.at(-1))[0]!),
      'Mod+KeyG': () => {
        const [group] = addGroup(editor, now.current.selected);
        if (elementOf(group)) now.current.toForm(group!);
      },
      'Mod+Shift+KeyG': () => {
        if (now.current.selected.length > 0) now.current.open({ what: 'sub-flow' });
      },
      Delete: takeAway,
      Backspace: takeAway,
      'Alt+KeyL': () => arrange(editor),
    };
  }, [editor, isOn]);
  const names = useMemo(
    (): Record<string, string> => ({
      'Mod+KeyF': t('flow.find'),
      ...(isOn && {
        'Mod+KeyZ': t('flow.undo'),
        'Mod+Shift+KeyZ': t('flow.redo'),
        'Mod+KeyC': t('flow.copy'),
        'Mod+KeyV': t('flow.paste'),
        'Mod+KeyD': t('flow.duplicate'),
        KeyN: t('flow.add_step'),
        KeyC: t('flow.connect'),
        'Shift+KeyN': t('flow.add_note'),
        'Mod+KeyG': t('flow.make_group'),
        'Mod+Shift+KeyG': t('flow.sub_flow'),
        Delete: t('flow.remove'),
        'Alt+KeyL': t('flow.arrange'),
        KeyP: t('flow.publish'),
      }),
      Enter: t('flow.to_form'),
      Escape: t('flow.from_form'),
      'Digit1 …': t('flow.way_keys'),
      '＋ −': t('flow.zoom_keys'),
      'Shift+Digit1': t('flow.fit'),
    }),
    [isOn],
  );
  useKeys(map, names);
}
