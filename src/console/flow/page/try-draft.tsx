import { lazy, Suspense, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { t } from '../../text/text.ts';
import type { Editor } from './editor.ts';

const StartDialog = lazy(async () => ({ default: (await import('../../runs/index.ts')).StartDialog }));

/** Runs the draft of a workflow in the sandbox, as it is once it is saved. */
export function TryDraft({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const open = async () => {
    setSaving(true);
    const isSaved = await editor.flush();
    setSaving(false);
    // If not, the state of saving says why.
    setOpen(isSaved);
  };
  return (
    <>
      <Button isPending={isSaving} onPress={() => void open()}>
        {t('flow.try')}
      </Button>
      {isOpen && (
        <Suspense>
          <StartDialog workflow={editor.place.slug} which="draft" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
