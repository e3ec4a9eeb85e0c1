import { useEffect } from 'react';
import { useIsOffline } from '../api/connection.ts';
import { Button } from '../kit/button.tsx';
import { t } from '../text/text.ts';
import css from './message.module.css';
import { attempt, discard, useOutgoing, waitingToBeSent } from './outbox.ts';

/** Sends what waits as soon as there is a connection. */
export function useOutbox(): void {
  const isOffline = useIsOffline();
  useEffect(() => {
    if (isOffline) return;
    for (const each of waitingToBeSent()) void attempt(each);
  }, [isOffline]);
}

/** What the person wrote and the server has not taken yet. */
export function Outgoing({ profileId }: { profileId: string }) {
  const outgoing = useOutgoing(profileId);
  return outgoing.map((each) => (
    <li key={each.key} className={css.message} data-author="operator">
      <div className={css.line}>
        <div className={css.bubble}>
          {each.body.text && <p className={css.text}>{each.body.text}</p>}
          {each.body.attachments?.map(({ name, file_id: id }) => (
            <span key={id}>{name}</span>
          ))}
        </div>
      </div>
      {each.state === 'sending' && <p className={css.meta}>{t('inbox.sending')}</p>}
      {each.state === 'offline' && <p className={css.waits}>{t('inbox.sent_later')}</p>}
      {each.state === 'failed' && (
        <div className={css.failed} role="alert">
          {t('inbox.not_sent', { why: each.error ?? '' })}
          <Button onPress={() => void attempt(each)}>{t('shell.again')}</Button>
          <Button look="quiet" onPress={() => discard(each.key)}>
            {t('inbox.discard')}
          </Button>
        </div>
      )}
    </li>
  ));
}
