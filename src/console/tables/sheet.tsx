import { useBlocker } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useEnvironment, useMay, useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Question } from '../kit/dialog.tsx';
import { Empty, Notice } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import { AddRow } from './add-row.tsx';
import { gridColumns, shownColumns } from './columns.ts';
import { ConditionBar } from './condition-bar.tsx';
import { useConditions, whereOf } from './conditions.ts';
import type { Table } from './paths.ts';
import { keyOfRow, useRows } from './rows.ts';
import { SelectedRows } from './selected-rows.tsx';
import css from './tables.module.css';
import { useCells } from './use-cells.ts';

const none: ReadonlySet<string> = new Set();

/** The rows of a table as a sheet: looked through by conditions and in any order, and changed cell by cell by who may. */
export function Sheet({ table }: { table: Table }) {
  const project_id = useProjectId();
  const environment = useEnvironment();
  const mayWrite = useMay('build');
  const [isAdding, setAdding] = useState(false);
  const [selected, setSelected] = useState(none);
  const { conditions, set, order, setOrder, sort } = useConditions();
  const where = useMemo(() => whereOf(conditions, shownColumns(table, [])), [conditions, table]);
  const place = useMemo(
    () => ({ project_id, slug: table.id, environment }),
    [project_id, table.id, environment],
  );
  const pages = useRows(place, { where, sort }, true);
  const { rows, first } = pages;
  const shown = useMemo(() => shownColumns(table, rows), [table, rows]);
  // The widths stay as more rows are read.
  const beginning = first?.rows;
  const columns = useMemo(() => gridColumns(shown, beginning ?? []), [shown, beginning]);
  const written = useCells(place, rows, shown, mayWrite);
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => written.isOpen && current.pathname !== next.pathname,
    enableBeforeUnload: written.isOpen,
    withResolver: true,
  });
  const add = mayWrite && shown.length > 0 && (
    <Button look="main" onPress={() => setAdding(true)}>
      <Plus size={16} aria-hidden="true" />
      {t('tables.add_row')}
    </Button>
  );
  return (
    <>
      <ConditionBar
        columns={shown}
        {...{ conditions, set }}
        end={
          <>
            {first && (
              <span role="status">
                {t(where === '' ? 'tables.count' : 'tables.count_of', {
                  count: first.total,
                  shown: showNumber(first.total),
                  fit: `${showNumber(rows.length)}${pages.hasMore ? '+' : ''}`,
                })}
              </span>
            )}
            {add}
          </>
        }
      />
      {written.refused > 0 && <Notice look="bad">{t('tables.refused', { count: written.refused })}</Notice>}
      {written.refusedRows && (
        <Notice look="bad" acts={<Button onPress={written.forgetRefusedRows}>{t('shell.close')}</Button>}>
          {t('tables.refused_rows', { count: written.refusedRows.count })} {written.refusedRows.fault}
        </Notice>
      )}
      <div className={rows.length > 0 ? css.sheet : undefined}>
        <List
          label={table.name}
          {...{ pages, columns }}
          keyOf={keyOfRow}
          cells={written.cells}
          hasKeys={false}
          total={where === '' ? first?.total : undefined}
          {...(order && { order })}
          onOrder={setOrder}
          {...(mayWrite && { selected, onSelect: setSelected })}
          empty={
            conditions.length > 0 ? (
              <Empty title={t('tables.none_fits')}>
                <Button onPress={() => set([])}>{t('kit.filter_clear')}</Button>
              </Empty>
            ) : (
              <Empty
                title={t('tables.no_rows', { environment: t(`shell.${environment}`) })}
                text={t(shown.length > 0 ? 'tables.no_rows_text' : 'tables.no_columns_text')}
              />
            )
          }
        />
      </div>
      {mayWrite && rows.length > 0 && <p className={css.hint}>{t('tables.keys')}</p>}
      <SelectedRows {...{ place, rows, selected }} onSelect={setSelected} />
      {isAdding && <AddRow place={place} columns={shown} onClose={() => setAdding(false)} />}
      <Question
        title={t('kit.leave_title')}
        text={t('tables.leave_text')}
        verb={t('kit.leave')}
        cancel={t('shell.cancel')}
        isOpen={leaving.status === 'blocked'}
        onAnswer={(isYes) => (isYes ? leaving.proceed?.() : leaving.reset?.())}
      />
    </>
  );
}
