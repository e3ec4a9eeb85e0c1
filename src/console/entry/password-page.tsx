import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../api/client.ts';
import { keepSession } from '../api/session.ts';
import { Field } from '../kit/field.tsx';
import { Notice } from '../kit/states.tsx';
import { EntryCard } from '../shell/entry-card.tsx';
import { type FormFrame, PlainForm, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { useLinkToken } from './link-token.ts';
import css from './password-page.module.css';

/** What the operator of a server types. It breaks in one place only: left to themselves, browsers tear `--` apart. */
const newPassword = (
  <code className={css.command}>
    npm run parley -- <wbr />
    owner reset-password --email …
  </code>
);

/** For whoever has forgotten the password: asks for a link, or, opened by that link, for a new password. */
export function PasswordPage() {
  const token = useLinkToken();
  return token ? <Choose key={token} token={token} /> : <Ask />;
}

interface StepProps {
  title: string;
  text: string;
  verb: string;
  form: FormFrame;
  /** What stands in the place of the form when it was sent. */
  done: string | false;
  /** What to do if that does not help. */
  otherwise?: ReactNode;
  children: ReactNode;
}

function Step({ title, text, verb, form, done, otherwise, children }: StepProps) {
  return (
    <EntryCard title={title}>
      {done ? (
        <Notice look="good">{done}</Notice>
      ) : (
        <>
          <p>{text}</p>
          <PlainForm form={form} verb={verb}>
            {children}
          </PlainForm>
        </>
      )}
      {otherwise && <p>{otherwise}</p>}
      <Link to="/">{t('entry.to_login')}</Link>
    </EntryCard>
  );
}

function Ask() {
  const [isDone, setDone] = useState(false);
  const form = useForm({ email: '' }, async (body) => {
    await api.POST('/api/owner/password/reset-requests', { body });
    setDone(true);
  });
  return (
    <Step
      title={t('shell.forgotten')}
      text={t('entry.ask_text')}
      verb={t('entry.ask')}
      form={form}
      done={isDone && t('entry.asked')}
      otherwise={
        <>
          {t('entry.no_mail')} {newPassword}
        </>
      }
    >
      <Field
        label={t('shell.email')}
        type="email"
        autoComplete="username"
        autoFocus
        {...form.bind('email')}
      />
    </Step>
  );
}

function Choose({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  const form = useForm({ new_password: '' }, async ({ new_password }) => {
    await api.POST('/api/owner/password/resets', { body: { token, new_password } });
    // All sessions of the account ended, perhaps also one of this browser.
    keepSession(null);
    setDone(true);
  });
  return (
    <Step
      title={t('account.new_password')}
      text={t('entry.choose_text')}
      verb={t('entry.choose')}
      form={form}
      done={isDone && t('entry.chosen')}
    >
      <Field
        label={t('account.new_password')}
        help={t('account.password_rule')}
        type="password"
        autoComplete="new-password"
        autoFocus
        {...form.bind('new_password')}
      />
    </Step>
  );
}
