import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { insertNotices, movedJson, percentMoved } from '../notices/write.ts';
import { retrying } from '../retry.ts';
import { importChanges, offers, seenOffers } from '../schema.ts';
import { idText, offer } from '../sql.ts';
import {
  assigned,
  bit,
  differs,
  fieldTypes,
  givenBits,
  noValues,
  offerColumns,
  offerFields,
  wanted,
} from './columns.ts';
import type { OfferValues } from './draft.ts';

/** New values for the offer that has the same source, part number and condition. */
export interface Renewal {
  /** The id of the source. */
  source: string;
  values: OfferValues;
}

const input = rowsOf('i', { source: idText, given: types.int, ...fieldTypes });
const key = ['pn_raw', 'condition_raw'];
const assignments = offerFields
  .filter((field) => !key.includes(field))
  .map((field) => ({ column: offerColumns[field], value: wanted(offerColumns[field], bit(field)) }));

/**
 * Rows are locked by id, in the same order by all callers. OFFSET 0 keeps each offer looked up by its key: a join might read all offers
 * of a source. An offer that has these values already is not written, but was seen.
 */
const params = { renewals: input };
const returned = {
  n: as(types.int, sql`found.n::int`),
  isChanged: as(types.boolean, sql`done.id IS NOT NULL`),
};

/** @param noting a part of the statement, for which `held` has what the offers were, and `done` what they are */
const renewing = (renewals: SQL, columns: SQL, noting = sql``): SQL => sql`
  WITH input AS MATERIALIZED (SELECT * FROM ${renewals}), found AS MATERIALIZED (
    SELECT input.n, ${offer.id} FROM input CROSS JOIN LATERAL (
      SELECT ${offer.id} FROM ${offers} AS ${offer}
      WHERE ${offer.sourceId} = input.source AND ${offer.pnRaw} = input.pn_raw
        AND ${offer.conditionRaw} IS NOT DISTINCT FROM input.condition_raw
      OFFSET 0
    ) AS ${offer}
  ), held AS MATERIALIZED (
    SELECT ${offer.id}, ${offer} AS was FROM ${offers} AS ${offer} WHERE ${offer.id} = ANY (ARRAY(SELECT found.id FROM found))
    ORDER BY ${offer.id} FOR UPDATE
  ), done AS (
    UPDATE ${offers} AS ${offer} SET ${assigned(assignments)}
    FROM input JOIN found ON found.n = input.n JOIN held ON held.id = found.id
    WHERE ${offer.id} = found.id
      AND ${differs(assignments)}
    RETURNING ${offer.id}, ${offer.sourceId}, ${offer.pnRaw}, ${offer.conditionRaw}, ${offer.priceRaw}, ${offer.priceCurrency}
  ), seen AS (
    INSERT INTO ${seenOffers} (offer_id, seen_at) SELECT held.id, now() FROM held
    ON CONFLICT (offer_id) DO UPDATE SET seen_at = excluded.seen_at
  )${noting}
  SELECT ${columns} FROM found JOIN held ON held.id = found.id LEFT JOIN done ON done.id = found.id`;

const renew = statement({
  name: 'catalog-renew-offers',
  prepared: false,
  params,
  columns: returned,
  query: ({ renewals }, columns) => renewing(renewals, columns),
});

const percent = percentMoved(
  { price: sql`(held.was).price_raw`, currency: sql`(held.was).price_currency` },
  { price: sql`done.price_raw`, currency: sql`done.price_currency` },
);

const renewAndNote = statement({
  name: 'catalog-renew-offers-and-note',
  prepared: false,
  params: { ...params, importId: idText, isUndoable: types.boolean, noticePercent: orNull(types.int) },
  columns: returned,
  query: (p, columns) =>
    renewing(
      p.renewals,
      columns,
      sql`, noted AS (
        INSERT INTO ${importChanges} (import_id, offer_id, kind, before)
        SELECT ${p.importId}, done.id, 'updated', row_to_json(held.was) FROM done JOIN held ON held.id = done.id WHERE ${p.isUndoable}
        -- The file has it again: what was before the first time counts.
        ON CONFLICT (import_id, offer_id) DO UPDATE SET at = excluded.at
      ), told AS (
        SELECT done.source_id, done.id AS offer_id, ${movedJson({
          ...{ offer: sql`done.id`, pn_raw: sql`done.pn_raw`, condition_raw: sql`done.condition_raw` },
          ...{ price_currency: sql`done.price_currency`, to: sql`done.price_raw::text` },
          ...{ from: sql`(held.was).price_raw::text`, percent: sql`(${percent})::text` },
        })} AS change
        FROM done JOIN held ON held.id = done.id WHERE abs(${percent}) >= ${p.noticePercent}
      ), written AS (${insertNotices(p.importId, sql`told`)})`,
    ),
});

/** What is noted of the changes that an import makes. */
export interface Noting {
  importId: string;
  /** Whether what offers were is kept, so that it can be undone. */
  isUndoable: boolean;
  /** The smallest move of a price that is told in a notice; null: none is. */
  noticePercent: number | null;
}

export type Renewed = 'updated' | 'unchanged' | 'missing';

/**
 * Gives offers new values: of each the fields that are there; null clears one.
 * @param renewals at most one for each offer @param noting what is noted beside; nothing if absent @returns what became of each; `missing` if there is no such offer (any more)
 */
export async function renewOffers(
  database: Database,
  renewals: Renewal[],
  noting?: Noting,
): Promise<Renewed[]> {
  const rows = renewals.map(({ source, values }) => ({
    ...{ source, given: givenBits(values) },
    ...noValues,
    ...values,
  }));
  const renewed = renewals.map((): Renewed => 'missing');
  const write = () =>
    noting
      ? renewAndNote.all(database, { renewals: rows, ...noting })
      : renew.all(database, { renewals: rows });
  for (const { n, isChanged } of await retrying(write)) {
    renewed[n - 1] = isChanged ? 'updated' : 'unchanged';
  }
  return renewed;
}
