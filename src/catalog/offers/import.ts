import { Breath } from '../../platform/breath.ts';
import { check } from '../check.ts';
import { unfinished } from '../errors.ts';
import type { ItemErrors } from './bulk.ts';
import { type NewOffer, type OfferParts, toInsert } from './insert.ts';
import { type Decimal, withPlainNumbers, withRemedy } from './numbers.ts';
import { countPut, noCounts, type OnDuplicate, type PutCounts, putOffers } from './put.ts';
import type { FileRecord } from './records.ts';
import { newOffer } from './shapes.ts';

/** The result of an import. To resume one, send the file again. */
export interface ImportReport extends PutCounts {
  /** The first 1,000, in the order of the file. */
  errors: ItemErrors[];
  /** The line from which nothing was imported; absent if the whole file was read. */
  unread_from_line?: number;
}

export interface ImportOptions {
  /** What is done with offers that are there already. */
  onDuplicate?: OnDuplicate | undefined;
  /** How numbers are written that are texts; absent: as in the API. */
  decimal?: Decimal | undefined;
}

const mostErrors = 1000;
/** Enough offers to make the statement's round trip worthwhile; more would only need more memory. */
const batchOffers = 5000;
/** A batch ends at this size even if it has fewer offers, because a record may have up to 1 MiB. */
const batchBytes = 2 * 2 ** 20;

/**
 * Creates the offers of a file. While one batch is written, only the next one is read, so memory is constant and the sender
 * is slowed down.
 * @param gone aborts when the client has left: the batch that is being written ends, and no other begins
 * @throws Refusal 503 with the report so far, if the database failed; to continue, send the file again
 */
export async function importOffers(
  parts: OfferParts,
  records: AsyncIterable<FileRecord>,
  gone: AbortSignal,
  { onDuplicate = 'skip', decimal }: ImportOptions,
): Promise<ImportReport> {
  const report: ImportReport = { ...noCounts(onDuplicate), errors: [] };
  const fail = (error: ItemErrors) => {
    report.failed++;
    if (report.errors.length < mostErrors) report.errors.push(error);
  };
  let batch: (Pick<FileRecord, 'index' | 'line'> & { offer: NewOffer })[] = [];
  let bytes = 0;
  let flying: Promise<void> = Promise.resolve();

  const write = async (entries: typeof batch) => {
    const offers = entries.map(({ offer }) => offer);
    const { puts, fault } = await putOffers(parts, offers, onDuplicate);
    puts.forEach((put, i) => {
      if (put === undefined) return;
      const { index, line } = entries[i]!;
      const errors = countPut(report, put);
      if (errors) fail({ index, line, errors });
    });
    if (fault) throw unfinished(inOrder(report), fault);
  };
  const flush = async () => {
    const entries = batch;
    batch = [];
    bytes = 0;
    await flying;
    gone.throwIfAborted();
    flying = write(entries);
    // It is awaited before the next batch. Until then its failure must not count as unhandled.
    flying.catch(() => {});
  };

  const breath = new Breath();
  for await (const record of records) {
    if (breath.isDue) {
      await breath.take();
      gone.throwIfAborted();
    }
    const { index, line } = record;
    if (record.errors) {
      fail({ index, line, errors: record.errors });
      if (record.isEnd) report.unread_from_line = line;
      continue;
    }
    const result = read(record.input!, decimal);
    if ('errors' in result) {
      fail({ index, line, errors: result.errors });
      continue;
    }
    batch.push({ index, line, offer: toInsert(result.value) });
    bytes += record.size;
    if (batch.length >= batchOffers || bytes >= batchBytes) await flush();
  }
  if (batch.length > 0) await flush();
  await flying;
  return inOrder(report);
}

/** Reads a record as a new offer. */
function read(input: Record<string, unknown>, decimal: Decimal | undefined) {
  if (decimal === undefined) {
    const result = check(newOffer, withIdentifier(input));
    return 'errors' in result ? { errors: withRemedy(result.errors, input) } : result;
  }
  const plain = withPlainNumbers(input, decimal);
  return 'errors' in plain ? plain : check(newOffer, withIdentifier(plain.input));
}

function inOrder(report: ImportReport): ImportReport {
  report.errors.sort((a, b) => a.index - b.index);
  return report;
}

/** Lets an export be imported elsewhere, where sources have other ids: the name identifies the source. */
function withIdentifier(input: Record<string, unknown>): Record<string, unknown> {
  if (input.source_identifier !== undefined || input.source_name === undefined) return input;
  return { ...input, source_identifier: input.source_name };
}
