import { type SQL, sql } from 'drizzle-orm';
import { Batcher } from '../../platform/batcher.ts';
import { type Database, sqlState } from '../../platform/postgres.ts';
import { as, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { jsonOf, orNull, types } from '../../platform/sql-types.ts';
import { type Statement, statement } from '../../platform/statement.ts';
import type { FigureKeeper } from '../figure-keeper.ts';
import type { CatalogParts } from '../parts.ts';
import { retrying } from '../retry.ts';
import { offers, sources } from '../schema.ts';
import { type Identifier, identityOf, onlyId, readIdentifier } from '../sources/identifier.ts';
import { ensureSources, identifierRows, identifiers, resolveSql } from '../sources/resolve.ts';
import { offer, recordText, s, shownOffer } from '../sql.ts';
import { faultOf } from '../steps.ts';
import { words } from '../words.ts';
import { fieldTypes, noValues, type OfferField, offerColumns, offerFields } from './columns.ts';
import { type OfferValues, valuesOf } from './draft.ts';
import type { NewOfferShape } from './shapes.ts';

export interface NewOffer {
  values: OfferValues;
  identifier: Identifier;
  /** Whether an unknown identifier is an error; otherwise it creates a source. */
  strict: boolean;
}

/** A checked offer to be inserted; an unknown source is created. */
export const toInsert = (offer: NewOfferShape): NewOffer => ({
  values: valuesOf(offer),
  identifier: readIdentifier(offer.source_identifier),
  strict: false,
});

/** @template Made what is returned of a created offer: its id, or its JSON text */
export type Insertion<Made> = { made: Made } | Duplicate | { sourceError: string };

/** An offer that is there already, with the id of its source. */
type Duplicate = { duplicate: string };

/** The parts of the catalog for routes that create offers. */
export interface OfferParts extends CatalogParts {
  inserter: OfferInserter;
}

/** Offers in one statement. */
const offersAtOnce = 5000;

/** The offers as rows; `source_n` is the position of each one's source in `identifiers`, from 1. */
const input = rowsOf('u', { source_n: types.int, ...fieldTypes });

type IdentifierRow = ReturnType<typeof identifierRows>[number];
type OfferRow = { source_n: number } & Record<OfferField, string | null>;

const columnNames = names(...offerFields.map((field) => offerColumns[field]));
const wholeKey = sql`source_id, pn_raw COLLATE "C", condition_raw COLLATE "C"`;

/**
 * One statement finds the sources, inserts new offers and reports the outcome of each. Rows are inserted in the order of
 * their unique key, so that two calls with the same offers wait for each other and do not deadlock. Of equal keys the first
 * in the given list is inserted: a sort leaves equal rows in any order, unless it is told theirs. The sources are locked
 * first: the statement waits for a source that is being deleted and then finds it missing, while a foreign key would fail
 * the whole call.
 *
 * @param returned columns of the inserted rows, which then have the alias `o`
 * @param made what the report has for each of them
 */
function insertion<Made>(
  label: { name: string; prepared: boolean },
  returned: SQL,
  made: SQL,
): Statement<{ identifiers: IdentifierRow[]; offers: OfferRow[] }, Report<Made>> {
  return statement({
    ...label,
    params: { identifiers, offers: input },
    columns: {
      sources: as(
        jsonOf<(string | null)[]>(),
        sql`(SELECT json_agg(known.id::text ORDER BY asked.n) FROM asked LEFT JOIN known ON known.n = asked.n)`,
      ),
      made: as(
        orNull(jsonOf<[number, Made][]>()),
        sql`(SELECT json_agg(json_build_array(input.n, ${made})) FROM input JOIN done AS ${offer} ON ${offer.id} = input.id)`,
      ),
    },
    query: (p, columns) => sql`
      WITH asked AS MATERIALIZED (
        SELECT ${identifiers.n}, ${resolveSql} AS id FROM ${p.identifiers}
      ), held AS MATERIALIZED (
        SELECT ${s.id} FROM ${sources} AS ${s} WHERE ${s.id} = ANY (ARRAY(SELECT id FROM asked))
        ORDER BY ${s.id} FOR KEY SHARE
      ), known AS MATERIALIZED (
        SELECT asked.n, held.id FROM asked JOIN held ON held.id = asked.id
      ), input AS MATERIALIZED (
        SELECT nextval('catalog.offers_id_seq') AS id, r.* FROM (
          SELECT ${input.n}, known.id AS source_id, ${columnNames}
          FROM ${p.offers} JOIN known ON known.n = ${input.at.source_n} ORDER BY ${input.n}
        ) AS r
      ), done AS (
        INSERT INTO ${offers} (id, source_id, ${columnNames})
        SELECT id, source_id, ${columnNames} FROM input ORDER BY ${wholeKey}, n
        ON CONFLICT ON CONSTRAINT offers_identity DO NOTHING
        RETURNING ${returned}
      )
      SELECT ${columns}`,
  });
}

/** The outcome of some offers. */
interface Report<Made> {
  /** The id of each source; null if there is none. */
  sources: (string | null)[];
  /** The created offers, by their position in the given list, from 1. */
  made: [number, Made][] | null;
}

const insertWhole = insertion<string>(
  { name: 'catalog-create', prepared: true },
  sql`*`,
  recordText(shownOffer),
);
const insertIds = insertion<number>(
  { name: 'catalog-create-many', prepared: false },
  sql`${name(offers.id)}`,
  sql`${offer.id}`,
);

/** Creates offers: many in one call, and single ones of many requests together. */
export class OfferInserter {
  readonly #database: Database;
  readonly #hot: Database;
  readonly #figures: FigureKeeper;
  readonly #single: Batcher<NewOffer, Insertion<string>>;

  constructor(database: Database, hot: Database, figures: FigureKeeper) {
    this.#database = database;
    this.#hot = hot;
    this.#figures = figures;
    this.#single = new Batcher(
      async (offers) => {
        const made: Insertion<string>[] = new Array(offers.length);
        await this.#insert<string>(
          offers,
          (some) => runOn(this.#hot, insertWhole, some),
          (place, insertion) => {
            made[place] = insertion;
          },
        );
        return made;
      },
      // Two batches at a time: one collects while the other waits for its commit.
      { maxItems: 100, maxParallel: 2 },
    );
  }

  /** Creates one offer, in one statement with others that arrive at the same time. @returns its JSON text */
  create(offer: NewOffer): Promise<Insertion<string>> {
    return this.#single.submit(offer);
  }

  /**
   * Creates many offers, in steps with separate commits.
   * @returns ids, in the order of the offers. If the database failed, the outcomes so far, with the fault; the others are
   *   undefined.
   */
  async createMany(
    offers: NewOffer[],
  ): Promise<{ insertions: (Insertion<number> | undefined)[]; fault?: unknown }> {
    const insertions: (Insertion<number> | undefined)[] = offers.map(() => undefined);
    const fault = await faultOf(async () => {
      for (let from = 0; from < offers.length; from += offersAtOnce) {
        const chunk = offers.slice(from, from + offersAtOnce);
        await this.#insert<number>(
          chunk,
          (some) => runOn(this.#database, insertIds, some),
          (place, insertion) => {
            insertions[from + place] = insertion;
          },
        );
      }
    });
    return { insertions, fault };
  }

  /** @param found is called as soon as the outcome of an offer is known */
  async #insert<Made>(
    offers: NewOffer[],
    run: Run<Made>,
    found: (place: number, insertion: Insertion<Made>) => void,
  ): Promise<void> {
    let places = offers.map((_, place) => place);
    const identifiers = offers.map(({ identifier }) => identifier);
    // A source can be deleted between being found and being locked. A few attempts are enough except in an endless race.
    for (let attempt = 0; places.length > 0 && attempt < 5; attempt++) {
      const chunk = places.map((place) => ({ ...offers[place]!, identifier: identifiers[place]! }));
      const outcomes = await isolating(chunk, run);
      this.#figures.wrote();
      const mayCreate: number[] = [];
      outcomes.forEach((outcome, i) => {
        const place = places[i]!;
        const offer = offers[place]!;
        if (!('unknownSource' in outcome)) found(place, outcome);
        else if (offer.strict) found(place, { sourceError: noSource(offer.identifier) });
        else mayCreate.push(place);
      });
      const resolved =
        mayCreate.length === 0 ? [] : await this.#ensure(mayCreate.map((p) => offers[p]!.identifier));
      places = [];
      resolved.forEach((resolution, i) => {
        const place = mayCreate[i]!;
        if ('error' in resolution) {
          found(place, { sourceError: resolution.error });
        } else {
          identifiers[place] = onlyId(resolution.id);
          places.push(place);
        }
      });
    }
    for (const place of places) found(place, { sourceError: noSource(offers[place]!.identifier) });
  }

  async #ensure(identifiers: Identifier[]) {
    const resolutions = await ensureSources(this.#database, identifiers);
    this.#figures.wrote();
    return resolutions;
  }
}

/** The error for an identifier without a source. */
const noSource = ({ id, text }: Identifier): string => words.unknownSource(id ?? text);

type Outcome<Made> = { made: Made } | Duplicate | { unknownSource: true };
type Run<Made> = (offers: NewOffer[]) => Promise<Outcome<Made>[]>;

/** Runs a batch. If its data fails, it runs the halves, so that one bad offer fails alone. */
async function isolating<Made>(offers: NewOffer[], run: Run<Made>): Promise<Outcome<Made>[]> {
  try {
    return await retrying(() => run(offers));
  } catch (error) {
    if (!/^2[123]/.test(sqlState(error) ?? '') || offers.length === 1) throw error;
    const middle = offers.length >> 1;
    const first = await isolating(offers.slice(0, middle), run);
    return [...first, ...(await isolating(offers.slice(middle), run))];
  }
}

async function runOn<Made>(
  database: Database,
  insertion: Statement<{ identifiers: IdentifierRow[]; offers: OfferRow[] }, Report<Made>>,
  given: NewOffer[],
): Promise<Outcome<Made>[]> {
  const rows = rowsOfOffers(given);
  return outcomes(rows.offers, await insertion.one(database, rows));
}

/** The parameters of the statement: each source once, and the offers with the positions of their sources. */
function rowsOfOffers(given: NewOffer[]): { identifiers: IdentifierRow[]; offers: OfferRow[] } {
  const places = new Map<string, number>();
  const distinct: Identifier[] = [];
  const offers = given.map(({ identifier, values }) => {
    const key = identityOf(identifier);
    let place = places.get(key);
    if (place === undefined) {
      place = distinct.push(identifier);
      places.set(key, place);
    }
    return { source_n: place, ...noValues, ...values };
  });
  return { identifiers: identifierRows(distinct), offers };
}

function outcomes<Made>(offers: OfferRow[], report: Report<Made>): Outcome<Made>[] {
  const made = new Map(report.made);
  return offers.map(({ source_n: source }, i) => {
    const value = made.get(i + 1);
    if (value !== undefined) return { made: value };
    const known = report.sources[source - 1]!;
    return known === null ? { unknownSource: true } : { duplicate: known };
  });
}
