import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { KeyRing } from '../gate/key-ring.ts';
import { list, text } from '../http/fields.ts';
import { createKey, revokeKey } from '../owner/keys.ts';
import { ownerActor } from '../owner/session.ts';
import { projectKeys } from '../schema.ts';
import { knownMethods } from './store.ts';

const mostMethods = 100;

const newKey = z.object({
  name: text({ min: 1, max: 100 }),
  methods: list(text({ max: 63 }), { max: mostMethods }).superRefine((chosen, ctx) => {
    if (chosen.length > 0) return;
    ctx.addIssue({ code: 'custom', message: 'choose at least one method', input: chosen });
  }),
});

/**
 * The keys with which clients call published methods, each for the methods that its owner chose. To rotate one, make
 * another, and revoke the first when nobody uses it any more.
 */
export function methodKeyRoutes(
  plain: FastifyInstance,
  { database, keys }: { database: Database; keys: KeyRing },
): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.get('/method-keys', async (request) => {
    const rows = await database.orm
      .select()
      .from(projectKeys)
      .where(and(eq(projectKeys.projectId, request.projectId), isNotNull(projectKeys.methods)))
      .orderBy(asc(projectKeys.id));
    return { items: rows.map(present) };
  });

  app.post('/method-keys', { schema: { body: newKey } }, async (request, reply) => {
    const { projectId } = request;
    const { name, methods } = request.body;
    const made = await database.transaction(async (tx) => {
      const known = await knownMethods(tx, projectId, methods);
      const missing = methods.find((slug) => !known.has(slug));
      if (missing !== undefined) {
        throw new Problem(404, 'method_not_found', `This project has no method ${JSON.stringify(missing)}.`);
      }
      return createKey(tx, { projectId, name, scopes: [], methods }, ownerActor(request), request.id);
    });
    return reply.code(201).send({ ...present(made.row), key: made.key });
  });

  app.delete('/method-keys/:key_id', async (request, reply) => {
    const { key_id: publicId } = request.params as { key_id: string };
    const id = await database.transaction((tx) =>
      revokeKey(tx, request.projectId, 'methodKey', publicId, ownerActor(request), request.id),
    );
    keys.forget(id);
    return reply.code(204).send();
  });
}

function present(row: typeof projectKeys.$inferSelect) {
  return {
    id: showId('methodKey', row.id),
    name: row.name,
    methods: row.methods,
    hint: row.hint,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
