import type { ItemErrors } from './bulk.ts';
import { readOffer } from './fields.ts';
import type { Insertion, NewOffer, OfferInserter } from './insert.ts';
import type { FileRecord } from './records.ts';

/** What came of an import. Duplicates are skipped, so an interrupted import is resumed by sending the file again. */
export interface ImportReport {
  created: number;
  skipped: number;
  failed: number;
  /** The first 1,000, in the order of the file. */
  errors: ItemErrors[];
}

const mostErrors = 1000;
/** Enough for the statement to be worth its round trip; more would only cost memory. */
const batchOffers = 5000;
/** A batch ends here although it holds fewer offers: records may be up to 1 MiB long. */
const batchBytes = 4 * 2 ** 20;

/**
 * Creates the offers of a file. While one batch is being written the next is read, and no further: memory is constant
 * and the sender is held back.
 */
export async function importOffers(
  inserter: OfferInserter,
  records: AsyncIterable<FileRecord>,
): Promise<ImportReport> {
  const report: ImportReport = { created: 0, skipped: 0, failed: 0, errors: [] };
  const fail = (error: ItemErrors) => {
    report.failed++;
    if (report.errors.length < mostErrors) report.errors.push(error);
  };
  let batch: { record: FileRecord; offer: NewOffer }[] = [];
  let bytes = 0;
  let flying: Promise<void> = Promise.resolve();

  const write = async (entries: typeof batch) => {
    const insertions: Insertion<number>[] = await inserter.createMany(entries.map(({ offer }) => offer));
    insertions.forEach((insertion, i) => {
      const { index, line } = entries[i]!.record;
      if ('made' in insertion) report.created++;
      else if ('duplicate' in insertion) report.skipped++;
      else fail({ index, line, errors: { source_identifier: [insertion.sourceError] } });
    });
  };
  const flush = async () => {
    const entries = batch;
    batch = [];
    bytes = 0;
    await flying;
    flying = write(entries);
    // It is awaited before the next batch; until then a failure must not count as unhandled.
    flying.catch(() => {});
  };

  for await (const record of records) {
    const { index, line } = record;
    if (record.errors) {
      fail({ index, line, errors: record.errors });
      continue;
    }
    const result = readOffer(withIdentifier(record.input!), 'create');
    if ('errors' in result) {
      fail({ index, line, errors: result.errors });
      continue;
    }
    const { values, identifier } = result.draft;
    batch.push({
      record: { index, line, size: 0 },
      offer: { values, identifier: identifier!, strict: false },
    });
    bytes += record.size;
    if (batch.length >= batchOffers || bytes >= batchBytes) await flush();
  }
  if (batch.length > 0) await flush();
  await flying;
  report.errors.sort((a, b) => a.index - b.index);
  return report;
}

/** What was exported can be imported elsewhere, where sources have other ids: there the name says which one. */
function withIdentifier(input: Record<string, unknown>): Record<string, unknown> {
  if (input.source_identifier !== undefined || input.source_name === undefined) return input;
  return { ...input, source_identifier: input.source_name };
}
