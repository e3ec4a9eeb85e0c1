import { type Column, Grid } from '../kit/grid.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './import.module.css';
import type { ImportReport } from './import-file.ts';

type Fault = ImportReport['errors'][number];

/** What is wrong with the fields of a row, as sentences. */
export function sentencesOf(errors: unknown, path = ''): string[] {
  if (Array.isArray(errors)) return errors.map((each) => (path ? `${path}: ${each}` : String(each)));
  if (typeof errors !== 'object' || errors === null) return [String(errors)];
  return Object.entries(errors).flatMap(([name, inner]) =>
    sentencesOf(inner, name === 'non_field_errors' ? path : path ? `${path}.${name}` : name),
  );
}

const lineOf = ({ line, index }: Fault) => line ?? index + 1;

const columns = (): readonly Column<Fault>[] => [
  {
    ...{ id: 'line', name: t('tables.line'), width: '104px' },
    text: lineOf,
    cell: (fault) => t('tables.line_n', { line: lineOf(fault) }),
  },
  {
    ...{ id: 'why', name: t('tables.why') },
    text: ({ errors }) => sentencesOf(errors).join(' '),
  },
];

/** The rows that are refused, by their lines. @param failed how many there are; the API names the first of them */
export function ImportFaults({ errors, failed }: { errors: readonly Fault[]; failed: number }) {
  if (errors.length === 0) return null;
  return (
    <div className={css.faults}>
      {failed > errors.length && <p>{t('catalog.import_first', { shown: showNumber(errors.length) })}</p>}
      <Grid
        label={t('tables.faults')}
        columns={columns()}
        rows={errors}
        keyOf={({ index }) => String(index)}
        hasKeys={false}
        empty={null}
      />
    </div>
  );
}
