import { Breath } from '../../platform/breath.ts';
import { check } from '../check.ts';
import type { FieldErrors } from '../errors.ts';
import { type FileNames, inWordsOfFile } from './findings.ts';
import { type NewOffer, toInsert } from './insert.ts';
import { type Decimal, withPlainNumbers, withRemedy } from './numbers.ts';
import type { FileRecord } from './records.ts';
import { newOffer } from './shapes.ts';

/** A record of a file as an offer, or why it is none. */
export type ReadRecord = Pick<FileRecord, 'index' | 'line'> &
  ({ offer: NewOffer } | { errors: FieldErrors; input: FileRecord['input'] });

export interface ReadOptions {
  /** How numbers are written that are texts; absent: as in the API. */
  decimal?: Decimal | undefined;
  /** The source of records that name none. */
  source?: string | undefined;
  /** What the file calls the fields that are mapped. */
  names?: FileNames | undefined;
}

/** Enough offers to make the statement's round trip worthwhile; more would only need more memory. */
const batchRecords = 5000;
/** A batch ends at this size even if it has fewer records, because one may have up to 1 MiB. */
const batchBytes = 2 * 2 ** 20;

/**
 * Reads a file as offers. While one batch is written, only the next one is read, so memory is constant and the sender is slowed down.
 * @param gone aborts when the client has left: the batch that is being written ends, and no other begins
 * @param write takes the next records, in the order of the file; it is called again when it has ended
 * @returns the line from which nothing could be read; undefined if the whole file was read
 * @throws what `write` throws; nothing is read after that
 */
export async function readOffers(
  records: AsyncIterable<FileRecord>,
  gone: AbortSignal,
  options: ReadOptions,
  write: (batch: ReadRecord[]) => Promise<void>,
): Promise<number | undefined> {
  let batch: ReadRecord[] = [];
  let bytes = 0;
  let flying: Promise<void> = Promise.resolve();
  let unreadFromLine: number | undefined;

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
    if (record.isEnd) unreadFromLine = record.line;
    batch.push(readRecord(record, options));
    bytes += record.size;
    if (batch.length >= batchRecords || bytes >= batchBytes) await flush();
  }
  if (batch.length > 0) await flush();
  await flying;
  return unreadFromLine;
}

function readRecord({ index, line, input, errors }: FileRecord, options: ReadOptions): ReadRecord {
  const failed = (faults: FieldErrors): ReadRecord => ({
    ...{ index, line, input },
    errors: inWordsOfFile(faults, input, options.names ?? {}),
  });
  if (errors || !input) return failed(errors ?? {});
  const result = readOffer(input, options);
  return 'errors' in result ? failed(result.errors) : { index, line, offer: toInsert(result.value) };
}

/** Reads a record as a new offer. */
function readOffer(input: Record<string, unknown>, { decimal, source }: ReadOptions) {
  if (decimal === undefined) {
    const result = check(newOffer, withIdentifier(input, source));
    return 'errors' in result ? { errors: withRemedy(result.errors, input) } : result;
  }
  const plain = withPlainNumbers(input, decimal);
  return 'errors' in plain ? plain : check(newOffer, withIdentifier(plain.input, source));
}

/** Lets an export be imported elsewhere, where sources have other ids: the name identifies the source. */
function withIdentifier(input: Record<string, unknown>, source: string | undefined): Record<string, unknown> {
  if (input.source_identifier !== undefined) return input;
  const named = input.source_name ?? source;
  return named === undefined ? input : { ...input, source_identifier: named };
}
