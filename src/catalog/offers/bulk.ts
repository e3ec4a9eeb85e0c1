import { LosslessNumber } from 'lossless-json';
import { check } from '../check.ts';
import { type FieldErrors, unfinished } from '../errors.ts';
import { objectFault, readId } from '../fields.ts';
import { isRecord } from '../json.ts';
import type { CatalogParts } from '../parts.ts';
import type { Identifier } from '../sources/identifier.ts';
import { ensureSources } from '../sources/resolve.ts';
import { words } from '../words.ts';
import { applyInSteps, type Change } from './changes.ts';
import { offerFields } from './columns.ts';
import { sourceOf, valuesOf } from './draft.ts';
import { type NewOffer, type OfferParts, toInsert } from './insert.ts';
import { countPut, noCounts, type OnDuplicate, type PutCounts, putOffers } from './put.ts';
import { newOffer, type OfferChange, offerChange } from './shapes.ts';

/** The errors of one element of a bulk call. */
export interface ItemErrors {
  index: number;
  /** The line of an imported file on which the element begins, from 1. */
  line?: number;
  errors: FieldErrors;
}

export interface CreationReport extends PutCounts {
  /** Of the created ones. */
  ids: number[];
  errors: ItemErrors[];
}

/**
 * Creates the valid offers. Invalid elements are reported.
 * @throws Refusal 503 with the report so far, if the database failed
 * @param inputs as they were sent; elements may be any value
 * @param onDuplicate what is done with duplicates of stored offers and of earlier elements
 */
export async function createOffers(
  parts: OfferParts,
  inputs: unknown[],
  onDuplicate: OnDuplicate = 'skip',
): Promise<CreationReport> {
  const report: CreationReport = { ...noCounts(onDuplicate), ids: [], errors: [] };
  const offers: NewOffer[] = [];
  const indexes: number[] = [];
  inputs.forEach((input, index) => {
    const result = check(newOffer, input);
    if ('errors' in result) {
      report.errors.push({ index, errors: result.errors });
    } else {
      offers.push(toInsert(result.value));
      indexes.push(index);
    }
  });
  const { puts, fault } = await putOffers(parts, offers, onDuplicate);
  puts.forEach((put, i) => {
    if (put === undefined) return;
    const errors = countPut(report, put);
    if (errors) report.errors.push({ index: indexes[i]!, errors });
    if (typeof put === 'object' && 'made' in put) report.ids.push(put.made);
  });
  report.failed = report.errors.length;
  report.errors.sort((a, b) => a.index - b.index);
  if (fault) throw unfinished(report, fault);
  return report;
}

interface AskedChange extends Change {
  indexes: number[];
  identifier: Identifier | undefined;
}

export interface UpdateReport {
  updated: number;
  failed: number;
  /** Ids keep all their digits, which a double would round. Write them with `writeJson`. */
  errors: { index: number; id?: LosslessNumber; errors: FieldErrors }[];
}

/**
 * Changes many offers. Elements are `{"id", "data": {...}}`, or flat with the id among the fields; several elements for one
 * offer count as one change, applied in their order.
 * @throws Refusal 503 with the report so far, if the database failed
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
    const { id, offer } = result;
    const before = changes.get(id);
    changes.set(id, {
      id,
      indexes: [...(before?.indexes ?? []), index],
      values: { ...before?.values, ...valuesOf(offer) },
      identifier: sourceOf(offer) ?? before?.identifier,
      sourceId: undefined,
    });
  });
  const fail = ({ id, indexes }: AskedChange, fieldErrors: FieldErrors) => {
    for (const index of indexes) errors.push({ index, id, errors: fieldErrors });
  };
  const resolved = await resolveSources(parts, [...changes.values()], fail);
  const { applied: outcomes, fault } = await applyInSteps(parts.database, resolved);
  parts.figures.wrote();
  let updated = 0;
  for (const { change: applied, outcome } of outcomes) {
    const change = changes.get(applied.id)!;
    if (outcome === 'updated') updated += change.indexes.length;
    else if (outcome === 'missing') fail(change, { id: [words.unknownOffer(change.id)] });
    else fail(change, { non_field_errors: [words.duplicateOffer] });
  }
  errors.sort((a, b) => a.index - b.index);
  const report: UpdateReport = {
    updated,
    failed: errors.length,
    errors: errors.map(({ index, id, errors }) =>
      id === undefined ? { index, errors } : { index, id: new LosslessNumber(id), errors },
    ),
  };
  if (fault) throw unfinished(report, fault);
  return report;
}

/** An element without `data` must have one of these; otherwise it would count as changed although nothing was. */
const changeable = ['source_identifier', 'source', ...offerFields];

function readChange(
  input: unknown,
): { id: string; offer: OfferChange } | { id?: string; errors: FieldErrors } {
  if (!isRecord(input)) return { errors: { non_field_errors: [objectFault(input)!] } };
  const { data } = input;
  if (input.id === undefined) return { errors: { id: [words.required] } };
  const id = readId(input.id);
  if ('errors' in id) return { errors: { id: id.errors } };
  const fault = data === undefined ? undefined : objectFault(data);
  if (fault !== undefined) return { id: id.value, errors: { data: [fault] } };
  if (data === undefined && !changeable.some((field) => input[field] !== undefined)) {
    return { id: id.value, errors: { data: [words.required] } };
  }
  const result = check(offerChange, data ?? input);
  return 'errors' in result ? { id: id.value, errors: result.errors } : { id: id.value, offer: result.value };
}

/** Sets the source id of every change. @returns the changes that have one */
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
    fail(
      change,
      text === '' ? { source: [words.unknownKey(id!)] } : { source_identifier: [resolution.error] },
    );
  });
  return changes.filter((change) => !failed.has(change));
}
