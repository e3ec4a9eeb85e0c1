import { z } from 'zod';
import { newId, readId, showId } from '../../platform/ids.ts';
import { notify } from '../../platform/notices.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { newSecret, sha256 } from '../../platform/secrets.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import type { KeyRing } from '../gate/key-ring.ts';
import { type KeyKind, type KeyRow, keysOf, markRevoked, storeKey } from '../gate/keys.ts';
import { revocations } from '../gate/revocations.ts';
import { type Scope, scopes } from '../gate/scopes.ts';
import { ownerActor } from '../gate/session.ts';
import { list, literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { listOf, namedBody, nothing } from '../http/shapes.ts';
import { keyShape, newKeyShape } from './shapes.ts';

const newKey = namedBody(
  'NewKey',
  z.object({
    name: text({ min: 1, max: 100 }),
    scopes: list(literal(scopes), { max: scopes.length }).superRefine((chosen, ctx) => {
      if (chosen.length === 0) {
        ctx.addIssue({ code: 'custom', message: 'choose at least one scope', input: chosen });
      }
    }),
  }),
  { name: 'Backend', scopes: ['messages:write', 'profiles:read'] },
);

interface KeyParts {
  database: Database;
  keys: KeyRing;
}

export const listKeys = endpoint(
  {
    operationId: 'listKeys',
    tags: ['Keys'],
    summary: 'List the keys of a project',
    params: projectPath,
    answers: { 200: listOf(keyShape, 'Oldest first, also those that were revoked.') },
  },
  async (request, _reply, { database }: KeyParts) => {
    const rows = await keysOf(database, request.projectId, 'key');
    return { items: rows.map(present) };
  },
);

export const makeKey = endpoint(
  {
    operationId: 'createKey',
    tags: ['Keys'],
    summary: 'Make a key',
    description: 'The key itself is shown only now, because only its hash is stored.',
    params: projectPath,
    body: newKey,
    answers: { 201: newKeyShape.describe('The new key.') },
  },
  async (request, reply, { database }: KeyParts) => {
    const { name, scopes: chosen } = request.body;
    const made = await database.transaction((tx) =>
      createKey(tx, { projectId: request.projectId, name, scopes: chosen }, ownerActor(request), request.id),
    );
    return reply.code(201).send({ ...present(made.row), key: made.key });
  },
);

export const endKey = endpoint(
  {
    operationId: 'revokeKey',
    tags: ['Keys'],
    summary: 'Revoke a key',
    description: 'At once and in every process.',
    params: projectPath.extend({ key_id: z.string().describe('`key_…`') }),
    answers: { 204: nothing('It is revoked.') },
    errors: ['key_not_found'],
  },
  async (request, reply, { database, keys }: KeyParts) => {
    const { key_id: publicId } = request.params;
    const id = await database.transaction((tx) =>
      revokeKey(tx, request.projectId, 'key', publicId, ownerActor(request), request.id),
    );
    keys.forget(id);
    return reply.code(204).send();
  },
);

/** A new key: of the project API, with scopes; or for published methods, with their slugs. */
export interface NewKey {
  projectId: string;
  name: string;
  scopes: Scope[];
  methods?: string[];
}

/** Makes a key. @returns the stored key and its text, which cannot be read again */
export async function createKey(
  tx: Transaction,
  { projectId, name, scopes: chosen, methods }: NewKey,
  actor: Actor,
  requestId: string | null,
): Promise<{ row: KeyRow; key: string }> {
  const kind = methods ? 'methodKey' : 'key';
  const key = newSecret(methods ? 'ep_' : 'pk_');
  const id = newId();
  const allowed = { scopes: [...new Set(chosen)], methods: methods ? [...new Set(methods)] : null };
  const row = await storeKey(tx, {
    ...{ projectId, name, ...allowed, id },
    hash: sha256(key),
    hint: key.slice(-4),
  });
  await writeAudit(tx, {
    projectId,
    actor,
    action: `${nouns[kind]}.created`,
    subject: { type: nouns[kind], id: showId(kind, id) },
    requestId,
    data: { name, ...(methods ? { methods: row.methods } : { scopes: row.scopes }) },
  });
  return { row, key };
}

/** What the audit log calls each kind of key. */
const nouns = { key: 'key', methodKey: 'method_key' } as const;

/**
 * Revokes a key, in every process as soon as the transaction commits.
 * @returns its internal id
 * @throws Problem 404 `key_not_found` if the project has no key of this kind in force under that id
 */
export async function revokeKey(
  tx: Transaction,
  projectId: string,
  kind: KeyKind,
  publicId: string,
  actor: Actor,
  requestId: string | null,
): Promise<string> {
  const id = readId(kind, publicId);
  const row = id && (await markRevoked(tx, projectId, kind, id));
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

function present(row: KeyRow) {
  return {
    id: showId('key', row.id),
    name: row.name,
    // Only `createKey` writes scopes.
    scopes: row.scopes as Scope[],
    hint: row.hint,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
