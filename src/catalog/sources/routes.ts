import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendJson } from '../answer.ts';
import { bulkBodyLimit, objectErrors, readList, readObject } from '../body.ts';
import { readIds, sendDeletion } from '../deletion.ts';
import { type FieldErrors, invalid, noSuch, pathId } from '../errors.ts';
import { Filters } from '../filters.ts';
import { answerList, type ListKind } from '../list.ts';
import { filterSource, offerList } from '../offers/filters.ts';
import { bulkBody, operation, recordId, ref } from '../openapi.ts';
import { offerQuery, sourceQuery, sourceStatisticsQuery } from '../openapi-queries.ts';
import { Query } from '../page.ts';
import type { CatalogParts } from '../parts.ts';
import { sourceColumns } from '../sql.ts';
import { readSourceStatistics } from '../statistics.ts';
import {
  createSources,
  deleteSource,
  deleteSources,
  findSource,
  readSource,
  type SourceValues,
  updateSource,
} from './store.ts';

const sourceList: ListKind = {
  name: 'sources',
  columns: sourceColumns,
  orderable: {
    name: { column: 'name', type: 'text', nullable: false },
    updated_at: { column: 'updated_at', type: 'timestamptz', nullable: false },
  },
  filter(filters) {
    filters.text('name', (value) => `o.name = ${value}`);
    filters.text('url', (value) => `o.url = ${value}`);
    filters.boolean('has_offers', hasOffers);
    filters.search('search', (pattern) => {
      const found = (field: string) => `lower(o.${field} COLLATE "default") LIKE ${pattern}`;
      return `(${found('name')} OR ${found('url')})`;
    });
  },
};

const hasOffers = (value: boolean) =>
  `${value ? '' : 'NOT '}EXISTS (SELECT FROM catalog.offers AS f WHERE f.source_id = o.id)`;

const tag = 'sources' as const;

export function sourceRoutes(app: FastifyInstance, parts: CatalogParts): void {
  const { hot } = parts;
  const get = { exposeHeadRoute: true };
  const source = ref('Source');

  app.get(
    '/',
    {
      ...get,
      ...operation({
        id: 'sources_list',
        tag,
        summary: 'List sources',
        query: sourceQuery,
        success: { 200: ref('PaginatedSourceList') },
        problems: [400, 404],
      }),
    },
    (request, reply) => answerList(request, reply, parts, sourceList),
  );
  app.post(
    '/',
    operation({
      id: 'sources_create',
      tag,
      summary: 'Create a source',
      body: ref('SourceRequest'),
      success: { 201: source },
    }),
    async (request, reply) => {
      const [made] = await createSources(parts, [checked(readObject(request), 'create')]);
      return sendJson(reply, made!, 201);
    },
  );
  app.get(
    '/:id/',
    {
      ...get,
      ...operation({
        id: 'sources_retrieve',
        tag,
        summary: 'Read a source',
        onRecord: true,
        success: { 200: source },
      }),
    },
    async (request, reply) => sendJson(reply, await findSource(hot, pathId(request, 'Source'))),
  );
  for (const [method, mode, id, summary, schema] of [
    ['PUT', 'replace', 'sources_update', 'Write a source; a url that is left out stays', 'SourceRequest'],
    ['PATCH', 'change', 'sources_partial_update', 'Change fields of a source', 'PatchedSource'],
  ] as const) {
    app.route({
      method,
      url: '/:id/',
      ...operation({ id, tag, summary, onRecord: true, body: ref(schema), success: { 200: source } }),
      handler: async (request, reply) => {
        const sourceId = pathId(request, 'Source');
        await findSource(hot, sourceId);
        return sendJson(reply, await updateSource(parts, sourceId, checked(readObject(request), mode)));
      },
    });
  }
  app.delete(
    '/:id/',
    operation({
      id: 'sources_destroy',
      tag,
      summary: 'Delete a source and all its offers',
      onRecord: true,
      success: { 204: null },
      problems: [403],
    }),
    async (request, reply) => {
      if (!(await deleteSource(parts, pathId(request, 'Source')))) throw noSuch('Source');
      return reply.code(204).send();
    },
  );
  app.get(
    '/:id/offers/',
    {
      ...get,
      ...operation({
        id: 'sources_offers_list',
        tag,
        summary: 'List the offers of a source',
        onRecord: true,
        query: offerQuery,
        success: { 200: ref('PaginatedOfferList') },
        problems: [400],
      }),
    },
    async (request, reply) => {
      const id = pathId(request, 'Source');
      await findSource(hot, id);
      return answerList(request, reply, parts, offerList, (filters) => {
        filters.conditions.push(`o.source_id = ${filters.parameters.add(id)}::bigint`);
        return filterSource(filters, hot);
      });
    },
  );
  app.get(
    '/stats/',
    {
      ...get,
      ...operation({
        id: 'sources_stats_retrieve',
        tag,
        summary: 'Statistics of sources and their offers',
        query: sourceStatisticsQuery,
        success: { 200: ref('SourceStatistics') },
        problems: [400],
      }),
    },
    async (request, reply) => sendJson(reply, await statistics(request, parts)),
  );
  bulkRoutes(app, parts);
}

function checked(input: Record<string, unknown>, mode: 'create' | 'replace' | 'change'): SourceValues {
  const result = readSource(input, mode);
  if ('errors' in result) throw invalid(result.errors);
  return result.values;
}

async function statistics(request: FastifyRequest, parts: CatalogParts): Promise<string> {
  const filters = new Filters(new Query(request));
  await filterSource(filters, parts.hot, 'id');
  const source = filters.parameters.values[0] as string | undefined;
  let withOffers: boolean | undefined;
  filters.boolean('has_offers', (value) => {
    withOffers = value;
    return 'true';
  });
  filters.check();
  return readSourceStatistics(parts, { source, hasOffers: withOffers });
}

function bulkRoutes(app: FastifyInstance, parts: CatalogParts): void {
  app.post(
    '/bulk-create/',
    {
      bodyLimit: bulkBodyLimit,
      ...operation({
        id: 'sources_bulk_create_create',
        tag,
        summary: 'Create many sources',
        description: 'Bad elements are reported by index, good ones kept.',
        body: bulkBody('sources', ref('SourceRequest')),
        success: { 201: ref('SourceCreation') },
      }),
    },
    async (request, reply) => {
      const errors: { index: number; errors: FieldErrors }[] = [];
      const good: SourceValues[] = [];
      readList(request, 'sources').forEach((input, index) => {
        const shape = objectErrors(input);
        const result = shape ? { errors: shape } : readSource(input as Record<string, unknown>, 'create');
        if ('errors' in result) errors.push({ index, errors: result.errors });
        else good.push(result.values);
      });
      const made = good.length > 0 ? await createSources(parts, good) : [];
      return sendJson(
        reply,
        `{"created":${made.length},"failed":${errors.length},"results":[${made.join()}],"errors":${JSON.stringify(errors)}}`,
        201,
      );
    },
  );
  app.post(
    '/bulk-delete/',
    {
      bodyLimit: bulkBodyLimit,
      ...operation({
        id: 'sources_bulk_delete_create',
        tag,
        summary: 'Delete many sources and all their offers',
        body: bulkBody('ids', recordId),
        success: { 200: ref('Deletion') },
      }),
    },
    async (request, reply) => {
      const ids = readIds(request);
      return sendDeletion(reply, ids, await deleteSources(parts, ids));
    },
  );
}
