import { Button } from '../kit/button.tsx';
import { type Column, Grid } from '../kit/grid.tsx';
import { Notice } from '../kit/states.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './import.module.css';
import { ImportFaults, sentencesOf } from './import-faults.tsx';
import type { Preview } from './import-file.ts';

type Sample = Record<string, string | null | undefined>;

const sampleColumns = (sample: readonly Sample[]): readonly Column<Sample>[] => {
  const columns: Column<Sample>[] = [
    { id: 'pn', name: t('catalog.pn'), text: ({ pn_raw }) => pn_raw },
    { id: 'brand', name: t('catalog.brand'), text: ({ brand_raw }) => brand_raw },
    { id: 'condition', name: t('catalog.condition'), text: ({ condition_raw }) => condition_raw },
    { id: 'status', name: t('catalog.status'), text: ({ status_raw }) => status_raw },
    {
      ...{ id: 'price', name: t('catalog.price'), isNumber: true, narrow: 'end' },
      text: ({ price_raw, price_currency }) => [price_raw, price_currency].filter(Boolean).join(' '),
    },
    { id: 'source', name: t('catalog.source'), text: ({ source_identifier }) => source_identifier },
  ];
  // A column that no row has says nothing.
  return columns.filter(({ text }) => sample.some((row) => text!(row)));
};

/** Whether nothing of the file can be imported, since its columns are not known. */
const isRefused = ({ rows, errors }: Preview) => rows === 0 && errors.length > 0;

interface ImportFoundProps {
  preview: Preview;
  /** Reads numbers with a decimal comma; undefined if it does. */
  onComma: (() => void) | undefined;
}

/** What was found in a file: how many rows, how it is written, and what keeps it from being read. */
export function ImportFound({ preview, onComma }: ImportFoundProps) {
  const { found, saved, rows, failed, errors, unread_from_line: unread } = preview;
  const how = [
    ...[found.file, found.sheet, found.format.toUpperCase(), found.charset],
    found.delimiter && t('catalog.import_parted', { delimiter: found.delimiter }),
    found.header_row !== undefined &&
      found.header_row > 1 &&
      t('catalog.import_header_at', { line: found.header_row }),
  ];
  return (
    <>
      <div role="status">
        <p className={css.count}>
          {t('catalog.import_found', { count: rows, shown: showNumber(rows), failed: showNumber(failed) })}
        </p>
        <p className={css.muted}>{how.filter(Boolean).join(' · ')}</p>
        {saved.length > 0 && (
          <p className={css.muted}>{t('catalog.import_saved', { names: saved.join(', ') })}</p>
        )}
      </div>
      {onComma && JSON.stringify(errors).includes('decimal=comma') && (
        <Notice
          look="warn"
          title={t('catalog.import_has_comma')}
          acts={<Button onPress={onComma}>{t('catalog.import_use_comma')}</Button>}
        />
      )}
      {isRefused(preview) && (
        <Notice look="warn" title={t('catalog.import_columns_fault')}>
          {errors
            .flatMap((fault) => sentencesOf(fault.errors))
            .map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
        </Notice>
      )}
      {unread !== undefined && <Notice look="warn">{t('catalog.import_unread', { line: unread })}</Notice>}
    </>
  );
}

/** The first rows of a file as they would be, and what is wrong with others. */
export function ImportPreview({ preview }: { preview: Preview }) {
  const { failed, errors } = preview;
  const sample = preview.sample as Sample[];
  return (
    <>
      {sample.length > 0 && (
        <section aria-label={t('catalog.import_sample')} className={css.part}>
          <h3 className={css.name}>{t('catalog.import_sample')}</h3>
          <div className={css.sample}>
            <Grid
              label={t('catalog.import_sample')}
              columns={sampleColumns(sample)}
              rows={sample}
              keyOf={(row) => String(sample.indexOf(row))}
              hasKeys={false}
              empty={null}
            />
          </div>
        </section>
      )}
      {!isRefused(preview) && <ImportFaults errors={errors} failed={failed} />}
    </>
  );
}
