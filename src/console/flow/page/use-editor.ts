import { useEffect, useState, useSyncExternalStore } from 'react';
import { usePerson } from '../../api/session.ts';
import { type DraftPlace, readDraft } from '../save/calls.ts';
import { Editor, type EditorState } from './editor.ts';

/** Opens a draft for as long as the page is there. What is not saved when it is left is sent then, and kept until that has worked. */
export function useEditor(place: DraftPlace): { editor: Editor | undefined; error: unknown; again(): void } {
  const { projectId, kind, slug } = place;
  const { id } = usePerson();
  const [opened, setOpened] = useState<{ editor?: Editor; error?: unknown }>({});
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt opens it anew.
  useEffect(() => {
    let editor: Editor | undefined;
    let isOver = false;
    const here = { projectId, kind, slug };
    readDraft(here).then(
      (saved) => {
        if (isOver) return;
        editor = new Editor(here, saved, id);
        setOpened({ editor });
      },
      (error) => !isOver && setOpened({ error }),
    );
    const keep = () => editor?.keepNow();
    const wake = () => void editor?.flush();
    addEventListener('pagehide', keep);
    addEventListener('visibilitychange', keep);
    addEventListener('online', wake);
    return () => {
      isOver = true;
      removeEventListener('pagehide', keep);
      removeEventListener('visibilitychange', keep);
      removeEventListener('online', wake);
      const left = editor;
      if (!left) return;
      left.keepNow();
      void left.flush().finally(() => left.stop());
    };
  }, [projectId, kind, slug, id, attempt]);
  return { editor: opened.editor, error: opened.error, again: () => setAttempt((before) => before + 1) };
}

/** What the editor shows now. */
export const useEditorState = (editor: Editor): EditorState =>
  useSyncExternalStore(editor.subscribe, editor.read);
