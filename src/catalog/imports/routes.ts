import { Readable } from 'node:stream';
import { z } from 'zod';
import { csvRow } from '../../platform/csv.ts';
import { JsonText, jsonText } from '../../platform/json-text.ts';
import { endpoint } from '../../platform/routes.ts';
import { sendJson } from '../answer.ts';
import { recordPath } from '../check.ts';
import { refuse } from '../errors.ts';
import { csv, ndjson } from '../offers/file-types.ts';
import { envelope, pageNumber, readPage } from '../page.ts';
import type { CatalogParts } from '../parts.ts';
import { Query } from '../query.ts';
import { chosenSource } from '../sources/chosen.ts';
import { cancelList } from './cancel.ts';
import { countImports, findImport, listImports, readErrors, readImport } from './record.ts';
import { applyStaged } from './replace.ts';
import { ImportRun } from './run.ts';
import { applied, errorFileQuery, importListQuery, importPage, shownImport, undone } from './shapes.ts';
import { undoImport } from './undo.ts';

/** Imports on record: what they did, confirming, cancelling and undoing one. */

const tags = ['imports'];
const params = recordPath('Import');
const config = { conflict: 'import_ended' as const };

export const listOfImports = endpoint(
  {
    operationId: 'imports_list',
    tags,
    summary: 'List imports, newest first',
    description: 'An import is on record for 90 days.',
    querystring: importListQuery,
    answers: { 200: importPage },
    errors: ['400', '404'],
  },
  async (request, reply, { database, hot }: CatalogParts) => {
    const { filters, query: given } = request;
    const source = await chosenSource(filters, given.source, hot);
    filters.check();
    const filter = { source, state: given.state, mode: given.mode };
    const query = new Query(request);
    const { number, size } = readPage(query);
    const count = await countImports(database, filter);
    const page = pageNumber({ number, size }, count);
    const results = await listImports(database, filter, { size, offset: (page - 1) * size });
    return sendJson(reply, envelope(request, query, { page, size, count, results }));
  },
);

export const readOneImport = endpoint(
  {
    operationId: 'imports_retrieve',
    tags,
    summary: 'Read an import',
    params,
    answers: { 200: shownImport },
  },
  async (request, reply, { hot }: CatalogParts) => sendJson(reply, await readImport(hot, request.params.id)),
);

const errorExamples = {
  [csv]: 'line,field,error\r\n3,price_raw,A valid number is required.\r\n',
  [ndjson]: '{"index":1,"line":3,"errors":{"price_raw":["A valid number is required."]}}\n',
};

export const readErrorsOfImport = endpoint(
  {
    operationId: 'imports_errors_retrieve',
    tags,
    summary: 'The errors of an import as a file',
    description:
      'CSV with one line for each error, or JSON lines as in the report of the import. The first 100,000 rows with errors.',
    params,
    querystring: errorFileQuery,
    config: {
      produces: errorExamples,
      answerHeaders: { 'Content-Disposition': { type: 'string', description: 'The name for its file.' } },
    },
    answers: { 200: z.string() },
    errors: ['400'],
  },
  async (request, reply, { database, hot, settings }: CatalogParts) => {
    request.filters.check();
    const { id } = request.params;
    await findImport(hot, id);
    const { format = 'csv' } = request.query;
    const isCsv = format === 'csv';
    reply
      .type(isCsv ? `${csv}; charset=utf-8` : ndjson)
      .header('content-disposition', `attachment; filename="import-${id}-errors.${format}"`);
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    const pieces = readErrors(database, id);
    const lines = isCsv ? errorsAsCsv(pieces, settings.catalogCsvDefuse) : errorsAsJson(pieces);
    return reply.send(Readable.from(lines, { objectMode: false }));
  },
);

type ErrorPieces = ReturnType<typeof readErrors>;

async function* errorsAsJson(pieces: ErrorPieces): AsyncGenerator<string> {
  for await (const rows of pieces) {
    yield rows
      .map(({ index, line, errors }) => `${jsonText({ index, line, errors: new JsonText(errors) })}\n`)
      .join('');
  }
}

async function* errorsAsCsv(pieces: ErrorPieces, defuse: boolean): AsyncGenerator<string> {
  yield 'line,field,error\r\n';
  for await (const rows of pieces) {
    yield rows
      .flatMap(({ line, errors }) =>
        Object.entries(JSON.parse(errors) as Record<string, string[]>).flatMap(([field, messages]) =>
          [messages].flat().map((message) => {
            const text = typeof message === 'string' ? message : JSON.stringify(message);
            return csvRow([String(line), field === 'non_field_errors' ? '' : field, text], { defuse });
          }),
        ),
      )
      .join('');
  }
}

export const confirmImport = endpoint(
  {
    operationId: 'imports_confirm_create',
    tags,
    summary: 'Apply a list that waits for a confirmation',
    description: 'Or one that was interrupted when all of it was staged.',
    params,
    config,
    answers: { 200: applied },
    errors: ['409'],
  },
  async (request, reply, parts: CatalogParts) => {
    const { id } = request.params;
    const found = await findImport(parts.database, id);
    const { sourceId, vanishedStatus, rows, failed } = found;
    const isWaiting = found.state === 'needs_confirmation' || (found.isInterrupted && found.isStaged);
    if (!isWaiting || sourceId === null) {
      throw refuse(409, 'This import does not wait for a confirmation.', undefined, 'import_ended');
    }
    const run = ImportRun.resume(parts.database, id, { rows, failed });
    try {
      return await reply.send(
        await applyStaged(parts, run, { sourceId, vanishedStatus, asks: false, mostVanishedPercent: 100 }),
      );
    } finally {
      await run.close();
    }
  },
);

export const cancelImport = endpoint(
  {
    operationId: 'imports_cancel_create',
    tags,
    summary: 'Drop a list that waits for a confirmation',
    params,
    config,
    answers: { 200: shownImport },
    errors: ['409'],
  },
  async (request, reply, parts: CatalogParts) => {
    const { id } = request.params;
    await cancelList(parts.database, id);
    return sendJson(reply, await readImport(parts.database, id));
  },
);

export const undoOneImport = endpoint(
  {
    operationId: 'imports_undo_create',
    tags,
    summary: 'Undo the newest import of its source',
    description: 'Offers that somebody changed since stay as they are.',
    params,
    config,
    answers: { 200: undone },
    errors: ['409'],
  },
  async (request, reply, parts: CatalogParts) => reply.send(await undoImport(parts, request.params.id)),
);
