import type { Transaction } from '../../platform/postgres.ts';
import { refuse } from '../errors.ts';
import type { ItemErrors } from '../offers/bulk.ts';
import { type ReadOptions, readOffers } from '../offers/import.ts';
import type { FileRecord } from '../offers/records.ts';
import type { CatalogParts } from '../parts.ts';
import { faultOf } from '../steps.ts';
import { firstErrors } from './add.ts';
import { type Application, applyList, overtaken, type StagedList } from './apply.ts';
import { dropStaged, type ImportCounts, type ImportRun } from './run.ts';
import { Staging } from './staging.ts';

/** What a list did, or, if it needs a confirmation, what it would do. */
export interface ListReport extends Omit<ImportCounts, 'rows'> {
  /** The id of the import. */
  import: number;
  state: 'done' | 'needs_confirmation';
  /** The first 1,000, in the order of the file. */
  errors: ItemErrors[];
}

/** A list that replaces the offers of a source. */
export interface ReplacingList extends Omit<StagedList, 'importId'> {
  /** What the request calls the source. */
  source: string;
}

/**
 * Replaces the offers of a source by those of a file: stages the file, and then applies it in one transaction.
 * @throws Refusal 400 if only a part of the file could be read, 409 if a newer list was applied or the source was deleted meanwhile; then
 *   nothing was changed
 */
export async function replaceOffers(
  parts: CatalogParts,
  run: ImportRun,
  records: AsyncIterable<FileRecord>,
  gone: AbortSignal,
  { source, ...list }: ReplacingList,
  options: ReadOptions,
): Promise<ListReport> {
  const { database } = parts;
  const staging = new Staging(database, run.id, { source, sourceId: list.sourceId });
  const errors: ItemErrors[] = [];
  const stage = async () => {
    const unread = await readOffers(records, gone, { ...options, source }, async (batch) => {
      const failed = await staging.add(batch);
      firstErrors(errors, failed);
      const { rows, failed: before } = run.counts;
      await run.progress({ rows: rows + batch.length, failed: before + failed.length }, failed);
    });
    if (unread === undefined) return;
    const last = errors.at(-1)?.errors.non_field_errors;
    const why = Array.isArray(last) ? ` ${last[0]}` : '';
    throw refuse(400, `The list can be read only up to line ${unread}.${why} Nothing was changed.`);
  };
  try {
    await run.until(stage);
  } catch (error) {
    await faultOf(() => dropStaged(database, [run.id]));
    throw error;
  }
  await run.staged();
  return { ...(await applyStaged(parts, run, list)), errors };
}

/**
 * Applies a list whose rows are all staged, and writes the end of its import.
 * @throws Refusal 409
 */
export async function applyStaged(
  parts: CatalogParts,
  run: ImportRun,
  list: Omit<StagedList, 'importId'>,
): Promise<Omit<ListReport, 'errors'>> {
  const { rows, failed } = run.counts;
  const end = async (tx: Transaction, application: Application) => {
    if ('counts' in application) {
      const { offers, ...counts } = application.counts;
      // What stands in the file more than once is one offer.
      run.count({ ...counts, skipped: rows - failed - offers });
      await run.end(application.outcome, { on: tx });
      return;
    }
    if (application.outcome !== 'ended') {
      await run.end('cancelled', { on: tx, detail: refusals[application.outcome] });
    }
    await dropStaged(tx, [run.id]);
  };
  const application = await applyList(parts, { importId: run.id, ...list }, end);
  if (!('counts' in application)) throw refuse(409, refusals[application.outcome], undefined, 'import_ended');
  const { rows: _, ...counts } = run.counts;
  return { import: Number(run.id), state: application.outcome, ...counts };
}

const refusals = {
  overtaken,
  ended: 'This import has ended: read it to see how.',
  no_source: 'The source of this list was deleted.',
};
