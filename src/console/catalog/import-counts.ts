import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import type { ImportRecord } from './paths.ts';

/** The counts of an import that are not zero, with their names. */
export const countsOf = (record: ImportRecord): readonly (readonly [string, string])[] =>
  (
    [
      [t('catalog.import_new'), record.created],
      [t('catalog.import_changed'), record.updated],
      [t('catalog.import_same'), record.unchanged],
      [t('catalog.import_skipped'), record.skipped],
      [t('catalog.import_vanished_count'), record.vanished],
      [t('catalog.import_failed'), record.failed],
    ] as const
  ).flatMap(([name, count]) => (count > 0 ? [[name, showNumber(count)] as const] : []));
