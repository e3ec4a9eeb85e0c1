import { type Database, violatedConstraint } from '../../platform/postgres.ts';
import { retrying } from '../retry.ts';
import { fieldTypes, type OfferField, type OfferValues, offerFields } from './fields.ts';

/** Fields of one offer that get new values. */
export interface Change {
  id: string;
  values: OfferValues;
  sourceId: string | undefined;
}

export interface Applied {
  change: Change;
  outcome: 'updated' | 'missing' | 'conflict';
}

const bit = (field: OfferField) => 1 << offerFields.indexOf(field);
const sourceBit = 1 << offerFields.length;
const columns: [name: string, mask: number][] = [
  ...offerFields.map((field): [string, number] => [field, bit(field)]),
  ['source_id', sourceBit],
];
const keyColumns = columns.filter(([name]) => ['source_id', 'pn_raw', 'condition_raw'].includes(name));

/** Which fields a row changes stands in the bits of `given`. */
const inputSql = `input AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[], ${offerFields
    .map((field, i) => `$${i + 4}::${fieldTypes[field]}[]`)
    .join(', ')}) WITH ORDINALITY AS u(id, given, source_id, ${offerFields.join(', ')}, n)
)`;

/** Rows are locked by id, in one order for everybody. */
const updateSql = `
WITH ${inputSql}, held AS MATERIALIZED (
  SELECT o.id FROM catalog.offers AS o WHERE o.id = ANY ($1::bigint[]) ORDER BY o.id FOR UPDATE
)
UPDATE catalog.offers AS o SET ${columns
  .map(
    ([name, mask]) => `${name} = CASE WHEN input.given & ${mask} <> 0 THEN input.${name} ELSE o.${name} END`,
  )
  .join(', ')}
FROM input JOIN held ON held.id = input.id
WHERE o.id = input.id
RETURNING o.id::text AS id`;

/**
 * Applies changes in one statement. When one of them runs into the unique key, those that clash are set apart and the
 * others applied; then those that no longer clash; what is left are conflicts.
 */
export async function applyChanges(database: Database, changes: Change[]): Promise<Applied[]> {
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

/** For what others write at the same time: the changes that fail are found by halving. */
async function applyInHalves(database: Database, changes: Change[]): Promise<Applied[]> {
  const whole = await tryChanges(database, changes);
  if (whole) return whole;
  if (changes.length === 1) return [{ change: changes[0]!, outcome: 'conflict' }];
  const middle = changes.length >> 1;
  const first = await applyInHalves(database, changes.slice(0, middle));
  return [...first, ...(await applyInHalves(database, changes.slice(middle)))];
}

const expected = ['offers_identity', 'offers_source_id_sources_id_fk'];

/** @returns undefined when nothing was changed, because one of the changes cannot be */
async function tryChanges(database: Database, changes: Change[]): Promise<Applied[] | undefined> {
  if (changes.length === 0) return [];
  try {
    const { rows } = await retrying(() => database.query<{ id: string }>(updateSql, arrays(changes)));
    const updated = new Set(rows.map(({ id }) => id));
    return changes.map((change) => ({ change, outcome: updated.has(change.id) ? 'updated' : 'missing' }));
  } catch (error) {
    if (expected.includes(violatedConstraint(error) ?? '')) return undefined;
    throw error;
  }
}

/** The changes that move an offer to a key that another offer has, or that a change before them wants too. */
async function findClashing(database: Database, changes: Change[]): Promise<Set<string>> {
  const wanted = ([name, mask]: [string, number]) =>
    `CASE WHEN input.given & ${mask} <> 0 THEN input.${name} ELSE o.${name} END`;
  const { rows } = await database.query<{ id: string }>(
    `WITH ${inputSql}, mover AS MATERIALIZED (
       SELECT o.id, input.n, ${keyColumns.map((column) => `${wanted(column)} AS ${column[0]}`).join(', ')}
       FROM input JOIN catalog.offers AS o ON o.id = input.id
       WHERE ${keyColumns.map((column) => `${wanted(column)} IS DISTINCT FROM o.${column[0]}`).join(' OR ')}
     )
     SELECT m.id::text AS id FROM (
       SELECT *, row_number() OVER (PARTITION BY source_id, pn_raw, condition_raw ORDER BY n) AS turn FROM mover
     ) AS m
     WHERE m.turn > 1 OR EXISTS (
       SELECT FROM catalog.offers AS o
       WHERE o.source_id = m.source_id AND o.pn_raw = m.pn_raw
         AND o.condition_raw IS NOT DISTINCT FROM m.condition_raw AND o.id <> m.id
     )`,
    arrays(changes),
  );
  return new Set(rows.map(({ id }) => id));
}

function arrays(changes: Change[]): unknown[] {
  return [
    changes.map(({ id }) => id),
    changes.map(givenBits),
    changes.map(({ sourceId }) => sourceId ?? null),
    ...offerFields.map((field) => changes.map(({ values }) => values[field] ?? null)),
  ];
}

function givenBits({ values, sourceId }: Change): number {
  const bits = offerFields.reduce((sum, field) => sum + (values[field] === undefined ? 0 : bit(field)), 0);
  return bits + (sourceId === undefined ? 0 : sourceBit);
}
