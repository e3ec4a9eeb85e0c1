import { Field } from '../kit/field.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { close } from './acts.ts';
import type { Conversation } from './filters.ts';

const kept = 'parley.rating_question';

interface CloseDialogProps {
  projectId: string;
  conversation: Conversation;
  onClose(): void;
}

/** Closes a conversation and asks the customer for a rating. The question is the same the next time. */
export function CloseDialog({ projectId, conversation, onClose }: CloseDialogProps) {
  const form = useForm(
    { question: localStorage.getItem(kept) ?? t('inbox.rating_question') },
    async ({ question }) => {
      localStorage.setItem(kept, question);
      await close(projectId, conversation, question.trim());
      onClose();
    },
  );
  return (
    <FormDialog
      title={t('inbox.close_rate')}
      verb={t('inbox.close_and_ask')}
      form={form}
      onClose={onClose}
      isEmpty={form.values.question.trim() === ''}
    >
      <Field
        label={t('inbox.question')}
        help={t('inbox.question_help')}
        autoFocus
        rows={2}
        {...form.bind('question', 'rating_question')}
      />
    </FormDialog>
  );
}
