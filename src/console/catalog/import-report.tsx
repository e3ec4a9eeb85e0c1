import { Notice } from '../kit/states.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import { ImportFaults } from './import-faults.tsx';
import type { ImportReport as Report, WaitingList } from './import-file.ts';

/** What an import did. */
export function ImportReport({ name, report }: { name: string; report: Report }) {
  const { created, updated, unchanged = 0, skipped, vanished, failed, errors } = report;
  const unread = report.unread_from_line;
  const stored = created + (updated ?? 0);
  return (
    <>
      <Notice
        look={failed > 0 || unread !== undefined ? 'warn' : 'good'}
        title={t('catalog.imported', { count: stored, shown: showNumber(stored), name })}
      >
        <p>
          {updated === undefined
            ? t('catalog.import_rest', { skipped: showNumber(skipped), failed: showNumber(failed) })
            : t('catalog.import_updated', {
                created: showNumber(created),
                updated: showNumber(updated),
                unchanged: showNumber(unchanged),
                failed: showNumber(failed),
              })}
        </p>
        {vanished !== undefined && <p>{t('catalog.import_gone', { vanished: showNumber(vanished) })}</p>}
        {unread !== undefined && <p>{t('catalog.import_unread', { line: unread })}</p>}
      </Notice>
      <ImportFaults errors={errors} failed={failed} />
    </>
  );
}

/** What a list that replaces would do. */
export function ImportQuestion({ source, list }: { source: string; list: WaitingList }) {
  const { created, updated, unchanged, vanished, failed, errors } = list;
  const all = updated + unchanged + vanished;
  return (
    <>
      <Notice
        look={vanished * 5 > all ? 'warn' : 'plain'}
        title={t('catalog.import_would', {
          created: showNumber(created),
          updated: showNumber(updated),
          unchanged: showNumber(unchanged),
          vanished: showNumber(vanished),
          source,
        })}
      >
        <p>{t('catalog.import_waits')}</p>
        {failed > 0 && <p>{t('catalog.import_would_fail', { failed: showNumber(failed) })}</p>}
      </Notice>
      <ImportFaults errors={errors} failed={failed} />
    </>
  );
}
