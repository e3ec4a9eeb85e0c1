import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { JsonText, jsonText, jsonTexts } from '../../platform/json-text.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { ownerActor } from '../gate/session.ts';
import { dict, laxInt, list, literal, text } from '../http/fields.ts';
import { holdsUnstorable, losslessField } from '../http/json-body.ts';
import { sendJson } from '../http/send-json.ts';
import { environment, named, namedBody, nothing } from '../http/shapes.ts';
import { knownSlugPath } from '../http/slug.ts';
import { unstorable } from '../http/unstorable.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { addOneRow, changeOneRow, type RowChange } from './edit.ts';
import { type PlacedRow, readPlacedRows } from './query.ts';
import { readOrder, readWhere, rowFilters } from './row-filters.ts';
import { checkedSlug, tableNotFound } from './slug.ts';

const page = 100;

interface RowParts {
  database: Database;
}

const placed = named(
  'PlacedRow',
  z.object({
    row: z
      .int()
      .describe(
        'Its place, by which it is changed. A row keeps it until it is deleted or all rows are replaced.',
      ),
    data: z.record(z.string(), z.unknown()).describe('As it was written.'),
  }),
  { row: 17, data: { sku: 'A-1', left: 7 } },
);

const rowsPage = named(
  'PlacedRows',
  z
    .object({
      rows: z.array(placed),
      revision: z.int(),
      total: z.int().describe('Rows of this environment, with and without the filter.'),
      next_offset: z.int().nullable().describe('Null on the last page.'),
    })
    .describe('At most 100; without `sort` oldest first.'),
  { rows: [{ row: 17, data: { sku: 'A-1', left: 7 } }], revision: 4, total: 1, next_offset: null },
);

/** JSON text, so that numbers keep their digits. */
const present = ({ position, data }: PlacedRow) => jsonText({ row: position, data: new JsonText(data) });

export const listRows = endpoint(
  {
    operationId: 'listRows',
    tags: ['Tables'],
    summary: 'Look through rows',
    description:
      'By conditions on columns and in any order. A stored number is compared as a number, everything else as text. Every row of the ' +
      'table is read for it, because columns have no indexes.',
    params: knownSlugPath,
    querystring: z.object({
      ...rowFilters,
      offset: laxInt({ ge: 0, default: 0 }),
    }),
    answers: { 200: rowsPage },
    errors: ['table_not_found'],
  },
  async ({ projectId, params, query }, reply, { database }: RowParts) => {
    const { offset } = query;
    const wanted = {
      ...{ projectId, table: checkedSlug(params.slug), environment: query.environment },
      ...{ where: readWhere(query.where), sort: readOrder(query.sort), limit: page + 1 },
    };
    const found = await readPlacedRows(database.reading(clientGone(reply)), { ...wanted, offset });
    if (!found) throw tableNotFound();
    const { rows, revision, total } = found;
    return sendJson(
      reply,
      jsonText({
        rows: jsonTexts(rows.slice(0, page).map(present)),
        revision,
        total,
        next_offset: rows.length > page ? offset + page : null,
      }),
    );
  },
);

const rowPath = knownSlugPath.extend({ row: laxInt({ ge: 1 }).describe('The place of the row.') });
/** Asked for by name: a place in one environment is another row in the other. */
const place = {
  environment: literal(['sandbox', 'live']),
};
const ifRevision = laxInt({ ge: 0 })
  .nullish()
  .describe('The revision that you have seen: if somebody has written since, nothing is changed.');

const changed = named(
  'ChangedRow',
  z
    .object({
      row: z.int(),
      environment,
      data: z.record(z.string(), z.unknown()),
      revision: z.int(),
    })
    .describe('The row as it is now.'),
  { row: 17, environment: 'live', data: { sku: 'A-1', left: 6 }, revision: 5 },
);

const errors = ['table_not_found', 'row_not_found', 'revision_conflict'] as const;

/** Carries out a change of one row for the owner of a request. */
async function change(
  request: Pick<FastifyRequest, 'projectId' | 'id' | 'owner'>,
  { database }: RowParts,
  { slug, row: position }: { slug: string; row: number },
  environment: 'sandbox' | 'live',
  revision: number | null | undefined,
  what: RowChange,
) {
  const edit = {
    ...{ projectId: request.projectId, table: checkedSlug(slug), environment, position },
    ...{ ifRevision: revision ?? null, requestId: request.id },
    actor: ownerActor(request),
  };
  return database.transaction((tx) => changeOneRow(tx, edit, what));
}

/** A request that changes one row, and is answered with the row as it is then. */
interface RowRequest extends Pick<FastifyRequest, 'projectId' | 'id' | 'owner'> {
  params: { slug: string; row: number };
  query: { environment: 'sandbox' | 'live' };
  body: { if_revision?: number | null | undefined };
}

async function changedRow(request: RowRequest, parts: RowParts, what: RowChange) {
  const { params, query, body } = request;
  const { data, revision } = await change(request, parts, params, query.environment, body.if_revision, what);
  return { row: params.row, environment: query.environment, data: new JsonText(data!), revision };
}

/** The text of a member of the body as it was sent. @throws ValidationProblem if the database cannot store it */
function sentText(bodyText: string, member: 'data' | 'set'): string {
  const sent = losslessField(bodyText, member) ?? '{}';
  if (holdsUnstorable(sent)) throw new ValidationProblem([valueError(['body', member], unstorable, null)]);
  return sent;
}

export const addRow = endpoint(
  {
    operationId: 'addRow',
    tags: ['Tables'],
    summary: 'Add a row',
    params: knownSlugPath,
    querystring: z.object(place),
    body: namedBody('AddedRow', z.object({ data: dict().describe('The row.'), if_revision: ifRevision }), {
      data: { sku: 'A-2', left: 3 },
    }),
    config: { keepsDigits: ['data'] },
    answers: { 201: changed },
    errors: ['table_not_found', 'revision_conflict'],
  },
  async (request, reply, { database }: RowParts) => {
    const { projectId, params, query, body, bodyText } = request;
    const { environment } = query;
    const data = sentText(bodyText, 'data');
    const wanted = {
      ...{ projectId, table: checkedSlug(params.slug), environment },
      ...{ ifRevision: body.if_revision ?? null, actor: ownerActor(request), requestId: request.id },
    };
    const { position, revision } = await database.transaction((tx) => addOneRow(tx, wanted, data));
    const shown = { row: position, environment, data: new JsonText(data), revision };
    return sendJson(reply.code(201), jsonText(shown));
  },
);

export const replaceRow = endpoint(
  {
    operationId: 'replaceRow',
    tags: ['Tables'],
    summary: 'Replace a row',
    params: rowPath,
    querystring: z.object(place),
    body: namedBody(
      'WantedRow',
      z.object({ data: dict().describe('The whole row.'), if_revision: ifRevision }),
      { data: { sku: 'A-1', left: 6 }, if_revision: 4 },
    ),
    config: { keepsDigits: ['data'] },
    answers: { 200: changed },
    errors,
  },
  async (request, reply, parts: RowParts) => {
    const what: RowChange = { to: 'data', text: sentText(request.bodyText, 'data') };
    return sendJson(reply, jsonText(await changedRow(request, parts, what)));
  },
);

export const changeRow = endpoint(
  {
    operationId: 'changeRow',
    tags: ['Tables'],
    summary: 'Change columns of a row',
    description: 'The other columns keep their values, with all digits.',
    params: rowPath,
    querystring: z.object(place),
    body: namedBody(
      'RowChange',
      z.object({
        set: dict({ default: {} }).describe('Columns and their new values.'),
        unset: list(text({ max: 100 }), { max: 200, default: [] }).describe(
          'Columns that the row no longer has.',
        ),
        if_revision: ifRevision,
      }),
      { set: { left: 6 } },
    ),
    config: { keepsDigits: ['set'] },
    answers: { 200: changed },
    errors,
  },
  async (request, reply, parts: RowParts) => {
    const { body, bodyText } = request;
    const what: RowChange = { to: 'columns', set: sentText(bodyText, 'set'), unset: body.unset };
    return sendJson(reply, jsonText(await changedRow(request, parts, what)));
  },
);

export const removeRow = endpoint(
  {
    operationId: 'removeRow',
    tags: ['Tables'],
    summary: 'Delete a row',
    params: rowPath,
    querystring: z.object({ ...place, if_revision: laxInt({ ge: 0 }).optional() }),
    answers: { 204: nothing('It is deleted.') },
    errors,
  },
  async (request, reply, parts: RowParts) => {
    const { params, query } = request;
    await change(request, parts, params, query.environment, query.if_revision, { to: 'nothing' });
    return reply.code(204).send();
  },
);
