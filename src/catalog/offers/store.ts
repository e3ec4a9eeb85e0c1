import { type Database, violatedConstraint } from '../../platform/postgres.ts';
import { conflict, invalid, noSuch } from '../errors.ts';
import { unknownKey } from '../fields.ts';
import type { CatalogParts } from '../parts.ts';
import { retrying } from '../retry.ts';
import type { Identifier } from '../sources/identifier.ts';
import { ensureSources, findSources } from '../sources/resolve.ts';
import { offerColumns } from '../sql.ts';
import { fieldTypes, type OfferValues, offerFields } from './fields.ts';
import { noSource } from './insert.ts';

const shown = `(SELECT row_to_json(r)::text FROM (SELECT ${offerColumns}) AS r) AS offer`;

/** @returns the JSON text of an offer. @throws Refusal 404 */
export async function findOffer(hot: Database, id: string): Promise<string> {
  const { rows } = await hot.query<{ offer: string }>({
    name: 'catalog-offer',
    text: `SELECT ${shown} FROM catalog.offers AS o WHERE o.id = $1`,
    values: [id],
  });
  if (!rows[0]) throw noSuch('Offer');
  return rows[0].offer;
}

/** Changes the given fields of an offer. @returns its JSON text. @throws Refusal 404, or 409 for a duplicate */
export async function updateOffer(
  { hot, figures }: CatalogParts,
  id: string,
  values: OfferValues,
  sourceId?: string,
): Promise<string> {
  const parameters: unknown[] = [id];
  const sets = offerFields
    .filter((field) => values[field] !== undefined)
    .map((field) => `${field} = $${parameters.push(values[field])}::${fieldTypes[field]}`);
  if (sourceId !== undefined) sets.push(`source_id = $${parameters.push(sourceId)}`);
  if (sets.length === 0) return findOffer(hot, id);
  try {
    const text = `UPDATE catalog.offers AS o SET ${sets.join(', ')} WHERE o.id = $1 RETURNING ${shown}`;
    const { rows } = await retrying(() => hot.query<{ offer: string }>(text, parameters));
    if (!rows[0]) throw noSuch('Offer');
    figures.wrote();
    return rows[0].offer;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'offers_identity') throw conflict();
    if (constraint === 'offers_source_id_sources_id_fk') throw invalid({ source: [unknownKey(sourceId!)] });
    throw error;
  }
}

/** @throws Refusal 404 */
export async function deleteOffer({ hot, figures }: CatalogParts, id: string): Promise<void> {
  const { rowCount } = await hot.query({
    name: 'catalog-delete-offer',
    text: 'DELETE FROM catalog.offers WHERE id = $1',
    values: [id],
  });
  if (rowCount === 0) throw noSuch('Offer');
  figures.wrote();
}

/**
 * The id of the source that an identifier means; creates it where the identifier may.
 * @throws Refusal 400 under `source_identifier`
 */
export async function resolveSource({ hot, figures }: CatalogParts, identifier: Identifier): Promise<string> {
  const [resolution] = await ensureSources(hot, [identifier]);
  figures.wrote();
  if ('error' in resolution!) throw invalid({ source_identifier: [resolution.error] });
  return resolution!.id;
}

/** @param field under which a missing source is reported. @throws Refusal 400 */
export async function requireSource(hot: Database, identifier: Identifier, field: string): Promise<string> {
  const [id] = await findSources(hot, [identifier]);
  if (id !== undefined) return id;
  const message = field === 'source_identifier' ? noSource(identifier) : unknownKey(String(identifier.id));
  throw invalid({ [field]: [message] });
}
