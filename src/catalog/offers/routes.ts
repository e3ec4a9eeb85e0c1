import type { FastifyReply } from 'fastify';
import { endpoint } from '../../platform/routes.ts';
import { sendJson } from '../answer.ts';
import { recordPath } from '../check.ts';
import { conflict, invalid } from '../errors.ts';
import { envelope, pageNumber, readPage } from '../page.ts';
import type { CatalogParts } from '../parts.ts';
import { Query } from '../query.ts';
import { done } from '../shapes.ts';
import { onlyId, readIdentifier } from '../sources/identifier.ts';
import { resolveSource } from '../sources/resolve.ts';
import { valuesOf } from './draft.ts';
import { type NewOffer, type OfferParts, toInsert } from './insert.ts';
import { countPrices, readPrices } from './prices.ts';
import { offerReading, priceQuery } from './query.ts';
import {
  knownSource,
  namedSource,
  newOffer,
  newPrice,
  type OfferChange,
  offer,
  offerChange,
  offerReplacement,
  pricePage,
  strictOffer,
} from './shapes.ts';
import { deleteOffer, findOffer, requireSource, updateOffer } from './store.ts';

export { findOffer } from './store.ts';

/** Single offers, and changes of one field. */

const tags = ['offers'];
const params = recordPath('Offer');
const answers = { 200: offer };

async function insert({ inserter }: OfferParts, asked: NewOffer, reply: FastifyReply) {
  const insertion = await inserter.create(asked);
  if ('duplicate' in insertion) throw conflict();
  if ('sourceError' in insertion) throw invalid({ source_identifier: [insertion.sourceError] });
  return sendJson(reply, insertion.made, 201);
}

export const createOffer = endpoint(
  {
    operationId: 'offers_create',
    tags,
    summary: 'Create an offer, and its source if it is new',
    body: newOffer,
    answers: { 201: offer },
    errors: ['409'],
  },
  (request, reply, parts: OfferParts) => insert(parts, toInsert(request.body), reply),
);

export const createOfferOfKnownSource = endpoint(
  {
    operationId: 'offers_strict_create',
    tags,
    summary: 'Create an offer of an existing source, given by its id',
    body: strictOffer,
    answers: { 201: offer },
    errors: ['409'],
  },
  (request, reply, parts: OfferParts) => {
    const { values, identifier } = toInsert(request.body);
    return insert(parts, { values, identifier: onlyId(identifier.id!), strict: true }, reply);
  },
);

export const readOffer = endpoint(
  {
    operationId: 'offers_retrieve',
    tags,
    summary: 'Read an offer',
    params,
    querystring: offerReading,
    answers,
  },
  async (request, reply, { hot }: CatalogParts) =>
    sendJson(reply, await findOffer(hot, request.params.id, request.query.include)),
);

export const listPrices = endpoint(
  {
    operationId: 'offers_prices_list',
    tags,
    summary: 'What an offer cost, newest first',
    description:
      'The price that it has, and each former one with the time in which it held. Only changes are kept.',
    params,
    querystring: priceQuery,
    answers: { 200: pricePage },
  },
  async (request, reply, { hot }: CatalogParts) => {
    const query = new Query(request);
    const { number, size } = readPage(query);
    const { id } = request.params;
    const count = await countPrices(hot, id);
    const page = pageNumber({ number, size }, count);
    const results = await readPrices(hot, id, { size, offset: (page - 1) * size });
    return sendJson(reply, envelope(request, query, { page, size, count, results }));
  },
);

async function change(
  parts: CatalogParts,
  id: string,
  asked: OfferChange,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { source_identifier: text, source } = asked;
  let sourceId: string | undefined;
  if (text !== undefined) sourceId = await resolveSource(parts, readIdentifier(text));
  else if (source !== undefined) sourceId = await requireSource(parts.hot, source, 'source');
  return sendJson(reply, await updateOffer(parts, id, valuesOf(asked), sourceId));
}

export const replaceOffer = endpoint(
  {
    operationId: 'offers_update',
    tags,
    summary: 'Write an offer; optional fields left out stay',
    params,
    body: offerReplacement,
    answers,
    errors: ['409'],
  },
  (request, reply, parts: CatalogParts) => change(parts, request.params.id, request.body, reply),
);

export const changeOffer = endpoint(
  {
    operationId: 'offers_partial_update',
    tags,
    summary: 'Change fields of an offer, also its source',
    params,
    body: offerChange,
    answers,
    errors: ['409'],
  },
  (request, reply, parts: CatalogParts) => change(parts, request.params.id, request.body, reply),
);

export const removeOffer = endpoint(
  { operationId: 'offers_destroy', tags, summary: 'Delete an offer', params, answers: { 204: done } },
  async (request, reply, parts: CatalogParts) => {
    await deleteOffer(parts, request.params.id);
    return reply.code(204).send();
  },
);

export const changePrice = endpoint(
  {
    operationId: 'offers_price_partial_update',
    tags,
    summary: 'Change the price and nothing else',
    params,
    body: newPrice,
    answers,
  },
  async (request, reply, parts: CatalogParts) =>
    sendJson(reply, await updateOffer(parts, request.params.id, { price_raw: request.body.price_raw })),
);

export const moveToNamedSource = endpoint(
  {
    operationId: 'offers_source_partial_update',
    tags,
    summary: 'Move an offer to a source given by name or address',
    params,
    body: namedSource,
    answers,
    errors: ['409'],
  },
  async (request, reply, parts: CatalogParts) => {
    const sourceId = await resolveSource(parts, readIdentifier(request.body.source_identifier));
    return sendJson(reply, await updateOffer(parts, request.params.id, {}, sourceId));
  },
);

export const moveToKnownSource = endpoint(
  {
    operationId: 'offers_source_id_partial_update',
    tags,
    summary: 'Move an offer to a source given by its id',
    params,
    body: knownSource,
    answers,
    errors: ['409'],
  },
  async (request, reply, parts: CatalogParts) => {
    const sourceId = await requireSource(parts.hot, request.body.source_id, 'source_id');
    return sendJson(reply, await updateOffer(parts, request.params.id, {}, sourceId));
  },
);
