import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { canUsePasskeys, passkeyForLogin } from '../api/passkey.ts';
import { ApiProblem, hasCode } from '../api/problem.ts';
import { keepSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import { Fields } from '../kit/page.tsx';
import { Notice } from '../kit/states.tsx';
import { t } from '../text/text.ts';
import { EntryCard } from './entry-card.tsx';
import css from './login.module.css';
import { ProblemNotice } from './problem-notice.tsx';
import { type Kind, SecondFactor } from './second-factor.tsx';

interface HalfLogin {
  token: string;
  kinds: Kind[];
}

/** Logs somebody in, at whatever address they opened: afterwards that page shows. */
export function Login() {
  const [half, setHalf] = useState<HalfLogin>();
  return (
    <EntryCard title={t(half ? 'shell.second_title' : 'shell.log_in_title')}>
      {half ? <SecondStep half={half} onCancel={() => setHalf(undefined)} /> : <FirstStep onHalf={setHalf} />}
    </EntryCard>
  );
}

/** Over a page whose session has ended: covers it, and gives it back to whoever was there. @param email theirs */
export function LoginAgain({ email }: { email: string }) {
  const [half, setHalf] = useState<HalfLogin>();
  return (
    <Dialog
      title={t(half ? 'shell.second_title' : 'shell.session_over')}
      isOpen
      isKept
      isCover
      onClose={() => {}}
    >
      {half ? (
        <SecondStep half={half} onCancel={() => setHalf(undefined)} />
      ) : (
        <>
          <p>{t('shell.session_over_text')}</p>
          <FirstStep known={email} onHalf={setHalf} />
        </>
      )}
    </Dialog>
  );
}

function FirstStep({ known = '', onHalf }: { known?: string; onHalf(half: HalfLogin): void }) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);

  const attempt = async (act: () => Promise<void>) => {
    setPending(true);
    setError(undefined);
    await act().catch(setError);
    setPending(false);
  };
  const logIn = async () => {
    try {
      const { data } = await api.POST('/api/owner/session', { body: { email, password } });
      keepSession(data!);
    } catch (fault) {
      if (!hasCode(fault, 'second_factor_required')) throw fault;
      onHalf({ token: String(fault.body.login_token), kinds: fault.body.kinds as Kind[] });
    }
  };
  const withPasskey = async () => {
    const passkey = await passkeyForLogin();
    const { data } = await api.POST('/api/owner/session/passkey', { body: { passkey } });
    keepSession(data!);
  };

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void attempt(logIn);
      }}
    >
      <Fields>
        <Field
          label={t('shell.email')}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus={known === ''}
          value={email}
          onChange={setEmail}
        />
        <Field
          label={t('shell.password')}
          type="password"
          name="password"
          autoComplete="current-password"
          autoFocus={known !== ''}
          value={password}
          onChange={setPassword}
        />
        {error instanceof ApiProblem ? (
          <ProblemNotice error={error} />
        ) : (
          error !== undefined && <Notice look="bad">{t('shell.passkey_failed')}</Notice>
        )}
        <Button type="submit" look="main" isPending={isPending}>
          {t('shell.log_in')}
        </Button>
        {canUsePasskeys() && (
          <Button isDisabled={isPending} onPress={() => void attempt(withPasskey)}>
            {t('shell.log_in_passkey')}
          </Button>
        )}
        <Link className={css.forgotten ?? ''} to="/password">
          {t('shell.forgotten')}
        </Link>
      </Fields>
    </form>
  );
}

function SecondStep({ half: { token, kinds }, onCancel }: { half: HalfLogin; onCancel(): void }) {
  return (
    <SecondFactor
      kinds={kinds}
      verb={t('shell.log_in')}
      askPasskey={() => passkeyForLogin(token)}
      onCancel={onCancel}
      send={async (proof) => {
        const body = { login_token: token, ...proof };
        const { data } = await api.POST('/api/owner/session/second-factor', { body });
        keepSession(data!);
      }}
    />
  );
}
