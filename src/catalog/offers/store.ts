import { sql } from 'drizzle-orm';
import { type Database, violatedConstraint } from '../../platform/postgres.ts';
import { as, name, value } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { build, search, statement } from '../../platform/statement.ts';
import { inSteps } from '../deletion.ts';
import { conflict, invalid, noSuch } from '../errors.ts';
import type { CatalogParts } from '../parts.ts';
import { retrying } from '../retry.ts';
import { offers } from '../schema.ts';
import { onlyId } from '../sources/identifier.ts';
import { findSources } from '../sources/resolve.ts';
import { idText, offer, recordText, shownOffer, shownOfferSeen } from '../sql.ts';
import { words } from '../words.ts';
import { fieldTypes, offerColumns, offerFields } from './columns.ts';
import type { OfferValues } from './draft.ts';

const shown = { offer: as(types.text, recordText(shownOffer)) };

const readOffer = statement({
  name: 'catalog-offer',
  params: { id: idText },
  columns: shown,
  query: ({ id }) => build.select(shown).from(offer).where(sql`${offer.id} = ${id}`),
});

const seen = { offer: as(types.text, recordText(shownOfferSeen)) };

const readOfferSeen = statement({
  name: 'catalog-offer-seen',
  params: { id: idText },
  columns: seen,
  query: ({ id }) => build.select(seen).from(offer).where(sql`${offer.id} = ${id}`),
});

/** @param include `seen` adds when it was last written and seen @returns the JSON text of an offer. @throws Refusal 404 */
export async function findOffer(hot: Database, id: string, include?: string): Promise<string> {
  const found = await (include === 'seen' ? readOfferSeen : readOffer).first(hot, { id });
  if (!found) throw noSuch('Offer');
  return found.offer;
}

/** Changes the given fields of an offer. @returns its JSON text. @throws Refusal 404, or 409 for a duplicate */
export async function updateOffer(
  { hot, figures }: CatalogParts,
  id: string,
  values: OfferValues,
  sourceId?: string,
): Promise<string> {
  const sets = offerFields.flatMap((field) => {
    const given = values[field];
    return given === undefined
      ? []
      : [sql`${name(offerColumns[field])} = ${value(fieldTypes[field], given)}`];
  });
  if (sourceId !== undefined) sets.push(sql`${name(offers.sourceId)} = ${value(idText, sourceId)}`);
  if (sets.length === 0) return findOffer(hot, id);
  try {
    const [written] = await retrying(() =>
      search(
        hot,
        shown,
        (columns) => sql`UPDATE ${offers} AS ${offer} SET ${sql.join(sets, sql`, `)}
          WHERE ${offer.id} = ${value(idText, id)} RETURNING ${columns}`,
      ),
    );
    if (!written) throw noSuch('Offer');
    figures.wrote();
    return written.offer;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'offers_identity') throw conflict();
    if (constraint === 'offers_source_id_sources_id_fk')
      throw invalid({ source: [words.unknownKey(sourceId!)] });
    throw error;
  }
}

const removeOffer = statement({
  name: 'catalog-delete-offer',
  params: { id: idText },
  query: ({ id }) => build.delete(offers).where(sql`${offers.id} = ${id}`),
});

/** @throws Refusal 404 */
export async function deleteOffer({ hot, figures }: CatalogParts, id: string): Promise<void> {
  if ((await removeOffer.run(hot, { id })) === 0) throw noSuch('Offer');
  figures.wrote();
}

/**
 * Checks that a source exists. @returns its id
 * @param field the field under which a missing source is reported. @throws Refusal 400
 */
export async function requireSource(
  hot: Database,
  id: string,
  field: 'source' | 'source_id',
): Promise<string> {
  const [found] = await findSources(hot, [onlyId(id)]);
  if (found === undefined) throw invalid({ [field]: [words.unknownKey(id)] });
  return found;
}

/** Offers that one step deletes. */
const deletedAtOnce = 2000;

const removeOffers = statement({
  name: 'catalog-delete-offers',
  prepared: false,
  params: { ids: listOf(idText) },
  columns: { id: as(types.text, sql`${offers.id}::text`) },
  // Locked in one order by all callers, so that two calls for the same offers wait and do not deadlock.
  query: ({ ids }, columns) => sql`
    WITH held AS MATERIALIZED (
      SELECT ${offers.id} FROM ${offers} WHERE ${offers.id} = ANY (${ids}) ORDER BY ${offers.id} FOR UPDATE
    )
    DELETE FROM ${offers} WHERE ${offers.id} = ANY (ARRAY(SELECT id FROM held)) RETURNING ${columns}`,
});

/**
 * Deletes offers, in steps with separate commits.
 * @returns the ids that existed
 * @throws Refusal 503 with what was deleted, if the database failed
 */
export async function deleteOffers({ database, figures }: CatalogParts, ids: string[]): Promise<Set<string>> {
  const deleted = new Set<string>();
  return inSteps(deleted, async () => {
    for (let from = 0; from < ids.length; from += deletedAtOnce) {
      const rows = await removeOffers.all(database, { ids: ids.slice(from, from + deletedAtOnce) });
      figures.wrote();
      for (const { id } of rows) deleted.add(id);
    }
  });
}
