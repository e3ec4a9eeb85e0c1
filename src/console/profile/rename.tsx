import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useProjectId } from '../api/project.ts';
import { IconButton } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { type Customer, changeCustomer } from './customer.ts';

/** Gives a customer a name, or another one. */
export function Rename({ customer }: { customer: Customer }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('profile.rename')} onPress={() => setOpen(true)}>
        <Pencil size={16} />
      </IconButton>
      {isOpen && <NameDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  );
}

function NameDialog({ customer: { id, name }, onClose }: { customer: Customer; onClose(): void }) {
  const projectId = useProjectId();
  const form = useForm({ name: name ?? '' }, async (change) => {
    await changeCustomer(projectId, id, change);
    onClose();
  });
  return (
    <FormDialog title={t('profile.rename')} verb={t('shell.save')} form={form} onClose={onClose}>
      <Field label={t('profile.name')} autoFocus help={t('profile.name_help')} {...form.bind('name')} />
    </FormDialog>
  );
}
