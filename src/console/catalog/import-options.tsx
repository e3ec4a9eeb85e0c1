import { Field } from '../kit/field.tsx';
import { More } from '../kit/more.tsx';
import { Radios } from '../kit/radios.tsx';
import { Switch } from '../kit/switch.tsx';
import { t } from '../text/text.ts';
import { ImportColumns } from './import-columns.tsx';
import type { ImportWishes, Preview } from './import-file.ts';

interface ImportOptionsProps {
  wishes: ImportWishes;
  onChange(wishes: ImportWishes): void;
  /** Of the file. */
  name: string;
  /** Undefined until the file was read. */
  found: Preview['found'] | undefined;
}

/** What is done with a file, and how it is read. */
export function ImportOptions({ wishes, onChange, name, found }: ImportOptionsProps) {
  const columns = found?.columns;
  const { kind, source, hasComma, headerRow, sheet, file, vanishedStatus } = wishes;
  const replaces = kind === 'replace';
  return (
    <>
      <Field
        label={t('catalog.source')}
        value={source}
        onChange={(text) => onChange({ ...wishes, source: text })}
        help={replaces ? t('catalog.import_source_whole') : t('catalog.import_source_help')}
        isRequired={replaces}
      />
      {columns?.some(({ column, field }) => column !== field) && (
        <ImportColumns {...{ columns }} map={wishes.map} onMap={(map) => onChange({ ...wishes, map })} />
      )}
      <Radios
        label={t('catalog.import_kind')}
        value={kind}
        options={[
          ['skip', t('catalog.import_skips'), t('catalog.import_skips_help')],
          ['update', t('catalog.import_updates'), t('catalog.import_updates_help')],
          ['replace', t('catalog.import_replaces'), t('catalog.import_replaces_help')],
        ]}
        onChange={(chosen) => onChange({ ...wishes, kind: chosen })}
      />
      {replaces && (
        <Field
          label={t('catalog.import_vanished')}
          value={vanishedStatus}
          onChange={(text) => onChange({ ...wishes, vanishedStatus: text })}
          help={t('catalog.import_vanished_help')}
        />
      )}
      <Switch
        label={t('catalog.import_comma')}
        help={t('catalog.import_comma_help')}
        isSelected={hasComma}
        onChange={(is) => onChange({ ...wishes, hasComma: is })}
      />
      <More title={t('catalog.import_more')} isOpen={headerRow !== '' || file !== '' || sheet !== ''}>
        <Field
          label={t('catalog.import_header')}
          value={headerRow}
          onChange={(text) => onChange({ ...wishes, headerRow: text.replaceAll(/\D/g, '') })}
          help={t('catalog.import_header_help')}
          inputMode="numeric"
        />
        {(found?.format === 'xlsx' || /\.xlsx$/i.test(name)) && (
          <Field
            label={t('catalog.import_sheet')}
            value={sheet}
            onChange={(text) => onChange({ ...wishes, sheet: text })}
            help={t('catalog.import_sheet_help')}
          />
        )}
        {/\.zip$/i.test(name) && (
          <Field
            label={t('catalog.import_packed')}
            value={file}
            onChange={(text) => onChange({ ...wishes, file: text })}
            help={t('catalog.import_packed_help')}
          />
        )}
      </More>
    </>
  );
}
