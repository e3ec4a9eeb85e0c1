import { useState } from 'react';
import { api } from '../api/client.ts';
import { Question } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import { say } from '../kit/toast.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import type { Message } from './thread.ts';

const path = '/api/owner/projects/{project_id}/dialogs/{identity_id}/messages/{message_id}';

interface RevisionProps {
  projectId: string;
  message: Message;
  onClose(): void;
}

const at = (projectId: string, { id, identity_id }: Message) => ({
  params: { path: { project_id: projectId, identity_id, message_id: id } },
});

/** Gives a message that a person has sent another text. */
export function EditMessage({ projectId, message, onClose }: RevisionProps) {
  const form = useForm({ text: message.text }, async ({ text }) => {
    await api.PATCH(path, { ...at(projectId, message), body: { text: text.trim() } });
    say(t('inbox.edit_accepted'));
    onClose();
  });
  return (
    <FormDialog
      title={t('inbox.edit_title')}
      verb={t('shell.save')}
      form={form}
      onClose={onClose}
      isEmpty={form.values.text.trim() === ''}
      isWide
    >
      <Field label={t('inbox.edit_text')} rows={5} autoFocus {...form.bind('text')} />
    </FormDialog>
  );
}

/** Deletes a message that a person has sent, for the customer and on record. */
export function DeleteMessage({ projectId, message, onClose }: RevisionProps) {
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const answer = async (isYes: boolean) => {
    if (!isYes) return onClose();
    setPending(true);
    try {
      await api.DELETE(path, at(projectId, message));
      say(t('inbox.delete_accepted'));
      onClose();
    } catch (fault) {
      setError(fault);
      setPending(false);
    }
  };
  return (
    <Question
      title={t('inbox.delete_title')}
      text={t('inbox.delete_text')}
      verb={t('inbox.delete')}
      cancel={t('shell.cancel')}
      isOpen
      isPending={isPending}
      fault={<ProblemNotice error={error} />}
      onAnswer={(isYes) => void answer(isYes)}
    />
  );
}
