import { JsonText, jsonText } from '../../platform/json-text.ts';
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
 * @returns the JSON of an answer
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
  const unread = await readOffers(records, gone, options, async (batch: ReadRecord[]) => {
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
  });
  return jsonText({
    ...{ dry_run: true, ...about, rows, failed },
    sample: new JsonText(writeJson(sample)),
    errors,
    ...(unread !== undefined && { unread_from_line: unread }),
  });
}

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
