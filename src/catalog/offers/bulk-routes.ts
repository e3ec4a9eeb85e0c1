import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sendJson } from '../answer.ts';
import { bulkBodyLimit, readList } from '../body.ts';
import { readIds, sendDeletion } from '../deletion.ts';
import { refuse } from '../errors.ts';
import { writeJson } from '../json.ts';
import { readListQuery, streamList } from '../list.ts';
import { bulkBody, operation, recordId, ref } from '../openapi.ts';
import { offerFilters } from '../openapi-queries.ts';
import type { CatalogParts } from '../parts.ts';
import { createOffers, updateOffers } from './bulk.ts';
import { toCsv } from './export.ts';
import { filterSource, offerList } from './filters.ts';
import { importOffers } from './import.ts';
import { readCsv, readNdjson } from './records.ts';

const csv = 'text/csv';
const ndjson = 'application/x-ndjson';

/** Many offers in one call. */
export function offerBulkRoutes(app: FastifyInstance, parts: CatalogParts): void {
  const { database, figures, inserter } = parts;
  const bulk = { bodyLimit: bulkBodyLimit };

  app.post(
    '/bulk-create/',
    {
      ...bulk,
      ...operation({
        id: 'offers_bulk_create_create',
        tag: 'offers',
        summary: 'Create many offers',
        description: 'Duplicates are skipped, bad elements reported by index, good ones kept.',
        body: bulkBody('offers', ref('OfferRequest')),
        success: { 200: ref('OfferCreation'), 201: ref('OfferCreation') },
      }),
    },
    async (request, reply) => {
      const report = await createOffers(inserter, readList(request, 'offers'));
      return reply.code(report.created > 0 ? 201 : 200).send(report);
    },
  );
  app.post(
    '/bulk-update/',
    {
      ...bulk,
      ...operation({
        id: 'offers_bulk_update_create',
        tag: 'offers',
        summary: 'Change many offers',
        body: bulkBody('offers', {
          type: 'object',
          properties: { id: recordId, data: ref('PatchedOffer') },
          required: ['id', 'data'],
        }),
        success: { 200: ref('OfferUpdate') },
      }),
    },
    async (request, reply) =>
      sendJson(reply, writeJson(await updateOffers(parts, readList(request, 'offers', 'updates')))),
  );
  app.post(
    '/bulk-delete/',
    {
      ...bulk,
      ...operation({
        id: 'offers_bulk_delete_create',
        tag: 'offers',
        summary: 'Delete many offers',
        body: bulkBody('ids', recordId),
        success: { 200: ref('Deletion') },
      }),
    },
    async (request, reply) => {
      const ids = readIds(request);
      const { rows } = await database.query<{ id: string }>(
        // Locked in one order for everybody: two calls for the same offers wait instead of deadlocking.
        `WITH held AS MATERIALIZED (
           SELECT id FROM catalog.offers WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE
         )
         DELETE FROM catalog.offers WHERE id = ANY (ARRAY(SELECT id FROM held)) RETURNING id::text AS id`,
        [ids],
      );
      figures.wrote();
      return sendDeletion(reply, ids, new Set(rows.map(({ id }) => id)));
    },
  );
}

/** Offers as files of any size. A plugin of its own, since here bodies are streams. */
export function offerFileRoutes(app: FastifyInstance, parts: CatalogParts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.post(
    '/import/',
    {
      bodyLimit: Number.MAX_SAFE_INTEGER,
      ...operation({
        id: 'offers_import_create',
        tag: 'offers',
        summary: 'Create offers from a file of any size',
        description:
          'CSV (RFC 4180) with a header row of field names, or one JSON object a line. Offers that are there already ' +
          'are skipped, so an import that was interrupted is resumed by sending the file again. At most 1,000 ' +
          'errors are listed, each with its line.',
        consumes: [csv, ndjson],
        body: { type: 'string' },
        success: { 200: ref('OfferImport') },
      }),
    },
    async (request, reply) => {
      const type = request.sentType.split(';', 1)[0]!.trim().toLowerCase();
      if (type !== csv && type !== ndjson) {
        throw refuse(415, `Unsupported media type "${request.sentType}" in request.`);
      }
      const file = (request.body as Readable | undefined) ?? Readable.from([]);
      const report = await importOffers(parts.inserter, type === csv ? readCsv(file) : readNdjson(file));
      // The planner would take the table for a small one until autovacuum looks at it.
      if (report.created >= 10_000) await parts.database.query('ANALYZE catalog.offers');
      return reply.send(report);
    },
  );
  app.get(
    '/export/',
    {
      exposeHeadRoute: true,
      ...operation({
        id: 'offers_export_retrieve',
        tag: 'offers',
        summary: 'All offers, or those that pass the filters, as a file',
        description: 'One JSON object a line, or CSV where `Accept` names `text/csv`.',
        query: offerFilters,
        produces: [ndjson, csv],
        success: { 200: { type: 'string' } },
        problems: [400],
      }),
    },
    async (request, reply) => {
      const { filters, order } = await readListQuery(request, offerList, (f) => filterSource(f, parts.hot));
      const lines = streamList(parts, offerList, filters, order);
      const asCsv = /\btext\/csv\b/i.test(request.headers.accept ?? '');
      reply.type(asCsv ? `${csv}; charset=utf-8` : ndjson);
      // Fastify would read the whole file to its end, only to throw it away.
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      return reply.send(Readable.from(asCsv ? toCsv(lines) : lines, { objectMode: false }));
    },
  );
}
