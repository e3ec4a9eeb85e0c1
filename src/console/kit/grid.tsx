import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { t } from '../text/text.ts';
import css from './grid.module.css';
import { CellRow } from './grid-cell-row.tsx';
import { useGridCells } from './grid-cells.ts';
import { useGridKeys } from './grid-keys.ts';
import { usePlace } from './grid-place.ts';
import { CheckBox, GridRow } from './grid-row.tsx';
import type { GridProps, LongRows, Part } from './grid-shapes.ts';
import { useGridWindow } from './grid-window.ts';
import hidden from './spoken.module.css';
import { Loading } from './states.tsx';

export type {
  CellState,
  Cells,
  CellWrite,
  Column,
  GridProps,
  LongRows,
  Part,
  RowLink,
} from './grid-shapes.ts';

const rowPx = 40;
const narrowRowPx = 60;
const headPx = 36;

/**
 * A list of any length of which only what is in view is drawn. It scrolls with the page, its head stays in view, and the keyboard moves
 * along its rows: arrows, Home, End, page keys, Enter opens, Space selects, Shift extends, Ctrl+C copies as a table.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { rows, long, isLoading, fault, empty } = props;
  if ((long?.count ?? rows.length) > 0) return <Rows {...props} />;
  if (fault) return <>{fault}</>;
  if (isLoading) return <Loading label={t('kit.loading')} rows={8} />;
  return <>{empty}</>;
}

function Rows<Row>(props: GridProps<Row>) {
  const {
    rows,
    columns,
    keyOf,
    hasMore = false,
    isLoadingMore,
    more,
    fault,
    long,
    selected,
    onSelect,
    cells,
  } = props;
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const place = usePlace(grid, body, scroller);
  // Cells keep their columns, whatever the width.
  const isNarrow = place.isNarrow && !cells;
  const height = isNarrow ? narrowRowPx : rowPx;
  const known = long?.count ?? rows.length;
  const view = useGridWindow({
    // A few still shapes at the end say that there is more.
    count: known + (hasMore && !fault ? 3 : 0),
    rowPx: height,
    scroller,
    offset: place.offset,
    covered: { top: isNarrow ? 0 : headPx + 4, bottom: 8 },
  });
  const usePart = long?.usePart ?? useNone;
  const part: Part<Row> = usePart(view.first, view.last) ?? { at: (index) => rows[index] };
  const keys = useGridKeys({ ...props, count: known, at: part.at }, grid, view.scrollTo);
  const inCells = useGridCells(props, id, grid, view.scrollTo);
  const active = cells ? inCells.active.row : keys.active;
  const activeId = active >= 0 && (cells ? inCells.cellId : `${id}-${active}`);

  const isNearEnd = hasMore && !isLoadingMore && !fault && view.last >= rows.length - 4;
  useEffect(() => {
    if (isNearEnd) more?.();
  }, [isNearEnd, more]);

  const total = hasMore ? -1 : known + 1;
  const template = [onSelect && '36px', ...columns.map(({ width }) => width ?? 'minmax(0, 1fr)')];
  const isAll = selected !== undefined && known > 0 && selected.size >= known;
  return (
    <div className={css.frame}>
      <div
        ref={grid}
        role="grid"
        aria-label={props.label}
        aria-rowcount={props.total === undefined ? total : props.total + 1}
        aria-multiselectable={onSelect ? true : undefined}
        aria-activedescendant={activeId || undefined}
        data-cells={cells ? true : undefined}
        data-typing={cells?.write ? true : undefined}
        tabIndex={0}
        className={css.grid}
        data-narrow={isNarrow || undefined}
        style={{ '--columns': template.filter(Boolean).join(' ') } as object}
        {...(cells ? inCells.handlers : keys.handlers)}
      >
        <Head
          {...props}
          {...{ isAll, isNarrow }}
          notice={part.fault ?? props.notice}
          onAll={keys.toggleAll}
        />
        <div ref={body} role="rowgroup" className={css.body} style={{ height: view.height }}>
          {rowsOf(view, active).map((index) => {
            const row = part.at(index);
            const style = { height, transform: `translateY(${view.topOf(index)}px)` };
            if (row === undefined)
              return <div key={`more-${index}`} className={css.shape} style={style} aria-hidden="true" />;
            const key = keyOf(row);
            const shared = {
              ...{ row, index, columns, style },
              name: key,
              isSelected: selected?.has(key),
              onToggle: onSelect && keys.toggle,
            };
            if (cells) return <CellRow key={key} id={id} {...shared} cells={cells} at={inCells} />;
            return (
              <GridRow
                key={key}
                id={`${id}-${index}`}
                {...shared}
                isNarrow={isNarrow}
                isActive={index === keys.active}
                isOpen={props.openKey === key}
                link={props.link}
                onOpen={props.onOpen}
              />
            );
          })}
        </div>
      </div>
      {fault}
    </div>
  );
}

function Head<Row>({
  columns,
  long,
  selected,
  onSelect,
  order,
  onOrder,
  notice,
  isAll,
  isNarrow,
  onAll,
}: GridProps<Row> & { isAll: boolean; isNarrow: boolean; onAll(isOn: boolean): void }) {
  const isSome = selected !== undefined && selected.size > 0;
  return (
    <div role="rowgroup" className={css.top}>
      <div role="row" aria-rowindex={1} className={isNarrow ? hidden.spoken : css.head}>
        {onSelect && (
          <div role="columnheader" className={css.cell}>
            <CheckBox
              label={long?.allLabel ?? t('kit.select_all')}
              isOn={isAll}
              isMixed={isSome && !isAll}
              isReachable={!isNarrow}
              isDisabled={!isSome && isTooMany(long)}
              onPress={() => onAll(!isAll && !isTooMany(long))}
            />
          </div>
        )}
        {columns.map((column) => {
          const isOrder = column.order !== undefined && column.order === order?.by;
          return (
            <div
              key={column.id}
              role="columnheader"
              className={css.cell}
              data-number={column.isNumber || undefined}
              aria-sort={isOrder ? order.direction : undefined}
            >
              {column.order && onOrder && !isNarrow ? (
                <button type="button" className={css.order} onClick={() => onOrder(column.order!)}>
                  {column.name}
                  {isOrder &&
                    (order.direction === 'ascending' ? <ArrowUp size={12} /> : <ArrowDown size={12} />)}
                </button>
              ) : (
                column.name
              )}
            </div>
          );
        })}
      </div>
      {notice && (
        <div role="row" className={css.notice}>
          <div role="gridcell">{notice}</div>
        </div>
      )}
    </div>
  );
}

const useNone = () => undefined;

const isTooMany = (long: Pick<LongRows<unknown>, 'count' | 'mostRead'> | undefined) =>
  long !== undefined && long.count > long.mostRead;

/** The rows in view, and the active one wherever it is: the grid names it to screen readers. */
function rowsOf({ first, last }: { first: number; last: number }, active: number): number[] {
  const shown = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  if (active < 0 || (active >= first && active <= last)) return shown;
  return active < first ? [active, ...shown] : [...shown, active];
}
