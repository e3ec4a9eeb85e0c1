import { Redo2, Search, Undo2 } from 'lucide-react';
import { Button, IconButton } from '../../kit/button.tsx';
import { showKeys } from '../../kit/keys.ts';
import { ToPage } from '../../shell/to-page.tsx';
import { t } from '../../text/text.ts';
import { elementOf } from '../document/elements.ts';
import { placesOf } from '../document/places.ts';
import css from './editor.module.css';
import type { Editor } from './editor.ts';
import { LiveState } from './live-state.tsx';
import { Presence } from './presence.tsx';
import { SaveState } from './save-state.tsx';
import { TryDraft } from './try-draft.tsx';
import { useEditorState } from './use-editor.ts';

interface EditorHeadProps {
  editor: Editor;
  title: string;
  selected: readonly string[];
  isEditable: boolean;
  onFind(): void;
  onPublish(): void;
}

/** Above the editor: what is open, how it is saved, who else is there, and what can be done. */
export function EditorHead({ editor, title, selected, isEditable, onFind, onPublish }: EditorHeadProps) {
  const { history, draft } = useEditorState(editor);
  const isEmpty = placesOf(draft.definition).length === 0;
  const name = (text: string, keys: string) => `${text} (${showKeys(keys)})`;
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      {!editor.isReading && <SaveState editor={editor} />}
      {!isEmpty && !editor.isReading && <LiveState editor={editor} />}
      <span className={css.acts} data-acts>
        {!editor.isReading && <Presence editor={editor} step={selected.findLast((key) => !elementOf(key))} />}
        {isEditable && (
          <>
            <IconButton
              label={name(t('flow.undo'), 'Mod+KeyZ')}
              isDisabled={history.past.length === 0}
              onPress={editor.undo}
            >
              <Undo2 size={16} />
            </IconButton>
            <IconButton
              label={name(t('flow.redo'), 'Mod+Shift+KeyZ')}
              isDisabled={history.future.length === 0}
              onPress={editor.redo}
            >
              <Redo2 size={16} />
            </IconButton>
          </>
        )}
        {!isEmpty && (
          <IconButton label={name(t('flow.find'), 'Mod+KeyF')} onPress={onFind}>
            <Search size={16} />
          </IconButton>
        )}
        {!isEmpty && !editor.isReading && editor.place.kind === 'scenario' && (
          <ToPage to="trial" look="plain">
            {t('flow.try')}
          </ToPage>
        )}
        {isEditable && !isEmpty && editor.place.kind === 'workflow' && <TryDraft editor={editor} />}
        {isEditable && !isEmpty && (
          <Button look="main" onPress={onPublish}>
            {t('flow.publish')}
          </Button>
        )}
      </span>
    </header>
  );
}
