import type { Database } from '../../platform/postgres.ts';
import type { FieldErrors } from '../errors.ts';
import { faultOf } from '../steps.ts';
import { words } from '../words.ts';
import type { Insertion, NewOffer, OfferParts } from './insert.ts';
import { type Noting, type Renewed, renewOffers } from './renew.ts';

/** What becomes of an offer that is there already: it stays, it gets the values that were sent, or the new one is refused. */
export const onDuplicates = ['skip', 'update', 'error'] as const;
export type OnDuplicate = (typeof onDuplicates)[number];

/** What became of an offer. */
export type Put = { made: number } | 'skipped' | Exclude<Renewed, 'missing'> | { errors: FieldErrors };

/** How many offers were put. `updated` and `unchanged` are told only where offers may be updated. */
export interface PutCounts {
  created: number;
  updated?: number;
  unchanged?: number;
  skipped: number;
  failed: number;
}

export const noCounts = (onDuplicate: OnDuplicate): PutCounts => ({
  created: 0,
  ...(onDuplicate === 'update' && { updated: 0, unchanged: 0 }),
  ...{ skipped: 0, failed: 0 },
});

/** Counts an offer. @returns what is wrong with it, if it was refused */
export function countPut(counts: PutCounts, put: Put): FieldErrors | undefined {
  if (typeof put === 'object') {
    if ('made' in put) counts.created++;
    else return put.errors;
  } else counts[put] = (counts[put] ?? 0) + 1;
  return undefined;
}

/** An offer that is deleted between two statements is created after all; more often than this nobody deletes it. */
const mostAttempts = 3;
const deleted = 'This offer was deleted while it was updated. Send it again.';

/**
 * Creates offers, and does with those that are there already as wanted; of equal ones among the given each counts, in their order. It
 * writes in steps with separate commits.
 * @param noting what is noted about offers that get new values; nothing if absent
 * @returns in the order of the offers; if the database failed, those so far, with the fault; the others are undefined
 */
export async function putOffers(
  { inserter, database, figures }: OfferParts,
  offers: NewOffer[],
  onDuplicate: OnDuplicate,
  noting?: Noting,
): Promise<{ puts: (Put | undefined)[]; fault?: unknown }> {
  const puts: (Put | undefined)[] = offers.map(() => undefined);
  let places = offers.map((_, place) => place);
  let fault: unknown;
  for (let attempt = 1; places.length > 0 && fault === undefined; attempt++) {
    const created = await inserter.createMany(places.map((place) => offers[place]!));
    fault = created.fault;
    const there: { place: number; source: string }[] = [];
    created.insertions.forEach((insertion, i) => {
      const place = places[i]!;
      if (insertion === undefined) return;
      if (onDuplicate === 'update' && 'duplicate' in insertion)
        there.push({ place, source: insertion.duplicate });
      else puts[place] = putOf(insertion, onDuplicate);
    });
    if (there.length === 0) break;
    const renewing = await faultOf(async () => {
      const renewed = await renewEach(database, offers, there, noting);
      places = there.flatMap(({ place }, i) => {
        const outcome = renewed[i]!;
        if (outcome === 'missing' && attempt < mostAttempts) return place;
        puts[place] = outcome === 'missing' ? { errors: { non_field_errors: [deleted] } } : outcome;
        return [];
      });
    });
    figures.wrote();
    fault ??= renewing;
  }
  return { puts, ...(fault !== undefined && { fault }) };
}

function putOf(insertion: Insertion<number>, onDuplicate: OnDuplicate): Put {
  if ('made' in insertion) return insertion;
  if ('sourceError' in insertion) return { errors: { source_identifier: [insertion.sourceError] } };
  return onDuplicate === 'error' ? { errors: { non_field_errors: [words.duplicateOffer] } } : 'skipped';
}

/** Renews offers in one statement. Several given for one of them are one change, in their order; the first tells of it. */
async function renewEach(
  database: Database,
  offers: NewOffer[],
  there: { place: number; source: string }[],
  noting: Noting | undefined,
): Promise<Renewed[]> {
  const changes = new Map<string, { n: number; source: string; values: NewOffer['values'] }>();
  const keys = there.map(({ place, source }) => {
    const { values } = offers[place]!;
    const key = JSON.stringify([source, values.pn_raw, values.condition_raw ?? null]);
    const before = changes.get(key);
    changes.set(key, { n: before?.n ?? changes.size, source, values: { ...before?.values, ...values } });
    return key;
  });
  const renewed = await renewOffers(database, [...changes.values()], noting);
  return keys.map((key) => renewed[changes.get(key)!.n]!);
}
