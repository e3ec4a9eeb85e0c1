import { useState } from 'react';
import { cache } from '../api/cache.ts';
import { Button } from '../kit/button.tsx';
import { say } from '../kit/toast.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { close, markUnread } from './acts.ts';
import { AssignDialog } from './assign-dialog.tsx';
import type { Conversation } from './filters.ts';
import css from './list.module.css';
import type { Listed } from './listed.ts';
import { TagDialog } from './tag-dialog.tsx';

interface BulkBarProps {
  projectId: string;
  marked: ReadonlySet<string>;
  onDone(): void;
}

/** The conversations of the ids that are in any list. */
function conversationsOf(projectId: string, ids: ReadonlySet<string>): Conversation[] {
  const lists = cache.getQueriesData<Listed>({ queryKey: ['inbox', projectId] });
  const rows = lists.flatMap(([, listed]) => listed?.rows ?? []);
  return [...new Map(rows.map((row) => [row.profile_id, row])).values()].filter(({ profile_id: id }) =>
    ids.has(id),
  );
}

/** What can be done with several conversations at once. */
export function BulkBar({ projectId, marked, onDone }: BulkBarProps) {
  const [asks, setAsks] = useState<'assign' | 'tag'>();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const each = async (
    act: (conversation: Conversation) => Promise<unknown>,
    said: 'inbox.bulk_closed' | 'inbox.bulk_unread',
  ) => {
    setPending(true);
    setError(undefined);
    let done = 0;
    try {
      for (const conversation of conversationsOf(projectId, marked)) {
        await act(conversation);
        done += 1;
      }
      onDone();
    } catch (fault) {
      setError(fault);
    }
    setPending(false);
    if (done > 0) say(t(said, { count: done }));
  };
  return (
    <div className={css.bulk} role="toolbar" aria-label={t('inbox.marked', { count: marked.size })}>
      <strong>{t('inbox.marked', { count: marked.size })}</strong>
      <Button
        isPending={isPending}
        onPress={() => void each((one) => close(projectId, one), 'inbox.bulk_closed')}
      >
        {t('inbox.close')}
      </Button>
      <Button onPress={() => setAsks('assign')}>{t('inbox.assign')}</Button>
      <Button onPress={() => setAsks('tag')}>{t('inbox.tag')}</Button>
      <Button onPress={() => void each((one) => markUnread(projectId, one), 'inbox.bulk_unread')}>
        {t('inbox.mark_unread')}
      </Button>
      <Button look="quiet" onPress={onDone}>
        {t('inbox.unmark')}
      </Button>
      <ProblemNotice error={error} />
      {asks === 'assign' && (
        <AssignDialog projectId={projectId} profileIds={[...marked]} onClose={() => setAsks(undefined)} />
      )}
      {asks === 'tag' && (
        <TagDialog projectId={projectId} profileIds={[...marked]} onClose={() => setAsks(undefined)} />
      )}
    </div>
  );
}
