import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useEnvironment, useProjectId } from '../api/project.ts';
import { wantsReply } from '../api/reply.ts';
import { useKeys } from '../kit/keys.ts';
import { useTick } from '../kit/tick.ts';
import { t } from '../text/text.ts';
import { useAlerts } from './alerts.ts';
import { useConversations } from './conversations.ts';
import { CustomerPane } from './customer-pane.tsx';
import { type InboxSearch, queryOf, readSearch } from './filters.ts';
import css from './inbox-page.module.css';
import { ListPane } from './list-pane.tsx';
import { NoThread, ThreadPane } from './thread-pane.tsx';

type Search = Record<string, unknown>;

/** What the keys of the inbox do, for the list of keys. Those of the thread and the field are bound there. */
const keyNames = () => ({
  KeyJ: t('inbox.key_next'),
  KeyK: t('inbox.key_previous'),
  KeyX: t('inbox.key_mark'),
  Slash: t('inbox.key_search'),
  KeyR: t('inbox.key_reply'),
  KeyN: t('inbox.key_note'),
  'Mod+Enter': t('inbox.key_send'),
  KeyE: t('inbox.key_close'),
  KeyA: t('inbox.key_assign'),
  KeyH: t('inbox.key_hold'),
  KeyU: t('inbox.key_unread'),
  KeyT: t('inbox.key_tag'),
  Escape: t('inbox.key_list'),
});

/** Where somebody answers customers all day: the list, the thread, and the customer beside it. */
export function InboxPage() {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const { profile: open } = useParams({ strict: false }) as { profile?: string };
  const given = useSearch({ strict: false }) as Search;
  const search = readSearch(given);
  const showsCustomer = given.show === 'customer';
  const navigate = useNavigate();
  const list = useConversations(projectId, queryOf(search, environment), open);
  useTick(15_000);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());

  const change = useCallback(
    (now: Partial<Record<keyof InboxSearch | 'show', unknown>>) =>
      void navigate({
        to: '.',
        search: ((before: Search) => ({ ...before, ...now })) as never,
        // The router would bring back where lists and thread stood before.
        ...{ replace: true, resetScroll: false },
      }),
    [navigate],
  );
  const openOne = useCallback(
    (profileId: string, messageId?: string) =>
      void navigate({
        to: `/p/${projectId}/inbox/${profileId}` as never,
        search: (({ show: _, message: __, reply: ___, ...before }: Search) => ({
          ...before,
          ...(messageId !== undefined && { message: messageId }),
        })) as never,
        ...{ replace: open !== undefined, resetScroll: false },
      }),
    [navigate, projectId, open],
  );
  const mark = useCallback(
    (profileId: string) =>
      setMarked((before) => {
        const now = new Set(before);
        if (!now.delete(profileId)) now.add(profileId);
        return now;
      }),
    [],
  );
  useAlerts(projectId, environment, openOne);

  const rows = list.listed?.rows;
  const keys = useMemo(() => {
    const move = (by: number) => () => {
      const at = rows?.findIndex(({ profile_id: id }) => id === open) ?? -1;
      const next = rows?.[at < 0 ? 0 : at + by];
      if (next) openOne(next.profile_id);
    };
    return {
      KeyJ: move(1),
      KeyK: move(-1),
      KeyX: () => open !== undefined && mark(open),
      Slash: () => document.querySelector<HTMLElement>('#inbox-search input')?.focus(),
      Escape: () =>
        marked.size > 0
          ? setMarked(new Set())
          : document.querySelector<HTMLElement>('[role="listbox"]')?.focus(),
    };
  }, [rows, open, openOne, mark, marked]);
  const names = useMemo(keyNames, []);
  useKeys(keys, names);

  return (
    <div className={css.page} data-pane={open === undefined ? 'list' : showsCustomer ? 'customer' : 'thread'}>
      <ListPane
        projectId={projectId}
        search={search}
        onSearch={change}
        open={open}
        onOpen={openOne}
        marked={marked}
        onMark={mark}
        onUnmark={() => setMarked(new Set())}
        list={list}
      />
      {open === undefined ? (
        <NoThread />
      ) : (
        <ThreadPane
          projectId={projectId}
          profileId={open}
          isToReply={wantsReply(given)}
          found={typeof given.message === 'string' ? given.message : undefined}
          listSearch={given}
          onCustomer={() => change({ show: showsCustomer ? undefined : 'customer' })}
        />
      )}
      {open !== undefined && (
        <CustomerPane
          profileId={open}
          isAsked={showsCustomer}
          onBack={() => change({ show: undefined })}
          onMerged={openOne}
        />
      )}
    </div>
  );
}
