import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { t } from '../text/text.ts';
import { ConversationRow } from './conversation-row.tsx';
import type { Conversation } from './filters.ts';
import css from './list.module.css';

interface ListBoxProps {
  rows: readonly Conversation[];
  /** Whether more follow that are not loaded. */
  hasMore: boolean;
  me: string;
  open: string | undefined;
  marked: ReadonlySet<string>;
  onOpen(profileId: string): void;
  onMark(profileId: string): void;
  onMore(): void;
}

const rowHeight = 64;
const keys: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + 8,
  PageUp: (at) => at - 8,
  Home: () => 0,
  End: (_at, last) => last,
};

const optionId = (profileId: string) => `conversation-${profileId}`;

/** The conversations. Only the rows in sight are in the page, however many there are. */
export function ListBox({ rows, hasMore, me, open, marked, ...on }: ListBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const at = rows.findIndex(({ profile_id: id }) => id === open);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (n) => rows[n]!.profile_id,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? -1;
  const { onMore } = on;
  useEffect(() => {
    if (hasMore && lastShown >= rows.length - 20) onMore();
  }, [hasMore, lastShown, rows.length, onMore]);
  // Whoever goes through the list by keys sees where they are; what moves by itself does not move the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another conversation scrolls
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [open]);
  const press = (event: KeyboardEvent) => {
    const move = keys[event.key];
    if (event.key === ' ' && open !== undefined) on.onMark(open);
    else if (!move || rows.length === 0) return;
    else on.onOpen(rows[Math.min(rows.length - 1, Math.max(0, move(at, rows.length - 1)))]!.profile_id);
    event.preventDefault();
  };
  const isRendered = items.some(({ index }) => index === at);
  return (
    <div
      ref={box}
      className={css.box}
      role="listbox"
      aria-label={t('inbox.list')}
      aria-multiselectable={marked.size > 0}
      aria-activedescendant={open !== undefined && isRendered ? optionId(open) : undefined}
      tabIndex={rows.length > 0 ? 0 : -1}
      onKeyDown={press}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, key, start }) => {
          const conversation = rows[index]!;
          const { profile_id: id } = conversation;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the focus and the keys
            // biome-ignore lint/a11y/useFocusableInteractive: it is named by aria-activedescendant
            <div
              key={key}
              id={optionId(id)}
              role="option"
              aria-selected={id === open}
              aria-checked={marked.size > 0 ? marked.has(id) : undefined}
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={index + 1}
              className={css.option}
              style={{ transform: `translateY(${start}px)` }}
              onClick={(event) => (event.metaKey || event.ctrlKey ? on.onMark(id) : on.onOpen(id))}
            >
              <ConversationRow
                conversation={conversation}
                me={me}
                isOpen={id === open}
                isMarked={marked.has(id)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
