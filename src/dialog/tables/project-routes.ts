import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { fingerprintWith, idempotencyHeaders, keyReused } from '../gate/idempotency.ts';
import { invalidKey } from '../gate/project-gate.ts';
import { laxInt, literal } from '../http/fields.ts';
import { losslessItems } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { sendJson } from '../http/send-json.ts';
import { pageOf } from '../http/shapes.ts';
import { ValidationProblem } from '../http/validation.ts';
import { columnFaults } from './columns.ts';
import { readPage } from './page.ts';
import { listedTable, newRows, rowsPage, writtenRows } from './project-shapes.ts';
import { hiddenFaults } from './rows.ts';
import { checkedSlug, tableNotFound } from './slug.ts';
import { listTables as findTables, type TableRecord, tablesPage } from './store.ts';
import { type RowsWrite, type WriteVerdict, writeRowsOnce } from './write.ts';

const bulkBody = 32 * 2 ** 20;

const environments = ['sandbox', 'live'] as const;
const tablePage = pageOf(listedTable, 'At most 100, by slug.', 'TablePage');

const tablePath = projectPath.extend({ table_id: z.string().describe('The slug of the table.') });

export const listTables = endpoint(
  {
    operationId: 'listTables',
    tags: ['Tables'],
    summary: 'List tables',
    params: projectPath,
    querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }),
    answers: { 200: tablePage },
  },
  async (request, _reply, { database }: { database: Database }) => {
    const { offset } = request.query;
    const { tables, more } = await findTables(database, request.projectKey.projectId, offset);
    return { items: tables.map(present), next_offset: more ? offset + tablesPage : null };
  },
);

export const readRows = endpoint(
  {
    operationId: 'readRows',
    tags: ['Tables'],
    summary: 'Read rows',
    description:
      'Rows come back as they were written, oldest first. A `revision` that differs from that of the ' +
      'page before says that somebody wrote in between.',
    params: tablePath,
    querystring: z.object({
      environment: literal(environments, { default: 'live' }),
      offset: laxInt({ ge: 0, default: 0 }),
      limit: laxInt({ ge: 1, le: 500, default: 100 }),
    }),
    answers: { 200: rowsPage },
    errors: ['table_not_found'],
  },
  async (request, reply, { database }: { database: Database }) => {
    const { projectId } = request.projectKey;
    const slug = checkedSlug(request.params.table_id);
    const page = await readPage(database.reading(clientGone(reply)), { projectId, slug, ...request.query });
    if (page === undefined) throw tableNotFound();
    return sendJson(reply, page);
  },
);

export const writeRows = endpoint(
  {
    operationId: 'writeRows',
    tags: ['Tables'],
    summary: 'Append rows, or replace all of them',
    description:
      'All rows are written or none. Every write makes the `revision` greater by one; to replace the ' +
      'rows, say which revision you have seen.',
    params: tablePath,
    headers: idempotencyHeaders,
    body: newRows,
    answers: { 200: writtenRows },
    errors: ['table_not_found', 'idempotency_key_reused', 'revision_conflict'],
    bodyLimit: bulkBody,
  },
  async (request, reply, { database }: { database: Database }) => {
    const { rows, environment, replace, revision } = request.body;
    const { fingerprint, sent } = fingerprintWith(request, 'rows');
    const rowsText = sent!;
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
      fingerprint,
      requestId: request.id,
      faultsBy: (rules) => columnFaults(rules, rows, textOf),
    };
    return answer(reply, await writeRowsOnce(database, write));
  },
);

function answer(reply: FastifyReply, verdict: WriteVerdict): FastifyReply {
  switch (verdict.verdict) {
    case 'replayed':
      return sendJson(reply.header('Idempotency-Replayed', 'true'), verdict.answer);
    case 'written':
      return sendJson(reply, verdict.answer);
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

function present({ slug, name, columns, environments: sheets }: TableRecord): z.output<typeof listedTable> {
  return { table_id: slug, name, columns, environments: sheets };
}
