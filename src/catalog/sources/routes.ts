import { jsonText, jsonTexts } from '../../platform/json-text.ts';
import { endpoint } from '../../platform/routes.ts';
import { sendJson } from '../answer.ts';
import { bulkBodyLimit } from '../body.ts';
import { check, recordPath } from '../check.ts';
import { sendDeletion } from '../deletion.ts';
import { type FieldErrors, noSuch, unfinished } from '../errors.ts';
import { answerList } from '../list.ts';
import { ids } from '../lists.ts';
import type { CatalogParts } from '../parts.ts';
import { deletion, done } from '../shapes.ts';
import { readSourceStatistics } from '../statistics.ts';
import { aliasesOf, newAliases, replaceAliases, shownAliases } from './aliases.ts';
import { chosenSource } from './chosen.ts';
import { sourceList } from './list.ts';
import { mergeReport, mergeSources, sourcesToMerge } from './merge.ts';
import {
  manySources,
  type NewSource,
  newSource,
  source,
  sourceChange,
  sourceCreation,
  sourcePage,
  sourceQuery,
  sourceStatistics,
  sourceStatisticsQuery,
} from './shapes.ts';
import {
  createSources,
  createSourcesInSteps,
  deleteSource,
  deleteSources,
  findSource,
  updateSource,
} from './store.ts';

export { findSource } from './store.ts';

const tags = ['sources'];
const params = recordPath('Source');

export const listSources = endpoint(
  {
    operationId: 'sources_list',
    tags,
    summary: 'List sources',
    querystring: sourceQuery,
    answers: { 200: sourcePage },
    errors: ['400', '404'],
  },
  (request, reply, parts: CatalogParts) => answerList(request, request.query, reply, parts, sourceList),
);

export const createSource = endpoint(
  {
    operationId: 'sources_create',
    tags,
    summary: 'Create a source',
    body: newSource,
    answers: { 201: source },
  },
  async (request, reply, parts: CatalogParts) => {
    const [made] = await createSources(parts, [request.body]);
    return sendJson(reply, made!, 201);
  },
);

export const readSource = endpoint(
  { operationId: 'sources_retrieve', tags, summary: 'Read a source', params, answers: { 200: source } },
  async (request, reply, { hot }: CatalogParts) => sendJson(reply, await findSource(hot, request.params.id)),
);

export const replaceSource = endpoint(
  {
    operationId: 'sources_update',
    tags,
    summary: 'Write a source; a url that is left out stays',
    params,
    body: newSource,
    answers: { 200: source },
  },
  async (request, reply, parts: CatalogParts) =>
    sendJson(reply, await updateSource(parts, request.params.id, request.body)),
);

export const changeSource = endpoint(
  {
    operationId: 'sources_partial_update',
    tags,
    summary: 'Change fields of a source',
    params,
    body: sourceChange,
    answers: { 200: source },
  },
  async (request, reply, parts: CatalogParts) =>
    sendJson(reply, await updateSource(parts, request.params.id, request.body)),
);

export const removeSource = endpoint(
  {
    operationId: 'sources_destroy',
    tags,
    summary: 'Delete a source and all its offers',
    params,
    answers: { 204: done },
  },
  async (request, reply, parts: CatalogParts) => {
    if (!(await deleteSource(parts, request.params.id))) throw noSuch('Source');
    return reply.code(204).send();
  },
);

export const readAliases = endpoint(
  {
    operationId: 'sources_aliases_retrieve',
    tags,
    summary: 'Further names and addresses of a source',
    params,
    answers: { 200: shownAliases },
  },
  async (request, reply, { hot }: CatalogParts) => {
    const { id } = request.params;
    await findSource(hot, id);
    return sendJson(reply, jsonText({ aliases: await aliasesOf(hot, id) }));
  },
);

export const writeAliases = endpoint(
  {
    operationId: 'sources_aliases_update',
    tags,
    summary: 'Replace the further names and addresses of a source',
    description:
      'By them offers and imports find the source, if no other one has that name or address. A name or an address of another source is a 400.',
    params,
    body: newAliases,
    answers: { 200: shownAliases },
  },
  async (request, reply, { database }: CatalogParts) => {
    const aliases = await replaceAliases(database, request.params.id, request.body.aliases);
    return sendJson(reply, jsonText({ aliases }));
  },
);

export const mergeIntoSource = endpoint(
  {
    operationId: 'sources_merge_create',
    tags,
    summary: 'Make other sources part of this one',
    description:
      'Their offers move to it, and their names, addresses and aliases become its aliases. What becomes of offers that it has already ' +
      '(the same part number and condition) `duplicates` says. May be repeated if it was interrupted.',
    params,
    body: sourcesToMerge,
    answers: { 200: mergeReport },
  },
  async (request, reply, parts: CatalogParts) => {
    const { sources, duplicates = 'keep' } = request.body;
    const { notFound, ...report } = await mergeSources(parts, request.params.id, sources, duplicates);
    return sendJson(reply, jsonText({ ...report, not_found: jsonTexts(notFound) }));
  },
);

export const readStatisticsOfSources = endpoint(
  {
    operationId: 'sources_stats_retrieve',
    tags,
    summary: 'Statistics of sources and their offers',
    querystring: sourceStatisticsQuery,
    answers: { 200: sourceStatistics },
    errors: ['400'],
  },
  async ({ query, filters }, reply, parts: CatalogParts) => {
    const id = await chosenSource(filters, query.source, parts.hot);
    filters.check();
    return sendJson(reply, await readSourceStatistics(parts, { source: id, hasOffers: query.has_offers }));
  },
);

export const createManySources = endpoint(
  {
    operationId: 'sources_bulk_create_create',
    tags,
    summary: 'Create many sources',
    description: 'Bad elements are reported by index, good ones kept.',
    body: manySources,
    bodyLimit: bulkBodyLimit,
    answers: { 201: sourceCreation },
  },
  async (request, reply, parts: CatalogParts) => {
    const errors: { index: number; errors: FieldErrors }[] = [];
    const good: NewSource[] = [];
    request.body.forEach((input, index) => {
      const result = check(newSource, input);
      if ('errors' in result) errors.push({ index, errors: result.errors });
      else good.push(result.value);
    });
    const { made, fault } = await createSourcesInSteps(parts, good);
    if (fault) {
      const results = made.map((text): unknown => JSON.parse(text));
      throw unfinished({ created: made.length, failed: errors.length, results, errors }, fault);
    }
    return sendJson(
      reply,
      jsonText({ created: made.length, failed: errors.length, results: jsonTexts(made), errors }),
      201,
    );
  },
);

export const deleteManySources = endpoint(
  {
    operationId: 'sources_bulk_delete_create',
    tags,
    summary: 'Delete many sources and all their offers',
    body: ids,
    bodyLimit: bulkBodyLimit,
    answers: { 200: deletion },
  },
  async (request, reply, parts: CatalogParts) =>
    sendDeletion(reply, request.body, await deleteSources(parts, request.body)),
);
