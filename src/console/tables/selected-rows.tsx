import { Trash2 } from 'lucide-react';
import { renew } from '../api/cache.ts';
import { hasCode } from '../api/problem.ts';
import { SelectionBar } from '../kit/selection-bar.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { t } from '../text/text.ts';
import { type Place, rowsPath, tablePath, tablesPath } from './paths.ts';
import { deleteRow, keyOfRow, type TableRow } from './rows.ts';

interface SelectedRowsProps {
  place: Place;
  rows: readonly TableRow[];
  selected: ReadonlySet<string>;
  onSelect(selected: ReadonlySet<string>): void;
}

/** What can be done with the rows that are selected, in a bar at the bottom. */
export function SelectedRows({ place, rows, selected, onSelect }: SelectedRowsProps) {
  const chosen = rows.filter((row) => selected.has(keyOfRow(row)));
  if (chosen.length === 0) return null;
  const count = chosen.length;
  const remove = async () => {
    const left = new Set(selected);
    try {
      for (const row of chosen) {
        await deleteRow(place, row.row).catch((problem) => {
          // Somebody else was quicker.
          if (!hasCode(problem, 'row_not_found')) throw problem;
        });
        left.delete(keyOfRow(row));
      }
      say(t('tables.rows_deleted', { count }));
    } finally {
      onSelect(left);
      void renew(rowsPath, tablePath, tablesPath);
    }
  };
  return (
    <SelectionBar words={t('tables.selected', { count })} onClear={() => onSelect(new Set())}>
      <ConfirmButton
        title={t('tables.delete_rows_title', { count })}
        text={t('tables.delete_rows_text')}
        verb={t('tables.delete_rows', { count })}
        act={remove}
      >
        <Trash2 size={16} aria-hidden="true" />
        {t('tables.delete_rows', { count })}
      </ConfirmButton>
    </SelectionBar>
  );
}
