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
    if (to !== undefined)
      return to === me
        ? t('lead.given_you', { name: by })
        : by === me
          ? t('lead.you_gave', { name: to })
          : t('lead.given', { name: by, to });
    return by === me ? t(`lead.${kind}_you`) : t(`lead.${kind}_by`, { name: by });
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
