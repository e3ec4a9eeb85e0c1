import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/postgres.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { unfinished } from '../errors.ts';
import type { ItemErrors } from '../offers/bulk.ts';
import { type ReadOptions, type ReadRecord, readOffers } from '../offers/import.ts';
import type { OfferParts } from '../offers/insert.ts';
import { countPut, noCounts, type OnDuplicate, type Put, type PutCounts, putOffers } from '../offers/put.ts';
import type { FileRecord } from '../offers/records.ts';
import { importChanges } from '../schema.ts';
import { idText } from '../sql.ts';
import { faultOf } from '../steps.ts';
import { dropEarlierChanges, type ImportRun } from './run.ts';

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

interface AddOptions extends ReadOptions {
  onDuplicate: OnDuplicate;
  /** The source of rows that name none. Only an import that says it can be undone, since only its next one overtakes it. */
  sourceId: string | null;
}

const insertCreated = statement({
  name: 'catalog-note-created-by-import',
  prepared: false,
  params: { importId: idText, ids: listOf(types.bigint) },
  query: ({ importId, ids }) => sql`
    INSERT INTO ${importChanges} (import_id, offer_id, kind) SELECT ${importId}, id, 'created' FROM unnest(${ids}) AS id
    -- A further row for it has updated it already.
    ON CONFLICT (import_id, offer_id) DO UPDATE SET kind = 'created', before = NULL`,
});

/** Notes what a step has created. A process that ends in between leaves offers that an undo does not delete. */
async function noteCreated(
  database: Database,
  importId: string,
  puts: readonly (Put | undefined)[],
): Promise<void> {
  const ids = puts.flatMap((put) => (typeof put === 'object' && 'made' in put ? [put.made] : []));
  if (ids.length === 0) return;
  await faultOf(async () => {
    await insertCreated.run(database, { importId, ids });
  });
}

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
  { onDuplicate, sourceId, ...options }: AddOptions,
): Promise<ImportReport> {
  const report: ImportReport = { ...noCounts(onDuplicate), errors: [] };
  const { catalogNotify, catalogNotifyPercent: percent } = parts.settings;
  const noting = {
    ...{ importId: run.id, isUndoable: sourceId !== null },
    noticePercent: catalogNotify ? percent : null,
  };
  const write = async (batch: ReadRecord[]) => {
    const readable = batch.filter((record) => 'offer' in record);
    const { puts, fault } = await putOffers(
      parts,
      readable.map(({ offer }) => offer),
      onDuplicate,
      noting,
    );
    if (sourceId !== null) await noteCreated(parts.database, run.id, puts);
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
  await faultOf(async () => {
    await run.end('done', { unreadFromLine: unread ?? null });
    if (sourceId !== null) await dropEarlierChanges(parts.database, run.id, sourceId);
  });
  return unread === undefined ? report : { ...report, unread_from_line: unread };
}

const countsOf = ({ created, updated = 0, unchanged = 0, skipped, failed }: PutCounts) => ({
  ...{ created, updated, unchanged, skipped, failed },
});
