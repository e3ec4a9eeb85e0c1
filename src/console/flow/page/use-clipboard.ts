import { useEffect, useRef } from 'react';
import { copy, pasteText, remove } from './acts.ts';
import type { Editor } from './editor.ts';

interface Clipboard {
  editor: Editor;
  selected: readonly string[];
  select(keys: readonly string[]): void;
  isOn: boolean;
}

const isInField = () =>
  document.activeElement?.closest('input, textarea, [contenteditable="true"], [role="dialog"]') !== null;

/** Copies, cuts and pastes steps as JSON, by the keys and the menu of the browser. In fields they are those of the text. */
export function useClipboard(given: Clipboard): void {
  const now = useRef(given);
  useEffect(() => {
    now.current = given;
  });
  useEffect(() => {
    const put = (event: ClipboardEvent) => {
      const { editor, selected, select, isOn } = now.current;
      // Words that are marked on the page are meant, not steps.
      if (isInField() || String(getSelection()) !== '') return;
      const text = copy(editor, selected);
      if (text === undefined) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      if (event.type === 'cut' && isOn) select(remove(editor, selected));
    };
    const take = (event: ClipboardEvent) => {
      const { editor, selected, select, isOn } = now.current;
      if (!isOn || isInField()) return;
      const keys = pasteText(editor, event.clipboardData?.getData('text/plain') ?? '', selected.at(-1));
      if (!keys) return;
      event.preventDefault();
      select(keys);
    };
    document.addEventListener('copy', put);
    document.addEventListener('cut', put);
    document.addEventListener('paste', take);
    return () => {
      document.removeEventListener('copy', put);
      document.removeEventListener('cut', put);
      document.removeEventListener('paste', take);
    };
  }, []);
}
