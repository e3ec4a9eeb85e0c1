import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../../platform/postgres.ts';
import { writeAudit } from '../audit/entry.ts';
import { laxInt } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { slugField } from '../http/slug.ts';
import { ownerActor } from '../owner/session.ts';
import { tableBody } from './columns.ts';
import { checkedSlug, tableNotFound } from './slug.ts';
import { deleteTable, findTable, listTables, putTable, type TableRecord, tablesPage } from './store.ts';

const tablePath = projectPath.extend({ slug: z.string() });

/** Tables as their owner makes, describes and deletes them. */
export function ownerTableRoutes(plain: FastifyInstance, { database }: { database: Database }): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/tables',
    { schema: { querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }) } },
    async (request) => {
      const { offset } = request.query;
      const { tables, more } = await listTables(database, request.projectId, offset);
      return { items: tables.map(present), next_offset: more ? offset + tablesPage : null };
    },
  );

  app.get('/tables/:slug', { schema: { params: tablePath } }, async (request) => {
    const found = await findTable(database, request.projectId, checkedSlug(request.params.slug));
    if (!found) throw tableNotFound();
    return present(found);
  });

  app.put(
    '/tables/:slug',
    {
      schema: {
        params: tablePath.extend({ slug: slugField }),
        body: tableBody,
      },
    },
    async (request, reply) => {
      const { projectId, params, body } = request;
      const { isNew, record } = await database.transaction(async (tx) => {
        const isNew = await putTable(tx, { projectId, slug: params.slug, ...body });
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

  app.delete('/tables/:slug', { schema: { params: tablePath } }, async (request, reply) => {
    const { projectId } = request;
    const slug = checkedSlug(request.params.slug);
    await database.transaction(async (tx) => {
      const name = await deleteTable(tx, projectId, slug);
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
  });
}

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
