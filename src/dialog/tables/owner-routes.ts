import { z } from 'zod';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { ownerActor } from '../gate/session.ts';
import { laxInt } from '../http/fields.ts';
import { ifNoneMatch, refuseToReplace } from '../http/only-new.ts';
import { projectPath } from '../http/path.ts';
import { namedBody, nothing, pageOf } from '../http/shapes.ts';
import { knownSlugPath, slugPath } from '../http/slug.ts';
import { tableBody } from './columns.ts';
import { tableShape } from './shapes.ts';
import { checkedSlug, tableNotFound } from './slug.ts';
import {
  findTable,
  listTables as findTables,
  deleteTable as removeTable,
  type TableRecord,
  tablesPage,
  putTable as writeTable,
} from './store.ts';

interface TableParts {
  database: Database;
}

export const listTables = endpoint(
  {
    operationId: 'listTables',
    tags: ['Tables'],
    summary: 'List tables',
    params: projectPath,
    querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }),
    answers: { 200: pageOf(tableShape, 'At most 100, by slug.') },
  },
  async (request, _reply, { database }: TableParts) => {
    const { offset } = request.query;
    const { tables, more } = await findTables(database, request.projectId, offset);
    return { items: tables.map(present), next_offset: more ? offset + tablesPage : null };
  },
);

export const readTable = endpoint(
  {
    operationId: 'readTable',
    tags: ['Tables'],
    summary: 'Read a table',
    description: 'Without its rows.',
    params: knownSlugPath,
    answers: { 200: tableShape.describe('The table.') },
    errors: ['table_not_found'],
  },
  async (request, _reply, { database }: TableParts) => {
    const found = await findTable(database, request.projectId, checkedSlug(request.params.slug));
    if (!found) throw tableNotFound();
    return present(found);
  },
);

export const putTable = endpoint(
  {
    operationId: 'putTable',
    tags: ['Tables'],
    summary: 'Make or change a table',
    description: 'Its rows stay.',
    params: slugPath,
    headers: ifNoneMatch,
    body: namedBody('WantedTable', tableBody, {
      name: 'Stock',
      columns: [{ name: 'sku', type: 'text', required: true, description: '' }],
      enforce: true,
    }),
    answers: {
      200: tableShape.describe('The table was changed.'),
      201: tableShape.describe('The new table.'),
    },
    errors: ['already_exists'],
  },
  async (request, reply, { database }: TableParts) => {
    const { projectId, params, body } = request;
    const { isNew, record } = await database.transaction(async (tx) => {
      const isNew = await writeTable(tx, { projectId, slug: params.slug, ...body });
      refuseToReplace(request.headers, 'table', isNew);
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: isNew ? 'table.created' : 'table.updated',
        subject: { type: 'table', id: params.slug },
        requestId: request.id,
        data: { name: body.name },
      });
      return { isNew, record: (await findTable(tx, projectId, params.slug))! };
    });
    return reply.code(isNew ? 201 : 200).send(present(record));
  },
);

export const deleteTable = endpoint(
  {
    operationId: 'deleteTable',
    tags: ['Tables'],
    summary: 'Delete a table',
    description: 'Its rows in both environments are deleted too.',
    params: knownSlugPath,
    answers: { 204: nothing('It is deleted.') },
    errors: ['table_not_found'],
  },
  async (request, reply, { database }: TableParts) => {
    const { projectId } = request;
    const slug = checkedSlug(request.params.slug);
    await database.transaction(async (tx) => {
      const name = await removeTable(tx, projectId, slug);
      if (name === undefined) throw tableNotFound();
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: 'table.deleted',
        subject: { type: 'table', id: slug },
        requestId: request.id,
        data: { name },
      });
    });
    return reply.code(204).send();
  },
);

function present({ slug, name, columns, enforce, environments, ...at }: TableRecord) {
  return {
    id: slug,
    table_id: slug,
    name,
    columns,
    enforce,
    environments,
    created_at: at.created_at.toISOString(),
    updated_at: at.updated_at.toISOString(),
  };
}
