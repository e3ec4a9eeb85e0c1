import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { Button } from '../../kit/button.tsx';
import { t } from '../../text/text.ts';
import css from './editor.module.css';
import type { Editor } from './editor.ts';
import { useEditorState } from './use-editor.ts';

const icons = {
  ...{ saved: Check, unsaved: LoaderCircle, saving: LoaderCircle, trying: CloudOff },
  ...{ refused: TriangleAlert, clash: TriangleAlert },
};

/** Saved, saving, not saved, or a conflict; and what others have changed meanwhile. */
export function SaveState({ editor }: { editor: Editor }) {
  const { status, joinedBy } = useEditorState(editor);
  const Icon = icons[status.is];
  return (
    <span className={css.status} role="status" data-status={status.is}>
      <Icon size={14} aria-hidden="true" />
      <span>{t(`flow.status_${status.is}`)}</span>
      {status.is === 'refused' && <span>{(status.error as Error).message}</span>}
      {joinedBy !== undefined && (
        <span className={css.joined}>
          {t('flow.joined', { by: joinedBy ?? t('flow.somebody') })}
          <Button look="quiet" onPress={editor.readJoined}>
            {t('flow.joined_read')}
          </Button>
        </span>
      )}
    </span>
  );
}
