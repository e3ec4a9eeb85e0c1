import { LosslessNumber } from 'lossless-json';
import { objectErrors } from '../body.ts';
import { duplicateOffer, type FieldErrors } from '../errors.ts';
import { readId, required, unknownKey } from '../fields.ts';
import { isRecord } from '../json.ts';
import type { CatalogParts } from '../parts.ts';
import type { Identifier } from '../sources/identifier.ts';
import { ensureSources } from '../sources/resolve.ts';
import { applyChanges, type Change } from './changes.ts';
import { type OfferDraft, readOffer, sourceOf } from './fields.ts';
import type { NewOffer, OfferInserter } from './insert.ts';

/** What is wrong with one element of a bulk call. */
export interface ItemErrors {
  index: number;
  /** The line of an imported file on which the element begins, from 1. */
  line?: number;
  errors: FieldErrors;
}

export interface CreationReport {
  created: number;
  skipped: number;
  failed: number;
  ids: number[];
  errors: ItemErrors[];
}

/**
 * Creates what can be created: duplicates, of the table or of an earlier element, are skipped, bad elements reported.
 * @param inputs as they were sent; elements may be anything
 */
export async function createOffers(inserter: OfferInserter, inputs: unknown[]): Promise<CreationReport> {
  const report: CreationReport = { created: 0, skipped: 0, failed: 0, ids: [], errors: [] };
  const offers: NewOffer[] = [];
  const indexes: number[] = [];
  inputs.forEach((input, index) => {
    const errors = objectErrors(input);
    const result = errors ? { errors } : readOffer(input as Record<string, unknown>, 'create');
    if ('errors' in result) {
      report.errors.push({ index, errors: result.errors });
    } else {
      offers.push({ values: result.draft.values, identifier: result.draft.identifier!, strict: false });
      indexes.push(index);
    }
  });
  const insertions = await inserter.createMany(offers);
  insertions.forEach((insertion, i) => {
    if ('made' in insertion) report.ids.push(insertion.made);
    else if ('duplicate' in insertion) report.skipped++;
    else report.errors.push({ index: indexes[i]!, errors: { source_identifier: [insertion.sourceError] } });
  });
  report.created = report.ids.length;
  report.failed = report.errors.length;
  report.errors.sort((a, b) => a.index - b.index);
  return report;
}

interface AskedChange extends Change {
  indexes: number[];
  identifier: Identifier | undefined;
}

export interface UpdateReport {
  updated: number;
  failed: number;
  /** Ids keep all their digits, which a double would round. To be written with `writeJson`. */
  errors: { index: number; id?: LosslessNumber; errors: FieldErrors }[];
}

/**
 * Changes many offers. Elements are `{"id", "data": {...}}`, or flat with the id among the data; several for one
 * offer count as one change in their order.
 */
export async function updateOffers(parts: CatalogParts, inputs: unknown[]): Promise<UpdateReport> {
  const errors: { index: number; id?: string; errors: FieldErrors }[] = [];
  const changes = new Map<string, AskedChange>();
  inputs.forEach((input, index) => {
    const result = readChange(input);
    if ('errors' in result) {
      errors.push({ index, ...result });
      return;
    }
    const { id, draft } = result;
    const before = changes.get(id);
    changes.set(id, {
      id,
      indexes: [...(before?.indexes ?? []), index],
      values: { ...before?.values, ...draft.values },
      identifier: sourceOf(draft) ?? before?.identifier,
      sourceId: undefined,
    });
  });
  const fail = ({ id, indexes }: AskedChange, fieldErrors: FieldErrors) => {
    for (const index of indexes) errors.push({ index, id, errors: fieldErrors });
  };
  const resolved = await resolveSources(parts, [...changes.values()], fail);
  const outcomes = await applyChanges(parts.database, resolved);
  parts.figures.wrote();
  let updated = 0;
  for (const { change: applied, outcome } of outcomes) {
    const change = changes.get(applied.id)!;
    if (outcome === 'updated') updated += change.indexes.length;
    else if (outcome === 'missing') fail(change, { id: [`Offer with ID ${change.id} does not exist.`] });
    else fail(change, { non_field_errors: [duplicateOffer] });
  }
  errors.sort((a, b) => a.index - b.index);
  return {
    updated,
    failed: errors.length,
    errors: errors.map(({ index, id, errors }) =>
      id === undefined ? { index, errors } : { index, id: new LosslessNumber(id), errors },
    ),
  };
}

function readChange(
  input: unknown,
): { id: string; draft: OfferDraft } | { id?: string; errors: FieldErrors } {
  const shape = objectErrors(input);
  if (shape) return { errors: shape };
  const item = input as Record<string, unknown>;
  if (item.id === undefined) return { errors: { id: [required] } };
  const id = readId(item.id);
  if ('errors' in id) return { errors: { id: id.errors } };
  if (item.data !== undefined && !isRecord(item.data)) {
    return { id: id.value, errors: { data: objectErrors(item.data)!.non_field_errors! } };
  }
  const result = readOffer((item.data as Record<string, unknown> | undefined) ?? item, 'change');
  return 'errors' in result ? { id: id.value, errors: result.errors } : { id: id.value, draft: result.draft };
}

/** Gives every change the id of its source. @returns those that have it */
async function resolveSources(
  parts: CatalogParts,
  changes: AskedChange[],
  fail: (change: AskedChange, errors: FieldErrors) => void,
): Promise<AskedChange[]> {
  const asking = changes.filter(({ identifier }) => identifier);
  const resolutions =
    asking.length === 0
      ? []
      : await ensureSources(
          parts.database,
          asking.map(({ identifier }) => identifier!),
        );
  const failed = new Set<AskedChange>();
  asking.forEach((change, i) => {
    const resolution = resolutions[i]!;
    if ('id' in resolution) {
      change.sourceId = resolution.id;
      return;
    }
    failed.add(change);
    const { text, id } = change.identifier!;
    fail(change, text === '' ? { source: [unknownKey(id!)] } : { source_identifier: [resolution.error] });
  });
  return changes.filter((change) => !failed.has(change));
}
