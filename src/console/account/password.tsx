import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Section } from '../kit/page.tsx';
import { say } from '../kit/toast.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';

/** The password, which can be changed and never seen. */
export function Password() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={t('shell.password')}
      acts={<Button onPress={() => setOpen(true)}>{t('account.change_password')}</Button>}
    >
      <p>{t('account.password_text')}</p>
      {isOpen && <ChangePassword onClose={() => setOpen(false)} />}
    </Section>
  );
}

function ChangePassword({ onClose }: { onClose(): void }) {
  const form = useForm({ current_password: '', new_password: '' }, async (body) => {
    await api.PUT('/api/owner/password', { body });
    void renew('/api/owner/sessions', '/api/owner/tokens');
    say(t('account.password_changed'));
    onClose();
  });
  return (
    <FormDialog
      title={t('account.change_password')}
      verb={t('account.change_password')}
      form={form}
      onClose={onClose}
    >
      <Field
        label={t('account.current_password')}
        type="password"
        autoComplete="current-password"
        autoFocus
        {...form.bind('current_password')}
      />
      <Field
        label={t('account.new_password')}
        help={t('account.password_rule')}
        type="password"
        autoComplete="new-password"
        {...form.bind('new_password')}
      />
    </FormDialog>
  );
}
