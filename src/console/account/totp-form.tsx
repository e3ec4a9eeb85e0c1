import { useState } from 'react';
import { api } from '../api/client.ts';
import type { Shape } from '../api/shapes.ts';
import { CopyText } from '../kit/copy.tsx';
import { Field } from '../kit/field.tsx';
import { QrCode } from '../kit/qr-code.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { PasswordOnce } from './password-once.tsx';

interface NewTotpProps {
  /** The person has no second factor yet: the password is asked for. */
  isFirst: boolean;
  onDone(codes: string[] | null): void;
  onClose(): void;
}

/** Sets up an app that makes codes: the password, the secret, and a first code. */
export function NewTotp({ isFirst, onDone, onClose }: NewTotpProps) {
  const [made, setMade] = useState<Shape<'NewTotp'>>();
  const begin = async (password: string) => {
    const { data } = await api.POST('/api/owner/second-factors/totp', { body: isFirst ? { password } : {} });
    setMade(data!);
  };
  if (!made)
    return (
      <PasswordOnce
        title={t('account.totp')}
        text={t('account.totp_first')}
        isAsked={isFirst}
        act={begin}
        onClose={onClose}
      />
    );
  return <FirstCode made={made} onDone={onDone} onClose={onClose} />;
}

function FirstCode({
  made: { uri, secret },
  onDone,
  onClose,
}: Omit<NewTotpProps, 'isFirst'> & { made: Shape<'NewTotp'> }) {
  const form = useForm({ code: '' }, async ({ code }) => {
    const { data } = await api.POST('/api/owner/second-factors/totp/confirm', {
      body: { code: code.trim() },
    });
    onDone(data!.recovery_codes);
  });
  return (
    <FormDialog title={t('account.totp')} verb={t('shell.confirm')} form={form} onClose={onClose}>
      <p>{t('account.scan')}</p>
      <QrCode text={uri} label={t('account.qr_code')} />
      <p>{t('account.type_secret')}</p>
      <CopyText text={secret} label={t('account.secret')} />
      <Field
        label={t('shell.second_code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        {...form.bind('code')}
      />
    </FormDialog>
  );
}
