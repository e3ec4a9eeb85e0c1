import { Readable } from 'node:stream';
import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { endpoint } from '../../platform/routes.ts';
import { analyzeOffers } from '../figure-keeper.ts';
import { importRecords, readListMode } from '../imports/begin.ts';
import { readListQuery, streamList } from '../list.ts';
import { unknownFieldsOf } from '../ordering.ts';
import type { CatalogParts } from '../parts.ts';
import { words } from '../words.ts';
import { offerImport, waitingList } from './bulk-shapes.ts';
import { readCsv } from './csv-records.ts';
import { toCsv } from './export.ts';
import { advancedFilters, filterSourceName, offerListFor, referenceFilters } from './filters.ts';
import type { OfferParts } from './insert.ts';
import { exportQuery, importQuery } from './query.ts';
import { readNdjson } from './records.ts';
import { csv, ndjson, openUpload } from './upload.ts';

/** Import and export of files of any size. */

const tags = ['offers'];
const examples = {
  [csv]: 'source_identifier,pn_raw,price_raw\r\nAcme,A-100,12.50\r\n',
  [ndjson]: '{"source_identifier":"Acme","pn_raw":"A-100","price_raw":"12.50"}\n',
};
/** So many fields of an ordering that do not exist are named. */
const mostFaults = 10;
/** After this many written offers the planner needs new statistics. */
const minOffersToAnalyze = 10_000;

export const importFile = endpoint(
  {
    operationId: 'offers_import_create',
    tags,
    summary: 'Create offers from a file of any size',
    description:
      'CSV (RFC 4180, or with semicolons, tabs or pipes between its cells) with a header row of field names, or one JSON object a line. Offers that are there already ' +
      'are skipped, or what `on_duplicate` says; so an import that was interrupted is resumed by sending the file again. At most 1,000 ' +
      'errors are listed, each with its line. If the client leaves, no further step begins. In UTF-8, or in what `charset` of the content type names; ' +
      '`Content-Encoding` may be gzip, deflate or br, of at most 200 times expansion. A row or line may have 1 MiB. A CSV with a longer row, or with ' +
      'a quote that is never closed, is read up to there: `unread_from_line` says where that is.',
    querystring: importQuery,
    body: z.unknown().meta({ type: 'string' }),
    bodyLimit: Number.MAX_SAFE_INTEGER,
    config: { consumes: examples, conflict: 'import_ended' },
    answers: { 200: offerImport, 202: waitingList },
    errors: ['409'],
  },
  async (request, reply, parts: OfferParts) => {
    const list = readListMode(request.filters, request.query);
    request.filters.check();
    const gone = clientGone(reply);
    const { type, file, delimiter: found } = await openUpload(request);
    gone.throwIfAborted();
    // After its last reader the file may still fail.
    file.on('error', () => {});
    gone.addEventListener('abort', () => file.destroy(gone.reason));
    const { delimiter = found, decimal, source } = request.query;
    const { onDuplicate } = list;
    const emptyCells = onDuplicate === 'update' ? 'null' : 'absent';
    const format = { delimiter, emptyCells, needsSource: source === undefined } as const;
    const records = type === csv ? readCsv(file, format) : readNdjson(file);
    const report = await importRecords(parts, records, gone, { ...list, source, decimal });
    // What was imported is reported even if this fails.
    if (report.created + (report.updated ?? 0) >= minOffersToAnalyze)
      await analyzeOffers(parts.upkeep).catch(() => {});
    return reply.code('state' in report && report.state === 'needs_confirmation' ? 202 : 200).send(report);
  },
);

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
      produces: { [ndjson]: examples[ndjson], [csv]: examples[csv] },
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
