import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';

const path = '/api/owner/projects/{project_id}/profiles/{profile_id}';

/** The status of a customer, a word of the project's own; a press changes it. */
export function Status({ customer }: { customer: Pick<Shape<'Customer'>, 'id' | 'status'> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        onPress={() => setOpen(true)}
        aria-label={t('customers.status_is', { status: customer.status })}
      >
        {customer.status ? `${t('customers.status')}: ${customer.status}` : t('customers.no_status')}
      </Button>
      {isOpen && <StatusDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  );
}

function StatusDialog({
  customer: { id, status },
  onClose,
}: Parameters<typeof Status>[0] & { onClose(): void }) {
  const projectId = useProjectId();
  const form = useForm({ status }, async (body) => {
    await api.PATCH(path, { params: { path: { project_id: projectId, profile_id: id } }, body });
    renew(path, '/api/owner/projects/{project_id}/profiles');
    onClose();
  });
  return (
    <FormDialog title={t('customers.status')} verb={t('shell.save')} form={form} onClose={onClose}>
      <Field
        label={t('customers.status')}
        autoFocus
        help={t('customers.status_help')}
        {...form.bind('status')}
      />
    </FormDialog>
  );
}
