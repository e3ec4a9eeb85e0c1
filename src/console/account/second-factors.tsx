import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { canUsePasskeys } from '../api/passkey.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Row, Rows, Section } from '../kit/page.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { Badge } from '../kit/states.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { showAgo, showDay } from '../text/format.ts';
import { t } from '../text/text.ts';
import { NewPasskey, RenamePasskey } from './passkey-forms.tsx';
import { NewTotp } from './totp-form.tsx';

const path = '/api/owner/second-factors';

/** What the server asks for besides the password. */
export function SecondFactors() {
  const factors = queries.useQuery('get', path);
  return (
    <Section title={t('account.factors')}>
      <p>{t('account.factors_text')}</p>
      <Loaded from={factors}>{(read) => <Factors factors={read} />}</Loaded>
    </Section>
  );
}

const factsOf = (since: string, last: string | null) =>
  [
    t('account.since', { when: showDay(since) }),
    last === null ? t('keys.never_used') : t('keys.used', { when: showAgo(last) }),
  ].join(' · ');

type Doing = { what: 'totp' | 'passkey' } | { what: 'rename'; passkey: Shape<'Passkey'> };

function Factors({ factors: { totp, passkeys, recovery_codes_left } }: { factors: Shape<'SecondFactors'> }) {
  const [doing, setDoing] = useState<Doing>();
  const [codes, setCodes] = useState<string[]>();
  const isFirst = totp === null && passkeys.length === 0;
  /** @param fresh come with the first factor */
  const done = (fresh?: string[] | null) => {
    setDoing(undefined);
    setCodes(fresh ?? undefined);
    void renew(path);
  };
  const removeTotp = async () => {
    await api.DELETE(`${path}/totp`);
    await renew(path);
  };
  const removePasskey = async (passkey_id: string) => {
    await api.DELETE(`${path}/passkeys/{passkey_id}`, { params: { path: { passkey_id } } });
    await renew(path);
  };
  const makeCodes = async () => {
    const { data } = await api.POST(`${path}/recovery-codes`);
    setCodes(data!.recovery_codes);
    await renew(path);
  };
  return (
    <>
      <Rows label={t('account.factors')}>
        <Row
          title={t('account.totp')}
          about={totp ? factsOf(totp.since, totp.last_used_at) : t('account.totp_text')}
          end={
            totp ? (
              <Remove name={t('account.totp')} act={removeTotp} />
            ) : (
              <Button onPress={() => setDoing({ what: 'totp' })}>{t('account.set_up')}</Button>
            )
          }
        />
        {passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            title={t('account.passkey', { name: passkey.name })}
            about={factsOf(passkey.created_at, passkey.last_used_at)}
            end={
              <>
                <Button onPress={() => setDoing({ what: 'rename', passkey })}>{t('account.rename')}</Button>
                <Remove name={passkey.name} act={() => removePasskey(passkey.id)} />
              </>
            }
          />
        ))}
        {canUsePasskeys() && (
          <Row
            title={t('account.another_passkey')}
            about={t('account.passkey_text')}
            end={<Button onPress={() => setDoing({ what: 'passkey' })}>{t('account.add_passkey')}</Button>}
          />
        )}
        {!isFirst && (
          <Row
            title={t('account.recovery')}
            about={t('account.recovery_text')}
            end={
              <>
                <Badge look={recovery_codes_left > 3 ? 'plain' : 'warn'}>
                  {t('account.codes_left', { count: recovery_codes_left })}
                </Badge>
                <ConfirmButton
                  title={t('account.new_codes_title')}
                  text={t('account.new_codes_text')}
                  verb={t('account.new_codes')}
                  act={makeCodes}
                >
                  {t('account.new_codes')}
                </ConfirmButton>
              </>
            }
          />
        )}
      </Rows>
      {doing?.what === 'totp' && (
        <NewTotp isFirst={isFirst} onDone={done} onClose={() => setDoing(undefined)} />
      )}
      {doing?.what === 'passkey' && (
        <NewPasskey isFirst={isFirst} onDone={done} onClose={() => setDoing(undefined)} />
      )}
      {doing?.what === 'rename' && <RenamePasskey passkey={doing.passkey} onClose={() => done()} />}
      {codes && (
        <ShownOnce
          title={t('account.recovery')}
          text={t('account.codes_text')}
          secret={codes.join('\n')}
          onDone={() => setCodes(undefined)}
        />
      )}
    </>
  );
}

const Remove = ({ name, act }: { name: string; act(): Promise<unknown> }) => (
  <ConfirmButton
    title={t('account.remove_title', { name })}
    text={t('account.remove_text')}
    verb={t('account.remove')}
    act={act}
  >
    {t('account.remove')}
  </ConfirmButton>
);
