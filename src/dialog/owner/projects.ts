import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId, showId } from '../../platform/ids.ts';
import { notify } from '../../platform/notices.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { writeAudit } from '../audit/entry.ts';
import { endConnections } from '../connections/find.ts';
import { revocations } from '../gate/revocations.ts';
import { text } from '../http/fields.ts';
import { refuseWhilePaymentsAreOpen } from '../payments/unfinished.ts';
import { channels, projectKeys, projects } from '../schema.ts';
import { projectScope } from './project-scope.ts';
import { ownerActor } from './session.ts';

const name = text({ min: 1, max: 100 });

/** The owner's projects. */
export function projectRoutes(plain: FastifyInstance, { database }: { database: Database }): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const scoped = { onRequest: projectScope(database) };
  const read = async (id: string) =>
    (await database.orm.select().from(projects).where(eq(projects.id, id)))[0]!;

  app.get('/projects', async (request) => {
    const rows = await database.orm
      .select()
      .from(projects)
      .where(and(eq(projects.ownerId, request.owner.id), isNull(projects.deletedAt)))
      .orderBy(asc(projects.id));
    return { items: rows.map(present) };
  });

  app.post('/projects', { schema: { body: z.object({ name }) } }, async (request, reply) => {
    const id = await database.transaction(async (tx) => {
      const created = await createProject(tx, request.owner.id, request.body.name);
      await writeAudit(tx, {
        projectId: created,
        actor: ownerActor(request),
        action: 'project.created',
        subject: { type: 'project', id: showId('project', created) },
        requestId: request.id,
        data: { name: request.body.name },
      });
      return created;
    });
    return reply.code(201).send(present(await read(id)));
  });

  app.get('/projects/:project_id', scoped, async (request) => present(await read(request.projectId)));

  app.patch(
    '/projects/:project_id',
    { ...scoped, schema: { body: z.object({ name: name.nullish() }) } },
    async (request) => {
      const wanted = request.body.name;
      if (wanted != null) {
        await database.transaction(async (tx) => {
          await tx.orm
            .update(projects)
            .set({ name: wanted, updatedAt: sql`now()` })
            .where(eq(projects.id, request.projectId));
          await writeAudit(tx, {
            projectId: request.projectId,
            actor: ownerActor(request),
            action: 'project.updated',
            subject: { type: 'project', id: showId('project', request.projectId) },
            requestId: request.id,
            data: { name: wanted },
          });
        });
      }
      return present(await read(request.projectId));
    },
  );

  // Its keys end at once. What it holds is removed by the worker in small batches, since it may be millions of rows.
  app.delete('/projects/:project_id', scoped, async (request, reply) => {
    await database.transaction(async (tx) => {
      await tx.orm.update(projects).set({ deletedAt: sql`now()` }).where(eq(projects.id, request.projectId));
      await refuseWhilePaymentsAreOpen(tx, request.projectId);
      await tx.orm
        .update(projectKeys)
        .set({ revokedAt: sql`now()` })
        .where(and(eq(projectKeys.projectId, request.projectId), isNull(projectKeys.revokedAt)));
      // What is still queued finds no channel and no connection any more, and does not leave.
      await tx.orm
        .update(channels)
        .set({ deletedAt: sql`now()` })
        .where(and(eq(channels.projectId, request.projectId), isNull(channels.deletedAt)));
      await endConnections(tx, request.projectId);
      await notify(tx, revocations, '*');
    });
    return reply.code(204).send();
  });
}

/** @returns the id of the new project. */
export async function createProject(tx: Transaction, ownerId: string, projectName: string): Promise<string> {
  const id = newId();
  await tx.orm.insert(projects).values({ id, ownerId, name: projectName });
  return id;
}

function present(row: typeof projects.$inferSelect) {
  return {
    id: showId('project', row.id),
    name: row.name,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
