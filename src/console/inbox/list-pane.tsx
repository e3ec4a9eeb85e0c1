import { ArrowUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button as Plain } from 'react-aria-components';
import { useInboxCounts } from '../api/inbox-counts.ts';
import { useEnvironment } from '../api/project.ts';
import { useSearch } from '../api/search.ts';
import { usePerson } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty, Loading } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { AlertsButton } from './alerts-button.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { type InboxSearch, isNarrowed, type View, views } from './filters.ts';
import { Found } from './found.tsx';
import { useHitKeys } from './hit-keys.ts';
import css from './list.module.css';
import { ListBox } from './list-box.tsx';
import { countWaiting, type Listed } from './listed.ts';

interface ListPaneProps {
  projectId: string;
  search: InboxSearch;
  onSearch(change: Partial<Record<keyof InboxSearch, unknown>>): void;
  open: string | undefined;
  /** @param messageId the message that was looked for */
  onOpen(profileId: string, messageId?: string): void;
  marked: ReadonlySet<string>;
  onMark(profileId: string): void;
  onUnmark(): void;
  list: {
    listed: Listed | undefined;
    error: unknown;
    again(): void;
    loadMore(): Promise<void>;
    hold(isThere: boolean): void;
    release(): void;
  };
}

/** The count of each view: who waits for an answer does so whether or not a person was asked for. */
const countOf = {
  all: 'open',
  mine: 'mine',
  unassigned: 'unassigned',
  waiting: 'unanswered',
  held: 'held',
  unread: 'unread',
} as const;

function Views({ projectId, search, onSearch }: Pick<ListPaneProps, 'projectId' | 'search' | 'onSearch'>) {
  const { data } = useInboxCounts(projectId, useEnvironment());
  const current = search.view ?? 'all';
  const count = (view: View) => {
    // They are of open conversations.
    if (search.closed) return '';
    const { count = 0, is_more: isMore = false } = data?.[countOf[view]] ?? {};
    return isMore ? `${count}+` : count > 0 ? String(count) : '';
  };
  return (
    <fieldset className={css.views} aria-label={t('inbox.views')}>
      {views.map((view) => (
        <Plain
          key={view}
          className={css.view ?? ''}
          aria-pressed={view === current}
          data-urgent={(view === 'waiting' && count(view) !== '') || undefined}
          onPress={() => onSearch({ view: view === 'all' ? undefined : view })}
        >
          {t(`inbox.view_${view}`)}
          {count(view) && <span className={css.count}>{count(view)}</span>}
        </Plain>
      ))}
    </fieldset>
  );
}

/** The left pane: what is looked at, and the conversations. */
export function ListPane(props: ListPaneProps) {
  const { projectId, search, onSearch, open, onOpen, marked } = props;
  const found = useSearch(search.q ?? '');
  const hits = useHitKeys(search.q, found.data !== undefined);
  // Beside an open conversation that one names the page; on a phone it is there alone.
  const Title = open === undefined ? 'h1' : 'h2';
  return (
    <section className={css.pane} aria-label={t('inbox.list')}>
      <header className={css.head}>
        <div className={css.top}>
          <Title>{t('page.inbox')}</Title>
          <AlertsButton />
          <FilterMenu projectId={projectId} search={search} onSearch={onSearch} />
        </div>
        <div id="inbox-search" onKeyDownCapture={hits.press}>
          <SearchBox
            label={t('inbox.search')}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ q: q || undefined })}
          />
        </div>
        {search.q === undefined && <Views projectId={projectId} search={search} onSearch={onSearch} />}
      </header>
      {marked.size > 0 && <BulkBar projectId={projectId} marked={marked} onDone={props.onUnmark} />}
      {search.q === undefined ? (
        <Conversations {...props} />
      ) : (
        <Found q={search.q} found={found.data} error={found.error} open={open} onOpen={onOpen} />
      )}
    </section>
  );
}

/** What stands in the list while it has no row. */
function NoRows({ list: { listed, error, again }, search, onSearch }: ListPaneProps) {
  if (!listed && error) return <ProblemNotice error={error} again={again} />;
  if (!listed)
    return (
      <div className={css.loading}>
        <Loading label={t('shell.loading')} rows={8} />
      </div>
    );
  if (isNarrowed(search))
    return (
      <Empty title={t('inbox.none_fits')}>
        <Button onPress={() => onSearch({ view: undefined, channel: undefined, tag: undefined })}>
          {t('inbox.clear')}
        </Button>
      </Empty>
    );
  return search.closed ? (
    <Empty title={t('inbox.none_closed')} />
  ) : (
    <Empty title={t('inbox.nobody')} text={t('inbox.nobody_text')} />
  );
}

function Conversations(props: ListPaneProps) {
  const { list, open, onOpen, marked, onMark } = props;
  const me = usePerson().id;
  const { listed, error } = list;
  const rows = listed?.rows ?? [];
  return (
    <>
      {listed && error !== null && <ProblemNotice error={error} again={list.again} isOld />}
      <Hand onHand={list.hold}>
        <ListBox
          rows={rows}
          hasMore={typeof listed?.cursor === 'string'}
          me={me}
          open={open}
          marked={marked}
          onOpen={onOpen}
          onMark={onMark}
          onMore={() => void list.loadMore().catch(() => {})}
        />
        {rows.length === 0 && (
          <div className={css.over}>
            <NoRows {...props} />
          </div>
        )}
        {listed && countWaiting(listed) > 0 && (
          <div className={css.fresh}>
            <Plain className={css.pill ?? ''} onPress={list.release}>
              <ArrowUp size={16} aria-hidden="true" />
              {t('inbox.new', { count: countWaiting(listed) })}
            </Plain>
          </div>
        )}
      </Hand>
    </>
  );
}

/** Tells whether the pointer or the focus is in the list, or at the button over it. */
function Hand({ onHand, children }: { onHand(isThere: boolean): void; children: ReactNode }) {
  const box = useRef<HTMLFieldSetElement>(null);
  const isThere = () =>
    box.current?.matches(':hover') === true || box.current?.contains(document.activeElement) === true;
  // Where the focus goes is known a moment later.
  const look = () => requestAnimationFrame(() => onHand(isThere()));
  return (
    <fieldset
      ref={box}
      aria-label={t('inbox.list')}
      className={css.hand}
      onPointerEnter={look}
      onPointerLeave={look}
      onFocus={look}
      onBlur={look}
    >
      {children}
    </fieldset>
  );
}
