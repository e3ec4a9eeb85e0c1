import { type FormEvent, useState } from 'react';
import { canUsePasskeys } from '../api/passkey.ts';
import { ApiProblem } from '../api/problem.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Fields } from '../kit/page.tsx';
import { Notice } from '../kit/states.tsx';
import { t } from '../text/text.ts';
import { ProblemNotice } from './problem-notice.tsx';

export type Kind = 'totp' | 'passkey' | 'recovery_code';

/** What proves that it is the person. */
export type Proof = { code: string } | { recovery_code: string } | { passkey: never };

interface Props {
  /** What the account has; the first one that works here is asked for. */
  kinds: readonly Kind[];
  verb: string;
  /** Asks a passkey. */
  askPasskey(): Promise<never>;
  /** @throws ApiProblem if the server refuses it */
  send(proof: Proof): Promise<void>;
  onCancel(): void;
}

const switchTo = {
  totp: 'shell.use_code',
  passkey: 'shell.use_passkey',
  recovery_code: 'shell.use_recovery',
} as const;

/** Asks for a second factor: at the login, and before what needs a confirmation. */
export function SecondFactor({ kinds, verb, askPasskey, send, onCancel }: Props) {
  const usable = kinds.filter((kind) => kind !== 'passkey' || canUsePasskeys());
  const order: Kind[] = ['totp', 'passkey', 'recovery_code'];
  const [kind, setKind] = useState<Kind>(order.find((each) => usable.includes(each)) ?? 'recovery_code');
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(undefined);
    try {
      if (kind === 'passkey') await send({ passkey: await askPasskey() });
      else await send(kind === 'totp' ? { code: code.trim() } : { recovery_code: code.trim() });
    } catch (fault) {
      setError(fault);
    } finally {
      setPending(false);
    }
  };

  return (
    <form onSubmit={submit}>
      <Fields>
        {kind !== 'passkey' && (
          <Field
            key={kind}
            label={t(kind === 'totp' ? 'shell.second_code' : 'shell.second_recovery')}
            autoFocus
            autoComplete="one-time-code"
            inputMode={kind === 'totp' ? 'numeric' : 'text'}
            value={code}
            onChange={setCode}
          />
        )}
        {error instanceof ApiProblem ? (
          <ProblemNotice error={error} />
        ) : (
          error !== undefined && <Notice look="bad">{t('shell.passkey_failed')}</Notice>
        )}
        <Button type="submit" look="main" isPending={isPending} autoFocus={kind === 'passkey'}>
          {kind === 'passkey' ? t('shell.use_passkey') : verb}
        </Button>
        {usable
          .filter((each) => each !== kind)
          .map((each) => (
            <Button
              key={each}
              look="quiet"
              onPress={() => {
                setKind(each);
                setCode('');
                setError(undefined);
              }}
            >
              {t(switchTo[each])}
            </Button>
          ))}
        <Button look="quiet" onPress={onCancel}>
          {t('shell.cancel')}
        </Button>
      </Fields>
    </form>
  );
}
