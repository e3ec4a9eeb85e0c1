import type { Database } from '../../platform/postgres.ts';
import type { FieldErrors } from '../errors.ts';
import { type Identifier, identityOf } from '../sources/identifier.ts';
import { findSources } from '../sources/resolve.ts';
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
  parts: OfferParts,
  offers: NewOffer[],
  onDuplicate: OnDuplicate,
  noting?: Noting,
): Promise<{ puts: (Put | undefined)[]; fault?: unknown }> {
  const { inserter, database, figures } = parts;
  const puts: (Put | undefined)[] = offers.map(() => undefined);
  const updates = onDuplicate === 'update';
  let places = offers.map((_, place) => place);
  let fault: unknown;
  for (let attempt = 1; places.length > 0 && fault === undefined; attempt++) {
    let missing = places;
    if (updates) {
      // Most offers of a list are there already, so they are not tried to be created first.
      fault = await faultOf(async () => {
        missing = await renewKnown(database, offers, places, noting, (place, put) => {
          puts[place] = put;
        });
      });
      figures.wrote();
      if (fault !== undefined) break;
    }
    places = [];
    if (attempt > mostAttempts) {
      for (const place of missing) puts[place] = { errors: { non_field_errors: [deleted] } };
      break;
    }
    const created = await inserter.createMany(missing.map((place) => offers[place]!));
    fault = created.fault;
    created.insertions.forEach((insertion, i) => {
      const place = missing[i]!;
      if (insertion === undefined) return;
      // It stands among the given again, or somebody else has created it.
      if (updates && 'duplicate' in insertion) places.push(place);
      else puts[place] = putOf(insertion, onDuplicate);
    });
  }
  return { puts, ...(fault !== undefined && { fault }) };
}

/** Renews the offers that are there. @param done is told what became of each @returns the places of the others */
async function renewKnown(
  database: Database,
  offers: NewOffer[],
  places: number[],
  noting: Noting | undefined,
  done: (place: number, put: Put) => void,
): Promise<number[]> {
  const sources = await sourcesOf(
    database,
    places.map((place) => offers[place]!.identifier),
  );
  const known = places.flatMap((place, i) =>
    sources[i] === undefined ? [] : [{ place, source: sources[i] }],
  );
  const missing = places.filter((_, i) => sources[i] === undefined);
  const renewed = known.length > 0 ? await renewEach(database, offers, known, noting) : [];
  known.forEach(({ place }, i) => {
    const outcome = renewed[i]!;
    if (outcome === 'missing') missing.push(place);
    else done(place, outcome);
  });
  // As they were given: the first of equal ones is created.
  return missing.sort((a, b) => a - b);
}

/** The id of the source of each identifier, of which many are equal; undefined if there is none yet. */
async function sourcesOf(database: Database, identifiers: Identifier[]): Promise<(string | undefined)[]> {
  const distinct = new Map(identifiers.map((identifier) => [identityOf(identifier), identifier]));
  const found = await findSources(database, [...distinct.values()]);
  const ids = new Map([...distinct.keys()].map((key, i) => [key, found[i]]));
  return identifiers.map((identifier) => ids.get(identityOf(identifier)));
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
