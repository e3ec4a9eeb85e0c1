import { useState } from 'react';
import { api } from '../api/client.ts';
import { makePasskey } from '../api/passkey.ts';
import { ApiProblem } from '../api/problem.ts';
import type { Shape } from '../api/shapes.ts';
import { Field } from '../kit/field.tsx';
import { Notice } from '../kit/states.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';

interface NewPasskeyProps {
  /** The person has no second factor yet: the password is asked for. */
  isFirst: boolean;
  onDone(codes: string[] | null): void;
  onClose(): void;
}

/** Adds a passkey of this device, or of one that the browser finds. */
export function NewPasskey({ isFirst, onDone, onClose }: NewPasskeyProps) {
  const [isRefused, setRefused] = useState(false);
  const form = useForm({ name: '', password: '' }, async ({ name, password }) => {
    setRefused(false);
    try {
      const made = await makePasskey(name.trim(), isFirst ? password : undefined);
      onDone(made.recovery_codes);
    } catch (error) {
      // The device or the person said no; the browser does not say why.
      if (error instanceof ApiProblem) throw error;
      setRefused(true);
    }
  });
  return (
    <FormDialog title={t('account.add_passkey')} verb={t('shell.go_on')} form={form} onClose={onClose}>
      <Field
        label={t('account.passkey_name')}
        help={t('account.passkey_name_help')}
        autoFocus
        {...form.bind('name')}
      />
      {isFirst && (
        <Field
          label={t('account.current_password')}
          type="password"
          autoComplete="current-password"
          {...form.bind('password')}
        />
      )}
      {isRefused && <Notice look="bad">{t('account.passkey_refused')}</Notice>}
    </FormDialog>
  );
}

export function RenamePasskey({ passkey, onClose }: { passkey: Shape<'Passkey'>; onClose(): void }) {
  const form = useForm({ name: passkey.name }, async (body) => {
    await api.PATCH('/api/owner/second-factors/passkeys/{passkey_id}', {
      ...{ params: { path: { passkey_id: passkey.id } }, body },
    });
    onClose();
  });
  return (
    <FormDialog title={t('account.rename')} verb={t('shell.save')} form={form} onClose={onClose}>
      <Field label={t('account.passkey_name')} autoFocus {...form.bind('name')} />
    </FormDialog>
  );
}
