import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../text/text.ts';
import { showDayName } from './days.ts';
import { LeadLine } from './lead-line.tsx';
import message from './message.module.css';
import { MessageView } from './message-view.tsx';
import css from './messages.module.css';
import { NoteView } from './note-view.tsx';
import { useShown } from './show-message.ts';
import type { Entry, Message } from './thread.ts';

interface MessagesProps {
  projectId: string;
  profileId: string;
  entries: readonly Entry[];
  /** The message at which it opens, if that is not the end. */
  openAt: string | undefined;
  /** The message that was looked for: it is shown and marked. */
  found: string | undefined;
  /** How the customer is called. */
  name: string;
  hasOlder: boolean;
  onOlder(): void;
  onEdit(message: Message): void;
  onDelete(message: Message): void;
  /** How many messages the person has written that the server has not taken yet. */
  sending: number;
  /** What waits to be sent, and who types, below the last entry. */
  children: ReactNode;
}

/** This near to the end is the end. */
const nearPx = 48;

/**
 * What was said, over all channels. The box counts from its end, so older messages at the top move nothing. It follows new ones only
 * while the end is in sight; otherwise a button says how many there are.
 */
export function Messages({
  projectId,
  profileId,
  entries,
  openAt,
  found,
  hasOlder,
  onOlder,
  sending,
  ...props
}: MessagesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [unseen, setUnseen] = useState(0);
  const end = useRef({ key: entries.at(-1)?.key, isThere: true, height: 0 });
  const distance = () => -(box.current?.scrollTop ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the conversation is opened
  useLayoutEffect(() => {
    const first = openAt && document.getElementById(openAt);
    if (!first || !box.current) return;
    const { top } = first.getBoundingClientRect();
    const bounds = box.current.getBoundingClientRect();
    if (top < bounds.top) box.current.scrollTop -= bounds.top - top + 16;
    end.current.isThere = distance() < nearPx;
  }, []);
  useLayoutEffect(() => {
    const { current: scroller } = box;
    const { key, isThere, height } = end.current;
    const last = entries.at(-1);
    const now = scroller?.scrollHeight ?? 0;
    if (last?.key !== key) {
      const from = entries.findIndex((each) => each.key === key);
      const more = entries.slice(from + 1).filter(({ type }) => type === 'message' || type === 'note').length;
      if (isThere) scroller?.scrollTo({ top: 0 });
      else {
        // What comes at the end must not push away what somebody reads.
        scroller?.scrollBy({ top: -(now - height) });
        setUnseen((before) => before + more);
      }
    }
    end.current = { key: last?.key, isThere, height: now };
  }, [entries]);
  useShown(found, entries, () => {
    end.current.isThere = distance() < nearPx;
  });
  const sent = useRef(sending);
  useLayoutEffect(() => {
    // Who writes wants to see it, wherever they have read.
    if (sending > sent.current) {
      box.current?.scrollTo({ top: 0 });
      end.current.isThere = true;
      setUnseen(0);
    }
    sent.current = sending;
  }, [sending]);
  const top = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!hasOlder || !top.current) return undefined;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && onOlder(), {
      root: box.current,
      rootMargin: '400px 0px 0px',
    });
    watch.observe(top.current);
    return () => watch.disconnect();
  }, [hasOlder, onOlder]);
  const scrolled = () => {
    end.current.isThere = distance() < nearPx;
    if (end.current.isThere) setUnseen(0);
  };
  return (
    <div className={css.around}>
      <div
        ref={box}
        className={css.box}
        onScroll={scrolled}
        role="log"
        aria-label={t('inbox.thread')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
      >
        <ol className={css.entries}>
          {hasOlder && (
            <li ref={top} className={css.older}>
              {t('inbox.loading_older')}
            </li>
          )}
          {!hasOlder && entries.length > 0 && <li className={css.older}>{t('inbox.beginning')}</li>}
          {entries.map((entry) => {
            if (entry.type === 'day')
              return (
                <li key={entry.key} className={message.day}>
                  {showDayName(entry.at)}
                </li>
              );
            if (entry.type === 'note')
              return (
                <NoteView key={entry.key} projectId={projectId} profileId={profileId} note={entry.note} />
              );
            if (entry.type === 'lead') return <LeadLine key={entry.key} lead={entry.lead} />;
            return (
              <MessageView
                key={entry.key}
                message={entry.message}
                name={props.name}
                isFound={entry.message.id === found}
                follows={entry.follows}
                asked={entry.asked}
                onEdit={props.onEdit}
                onDelete={props.onDelete}
              />
            );
          })}
          {props.children}
        </ol>
      </div>
      {unseen > 0 && (
        <Button className={css.down ?? ''} onPress={() => box.current?.scrollTo({ top: 0 })}>
          <ArrowDown size={16} aria-hidden="true" />
          {t('inbox.new', { count: unseen })}
        </Button>
      )}
    </div>
  );
}
