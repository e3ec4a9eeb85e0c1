import { Readable } from 'node:stream';
import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { jsonText, jsonTexts } from '../../platform/json-text.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { ownerActor } from '../gate/session.ts';
import { laxBool, laxInt, literal, text } from '../http/fields.ts';
import { sendJson } from '../http/send-json.ts';
import { named } from '../http/shapes.ts';
import { knownSlugPath } from '../http/slug.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { openCsv } from './csv-export.ts';
import { importRows, most, readRowsOfCsv } from './csv-import.ts';
import { readWhere, whereFilter } from './row-filters.ts';
import { checkedSlug, tableNotFound } from './slug.ts';
import { findTable } from './store.ts';

interface CsvParts {
  database: Database;
}

/** Rows that a dry run shows. */
const shownRows = 10;

const csvFile = z
  .string()
  .describe('The file.')
  .meta({
    examples: ['sku,left\r\nA-1,7\r\n'],
    headers: { 'Content-Disposition': { description: 'The name for the file.' } },
  });

export const exportRows = endpoint(
  {
    operationId: 'exportRows',
    tags: ['Tables'],
    summary: 'Rows as a CSV',
    description:
      'By RFC 4180, in UTF-8, oldest first, of any size. The columns that the table defines come first. A text that a spreadsheet ' +
      'would compute gets an apostrophe, which an import takes away.',
    params: knownSlugPath,
    querystring: z.object(whereFilter),
    config: { answersWith: { 'text/csv': 'sku,left\r\nA-1,7\r\n' } },
    answers: { 200: csvFile },
    errors: ['table_not_found', 'too_many_columns'],
  },
  async ({ projectId, params, query }, reply, { database }: CsvParts) => {
    const { environment } = query;
    const table = checkedSlug(params.slug);
    const where = readWhere(query.where);
    const lines = await openCsv(database.reading(clientGone(reply)), {
      projectId,
      table,
      environment,
      where,
    });
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${table}-${environment}.csv"`)
      .send(Readable.from(lines, { objectMode: false }));
  },
);

const report = named(
  'RowsImport',
  z
    .object({
      rows: z.int().describe('Rows of the file without a fault.'),
      columns: z.array(z.string()),
      faults: z
        .array(z.object({ line: z.int(), column: z.string().nullable(), message: z.string() }))
        .describe('At most 100. With one of them nothing is written.'),
      preview: z.array(z.record(z.string(), z.unknown())).describe(`The first ${shownRows} rows.`),
      written: z.int().describe('0 in a dry run.'),
      total: z.int().describe('Rows of the environment after it.'),
      revision: z.int(),
    })
    .describe('What was written, or in a dry run what would be.'),
  {
    rows: 1,
    columns: ['sku', 'left'],
    faults: [],
    preview: [{ sku: 'A-1', left: 7 }],
    written: 1,
    total: 1,
    revision: 5,
  },
);

export const importCsv = endpoint(
  {
    operationId: 'importRows',
    tags: ['Tables'],
    summary: 'Rows from a CSV',
    description:
      `By RFC 4180, in UTF-8 or in the charset that the content type names, with the names of the columns in the first line; at most ${most.rows.toLocaleString('en')} rows and ` +
      `${most.bytes / 2 ** 20} MiB. All rows are written or none: with a fault in any line it is a 422, and \`dry_run\` lists them. ` +
      'Cells are read by the types of the columns of the table; a column that it does not define has texts. An empty cell is a ' +
      'column that the row does not have.',
    params: knownSlugPath,
    querystring: z
      .object({
        environment: literal(['sandbox', 'live']),
        mode: literal(['append', 'replace', 'upsert'], { default: 'append' }).describe(
          '`replace` puts the rows in place of all there are; `upsert` replaces those with the same `key`, and adds the others.',
        ),
        key: text({ min: 1, max: 100 }).optional().describe('The column by which `upsert` finds rows.'),
        revision: laxInt({ ge: 0 })
          .optional()
          .describe(
            'The revision that you have seen: if somebody has written since, nothing is written. `replace` needs it.',
          ),
        dry_run: laxBool({ default: false }).describe('Write nothing, and say what would be written.'),
      })
      .superRefine(({ mode, key, revision, dry_run: isDry }, ctx) => {
        const say = (name: string, message: string) =>
          ctx.addIssue({ code: 'custom', message, path: [name] });
        if (mode === 'upsert' && key === undefined) say('key', 'name the column by which upsert finds rows');
        if (mode === 'replace' && revision === undefined && !isDry) {
          say('revision', 'say which revision is to be replaced');
        }
      }),
    // A stream, which the handler reads.
    body: z.unknown().meta({ description: 'The CSV.' }),
    config: { takesFile: true },
    answers: { 200: report },
    errors: ['table_not_found', 'revision_conflict', 'table_changed'],
  },
  async (request, reply, { database }: CsvParts) => {
    const { projectId, query, params } = request;
    const slug = checkedSlug(params.slug);
    const table = await findTable(database, projectId, slug);
    if (!table) throw tableNotFound();
    const { environment, mode, revision, dry_run: isDry } = query;
    const key = mode === 'upsert' ? query.key : undefined;
    const file = (request.body as Readable | undefined) ?? Readable.from([]);
    const { columns, texts, faults } = await readRowsOfCsv(file, request.headers['content-type'], table, key);
    if (faults.length > 0 && !isDry) {
      throw new ValidationProblem(
        faults.map(({ line, column, message }) =>
          valueError(['body', `line ${line}`, ...(column === null ? [] : [column])], message, null),
        ),
      );
    }
    const sheet = table.environments[environment];
    const done = isDry
      ? { written: 0, total: sheet.rows, revision: sheet.revision }
      : await database.transaction((tx) =>
          importRows(tx, {
            ...{ projectId, table: slug, environment, mode, key, texts, rules: table },
            ...{ ifRevision: revision, actor: ownerActor(request), requestId: request.id },
          }),
        );
    const preview = jsonTexts(texts.slice(0, shownRows));
    return sendJson(reply, jsonText({ rows: texts.length, columns, faults, preview, ...done }));
  },
);
