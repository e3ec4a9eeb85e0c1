import { useEffect, useState } from 'react';
import { api, setPerson } from '../api/client.ts';
import { passkeyToConfirm } from '../api/passkey.ts';
import { Dialog } from '../kit/dialog.tsx';
import { t } from '../text/text.ts';
import { type Kind, SecondFactor } from './second-factor.tsx';

interface Question {
  kinds: Kind[];
  answer(isConfirmed: boolean): void;
}

async function kindsOfPerson(): Promise<Kind[]> {
  const { data } = await api.GET('/api/owner/second-factors');
  return [
    ...(data?.totp ? (['totp'] as const) : []),
    ...(data?.passkeys.length ? (['passkey'] as const) : []),
    'recovery_code',
  ];
}

/** Asks for a second factor when an act needs one, whatever act that is: the client sends its request again after the answer. */
export function Confirmation() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    const confirm = async () => {
      const kinds = await kindsOfPerson();
      return new Promise<boolean>((resolve) => {
        const answer = (isConfirmed: boolean) => {
          setQuestion(undefined);
          resolve(isConfirmed);
        };
        setQuestion({ kinds, answer });
      });
    };
    setPerson({ confirm });
    return () => setPerson({ confirm: undefined });
  }, []);
  if (!question) return null;
  return (
    <Dialog title={t('shell.confirm_title')} isOpen onClose={() => question.answer(false)}>
      <p>{t('shell.confirm_text')}</p>
      <SecondFactor
        kinds={question.kinds}
        verb={t('shell.confirm')}
        askPasskey={passkeyToConfirm}
        onCancel={() => question.answer(false)}
        send={async (proof) => {
          await api.POST('/api/owner/session/confirmations', { body: proof });
          question.answer(true);
        }}
      />
    </Dialog>
  );
}
