import { useMemo } from 'react';
import { type Column, Grid } from '../kit/grid.tsx';
import { Notice } from '../kit/states.tsx';
import { t } from '../text/text.ts';
import type { ImportReport } from './import-report.ts';
import css from './tables.module.css';
import { shownOf } from './values.ts';

type Fault = ImportReport['faults'][number];

const faultColumns = (): readonly Column<Fault>[] => [
  {
    ...{ id: 'line', name: t('tables.line'), width: '96px' },
    text: ({ line }) => line,
    cell: ({ line }) => t('tables.line_n', { line }),
  },
  { id: 'column', name: t('tables.column'), text: ({ column }) => column ?? '', width: '160px' },
  { id: 'message', name: t('tables.why'), text: ({ message }) => message },
];

/** What the server read in a file: what is wrong with it by line, or its first rows. */
export function ImportPreview({ report, fileName }: { report: ImportReport; fileName: string }) {
  const { rows, faults, preview, columns } = report;
  const shown = useMemo(faultColumns, []);
  if (faults.length > 0)
    return (
      <>
        <Notice look="bad" title={t('tables.import_faults', { name: fileName })}>
          {t('tables.import_faults_text')}
        </Notice>
        <Grid
          label={t('tables.faults')}
          columns={shown}
          rows={faults}
          keyOf={({ line, column }) => `${line} ${column}`}
          hasKeys={false}
          empty={null}
        />
      </>
    );
  return (
    <>
      <Notice look="good" title={t('tables.import_read', { count: rows, name: fileName })}>
        {preview.length < rows && t('tables.import_first', { count: preview.length })}
      </Notice>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className={css.preview} aria-label={t('tables.preview')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no name but their place
              <tr key={i}>
                {columns.map((name) => (
                  <td key={name}>{shownOf(row.get(name))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
