import { useInboxCounts } from '../api/inbox-counts.ts';
import { useEnvironment, useProjectId } from '../api/project.ts';
import { t } from '../text/text.ts';
import css from './page-link.module.css';

/** At the inbox: how many customers wait for an answer; if none does, how many of one's own conversations are unread. */
export function InboxCount({ id }: { id: string }) {
  const { data } = useInboxCounts(useProjectId(), useEnvironment());
  if (!data) return null;
  const { unanswered: waiting, mine_unread: unread } = data;
  const shown = waiting.count > 0 ? waiting : unread;
  if (shown.count === 0) return null;
  const words = [
    waiting.count > 0 && t('shell.waiting', { count: waiting.count }),
    unread.count > 0 && t('shell.unread', { count: unread.count }),
  ].filter(Boolean);
  const said = words.join(', ');
  return (
    // It describes the link, whose name stays the page's.
    <span
      id={id}
      className={css.count}
      data-urgent={waiting.count > 0 || undefined}
      title={said}
      role="img"
      aria-label={said}
      aria-hidden="true"
    >
      {shown.count}
      {shown.is_more && '+'}
    </span>
  );
}
