import { useNavigate } from '@tanstack/react-router';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { Field } from '../kit/field.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';

/** Makes a project, and goes there. */
export function NewProject({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const form = useForm({ name: '' }, async (body) => {
    const { data } = await api.POST('/api/owner/projects', { body });
    void renew('/api/owner/projects');
    void navigate({ to: `/p/${data!.id}/overview` as never });
  });
  return (
    <FormDialog title={t('shell.new_project')} verb={t('shell.create')} form={form} onClose={onClose}>
      <Field
        label={t('shell.project_name')}
        help={t('shell.project_next')}
        autoFocus
        {...form.bind('name')}
      />
    </FormDialog>
  );
}
