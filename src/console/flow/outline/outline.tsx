import { useVirtualizer } from '@tanstack/react-virtual';
import { Pin, Plus, SquareDashed, StickyNote } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import hidden from '../../kit/spoken.module.css';
import { t, word } from '../../text/text.ts';
import type { Draft } from '../document/history.ts';
import type { Mark, Marks } from '../graph/nodes.ts';
import { directions } from '../graph/use-canvas-keys.ts';
import { stepIcon, triggerIcon } from '../look/icons.ts';
import { move, remove } from '../page/acts.ts';
import type { Editor } from '../page/editor.ts';
import { nudge } from '../page/element-acts.ts';
import type { Wanted } from '../page/new-step.tsx';
import css from './outline.module.css';
import { type OutlineRow, rowsOf } from './rows.ts';

interface OutlineProps {
  editor: Editor;
  draft: Draft;
  selected: readonly string[];
  marks: Marks;
  isEditable: boolean;
  onSelect(keys: readonly string[]): void;
  onOpen(key: string): void;
  onAdd(wanted: Wanted): void;
  onConnect(from: string): void;
}

const rowHeight = 30;

/** All steps in their order. Everything that the graph does is done here by keys: add, move, connect by name, delete. */
export function Outline({
  editor,
  draft,
  selected,
  marks,
  isEditable,
  onSelect,
  onOpen,
  onAdd,
}: OutlineProps) {
  const rows = useMemo(() => rowsOf(draft), [draft]);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const current = selected.at(-1);
  const index = rows.findIndex(({ key }) => key === current);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is selected is brought into sight.
  useEffect(() => {
    if (index >= 0) list.scrollToIndex(index);
  }, [index]);
  const go = (to: number, isMore: boolean) => {
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)];
    if (row) onSelect(isMore ? [...new Set([...selected, row.key])] : [row.key]);
  };
  const act = (event: KeyboardEvent): boolean => {
    const row = rows[index];
    const isMove = event.altKey && isEditable && row?.kind === 'step';
    const by = directions[event.key];
    if (event.altKey && isEditable && by && (row?.kind === 'note' || row?.kind === 'group')) {
      nudge(editor, [row.key], by, event.shiftKey);
      return true;
    }
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const by = event.key === 'ArrowDown' ? 1 : -1;
        if (isMove) move(editor, row.key, by);
        else go(index + by, event.shiftKey);
        return true;
      }
      case 'Home':
        go(0, false);
        return true;
      case 'End':
        go(rows.length - 1, false);
        return true;
      case 'ArrowLeft':
        if (row?.owner) onSelect([row.owner]);
        return true;
      case 'ArrowRight':
        if (row && rows[index + 1]?.owner === row.key) go(index + 1, false);
        return true;
      case 'Enter':
        if (row) onOpen(row.key);
        return true;
      case 'Delete':
      case 'Backspace':
        if (isEditable) onSelect(remove(editor, selected));
        return true;
      default:
        return false;
    }
  };
  return (
    <nav className={css.outline} aria-label={t('flow.outline')}>
      <div
        ref={box}
        className={css.scroll}
        role="tree"
        aria-label={t('flow.outline')}
        aria-multiselectable="true"
        aria-activedescendant={index >= 0 ? `${id}-${index}` : undefined}
        tabIndex={0}
        onKeyDown={(event) => {
          // The keys of the page come first: a deleted step is not deleted twice.
          if (!event.defaultPrevented && act(event)) event.preventDefault();
        }}
      >
        <div role="presentation" className={css.all} style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index: at, start }) => (
            <Row
              key={rows[at]!.key}
              id={`${id}-${at}`}
              row={rows[at]!}
              top={start}
              mark={marks.get(rows[at]!.key)}
              isSelected={selected.includes(rows[at]!.key)}
              onSelect={(isMore) => {
                go(at, isMore);
                // The row may go away with its step; the list stays.
                box.current?.focus({ preventScroll: true });
              }}
              onOpen={() => onOpen(rows[at]!.key)}
            />
          ))}
        </div>
      </div>
      {isEditable && (
        <div className={css.acts}>
          <Button
            look="quiet"
            onPress={() => onAdd({ what: 'step', ...(current !== undefined && { after: current }) })}
          >
            <Plus size={14} aria-hidden="true" /> {t('flow.add_step')}
          </Button>
          <Button look="quiet" onPress={() => onAdd({ what: 'trigger' })}>
            <Plus size={14} aria-hidden="true" /> {t('flow.add_trigger')}
          </Button>
        </div>
      )}
    </nav>
  );
}

interface RowProps {
  id: string;
  row: OutlineRow;
  top: number;
  mark: Mark | undefined;
  isSelected: boolean;
  onSelect(isMore: boolean): void;
  onOpen(): void;
}

function Row({ id, row: { kind, type, name, level }, top, mark, isSelected, onSelect, onOpen }: RowProps) {
  const Icon =
    kind === 'note'
      ? StickyNote
      : kind === 'group'
        ? SquareDashed
        : kind === 'step'
          ? stepIcon(type)
          : triggerIcon(type);
  const label =
    kind === 'trigger'
      ? word('flow_trigger', type)
      : kind === 'step'
        ? name
        : name || t(kind === 'note' ? 'flow.note' : 'flow.group');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the tree.
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-selected={isSelected}
      className={css.row}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: 12 + (level - 1) * 16 }}
      onClick={(event) => onSelect(event.shiftKey || event.metaKey || event.ctrlKey)}
      onDoubleClick={onOpen}
    >
      <Icon size={14} aria-hidden="true" />
      <span className={css.name}>{label}</span>
      {mark && (
        <span className={css.mark} data-state={mark.state} title={mark.title}>
          {mark.isPinned && <Pin size={12} aria-label={t('flow.pinned')} />}
          {mark.count}
          {mark.count !== undefined && <span className={hidden.spoken}>{t('flow.findings')}</span>}
        </span>
      )}
    </div>
  );
}
