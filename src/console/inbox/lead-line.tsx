import { usePerson } from '../api/session.ts';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { showTime } from './days.ts';
import css from './message.module.css';
import type { Lead } from './thread.ts';

/** A line of the thread: who took the dialog, gave it back, closed the conversation. */
export function LeadLine({ lead: { kind, by, to, at } }: { lead: Lead }) {
  const me = usePerson().email;
  const wordsOf = () => {
    if (by === null) return t(`lead.${kind}`);
    const mine = by === me;
    if (to === null) return mine ? t('lead.left_you') : t('lead.left', { name: by });
    if (to === me) return t('lead.given_you', { name: by });
    if (to !== undefined) return mine ? t('lead.you_gave', { name: to }) : t('lead.given', { name: by, to });
    return mine ? t(`lead.${kind}_you`) : t(`lead.${kind}_by`, { name: by });
  };
  return (
    <li className={css.lead}>
      {wordsOf()},{' '}
      <time dateTime={at} title={showMoment(at)}>
        {showTime(at)}
      </time>
    </li>
  );
}
