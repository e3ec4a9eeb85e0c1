import { randomUUID } from 'node:crypto';
import type { Client } from '../harness/client.ts';
import type { OwnerRoute } from './routes.ts';
import type { World } from './world.ts';

/** The routes of the catalog behind the session of an owner. */

const below = '/api/owner/catalog';

type Line = [
  method: OwnerRoute['method'],
  path: string,
  success: number,
  body?: (world: World) => Record<string, unknown> | string,
  type?: string,
];

const ofSource = (world: World) => ({ id: world.catalogIds.source });
const ofOffer = (world: World) => ({ id: world.catalogIds.offer });
/** The record of a path: of imports one that waits, or one that is done. */
const recordOf = (path: string) => {
  if (path.startsWith('/sources')) return ofSource;
  if (path.startsWith('/offers')) return ofOffer;
  const which = path.endsWith('/confirm') ? 'confirmed' : path.endsWith('/cancel') ? 'cancelled' : 'done';
  return (world: World) => ({ id: world.catalogIds.imports[which] });
};
const offer = (pn = randomUUID()) => ({ source_identifier: 'Acme', pn_raw: pn });

const lines: Line[] = [
  ['GET', '/sources', 200],
  ['POST', '/sources', 201, () => ({ name: 'Bolt' })],
  ['GET', '/sources/:id', 200],
  ['PUT', '/sources/:id', 200, () => ({ name: 'Acme' })],
  ['PATCH', '/sources/:id', 200, () => ({ url: null })],
  ['GET', '/sources/:id/offers', 200],
  ['GET', '/sources/:id/import-format', 200],
  ['PUT', '/sources/:id/import-format', 200, () => ({ delimiter: 'semicolon' })],
  ['DELETE', '/sources/:id/import-format', 204],
  ['GET', '/sources/:id/aliases', 200],
  ['PUT', '/sources/:id/aliases', 200, () => ({ aliases: [randomUUID()] })],
  ['POST', '/sources/:id/merge', 200, () => ({ sources: [999_999_999] })],
  ['GET', '/sources/stats', 200],
  ['POST', '/sources/bulk-create', 201, () => ({ sources: [{ name: 'Core' }] })],
  ['POST', '/sources/bulk-delete', 200, () => ({ ids: [999_999_999] })],
  ['GET', '/offers', 200],
  ['GET', '/offers/search', 200],
  ['GET', '/offers/by-source-name', 200],
  ['GET', '/offers/stats', 200],
  ['POST', '/offers', 201, () => offer()],
  ['POST', '/offers/strict', 201, (world) => ({ ...offer(), source_identifier: world.catalogIds.source })],
  ['GET', '/offers/:id', 200],
  ['PUT', '/offers/:id', 200, (world) => ({ source: Number(world.catalogIds.source), pn_raw: randomUUID() })],
  ['PATCH', '/offers/:id', 200, () => ({ brand_raw: 'Acme' })],
  ['PATCH', '/offers/:id/price', 200, () => ({ price_raw: '1.50' })],
  ['PATCH', '/offers/:id/source', 200, () => ({ source_identifier: 'Acme' })],
  ['PATCH', '/offers/:id/source-id', 200, (world) => ({ source_id: Number(world.catalogIds.source) })],
  ['POST', '/offers/bulk-create', 201, () => ({ offers: [offer()] })],
  [
    'POST',
    '/offers/bulk-update',
    200,
    (world) => ({
      offers: [{ id: Number(world.catalogIds.offer), data: { price_raw: 2 } }],
    }),
  ],
  ['POST', '/offers/bulk-delete', 200, () => ({ ids: [999_999_999] })],
  ['POST', '/offers/import', 200, () => 'source_identifier,pn_raw\nAcme,F-1\n', 'text/csv'],
  ['GET', '/offers/export', 200],
  ['GET', '/offers/:id/prices', 200],
  ['POST', '/offers/compare', 200, () => ({ pns: ['F-1'] })],
  ['GET', '/offers/rates', 200],
  ['PUT', '/offers/rates', 200, () => ({ base: 'EUR', rates: { USD: '1.08' } })],
  ['GET', '/imports', 200],
  ['GET', '/imports/:id', 200],
  ['GET', '/imports/:id/errors', 200],
  ['POST', '/imports/:id/confirm', 200],
  ['POST', '/imports/:id/cancel', 200],
  ['POST', '/imports/:id/undo', 200],
  ['DELETE', '/offers/:id', 204],
  ['DELETE', '/sources/:id', 204],
];

export const catalogRoutes: OwnerRoute[] = lines.map(([method, path, success, body, type]) => ({
  ...{ method, path: below + path, success, ofProject: false, foreign: undefined },
  params: path.includes(':') ? recordOf(path) : () => ({}),
  ...(path.endsWith('by-source-name') && { query: '?name=acme' }),
  ...(body && { body }),
  ...(type && { headers: () => ({ 'content-type': type }) }),
}));

/** A source and an offer of it, and lists of other sources, which no other world has. */
export async function makeCatalogRecords(client: Client): Promise<World['catalogIds']> {
  const source = await client.make('POST', '/catalog/sources', { name: randomUUID() });
  const made = await client.make('POST', '/catalog/offers/strict', {
    ...offer(),
    source_identifier: String(source.id),
  });
  const list = async (name: string, rows: string) => {
    const { body } = await client.owner(
      'POST',
      `/catalog/offers/import?mode=replace&source=${name}`,
      `pn_raw\n${rows}`,
      { 'content-type': 'text/csv' },
    );
    return String(body.import);
  };
  const [done, confirmed, cancelled] = [randomUUID(), randomUUID(), randomUUID()];
  for (const name of [confirmed, cancelled]) await list(name, 'a\nb\n');
  const imports = {
    done: await list(done, 'a\n'),
    confirmed: await list(confirmed, 'a\n'),
    cancelled: await list(cancelled, 'a\n'),
  };
  return { source: String(source.id), offer: String(made.id), imports };
}
