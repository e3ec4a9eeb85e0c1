import { JsonText, jsonText } from '../../platform/json-text.ts';
import { type FieldErrors, isRefusal } from '../errors.ts';
import { parseJson, writeJson } from '../json.ts';
import type { ItemErrors } from '../offers/bulk.ts';
import { type ReadOptions, type ReadRecord, readOffers } from '../offers/import.ts';
import type { NewOffer } from '../offers/insert.ts';
import type { FoundFile } from '../offers/open-file.ts';
import type { FileRecord } from '../offers/records.ts';

const mostShown = 20;
const mostFindings = 100;

/**
 * Reads a whole file as an import would, and writes nothing.
 * @param about how the file is read: `found` is complete when that is done; `saved` names the parameters that are kept for the source
 * @returns the JSON of an answer; also if columns are missing, since whoever maps them has to see those that are there
 * @throws Refusal if the file cannot be read
 */
export async function previewOffers(
  records: AsyncIterable<FileRecord>,
  gone: AbortSignal,
  options: ReadOptions,
  about: { found: FoundFile; saved: readonly string[] },
): Promise<string> {
  let rows = 0;
  let failed = 0;
  const sample: unknown[] = [];
  const errors: ItemErrors[] = [];
  const read = async (batch: ReadRecord[]) => {
    rows += batch.length;
    for (const record of batch) {
      if ('offer' in record) {
        if (sample.length < mostShown) sample.push(shown(record.offer));
        continue;
      }
      failed++;
      const { index, line, errors: faults } = record;
      if (errors.length < mostFindings) errors.push({ index, line, errors: faults });
    }
  };
  let unread: number | undefined;
  try {
    unread = await readOffers(records, gone, options, read);
  } catch (error) {
    const { found } = about;
    if (!isHeaderFault(error) || found.header_row === undefined || rows > 0) throw error;
    errors.push({ index: 0, line: found.header_row, errors: error.body });
  }
  return jsonText({
    ...{ dry_run: true, ...about, rows, failed },
    sample: new JsonText(writeJson(sample)),
    errors,
    ...(unread !== undefined && { unread_from_line: unread }),
  });
}

/** Whether a file was refused for its columns, with errors by field. */
const isHeaderFault = (error: unknown): error is Error & { body: FieldErrors } =>
  isRefusal(error) && error.status === 400 && typeof error.body === 'object' && !('detail' in error.body!);

/** An offer as it would be created. */
function shown({ identifier, values }: NewOffer): unknown {
  const { raw_payload: payload, ...others } = values;
  const parsed = typeof payload === 'string' ? parseJson(payload) : undefined;
  return {
    source_identifier: identifier.text,
    ...others,
    ...(parsed && 'value' in parsed && { raw_payload: parsed.value }),
  };
}
