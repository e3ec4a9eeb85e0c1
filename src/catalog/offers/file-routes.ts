import { Readable } from 'node:stream';
import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { endpoint } from '../../platform/routes.ts';
import { readListQuery, streamList } from '../list.ts';
import { unknownFieldsOf } from '../ordering.ts';
import type { CatalogParts } from '../parts.ts';
import { words } from '../words.ts';
import { toCsv } from './export.ts';
import { csv, fileExamples, ndjson } from './file-types.ts';
import { advancedFilters, filterSourceName, offerListFor, referenceFilters } from './filters.ts';
import { exportQuery } from './query.ts';

/** The export of files of any size. */

const tags = ['offers'];
/** So many fields of an ordering that do not exist are named. */
const mostFaults = 10;
export const exportFile = endpoint(
  {
    operationId: 'offers_export_retrieve',
    tags,
    summary: 'All offers, or those that pass the filters, as a file',
    description:
      'One JSON object a line, or CSV where `format` or `Accept` says so. Unlike lists, an export ignores ' +
      'nothing: a parameter that is unknown, empty or of a value that filters nothing is a 400, and so is an `ordering` by a field that does not exist.',
    querystring: exportQuery,
    config: {
      // A client may delete what it has exported, so no parameter may be ignored.
      strictQuery: true,
      produces: { [ndjson]: fileExamples[ndjson], [csv]: fileExamples[csv] },
      answerHeaders: {
        'Content-Disposition': { type: 'string', description: 'Of a CSV: the name for its file.' },
      },
    },
    answers: { 200: z.string() },
    errors: ['400'],
  },
  async (request, reply, parts: CatalogParts) => {
    const { query, filters } = request;
    const { format, include } = query;
    const list = offerListFor(query);
    const order = await readListQuery({ query, filters }, list, async () => {
      await referenceFilters(filters, query, parts.hot);
      filterSourceName(filters, query.name);
      advancedFilters(filters, query);
      if (format !== undefined && format !== 'csv' && format !== 'ndjson') {
        filters.fail('format', [words.notChoice(format)]);
      }
      if (include !== undefined && include !== 'seen') filters.fail('include', [words.notChoice(include)]);
      const unknown = unknownFieldsOf(query.ordering, list.orderable);
      if (unknown.length > 0) filters.fail('ordering', unknown.slice(0, mostFaults).map(words.unknownOrder));
    });
    const asCsv =
      format === undefined ? /\btext\/csv\b/i.test(request.headers.accept ?? '') : format === 'csv';
    const lines = streamList(parts, { list, filters, order }, clientGone(reply));
    reply.type(asCsv ? `${csv}; charset=utf-8` : ndjson);
    if (asCsv) reply.header('content-disposition', 'attachment; filename="offers.csv"');
    // Otherwise Fastify would read the whole file and discard it.
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    return reply.send(
      Readable.from(
        asCsv
          ? toCsv(lines, { defuse: parts.settings.catalogCsvDefuse, withSeen: include === 'seen' })
          : lines,
        {
          objectMode: false,
        },
      ),
    );
  },
);
