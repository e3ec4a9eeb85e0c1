import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { fingerprintOf, idempotencyHeaders, keyReused, replayedHeader } from '../gate/idempotency.ts';
import { invalidKey } from '../gate/project-gate.ts';
import { bodyCodes, projectAnswers } from '../http/answers.ts';
import { laxBool, laxInt, list, literal } from '../http/fields.ts';
import { losslessField, losslessItems } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { ValidationProblem } from '../http/validation.ts';
import { column, columnFaults } from './columns.ts';
import { readPage } from './page.ts';
import { hiddenFaults, mostRows, rowField } from './rows.ts';
import { checkedSlug, tableNotFound } from './slug.ts';
import { listTables, type TableRecord, tablesPage } from './store.ts';
import { type RowsWrite, type WriteVerdict, writeRowsOnce } from './write.ts';

const bulkBody = 32 * 2 ** 20;

const environments = ['sandbox', 'live'] as const;
const sheet = z.object({ rows: z.int(), revision: z.int() });

const table = z.object({
  table_id: z.string().describe('The slug that its owner gave it.'),
  name: z.string(),
  columns: z.array(column).describe('What its owner says of its columns; rows may have others.'),
  environments: z.object({ sandbox: sheet, live: sheet }),
});

const tablePath = projectPath.extend({ table_id: z.string().describe('The slug of the table.') });

const newRows = z
  .object({
    rows: list(rowField, { max: mostRows }).describe('JSON objects of any form.'),
    environment: literal(environments, { default: 'sandbox' }),
    replace: laxBool({ default: false }).describe('Put these rows in place of all there are.'),
    revision: laxInt().nullish().describe('The revision to replace; required when `replace` is true.'),
  })
  .superRefine(({ replace, revision }, ctx) => {
    if (!replace || typeof revision === 'number') return;
    ctx.addIssue({ code: 'custom', message: 'revision is required when replace is true' });
  });

/** Tables as a project key sees them: their list, their rows page by page, and writing rows. */
export function tableRoutes(plain: FastifyInstance, { database }: { database: Database }): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/tables',
    {
      config: { scope: 'data:read' },
      schema: {
        operationId: 'listTables',
        tags: ['Tables'],
        summary: 'List tables',
        description: 'Needs the scope `data:read`.',
        params: projectPath,
        querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }),
        response: projectAnswers({
          200: z
            .object({ items: z.array(table), next_offset: z.int().nullable() })
            .describe('At most 100, by slug. `next_offset` is null on the last page.'),
        }),
      },
    },
    async (request) => {
      const { offset } = request.query;
      const { tables, more } = await listTables(database, request.projectKey.projectId, offset);
      return { items: tables.map(present), next_offset: more ? offset + tablesPage : null };
    },
  );

  app.get(
    '/tables/:table_id/rows',
    {
      config: { scope: 'data:read' },
      schema: {
        operationId: 'readRows',
        tags: ['Tables'],
        summary: 'Read rows',
        description:
          'Needs the scope `data:read`. Rows come back as they were written, oldest first. A `revision` that ' +
          'differs from that of the page before says that somebody wrote in between.',
        params: tablePath,
        querystring: z.object({
          environment: literal(environments, { default: 'live' }),
          offset: laxInt({ ge: 0, default: 0 }),
          limit: laxInt({ ge: 1, le: 500, default: 100 }),
        }),
        response: projectAnswers(
          {
            200: z
              .object({
                rows: z.array(z.record(z.string(), z.unknown())),
                revision: z.int(),
                total: z.int(),
                next_offset: z.int().nullable(),
              })
              .describe('`next_offset` is null on the last page.'),
          },
          ['table_not_found'],
        ),
      },
    },
    async (request, reply) => {
      const { projectId } = request.projectKey;
      const slug = checkedSlug(request.params.table_id);
      const page = await readPage(database, { projectId, slug, ...request.query });
      if (page === undefined) throw tableNotFound();
      return json(reply, page);
    },
  );

  app.post(
    '/tables/:table_id/rows',
    {
      bodyLimit: bulkBody,
      config: { scope: 'data:write' },
      schema: {
        operationId: 'writeRows',
        tags: ['Tables'],
        summary: 'Append rows, or replace all of them',
        description:
          'Needs the scope `data:write`. All rows are written or none. Every write makes the `revision` greater by ' +
          'one; to replace the rows, say which revision you have seen.',
        params: tablePath,
        headers: idempotencyHeaders,
        body: newRows,
        response: projectAnswers(
          {
            200: z
              .object({
                table_id: z.string(),
                environment: z.enum(environments),
                inserted: z.int(),
                total: z.int().describe('Rows in this environment after the write.'),
                revision: z.int(),
              })
              .describe('Written.')
              .meta({ headers: replayedHeader }),
          },
          [...bodyCodes, 'table_not_found', 'idempotency_key_reused', 'revision_conflict'],
        ),
      },
    },
    async (request, reply) => {
      const { rows, environment, replace, revision } = request.body;
      const rowsText = losslessField(request.bodyText, 'rows')!;
      const hidden = hiddenFaults(rowsText);
      if (hidden.length > 0) throw new ValidationProblem(hidden);
      let texts: string[] | undefined;
      const textOf = (index: number) => {
        texts ??= losslessItems(rowsText);
        return texts[index]!;
      };
      const write: RowsWrite = {
        key: request.projectKey,
        slug: checkedSlug(request.params.table_id),
        environment,
        rowsText,
        count: rows.length,
        replaces: replace ? revision! : null,
        idempotencyKey: request.headers['idempotency-key'],
        fingerprint: fingerprintOf(request),
        requestId: request.id,
        faultsBy: (rules) => columnFaults(rules, rows, textOf),
      };
      return answer(reply, await writeRowsOnce(database, write));
    },
  );
}

function answer(reply: FastifyReply, verdict: WriteVerdict): FastifyReply {
  switch (verdict.verdict) {
    case 'replayed':
      return json(reply.header('Idempotency-Replayed', 'true'), verdict.answer);
    case 'written':
      return json(reply, verdict.answer);
    case 'reused':
      throw keyReused();
    case 'revoked':
      throw invalidKey();
    case 'table_not_found':
      throw tableNotFound();
    case 'rows_refused':
      throw new ValidationProblem(verdict.faults);
    case 'revision_conflict': {
      const { revision } = verdict;
      throw new Problem(
        409,
        'revision_conflict',
        `The rows have revision ${revision} by now. Read them again and decide what is to replace them.`,
        { fields: { revision } },
      );
    }
    default:
      return verdict satisfies never;
  }
}

function json(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}

function present({ slug, name, columns, environments: sheets }: TableRecord): z.output<typeof table> {
  return { table_id: slug, name, columns, environments: sheets };
}
