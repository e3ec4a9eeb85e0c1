import { Field } from '../kit/field.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';

interface PasswordOnceProps {
  title: string;
  /** What comes next. */
  text: string;
  /** Otherwise the second factor answers for the person, which the shell asks for. */
  isAsked: boolean;
  act(password: string): Promise<void>;
  onClose(): void;
}

/** The first step of whatever makes logging in different. */
export function PasswordOnce({ title, text, isAsked, act, onClose }: PasswordOnceProps) {
  const form = useForm({ password: '' }, ({ password }) => act(password));
  return (
    <FormDialog title={title} verb={t('shell.go_on')} form={form} onClose={onClose}>
      <p>{text}</p>
      {isAsked && (
        <Field
          label={t('account.current_password')}
          type="password"
          autoComplete="current-password"
          autoFocus
          {...form.bind('password')}
        />
      )}
    </FormDialog>
  );
}
