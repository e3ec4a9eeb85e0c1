import { endpoint } from '../../platform/routes.ts';
import { sendJson } from '../answer.ts';
import { bulkBodyLimit } from '../body.ts';
import { sendDeletion } from '../deletion.ts';
import { writeJson } from '../json.ts';
import { ids } from '../lists.ts';
import type { CatalogParts } from '../parts.ts';
import { deletion } from '../shapes.ts';
import { createOffers, updateOffers } from './bulk.ts';
import { manyChanges, manyOffers, offerCreation, offerUpdate } from './bulk-shapes.ts';
import type { OfferParts } from './insert.ts';
import { putQuery } from './query.ts';
import { deleteOffers } from './store.ts';

/** Many offers in one call. */

const tags = ['offers'];

export const createManyOffers = endpoint(
  {
    operationId: 'offers_bulk_create_create',
    tags,
    summary: 'Create many offers',
    description:
      'Bad elements are reported by index, good ones kept. Duplicates are skipped, or what `on_duplicate` says.',
    querystring: putQuery,
    body: manyOffers,
    bodyLimit: bulkBodyLimit,
    answers: { 200: offerCreation, 201: offerCreation },
  },
  async (request, reply, parts: OfferParts) => {
    request.filters.check();
    const report = await createOffers(parts, request.body, request.query.on_duplicate);
    return reply.code(report.created > 0 ? 201 : 200).send(report);
  },
);

export const changeManyOffers = endpoint(
  {
    operationId: 'offers_bulk_update_create',
    tags,
    summary: 'Change many offers',
    description:
      'Each element holds the id of an offer and, in `data` or beside the id, the fields that change. One that ' +
      'has neither is reported as failed.',
    body: manyChanges,
    bodyLimit: bulkBodyLimit,
    answers: { 200: offerUpdate },
  },
  async (request, reply, parts: CatalogParts) =>
    sendJson(reply, writeJson(await updateOffers(parts, request.body))),
);

export const deleteManyOffers = endpoint(
  {
    operationId: 'offers_bulk_delete_create',
    tags,
    summary: 'Delete many offers',
    body: ids,
    bodyLimit: bulkBodyLimit,
    answers: { 200: deletion },
  },
  async (request, reply, parts: CatalogParts) =>
    sendDeletion(reply, request.body, await deleteOffers(parts, request.body)),
);
