import { endpoint } from '../../platform/routes.ts';
import { sendJson } from '../answer.ts';
import { recordPath } from '../check.ts';
import { invalid } from '../errors.ts';
import { answerList } from '../list.ts';
import type { CatalogParts } from '../parts.ts';
import { readOfferStatistics } from '../statistics.ts';
import { words } from '../words.ts';
import { offerStatistics } from './bulk-shapes.ts';
import {
  advancedFilters,
  filterSourceName,
  isOfSource,
  offerListFor,
  partialReferenceFilters,
  referenceFilters,
} from './filters.ts';
import { offerQuery, searchQuery, sourceNameQuery } from './query.ts';
import { offerPage } from './shapes.ts';

/** Lists and statistics of offers. */

const tags = ['offers'];
const answers = { 200: offerPage };

export const listOffers = endpoint(
  {
    operationId: 'offers_list',
    tags,
    summary: 'List offers',
    querystring: offerQuery,
    answers,
    errors: ['400', '404'],
  },
  (request, reply, parts: CatalogParts) =>
    answerList(request, request.query, reply, parts, offerListFor(request.query), (filters) =>
      referenceFilters(filters, request.query, parts.hot),
    ),
);

export const searchOffers = endpoint(
  {
    operationId: 'offers_search_list',
    tags,
    summary: 'Search offers',
    querystring: searchQuery,
    answers,
    errors: ['400', '404'],
  },
  (request, reply, parts: CatalogParts) =>
    answerList(request, request.query, reply, parts, offerListFor(request.query), async (filters) => {
      await partialReferenceFilters(filters, request.query, parts.hot);
      advancedFilters(filters, request.query);
    }),
);

export const listOffersBySourceName = endpoint(
  {
    operationId: 'offers_by_source_name_list',
    tags,
    summary: 'List offers of sources whose name has this part',
    querystring: sourceNameQuery,
    answers,
    errors: ['400', '404'],
  },
  (request, reply, parts: CatalogParts) =>
    answerList(request, request.query, reply, parts, offerListFor(request.query), async (filters) => {
      const { name } = request.query;
      // This error is reported alone.
      if (!name && !filters.hasFailed('name')) throw invalid({ name: [words.required] });
      await partialReferenceFilters(filters, request.query, parts.hot);
      filterSourceName(filters, name);
    }),
);

export const listOffersOfSource = endpoint(
  {
    operationId: 'sources_offers_list',
    tags: ['sources'],
    summary: 'List the offers of a source',
    params: recordPath('Source'),
    querystring: offerQuery,
    answers: { 200: offerPage },
    errors: ['400'],
  },
  (request, reply, parts: CatalogParts) =>
    answerList(request, request.query, reply, parts, offerListFor(request.query), (filters) => {
      filters.add('of', request.params.id, isOfSource);
      return referenceFilters(filters, request.query, parts.hot);
    }),
);

export const readStatisticsOfOffers = endpoint(
  {
    operationId: 'offers_stats_retrieve',
    tags,
    summary: 'Statistics of all offers',
    description: 'Exact at every moment. Averages are over the offers that have a price, for each currency.',
    answers: { 200: offerStatistics },
  },
  async (_request, reply, parts: CatalogParts) => sendJson(reply, await readOfferStatistics(parts)),
);
