import { z } from 'zod';
import { readContentType } from '../../platform/body-text.ts';
import { clientGone } from '../../platform/client-gone.ts';
import { endpoint } from '../../platform/routes.ts';
import { sendJson } from '../answer.ts';
import { analyzeOffers } from '../figure-keeper.ts';
import { fileExamples } from '../offers/file-types.ts';
import { fileNames } from '../offers/findings.ts';
import type { OfferParts } from '../offers/insert.ts';
import { completed } from '../offers/mapping.ts';
import { openFile } from '../offers/open-file.ts';
import { importQuery } from '../offers/query.ts';
import { importRecords, readListMode } from './begin.ts';
import { previewOffers } from './preview.ts';
import { withSavedFormat } from './saved-format.ts';
import { importAnswer, waitingList } from './shapes.ts';

/** The import of files of any size. */

const tags = ['offers'];
/** After this many written offers the planner needs new statistics. */
const minOffersToAnalyze = 10_000;

export const importFile = endpoint(
  {
    operationId: 'offers_import_create',
    tags,
    summary: 'Create offers from a file of any size',
    description:
      'CSV (RFC 4180, or with another sign between its cells) with a header row of field names, or one JSON object a line; also a workbook ' +
      '(`application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`), or such a file in a ZIP archive (`application/zip`) or by gzip (`application/gzip`), ' +
      'which are known by their first bytes, too. Offers that are there already ' +
      'are skipped, or what `on_duplicate` says; so an import that was interrupted is resumed by sending the file again. At most 1,000 ' +
      'errors are listed, each with its line. If the client leaves, no further step begins. In UTF-8, UTF-16 with its mark, windows-1251 or windows-1252, or in what `charset` names; ' +
      '`Content-Encoding` may be gzip, deflate or br, of at most 200 times expansion. A row or line may have 1 MiB. A CSV with a longer row, or with ' +
      'a quote that is never closed, is read up to there: `unread_from_line` says where that is.',
    querystring: importQuery,
    body: z.unknown().meta({ type: 'string' }),
    bodyLimit: Number.MAX_SAFE_INTEGER,
    config: { consumes: fileExamples, conflict: 'import_ended' },
    answers: { 200: importAnswer, 202: waitingList },
    errors: ['409'],
  },
  async (request, reply, parts: OfferParts) => {
    const list = readListMode(request.filters, request.query);
    request.filters.check();
    const gone = clientGone(reply);
    const isCharsetNamed = readContentType(request.sentType).charset !== undefined;
    const { query, saved } = await withSavedFormat(parts.hot, request.query, isCharsetNamed);
    const { decimal, source, map = {}, set, dry_run: isDry, header_row: headerRow } = query;
    const { charset, delimiter, sheet, file } = query;
    const said = {
      ...{ charset, delimiter, headerRow, map, sheet, file },
      emptyCells: list.onDuplicate === 'update' ? 'null' : 'absent',
      needsSource:
        source === undefined && set?.source_identifier === undefined && set?.source_name === undefined,
    } as const;
    const { found, records } = await openFile(request, said, gone);
    const complete = set === undefined ? records : completed(records, set);
    const reading = { source, decimal, names: fileNames(map) };
    if (isDry) return sendJson(reply, await previewOffers(complete, gone, reading, { found, saved }));
    const report = await importRecords(parts, complete, gone, { ...list, ...reading });
    // What was imported is reported even if this fails.
    if (report.created + (report.updated ?? 0) >= minOffersToAnalyze)
      await analyzeOffers(parts.upkeep).catch(() => {});
    return reply.code('state' in report && report.state === 'needs_confirmation' ? 202 : 200).send(report);
  },
);
