import type { Filters } from '../filters.ts';
import type { ReadOptions } from '../offers/import.ts';
import type { OfferParts } from '../offers/insert.ts';
import type { OnDuplicate } from '../offers/put.ts';
import type { FileRecord } from '../offers/records.ts';
import { readIdentifier } from '../sources/identifier.ts';
import { resolveSource } from '../sources/resolve.ts';
import { words } from '../words.ts';
import { addOffers, type ImportReport } from './add.ts';
import { type ListReport, replaceOffers } from './replace.ts';
import { ImportRun } from './run.ts';

/** What an import does with the offers of the catalog. */
export interface ListMode {
  mode: 'add' | 'replace';
  onDuplicate: OnDuplicate;
  vanishedStatus: string | null;
  /** In percent; undefined: what the settings say. */
  mostVanished: number | undefined;
  /** Whether nothing is changed without a confirmation. */
  asks: boolean;
}

interface ModeQuery {
  mode?: 'add' | 'replace' | undefined;
  on_duplicate?: OnDuplicate | undefined;
  source?: string | undefined;
  vanished_status?: string | undefined;
  most_vanished?: number | undefined;
  ask?: boolean | undefined;
}

/** Reads the mode of an import. Parameters that do not belong together are errors of `filters`. */
export function readListMode(filters: Filters, query: ModeQuery): ListMode {
  const { mode = 'add', on_duplicate: onDuplicate, source } = query;
  const { vanished_status: vanishedStatus, most_vanished: mostVanished, ask } = query;
  const only = { vanished_status: vanishedStatus, most_vanished: mostVanished, ask };
  if (mode === 'add') {
    for (const [name, value] of Object.entries(only)) {
      if (value !== undefined) filters.fail(name, ['This belongs to mode=replace.']);
    }
    return {
      ...{ mode, onDuplicate: onDuplicate ?? 'skip', vanishedStatus: null },
      ...{ mostVanished: undefined, asks: false },
    };
  }
  if (source === undefined && !filters.hasFailed('source')) filters.fail('source', [words.required]);
  if (onDuplicate !== undefined && onDuplicate !== 'update') {
    filters.fail('on_duplicate', ['A list that replaces updates what is there already.']);
  }
  if (vanishedStatus !== undefined && vanishedStatus.length > 255) {
    filters.fail('vanished_status', [words.longText(255)]);
  }
  return {
    mode,
    onDuplicate: 'update',
    vanishedStatus: vanishedStatus ?? null,
    mostVanished,
    asks: ask === true,
  };
}

/**
 * Imports the records of a file, and puts that on record.
 * @param source what the request calls the source of rows that name none; it is created if it is unknown
 * @throws Refusal, see `addOffers` and `replaceOffers`
 */
export async function importRecords(
  parts: OfferParts,
  records: AsyncIterable<FileRecord>,
  gone: AbortSignal,
  { source, decimal, names, ...list }: ListMode & ReadOptions,
): Promise<ImportReport | ListReport> {
  const { mode, onDuplicate, vanishedStatus, mostVanished, asks } = list;
  const readable = await begun(records);
  const sourceId = source === undefined ? null : await resolveSource(parts, readIdentifier(source));
  const run = await ImportRun.begin(parts.database, { mode, onDuplicate, sourceId, vanishedStatus });
  try {
    if (mode === 'replace') {
      const mostVanishedPercent = mostVanished ?? parts.settings.catalogVanishPercent;
      const replacing = { source: source!, sourceId: sourceId!, vanishedStatus, asks, mostVanishedPercent };
      return await replaceOffers(parts, run, readable, gone, replacing, { decimal, names });
    }
    return await addOffers(parts, run, readable, gone, { source, sourceId, decimal, names, onDuplicate });
  } finally {
    await run.close();
  }
}

/** Reads the first record, and with it the header row: a file that is refused for that is no import, and makes no source. */
async function begun(records: AsyncIterable<FileRecord>): Promise<AsyncIterable<FileRecord>> {
  const iterator = records[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
}
