import { unfinished } from '../errors.ts';
import type { ItemErrors } from '../offers/bulk.ts';
import { type ReadOptions, type ReadRecord, readOffers } from '../offers/import.ts';
import type { OfferParts } from '../offers/insert.ts';
import { countPut, noCounts, type OnDuplicate, type PutCounts, putOffers } from '../offers/put.ts';
import type { FileRecord } from '../offers/records.ts';
import { faultOf } from '../steps.ts';
import type { ImportRun } from './run.ts';

/** The result of an import. To resume one, send the file again. */
export interface ImportReport extends PutCounts {
  /** The first 1,000, in the order of the file. */
  errors: ItemErrors[];
  /** The line from which nothing was imported; absent if the whole file was read. */
  unread_from_line?: number;
}

/** What is wrong with rows is listed in the answer for so many; the record of the import has more. */
const mostErrors = 1000;

/** The first of the errors in a report. */
export const firstErrors = (errors: ItemErrors[], more: readonly ItemErrors[]): void => {
  errors.push(...more.slice(0, Math.max(0, mostErrors - errors.length)));
};

/**
 * Adds the offers of a file to the catalog, in steps with separate commits.
 * @param gone aborts when the client has left: the step under way ends, and no other begins
 * @throws Refusal 503 with the report so far, if the database failed; to continue, send the file again
 */
export async function addOffers(
  parts: OfferParts,
  run: ImportRun,
  records: AsyncIterable<FileRecord>,
  gone: AbortSignal,
  { onDuplicate, ...options }: ReadOptions & { onDuplicate: OnDuplicate },
): Promise<ImportReport> {
  const report: ImportReport = { ...noCounts(onDuplicate), errors: [] };
  const { catalogNotify, catalogNotifyPercent: percent } = parts.settings;
  const telling = catalogNotify && { importId: run.id, percent };
  const write = async (batch: ReadRecord[]) => {
    const readable = batch.filter((record) => 'offer' in record);
    const { puts, fault } = await putOffers(
      parts,
      readable.map(({ offer }) => offer),
      onDuplicate,
      telling,
    );
    const failed: ItemErrors[] = [];
    let next = 0;
    for (const record of batch) {
      const { index, line } = record;
      const put = 'offer' in record ? puts[next++] : { errors: record.errors };
      // Not even tried, because the database had failed before.
      if (put === undefined) continue;
      const errors = countPut(report, put);
      if (errors) failed.push({ index, line, errors });
    }
    report.failed += failed.length;
    firstErrors(report.errors, failed);
    await run.progress({ rows: run.counts.rows + batch.length, ...countsOf(report) }, failed);
    if (fault) throw unfinished(report, fault);
  };
  const unread = await run.until(() => readOffers(records, gone, options, write));
  await faultOf(() => run.end('done', { unreadFromLine: unread ?? null }));
  return unread === undefined ? report : { ...report, unread_from_line: unread };
}

const countsOf = ({ created, updated = 0, unchanged = 0, skipped, failed }: PutCounts) => ({
  ...{ created, updated, unchanged, skipped, failed },
});
