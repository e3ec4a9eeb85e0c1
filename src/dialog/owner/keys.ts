import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
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
    const { key_id: publicId } = request.params as { key_id: string };
    const id = await database.transaction((tx) =>
      revokeKey(tx, request.projectId, 'key', publicId, ownerActor(request), request.id),
    );
    keys.forget(id);
    return reply.code(204).send();
  });
}

/** A key to be made: of the project API, with scopes; or for published methods, with their slugs. */
export interface NewKey {
  projectId: string;
  name: string;
  scopes: Scope[];
  methods?: string[];
}

/** @returns the stored key and its text, which cannot be read again. */
export async function createKey(
  tx: Transaction,
  { projectId, name, scopes: chosen, methods }: NewKey,
  actor: Actor,
  requestId: string | null,
): Promise<{ row: typeof projectKeys.$inferSelect; key: string }> {
  const kind = methods ? 'methodKey' : 'key';
  const key = newSecret(methods ? 'ep_' : 'pk_');
  const id = newId();
  const allowed = { scopes: [...new Set(chosen)], methods: methods ? [...new Set(methods)] : null };
  const [row] = await tx.orm
    .insert(projectKeys)
    .values({ projectId, name, ...allowed, id, hash: sha256(key), hint: key.slice(-4) })
    .returning();
  await writeAudit(tx, {
    projectId,
    actor,
    action: `${nouns[kind]}.created`,
    subject: { type: nouns[kind], id: showId(kind, id) },
    requestId,
    data: { name, ...(methods ? { methods: row!.methods } : { scopes: row!.scopes }) },
  });
  return { row: row!, key };
}

/** What the audit log calls each kind of key. */
const nouns = { key: 'key', methodKey: 'method_key' } as const;

/**
 * Ends a key, in every process as soon as the transaction commits.
 * @returns its stored id
 * @throws Problem 404 `key_not_found` where no key of this kind and project is in force under that id
 */
export async function revokeKey(
  tx: Transaction,
  projectId: string,
  kind: 'key' | 'methodKey',
  publicId: string,
  actor: Actor,
  requestId: string,
): Promise<string> {
  const id = readId(kind, publicId);
  const [row] = id
    ? await tx.orm
        .update(projectKeys)
        .set({ revokedAt: sql`now()` })
        .where(
          and(
            eq(projectKeys.projectId, projectId),
            eq(projectKeys.id, id),
            kind === 'key' ? isNull(projectKeys.methods) : isNotNull(projectKeys.methods),
            isNull(projectKeys.revokedAt),
          ),
        )
        .returning()
    : [];
  if (!row) throw new Problem(404, 'key_not_found', 'This project has no such key in force.');
  await writeAudit(tx, {
    projectId,
    actor,
    action: `${nouns[kind]}.revoked`,
    subject: { type: nouns[kind], id: publicId },
    requestId,
    data: { name: row.name },
  });
  await notify(tx, revocations, row.id);
  return row.id;
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
