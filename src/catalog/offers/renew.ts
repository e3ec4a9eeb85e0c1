import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { retrying } from '../retry.ts';
import { offers, seenOffers } from '../schema.ts';
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
const columns = offerFields
  .filter((field) => !key.includes(field))
  .map((field) => ({ column: offerColumns[field], value: wanted(offerColumns[field], bit(field)) }));

/**
 * Rows are locked by id, in the same order by all callers. OFFSET 0 keeps each offer looked up by its key: a join might read all offers
 * of a source. An offer that has these values already is not written, but was seen.
 */
const renew = statement({
  name: 'catalog-renew-offers',
  prepared: false,
  params: { renewals: input },
  columns: { n: as(types.int, sql`found.n::int`), isChanged: as(types.boolean, sql`done.id IS NOT NULL`) },
  query: (p, returned) => sql`
    WITH input AS MATERIALIZED (SELECT * FROM ${p.renewals}), found AS MATERIALIZED (
      SELECT input.n, ${offer.id} FROM input CROSS JOIN LATERAL (
        SELECT ${offer.id} FROM ${offers} AS ${offer}
        WHERE ${offer.sourceId} = input.source AND ${offer.pnRaw} = input.pn_raw
          AND ${offer.conditionRaw} IS NOT DISTINCT FROM input.condition_raw
        OFFSET 0
      ) AS ${offer}
    ), held AS MATERIALIZED (
      SELECT ${offer.id} FROM ${offers} AS ${offer} WHERE ${offer.id} = ANY (ARRAY(SELECT found.id FROM found))
      ORDER BY ${offer.id} FOR UPDATE
    ), done AS (
      UPDATE ${offers} AS ${offer} SET ${assigned(columns)}
      FROM input JOIN found ON found.n = input.n JOIN held ON held.id = found.id
      WHERE ${offer.id} = found.id
        AND ${differs(columns)}
      RETURNING ${offer.id}
    ), seen AS (
      INSERT INTO ${seenOffers} (offer_id, seen_at) SELECT held.id, now() FROM held
      ON CONFLICT (offer_id) DO UPDATE SET seen_at = excluded.seen_at
    )
    SELECT ${returned} FROM found JOIN held ON held.id = found.id LEFT JOIN done ON done.id = found.id`,
});

export type Renewed = 'updated' | 'unchanged' | 'missing';

/**
 * Gives offers new values: of each the fields that are there; null clears one.
 * @param renewals at most one for each offer @returns what became of each; `missing` if there is no such offer (any more)
 */
export async function renewOffers(database: Database, renewals: Renewal[]): Promise<Renewed[]> {
  const rows = renewals.map(({ source, values }) => ({
    ...{ source, given: givenBits(values) },
    ...noValues,
    ...values,
  }));
  const renewed = renewals.map((): Renewed => 'missing');
  for (const { n, isChanged } of await retrying(() => renew.all(database, { renewals: rows }))) {
    renewed[n - 1] = isChanged ? 'updated' : 'unchanged';
  }
  return renewed;
}
