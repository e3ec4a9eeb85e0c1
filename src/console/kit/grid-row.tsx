import { Link } from '@tanstack/react-router';
import { Check, Minus } from 'lucide-react';
import { type CSSProperties, memo, type ReactNode } from 'react';
import { t } from '../text/text.ts';
import css from './grid.module.css';
import type { Column, RowLink } from './grid-shapes.ts';

interface GridRowProps<Row> {
  id: string;
  row: Row;
  /** The key of the row. */
  name: string;
  index: number;
  columns: readonly Column<Row>[];
  style: CSSProperties;
  isNarrow: boolean;
  isActive: boolean;
  isOpen: boolean;
  isSelected: boolean | undefined;
  onToggle?: ((index: number, isRange: boolean) => void) | undefined;
  link?: ((row: Row) => RowLink) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
}

const show = <Row,>({ cell, text }: Column<Row>, row: Row): ReactNode => cell?.(row) ?? text?.(row);

function Line<Row>(props: GridRowProps<Row>) {
  const { id, row, index, columns, style, isNarrow, isActive, isOpen, isSelected, onToggle } = props;
  const cells = isNarrow ? (
    <NarrowCells {...props} />
  ) : (
    columns.map((column, at) => (
      <div key={column.id} role="gridcell" className={css.cell} data-number={column.isNumber || undefined}>
        {at === 0 ? <Opener {...props}>{show(column, row)}</Opener> : show(column, row)}
      </div>
    ))
  );
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={onToggle ? isSelected === true : isOpen || undefined}
      data-index={index}
      data-active={isActive || undefined}
      data-open={isOpen || undefined}
      data-opens={props.link || props.onOpen ? true : undefined}
      className={css.row}
      style={style}
    >
      {onToggle && (
        <div role="gridcell" className={css.check}>
          <CheckBox
            label={t('kit.select')}
            isOn={isSelected === true}
            onPress={(isRange) => onToggle(index, isRange)}
          />
        </div>
      )}
      {cells}
    </div>
  );
}

/** A row of a grid. It is drawn anew only when something of it changes. */
export const GridRow = memo(Line, (before, after) =>
  (Object.keys(after) as (keyof typeof after)[]).every((key) =>
    key === 'style'
      ? before.style.transform === after.style.transform && before.style.height === after.style.height
      : before[key] === after[key],
  ),
) as typeof Line;

/** What makes the whole row lead somewhere. Its words are the content of the first column. */
function Opener<Row>({ row, link, onOpen, children }: GridRowProps<Row> & { children: ReactNode }) {
  if (link) {
    const { to, search } = link(row);
    return (
      <Link
        to={to as never}
        search={search as never}
        className={css.opener ?? ''}
        tabIndex={-1}
        preload={false}
      >
        {children}
      </Link>
    );
  }
  if (!onOpen) return <span className={css.words}>{children}</span>;
  return (
    <button type="button" className={css.opener} tabIndex={-1} onClick={() => onOpen(row)}>
      {children}
    </button>
  );
}

/** Two lines: the title with what stands on its right, and the other columns one after the other. */
function NarrowCells<Row>(props: GridRowProps<Row>) {
  const { columns, row } = props;
  const placed = (place: Column<Row>['narrow']) =>
    columns.filter(({ narrow }, at) => (narrow ?? (at === 0 ? 'title' : 'about')) === place);
  const end = placed('end');
  return (
    <>
      <div role="gridcell" className={css.title}>
        <Opener {...props}>
          {placed('title').map((column) => (
            <span key={column.id} className={css.words}>
              {show(column, row)}
            </span>
          ))}
        </Opener>
      </div>
      {end.length > 0 && (
        <div role="gridcell" className={css.end}>
          {end.map((column) => (
            <span key={column.id}>{show(column, row)}</span>
          ))}
        </div>
      )}
      <div role="gridcell" className={css.about}>
        {placed('about').map((column) => (
          <span key={column.id} className={css.part}>
            {show(column, row)}
          </span>
        ))}
      </div>
    </>
  );
}

interface CheckBoxProps {
  label: string;
  isOn: boolean;
  isMixed?: boolean;
  /** Whether Tab leads to it; in rows Space does the same. */
  isReachable?: boolean;
  isDisabled?: boolean;
  onPress(isRange: boolean): void;
}

/** A box with a check mark. */
export function CheckBox({
  label,
  isOn,
  isMixed = false,
  isReachable = false,
  isDisabled = false,
  onPress,
}: CheckBoxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-label={label}
      aria-checked={isMixed ? 'mixed' : isOn}
      aria-disabled={isDisabled || undefined}
      title={isDisabled ? label : undefined}
      tabIndex={isReachable ? 0 : -1}
      className={css.box}
      onClick={(event) => !isDisabled && onPress(event.shiftKey)}
    >
      <span className={css.mark}>{isMixed ? <Minus size={12} /> : isOn && <Check size={12} />}</span>
    </button>
  );
}
