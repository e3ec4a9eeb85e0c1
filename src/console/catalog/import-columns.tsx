import { Select } from '../kit/select.tsx';
import { t } from '../text/text.ts';
import css from './import.module.css';
import { type ImportWishes, mapOf, type Preview } from './import-file.ts';

const fields = () =>
  [
    ['', t('catalog.import_unused')],
    ['pn_raw', t('catalog.pn')],
    ['source_name', t('catalog.source')],
    ['brand_raw', t('catalog.brand')],
    ['condition_raw', t('catalog.condition')],
    ['status_raw', t('catalog.status')],
    ['price_raw', t('catalog.price')],
    ['price_currency', t('catalog.currency')],
    ['weight_value', t('catalog.weight')],
    ['weight_unit', t('catalog.weight_unit')],
    ['product_url', t('catalog.address')],
  ] as const;

interface ImportColumnsProps {
  columns: NonNullable<Preview['found']['columns']>;
  /** What somebody said of them; undefined: nothing yet. */
  map: ImportWishes['map'];
  onMap(map: Record<string, string>): void;
}

/** What each column of the file becomes. Those that have the name of a field are that field. */
export function ImportColumns({ columns, map = mapOf(columns), onMap }: ImportColumnsProps) {
  const options = fields();
  const named = (field: string) => options.find(([id]) => id === field)?.[1] ?? field;
  const choose = (column: string, field: string) => {
    const isThere = (name: string) => columns.some((each) => each.column === name);
    const others = Object.entries(map).filter(
      ([name, its]) => isThere(name) && name !== column && its !== field,
    );
    onMap(Object.fromEntries(field === '' ? others : [...others, [column, field]]));
  };
  return (
    <section aria-label={t('catalog.import_columns')} className={css.part}>
      <h3 className={css.name}>{t('catalog.import_columns')}</h3>
      <dl className={css.map}>
        {columns.map(({ column, field }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may have a name twice, and its columns stay where they are
          <div key={at} className={css.column}>
            <dt>{column === '' ? t('catalog.import_unnamed') : column}</dt>
            <dd>
              {field === column || column === '' ? (
                named(field ?? '')
              ) : (
                <Select
                  label={t('catalog.import_becomes', { column })}
                  isLabelHidden
                  value={map[column] ?? ''}
                  options={options}
                  onChange={(chosen) => choose(column, chosen)}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
