import { type Outgoing as Answer, discard, sendAgain } from '../api/outbox.ts';
import { Button } from '../kit/button.tsx';
import { t } from '../text/text.ts';
import css from './message.module.css';

/** What the person wrote and the server has not taken yet. */
export function Outgoing({ outgoing }: { outgoing: readonly Answer[] }) {
  // Behind one that the server could not take the others wait.
  const isLate = outgoing.some(({ state }) => state === 'late');
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
      {each.state !== 'failed' && (
        <p className={isLate ? css.waits : css.meta}>{t(isLate ? 'inbox.sent_later' : 'inbox.sending')}</p>
      )}
      {each.state === 'failed' && (
        <div className={css.failed} role="alert">
          {t('inbox.not_sent', { why: each.error ?? '' })}
          <Button onPress={() => sendAgain(each)}>{t('shell.again')}</Button>
          <Button look="quiet" onPress={() => discard(each.key)}>
            {t('inbox.discard')}
          </Button>
        </div>
      )}
    </li>
  ));
}
