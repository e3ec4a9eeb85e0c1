import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { t } from '../text/text.ts';
import css from './cells.module.css';
import grid from './grid.module.css';
import type { useGridCells } from './grid-cells.ts';
import { CheckBox } from './grid-row.tsx';
import type { Cells, Column } from './grid-shapes.ts';

interface CellRowProps<Row> {
  id: string;
  row: Row;
  /** The key of the row. */
  name: string;
  index: number;
  columns: readonly Column<Row>[];
  cells: Cells<Row>;
  at: ReturnType<typeof useGridCells<Row>>;
  style: CSSProperties;
  isSelected: boolean | undefined;
  onToggle?: ((index: number, isRange: boolean) => void) | undefined;
}

/** A row whose cells can be gone to and written. */
export function CellRow<Row>({ id, row, name, index, columns, cells, at, ...props }: CellRowProps<Row>) {
  const { active, range, editing, go, edit } = at;
  const { onToggle, isSelected } = props;
  const isInRange = index >= range.top && index <= range.bottom;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={onToggle ? isSelected === true : undefined}
      data-index={index}
      className={`${grid.row} ${css.row}`}
      style={props.style}
    >
      {onToggle && (
        <div role="gridcell" className={grid.check}>
          <CheckBox
            label={t('kit.select')}
            isOn={isSelected === true}
            onPress={(isRange) => onToggle(index, isRange)}
          />
        </div>
      )}
      {columns.map((column, place) => {
        const state = cells.stateOf(name, column.id);
        const isActive = index === active.row && place === active.column;
        const faultId = `${id}-${index}-${place}-fault`;
        return (
          <div
            key={column.id}
            id={`${id}-${index}-${place}`}
            role="gridcell"
            aria-invalid={state?.is === 'refused' || undefined}
            aria-describedby={state?.fault && isActive ? faultId : undefined}
            className={css.cell}
            data-number={column.isNumber || undefined}
            data-active={isActive || undefined}
            data-chosen={(isInRange && place >= range.left && place <= range.right) || undefined}
            data-state={state?.is}
            onMouseDown={(event) => {
              if (event.button !== 0) return;
              // Fingers have no double click.
              if (isActive && !editing && matchMedia('(pointer: coarse)').matches) return edit();
              go(index, place, event.shiftKey);
            }}
            onMouseEnter={(event) => event.buttons === 1 && !editing && go(index, place, true)}
            onDoubleClick={() => edit()}
          >
            {isActive && editing ? (
              <CellField
                label={column.name}
                initial={editing.text}
                onCommit={at.commit}
                onCancel={at.cancel}
              />
            ) : (
              <span className={css.text}>
                {state ? state.text : (column.cell?.(row) ?? cells.textOf(row, column.id))}
              </span>
            )}
            {state && state.is !== 'refused' && (
              <span className={css.mark} title={t(`kit.cell_${state.is}`)} data-state={state.is} />
            )}
            {state?.fault && isActive && !editing && (
              <span id={faultId} role="alert" className={css.fault}>
                {state.fault}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

interface CellFieldProps {
  label: string;
  initial: string;
  onCommit(text: string, down: number, right: number): void;
  onCancel(): void;
}

/** The field in a cell: Enter and Tab take what is written and go on, Escape leaves the cell as it was. */
function CellField({ label, initial, onCommit, onCancel }: CellFieldProps) {
  const [text, setText] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const end = (act: () => void) => {
    if (isDone.current) return;
    isDone.current = true;
    act();
  };
  return (
    <textarea
      ref={field}
      rows={Math.min(8, text.split('\n').length)}
      aria-label={label}
      className={css.field}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(() => onCommit(text, 0, 0))}
      onKeyDown={(event) => {
        const { key, shiftKey, altKey, nativeEvent } = event;
        if (nativeEvent.isComposing) return;
        event.stopPropagation();
        const by = shiftKey ? -1 : 1;
        if (key === 'Escape') end(onCancel);
        else if (key === 'Enter' && !altKey) end(() => onCommit(text, by, 0));
        else if (key === 'Tab') end(() => onCommit(text, 0, by));
        else if (key === 'Enter') setText(`${text}\n`);
        else return;
        event.preventDefault();
      }}
    />
  );
}
