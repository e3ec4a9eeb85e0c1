import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, queries } from '../api/client.ts';
import { passkeyForLogin } from '../api/passkey.ts';
import { ApiProblem, hasCode } from '../api/problem.ts';
import { keepSession } from '../api/session.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Fields } from '../kit/page.tsx';
import { Notice } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { EntryCard } from '../shell/entry-card.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { type Kind, type Proof, SecondFactor } from '../shell/second-factor.tsx';
import { t, word } from '../text/text.ts';
import { useLinkToken } from './link-token.ts';

/** Where the link of an invitation leads. */
export function InvitationPage() {
  const token = useLinkToken();
  return (
    <EntryCard title={t('entry.invitation')}>
      {token ? <Invitation key={token} token={token} /> : <Notice look="bad">{t('entry.incomplete')}</Notice>}
    </EntryCard>
  );
}

function Invitation({ token }: { token: string }) {
  const invitation = queries.useQuery(
    'post',
    '/api/owner/invitations/read',
    { body: { token } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return <Loaded from={invitation}>{(read) => <Accept token={token} invitation={read} />}</Loaded>;
}

interface Half {
  token: string;
  kinds: Kind[];
}

function Accept({ token, invitation }: { token: string; invitation: Shape<'OpenInvitation'> }) {
  const { project, project_id, email, role, has_account } = invitation;
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [half, setHalf] = useState<Half>();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const accept = async (proof?: Proof) => {
    const body = { token, password, ...(proof && { second_factor: proof }) };
    const { data } = await api.POST('/api/owner/invitations/accept', { body });
    keepSession(data!);
    say(t('entry.joined', { project }));
    await navigate({ to: `/p/${project_id}/overview` as never, replace: true });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(undefined);
    try {
      await accept();
    } catch (fault) {
      if (hasCode(fault, 'second_factor_required'))
        setHalf({ token: String(fault.body.login_token), kinds: fault.body.kinds as Kind[] });
      else setError(fault);
      setPending(false);
    }
  };
  if (half)
    return (
      <SecondFactor
        kinds={half.kinds}
        verb={t('entry.accept')}
        askPasskey={() => passkeyForLogin(half.token)}
        send={accept}
        onCancel={() => setHalf(undefined)}
      />
    );
  const fault = error instanceof ApiProblem ? error.fields.get('password') : undefined;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Fields>
        <p>
          {t('entry.invited', { project, role: word('role', role), email })} {t(`team.about_${role}`)}
        </p>
        <p>{t(has_account ? 'entry.known' : 'entry.unknown')}</p>
        {/* For programs that keep passwords. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Field
          label={t('shell.password')}
          type="password"
          name="password"
          autoComplete={has_account ? 'current-password' : 'new-password'}
          autoFocus
          value={password}
          onChange={setPassword}
          fault={fault}
          {...(!has_account && { help: t('account.password_rule') })}
        />
        {fault === undefined && <ProblemNotice error={error} />}
        <Button type="submit" look="main" isPending={isPending}>
          {t('entry.accept')}
        </Button>
      </Fields>
    </form>
  );
}
