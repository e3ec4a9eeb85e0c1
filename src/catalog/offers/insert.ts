import { Batcher } from '../../platform/batcher.ts';
import { type Database, sqlState } from '../../platform/postgres.ts';
import type { FigureKeeper } from '../figure-keeper.ts';
import { retrying } from '../retry.ts';
import { type Identifier, onlyId } from '../sources/identifier.ts';
import { ensureSources, identifierArrays, resolveSql } from '../sources/resolve.ts';
import { offerColumns } from '../sql.ts';
import { fieldTypes, type OfferValues, offerFields } from './fields.ts';

export interface NewOffer {
  values: OfferValues;
  identifier: Identifier;
  /** Whether an unknown identifier may create a source. */
  strict: boolean;
}

/** @template Made what is known of an offer that was created: its id, or its whole JSON text */
export type Insertion<Made> = { made: Made } | { duplicate: true } | { sourceError: string };

/** Offers of one statement. */
const offersAtOnce = 5000;

const parameters = offerFields.map((field, i) => `$${i + 5}::${fieldTypes[field]}[]`).join(', ');
const names = offerFields.join(', ');

/**
 * One statement resolves the sources, inserts what is new and says what became of each. Rows are inserted in the order
 * of their unique key, so that two calls that share offers wait for one another instead of deadlocking. The sources
 * are held first: one that is being deleted is waited for and then missing, where a foreign key would fail the call.
 */
function insertSql(returned: string, answer: string): string {
  return `
WITH asked AS MATERIALIZED (
  SELECT i.n, ${resolveSql} AS id
  FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS i(text, key, id, n)
), held AS MATERIALIZED (
  SELECT s.id FROM catalog.sources AS s WHERE s.id = ANY (ARRAY(SELECT id FROM asked)) ORDER BY s.id FOR KEY SHARE
), known AS MATERIALIZED (
  SELECT asked.n, held.id FROM asked JOIN held ON held.id = asked.id
), input AS MATERIALIZED (
  SELECT nextval('catalog.offers_id_seq') AS id, r.* FROM (
    SELECT u.ord, known.id AS source_id, ${names}
    FROM unnest($4::int[], ${parameters}) WITH ORDINALITY AS u(source_n, ${names}, ord)
    JOIN known ON known.n = u.source_n ORDER BY u.ord
  ) AS r
), done AS (
  INSERT INTO catalog.offers (id, source_id, ${names})
  SELECT id, source_id, ${names} FROM input ORDER BY source_id, pn_raw COLLATE "C", condition_raw COLLATE "C"
  ON CONFLICT ON CONSTRAINT offers_identity DO NOTHING
  RETURNING ${returned}
)
SELECT (SELECT json_agg(known.id::text ORDER BY asked.n) FROM asked LEFT JOIN known ON known.n = asked.n) AS sources,
  (SELECT json_agg(json_build_array(input.ord, ${answer}))
   FROM input JOIN done AS o ON o.id = input.id) AS made`;
}

const insertIds = insertSql('id', 'o.id');
const insertWhole = insertSql('*', `(SELECT row_to_json(r)::text FROM (SELECT ${offerColumns}) AS r)`);

/** Creates offers: many in one call, and single ones from many requests together. */
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
      (offers) => this.#insert<string>(offers, (some) => runNamed(this.#hot, some)),
      // Two at a time: one collects while the other waits for its commit.
      { maxItems: 100, maxParallel: 2 },
    );
  }

  /** Creates one offer, in a statement with whatever else arrives at the moment. @returns its JSON text */
  create(offer: NewOffer): Promise<Insertion<string>> {
    return this.#single.submit(offer);
  }

  /** Creates many offers. @returns ids, in the order of the offers */
  async createMany(offers: NewOffer[]): Promise<Insertion<number>[]> {
    const results: Insertion<number>[] = [];
    for (let from = 0; from < offers.length; from += offersAtOnce) {
      const chunk = offers.slice(from, from + offersAtOnce);
      results.push(...(await this.#insert<number>(chunk, (some) => runOnce(this.#database, some))));
    }
    return results;
  }

  async #insert<Made>(offers: NewOffer[], run: Run<Made>): Promise<Insertion<Made>[]> {
    const results: Insertion<Made>[] = new Array(offers.length);
    let places = offers.map((_, place) => place);
    const identifiers = offers.map(({ identifier }) => identifier);
    // A source can be deleted between being found and being held; once more is enough for all but a race without end.
    for (let attempt = 0; places.length > 0 && attempt < 5; attempt++) {
      const chunk = places.map((place) => ({ ...offers[place]!, identifier: identifiers[place]! }));
      const outcomes = await isolating(chunk, run);
      this.#figures.wrote();
      const unknown: number[] = [];
      outcomes.forEach((outcome, i) => {
        if ('unknownSource' in outcome) unknown.push(places[i]!);
        else results[places[i]!] = outcome;
      });
      places = unknown;
      const mayCreate = places.filter((place) => !offers[place]!.strict);
      for (const place of places) results[place] = { sourceError: noSource(offers[place]!.identifier) };
      const resolved =
        mayCreate.length === 0 ? [] : await this.#ensure(mayCreate.map((p) => offers[p]!.identifier));
      places = [];
      resolved.forEach((resolution, i) => {
        const place = mayCreate[i]!;
        if ('error' in resolution) {
          results[place] = { sourceError: resolution.error };
        } else {
          identifiers[place] = onlyId(resolution.id);
          places.push(place);
        }
      });
    }
    return results;
  }

  async #ensure(identifiers: Identifier[]) {
    const resolutions = await ensureSources(this.#database, identifiers);
    this.#figures.wrote();
    return resolutions;
  }
}

export const noSource = ({ id, text }: Identifier): string => `Source with ID ${id ?? text} does not exist.`;

type Outcome<Made> = { made: Made } | { duplicate: true } | { unknownSource: true };
type Run<Made> = (offers: NewOffer[]) => Promise<Outcome<Made>[]>;

/** Runs a batch; when its data fails, in halves, so that one bad offer fails alone. */
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

interface Row<Made> {
  sources: (string | null)[];
  made: [number, Made][] | null;
}

const runNamed: (database: Database, offers: NewOffer[]) => Promise<Outcome<string>[]> = async (
  database,
  offers,
) => {
  const { values, sources } = arrays(offers);
  const { rows } = await database.query<Row<string>>({ name: 'catalog-create', text: insertWhole, values });
  return outcomes(offers, sources, rows[0]!);
};

const runOnce: (database: Database, offers: NewOffer[]) => Promise<Outcome<number>[]> = async (
  database,
  offers,
) => {
  const { values, sources } = arrays(offers);
  const { rows } = await database.query<Row<number>>(insertIds, values);
  return outcomes(offers, sources, rows[0]!);
};

/** @returns the parameters of the statement, and for each offer the place of its source among the sources, from 1 */
function arrays(offers: NewOffer[]): { values: unknown[]; sources: number[] } {
  const places = new Map<string, number>();
  const distinct: Identifier[] = [];
  const sources = offers.map(({ identifier }) => {
    const key = identifier.text === '' ? `\0${identifier.id}` : identifier.text;
    let place = places.get(key);
    if (place === undefined) {
      place = distinct.push(identifier);
      places.set(key, place);
    }
    return place;
  });
  const columns = offerFields.map((field) => offers.map(({ values }) => values[field] ?? null));
  return { values: [...identifierArrays(distinct), sources, ...columns], sources };
}

function outcomes<Made>(offers: NewOffer[], sources: number[], row: Row<Made>): Outcome<Made>[] {
  const made = new Map(row.made);
  return offers.map((_, i) => {
    const value = made.get(i + 1);
    if (value !== undefined) return { made: value };
    return row.sources[sources[i]! - 1] === null ? { unknownSource: true } : { duplicate: true };
  });
}
