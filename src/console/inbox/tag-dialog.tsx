import { Field } from '../kit/field.tsx';
import { say } from '../kit/toast.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { tag } from './acts.ts';

interface TagDialogProps {
  projectId: string;
  profileIds: readonly string[];
  onClose(): void;
}

/** Adds tags to customers. */
export function TagDialog({ projectId, profileIds, onClose }: TagDialogProps) {
  const form = useForm({ words: '' }, async ({ words }) => {
    const add = [...new Set(words.split(',').map((word) => word.trim()))].filter(Boolean);
    if (add.length === 0) return;
    await tag(projectId, [...profileIds], { add });
    say(t('inbox.tagged', { tags: add.join(', ') }), {
      name: t('inbox.undo'),
      act: () => void tag(projectId, [...profileIds], { remove: add }),
    });
    onClose();
  });
  return (
    <FormDialog title={t('inbox.tag_title')} verb={t('inbox.add_tags')} form={form} onClose={onClose}>
      <Field label={t('inbox.tags')} help={t('inbox.tags_help')} autoFocus {...form.bind('words', 'add')} />
    </FormDialog>
  );
}
