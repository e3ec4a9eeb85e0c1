import { renew } from '../api/cache.ts';
import { Field } from '../kit/field.tsx';
import { say } from '../kit/toast.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import type { ShownColumn } from './columns.ts';
import { type Place, rowsPath, tablePath, tablesPath } from './paths.ts';
import { addRow } from './rows.ts';
import { valueFor } from './values.ts';

interface AddRowProps {
  place: Place;
  columns: readonly ShownColumn[];
  onClose(): void;
}

/** A new row at the end, a field for each column. */
export function AddRow({ place, columns, onClose }: AddRowProps) {
  const initial: Record<string, string> = Object.fromEntries(columns.map(({ name }) => [name, '']));
  const form = useForm(initial, async (values) => {
    const set = columns.flatMap(({ name, type }) => {
      const value = valueFor(values[name] ?? '', type, undefined);
      return value === undefined ? [] : [[name, value] as const];
    });
    await addRow(place, new Map(set));
    void renew(rowsPath, tablePath, tablesPath);
    say(t('tables.row_added'));
    onClose();
  });
  return (
    <FormDialog title={t('tables.add_row')} verb={t('tables.add_row')} form={form} onClose={onClose}>
      {columns.map(({ name, type, description }, i) => (
        <Field
          key={name}
          label={name}
          help={[type && t(`tables.type_${type}`), description].filter(Boolean).join(' · ') || undefined}
          autoFocus={i === 0}
          {...form.bind(name, `data.${name}`)}
        />
      ))}
    </FormDialog>
  );
}
