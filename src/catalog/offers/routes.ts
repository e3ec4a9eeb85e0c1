import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendJson } from '../answer.ts';
import { readObject } from '../body.ts';
import { conflict, invalid, pathId } from '../errors.ts';
import { required } from '../fields.ts';
import { answerList } from '../list.ts';
import { operation, ref } from '../openapi.ts';
import { offerQuery, searchQuery, sourceNameQuery } from '../openapi-queries.ts';
import type { CatalogParts } from '../parts.ts';
import { onlyId } from '../sources/identifier.ts';
import { readOfferStatistics } from '../statistics.ts';
import { readOffer, sourceOf } from './fields.ts';
import { advancedFilters, filterSource, filterSourceName, offerList } from './filters.ts';
import { type NewOffer, noSource } from './insert.ts';
import { deleteOffer, findOffer, requireSource, resolveSource, updateOffer } from './store.ts';

/** Lists and statistics. */
export function offerListRoutes(app: FastifyInstance, parts: CatalogParts): void {
  const page = { success: { 200: ref('PaginatedOfferList') }, problems: [400, 404], tag: 'offers' as const };
  const get = { exposeHeadRoute: true };

  app.get(
    '/',
    { ...get, ...operation({ id: 'offers_list', summary: 'List offers', query: offerQuery, ...page }) },
    (request, reply) =>
      answerList(request, reply, parts, offerList, (filters) => filterSource(filters, parts.hot)),
  );
  app.get(
    '/search/',
    {
      ...get,
      ...operation({ id: 'offers_search_list', summary: 'Search offers', query: searchQuery, ...page }),
    },
    (request, reply) =>
      answerList(request, reply, parts, offerList, async (filters) => {
        await filterSource(filters, parts.hot);
        advancedFilters(filters);
      }),
  );
  app.get(
    '/by-source-name/',
    {
      ...get,
      ...operation({
        id: 'offers_by_source_name_list',
        summary: 'List offers of sources whose name has this part',
        query: sourceNameQuery,
        requiredQuery: ['name'],
        ...page,
      }),
    },
    (request, reply) =>
      answerList(request, reply, parts, offerList, async (filters) => {
        if (filters.value('name') === '') throw invalid({ name: [required] });
        await filterSource(filters, parts.hot);
        filterSourceName(filters, 'name');
      }),
  );
  app.get(
    '/stats/',
    {
      ...get,
      ...operation({
        id: 'offers_stats_retrieve',
        tag: 'offers',
        summary: 'Statistics of all offers',
        description:
          'Exact at every moment. Averages are over the offers that have a price, for each currency.',
        success: { 200: ref('OfferStatistics') },
      }),
    },
    async (_request, reply) => sendJson(reply, await readOfferStatistics(parts)),
  );
}

/** Single offers. */
export function offerRoutes(app: FastifyInstance, parts: CatalogParts): void {
  const { hot, inserter } = parts;
  const get = { exposeHeadRoute: true };
  const offer = ref('Offer');

  const create = async (reply: FastifyReply, asked: NewOffer) => {
    const insertion = await inserter.create(asked);
    if ('duplicate' in insertion) throw conflict();
    if ('sourceError' in insertion) throw invalid({ source_identifier: [insertion.sourceError] });
    return sendJson(reply, insertion.made, 201);
  };
  app.post(
    '/',
    operation({
      id: 'offers_create',
      tag: 'offers',
      summary: 'Create an offer; a source that is not known is created with it',
      body: ref('OfferRequest'),
      success: { 201: offer },
      problems: [409],
    }),
    (request, reply) => {
      const result = readOffer(readObject(request), 'create');
      if ('errors' in result) throw invalid(result.errors);
      const { values, identifier } = result.draft;
      return create(reply, { values, identifier: identifier!, strict: false });
    },
  );
  app.post(
    '/strict/',
    operation({
      id: 'offers_strict_create',
      tag: 'offers',
      summary: 'Create an offer of an existing source, given by its id',
      body: ref('OfferRequest'),
      success: { 201: offer },
      problems: [409],
    }),
    (request, reply) => {
      const result = readOffer(readObject(request), 'create');
      const errors = 'errors' in result ? result.errors : {};
      const identifier = 'draft' in result ? result.draft.identifier! : undefined;
      if (identifier && !/^\d+$/.test(identifier.text))
        errors.source_identifier = ['A valid integer is required.'];
      if ('errors' in result || errors.source_identifier) throw invalid(errors);
      const id = identifier!.id;
      if (id === null) throw invalid({ source_identifier: [noSource(identifier!)] });
      return create(reply, { values: result.draft.values, identifier: onlyId(id), strict: true });
    },
  );
  app.get(
    '/:id/',
    {
      ...get,
      ...operation({
        id: 'offers_retrieve',
        tag: 'offers',
        summary: 'Read an offer',
        onRecord: true,
        success: { 200: offer },
      }),
    },
    async (request, reply) => sendJson(reply, await findOffer(hot, pathId(request, 'Offer'))),
  );

  for (const [method, mode, id, summary, schema] of [
    [
      'PUT',
      'replace',
      'offers_update',
      'Write an offer; optional fields that are left out keep their value',
      'OfferReplacement',
    ],
    [
      'PATCH',
      'change',
      'offers_partial_update',
      'Change fields of an offer, also its source',
      'PatchedOffer',
    ],
  ] as const) {
    app.route({
      method,
      url: '/:id/',
      ...operation({
        id,
        tag: 'offers',
        summary,
        onRecord: true,
        body: ref(schema),
        success: { 200: offer },
        problems: [409],
      }),
      handler: async (request, reply) => {
        const offerId = pathId(request, 'Offer');
        await findOffer(hot, offerId);
        const result = readOffer(readObject(request), mode);
        if ('errors' in result) throw invalid(result.errors);
        const { draft } = result;
        const source = sourceOf(draft);
        const sourceId =
          source &&
          (draft.identifier
            ? await resolveSource(parts, source)
            : await requireSource(hot, source, 'source'));
        return sendJson(reply, await updateOffer(parts, offerId, draft.values, sourceId));
      },
    });
  }
  app.delete(
    '/:id/',
    operation({
      id: 'offers_destroy',
      tag: 'offers',
      summary: 'Delete an offer',
      onRecord: true,
      success: { 204: null },
      problems: [403],
    }),
    async (request, reply) => {
      await deleteOffer(parts, pathId(request, 'Offer'));
      return reply.code(204).send();
    },
  );
}
