import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId, readId, showId } from '../../platform/ids.ts';
import { notify } from '../../platform/notices.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { newSecret, sha256 } from '../../platform/secrets.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import type { KeyRing } from '../gate/key-ring.ts';
import { revocations } from '../gate/revocations.ts';
import { type Scope, scopes } from '../gate/scopes.ts';
import { list, literal, text } from '../http/fields.ts';
import { projectKeys } from '../schema.ts';
import { ownerActor } from './session.ts';

const newKey = z.object({
  name: text({ min: 1, max: 100 }),
  scopes: list(literal(scopes), { max: scopes.length }).superRefine((chosen, ctx) => {
    if (chosen.length === 0) {
      ctx.addIssue({ code: 'custom', message: 'choose at least one scope', input: chosen });
    }
  }),
});

/** The keys of a project. A key's text is shown once, when it is made; what is kept is its hash. */
export function keyRoutes(
  plain: FastifyInstance,
  { database, keys }: { database: Database; keys: KeyRing },
): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.get('/keys', async (request) => {
    const rows = await database.orm
      .select()
      .from(projectKeys)
      .where(and(eq(projectKeys.projectId, request.projectId), isNull(projectKeys.methods)))
      .orderBy(asc(projectKeys.id));
    return { items: rows.map(present) };
  });

  app.post('/keys', { schema: { body: newKey } }, async (request, reply) => {
    const { name, scopes: chosen } = request.body;
    const made = await database.transaction((tx) =>
      createKey(tx, { projectId: request.projectId, name, scopes: chosen }, ownerActor(request), request.id),
    );
    return reply.code(201).send({ ...present(made.row), key: made.key });
  });

  app.delete('/keys/:key_id', async (request, reply) => {
    const id = readId('key', (request.params as { key_id: string }).key_id);
    const revoked = id !== undefined && (await revokeKey(request.projectId, id));
    if (!revoked) throw new Problem(404, 'key_not_found', 'This project has no such key in force.');
    keys.forget(id);
    return reply.code(204).send();

    function revokeKey(projectId: string, keyId: string): Promise<boolean> {
      return database.transaction(async (tx) => {
        const [row] = await tx.orm
          .update(projectKeys)
          .set({ revokedAt: sql`now()` })
          .where(
            and(
              eq(projectKeys.projectId, projectId),
              eq(projectKeys.id, keyId),
              isNull(projectKeys.methods),
              isNull(projectKeys.revokedAt),
            ),
          )
          .returning();
        if (!row) return false;
        await writeAudit(tx, {
          projectId,
          actor: ownerActor(request),
          action: 'key.revoked',
          subject: { type: 'key', id: showId('key', keyId) },
          requestId: request.id,
          data: { name: row.name },
        });
        await notify(tx, revocations, keyId);
        return true;
      });
    }
  });
}

/** @returns the stored key and its text, which cannot be read again. */
export async function createKey(
  tx: Transaction,
  wanted: { projectId: string; name: string; scopes: Scope[] },
  actor: Actor,
  requestId: string | null,
): Promise<{ row: typeof projectKeys.$inferSelect; key: string }> {
  const key = newSecret('pk_');
  const id = newId();
  const [row] = await tx.orm
    .insert(projectKeys)
    .values({ ...wanted, scopes: [...new Set(wanted.scopes)], id, hash: sha256(key), hint: key.slice(-4) })
    .returning();
  await writeAudit(tx, {
    projectId: wanted.projectId,
    actor,
    action: 'key.created',
    subject: { type: 'key', id: showId('key', id) },
    requestId,
    data: { name: wanted.name, scopes: row!.scopes },
  });
  return { row: row!, key };
}

function present(row: typeof projectKeys.$inferSelect) {
  return {
    id: showId('key', row.id),
    name: row.name,
    scopes: row.scopes,
    hint: row.hint,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
