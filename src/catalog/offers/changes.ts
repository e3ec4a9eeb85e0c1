import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Database, violatedConstraint } from '../../platform/postgres.ts';
import { as, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { retrying } from '../retry.ts';
import { offers } from '../schema.ts';
import { idText, offer } from '../sql.ts';
import { faultOf } from '../steps.ts';
import { bit, fieldTypes, givenBits, noValues, offerColumns, offerFields, wanted } from './columns.ts';
import type { OfferValues } from './draft.ts';

/** New values for fields of one offer. */
export interface Change {
  id: string;
  values: OfferValues;
  sourceId: string | undefined;
}

export interface Applied {
  change: Change;
  outcome: 'updated' | 'missing' | 'conflict';
}

const sourceBit = 1 << offerFields.length;

/** The changes as rows. The bits of `given` tell which fields a row changes. */
const input = rowsOf('i', { id: idText, given: types.int, source_id: orNull(idText), ...fieldTypes });

const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);

const columns: [column: AnyPgColumn, mask: number][] = [
  ...offerFields.map((field): [AnyPgColumn, number] => [offerColumns[field], bit(field)]),
  [offer.sourceId, sourceBit],
];

/** Rows are locked by id, in the same order by all callers. */
const update = statement({
  name: 'catalog-update-offers',
  prepared: false,
  params: { changes: input },
  columns: { id: as(types.text, sql`${offer.id}::text`) },
  query: (p, returned) => sql`
    WITH input AS MATERIALIZED (SELECT * FROM ${p.changes}), held AS MATERIALIZED (
      SELECT ${offer.id} FROM ${offers} AS ${offer} WHERE ${offer.id} = ANY (ARRAY(SELECT input.id FROM input))
      ORDER BY ${offer.id} FOR UPDATE
    )
    UPDATE ${offers} AS ${offer} SET ${list(columns.map(([column, mask]) => sql`${name(column)} = ${wanted(column, mask)}`))}
    FROM input JOIN held ON held.id = input.id
    WHERE ${offer.id} = input.id
    RETURNING ${returned}`,
});

/** Changes in one step. */
const changesAtOnce = 2000;

/**
 * Applies changes in steps with separate commits. A change that conflicts with an offer that a later step moves away is
 * tried again after that step.
 * @returns the outcomes; if the database failed, those so far, with the fault
 */
export async function applyInSteps(
  database: Database,
  changes: Change[],
): Promise<{ applied: Applied[]; fault?: unknown }> {
  const applied: Applied[] = [];
  let rest = changes;
  let conflicts: Applied[] = [];
  const fault = await faultOf(async () => {
    for (let before = Infinity; rest.length > 0 && rest.length < before; ) {
      before = rest.length;
      conflicts = [];
      for (let from = 0; from < rest.length; from += changesAtOnce) {
        for (const each of await applyChanges(database, rest.slice(from, from + changesAtOnce))) {
          (each.outcome === 'conflict' ? conflicts : applied).push(each);
        }
      }
      rest = before <= changesAtOnce ? [] : conflicts.map(({ change }) => change);
    }
  });
  return { applied: fault ? applied : [...applied, ...conflicts], fault };
}

/**
 * Applies changes in one statement. If one violates the unique key, the conflicting ones are set aside and the others
 * applied; then those that no longer conflict; the remaining ones are conflicts.
 */
async function applyChanges(database: Database, changes: Change[]): Promise<Applied[]> {
  const whole = await tryChanges(database, changes);
  if (whole) return whole;
  const applied: Applied[] = [];
  for (let rest = changes; rest.length > 0; ) {
    const clashing = await findClashing(database, rest);
    const free = rest.filter(({ id }) => !clashing.has(id));
    if (free.length === 0)
      return [...applied, ...rest.map((change) => ({ change, outcome: 'conflict' as const }))];
    applied.push(...(await applyInHalves(database, free)));
    rest = rest.filter(({ id }) => clashing.has(id));
  }
  return applied;
}

/** For conflicts with concurrent writes: finds the failing changes by halving. */
async function applyInHalves(database: Database, changes: Change[]): Promise<Applied[]> {
  const whole = await tryChanges(database, changes);
  if (whole) return whole;
  if (changes.length === 1) return [{ change: changes[0]!, outcome: 'conflict' }];
  const middle = changes.length >> 1;
  const first = await applyInHalves(database, changes.slice(0, middle));
  return [...first, ...(await applyInHalves(database, changes.slice(middle)))];
}

const expected = ['offers_identity', 'offers_source_id_sources_id_fk'];

/** @returns undefined if nothing was changed, because one of the changes is impossible */
async function tryChanges(database: Database, changes: Change[]): Promise<Applied[] | undefined> {
  if (changes.length === 0) return [];
  try {
    const rows = await retrying(() => update.all(database, { changes: changes.map(rowOf) }));
    const updated = new Set(rows.map(({ id }) => id));
    return changes.map((change) => ({ change, outcome: updated.has(change.id) ? 'updated' : 'missing' }));
  } catch (error) {
    if (expected.includes(violatedConstraint(error) ?? '')) return undefined;
    throw error;
  }
}

const keyColumns: [column: AnyPgColumn, mask: number][] = [
  [offer.sourceId, sourceBit],
  [offer.pnRaw, bit('pn_raw')],
  [offer.conditionRaw, bit('condition_raw')],
];

const clashes = statement({
  name: 'catalog-clashing-offers',
  prepared: false,
  params: { changes: input },
  columns: { id: as(types.text, sql`m.id::text`) },
  query: (p, selected) => sql`
    WITH input AS MATERIALIZED (SELECT * FROM ${p.changes}), mover AS MATERIALIZED (
      SELECT ${offer.id}, input.n, ${list(keyColumns.map(([column, mask]) => sql`${wanted(column, mask)} AS ${name(column)}`))}
      FROM input JOIN ${offers} AS ${offer} ON ${offer.id} = input.id
      WHERE ${sql.join(
        keyColumns.map(([column, mask]) => sql`${wanted(column, mask)} IS DISTINCT FROM ${column}`),
        sql` OR `,
      )}
    )
    SELECT ${selected} FROM (
      SELECT *, row_number() OVER (PARTITION BY ${names(...keyColumns.map(([column]) => column))} ORDER BY n) AS turn
      FROM mover
    ) AS m
    WHERE m.turn > 1 OR EXISTS (
      SELECT FROM ${offers} AS ${offer}
      WHERE ${offer.sourceId} = m.source_id AND ${offer.pnRaw} = m.pn_raw
        AND ${offer.conditionRaw} IS NOT DISTINCT FROM m.condition_raw AND ${offer.id} <> m.id
    )`,
});

/** The ids of changes that move an offer to a key that another offer has, or that an earlier change also needs. */
async function findClashing(database: Database, changes: Change[]): Promise<Set<string>> {
  const rows = await clashes.all(database, { changes: changes.map(rowOf) });
  return new Set(rows.map(({ id }) => id));
}

const rowOf = ({ id, values, sourceId }: Change) => ({
  id,
  given: givenBits(values) + (sourceId === undefined ? 0 : sourceBit),
  source_id: sourceId ?? null,
  ...noValues,
  ...values,
});
