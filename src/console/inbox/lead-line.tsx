import { usePerson } from '../api/session.ts';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { showTime } from './days.ts';
import css from './message.module.css';
import type { Lead } from './thread.ts';

/** A line of the thread: who took the dialog, gave it back, closed the conversation. */
export function LeadLine({ lead: { kind, by, at } }: { lead: Lead }) {
  const me = usePerson().email;
  const words =
    by === null ? t(`lead.${kind}`) : by === me ? t(`lead.${kind}_you`) : t(`lead.${kind}_by`, { name: by });
  return (
    <li className={css.lead}>
      {words},{' '}
      <time dateTime={at} title={showMoment(at)}>
        {showTime(at)}
      </time>
    </li>
  );
}
