import { Network, StickyNote } from 'lucide-react';
import { IconButton } from '../../kit/button.tsx';
import { showKeys } from '../../kit/keys.ts';
import { t } from '../../text/text.ts';
import { arrange } from './acts.ts';
import type { Editor } from './editor.ts';

/** More buttons below the graph: lays everything out anew, puts a note on it. */
export function CanvasTools({ editor, onNote }: { editor: Editor; onNote(): void }) {
  return (
    <>
      <IconButton label={`${t('flow.arrange')} (${showKeys('Alt+KeyL')})`} onPress={() => arrange(editor)}>
        <Network size={16} />
      </IconButton>
      <IconButton label={`${t('flow.add_note')} (${showKeys('Shift+KeyN')})`} onPress={onNote}>
        <StickyNote size={16} />
      </IconButton>
    </>
  );
}
