import { Readable } from 'node:stream';
import { clientGone } from '../../platform/client-gone.ts';
import { endpoint } from '../../platform/routes.ts';
import { bulkBodyLimit } from '../body.ts';
import type { CatalogParts } from '../parts.ts';
import { compareOffers } from './compare.ts';
import { readRates, replaceRates } from './rates.ts';
import { compared, comparison, newRates, shownRates } from './shapes.ts';

/** Comparing offers by their part numbers. */

const tags = ['offers'];

export const compareManyOffers = endpoint(
  {
    operationId: 'offers_compare_create',
    tags,
    summary: 'Compare the offers of many part numbers, the best first',
    description:
      'In the order of the part numbers. Without `currency` offers stand by their currencies, each by price; with it by their price in that currency. Nothing is written.',
    body: comparison,
    bodyLimit: bulkBodyLimit,
    answers: { 200: compared },
  },
  async (request, reply, parts: CatalogParts) => {
    const {
      pns,
      zeros = 'keep',
      currency,
      per_pn: perPn = 20,
      sources,
      priced: onlyPriced = false,
    } = request.body;
    const asked = { zeros, perPn, sources, onlyPriced, currency: currency ?? undefined };
    const pieces = compareOffers(parts, pns, asked, clientGone(reply));
    reply.type('application/json');
    return reply.send(Readable.from(pieces, { objectMode: false }));
  },
);

export const readAllRates = endpoint(
  {
    operationId: 'offers_rates_retrieve',
    tags,
    summary: 'The rates by which prices are compared',
    answers: { 200: shownRates },
  },
  async (_request, reply, { hot }: CatalogParts) => reply.send(await readRates(hot)),
);

export const replaceAllRates = endpoint(
  {
    operationId: 'offers_rates_update',
    tags,
    summary: 'Replace the rates by which prices are compared',
    body: newRates,
    answers: { 200: shownRates },
  },
  async (request, reply, { database }: CatalogParts) => {
    const { base, at, rates } = request.body;
    await replaceRates(database, {
      base,
      at: at ?? null,
      rates: rates.filter(({ currency }) => currency !== base),
    });
    return reply.send(await readRates(database));
  },
);
