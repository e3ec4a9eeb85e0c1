import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import type { KeyRing } from '../gate/key-ring.ts';
import { type KeyRow, keysOf } from '../gate/keys.ts';
import { ownerActor } from '../gate/session.ts';
import { list, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { listOf, namedBody, nothing } from '../http/shapes.ts';
import { createKey, revokeKey } from '../projects/key-routes.ts';
import { methodKeyShape, newMethodKeyShape } from './shapes.ts';
import { knownMethods } from './store.ts';

const mostMethods = 100;

const newKey = namedBody(
  'NewMethodKey',
  z.object({
    name: text({ min: 1, max: 100 }),
    methods: list(text({ max: 63 }), { max: mostMethods }).superRefine((chosen, ctx) => {
      if (chosen.length > 0) return;
      ctx.addIssue({ code: 'custom', message: 'choose at least one method', input: chosen });
    }),
  }),
  { name: 'Partner', methods: ['order'] },
);

interface MethodKeyParts {
  database: Database;
  keys: KeyRing;
}

export const listMethodKeys = endpoint(
  {
    operationId: 'listMethodKeys',
    tags: ['Methods'],
    summary: 'List method keys',
    params: projectPath,
    answers: { 200: listOf(methodKeyShape, 'Oldest first, also those that were revoked.') },
  },
  async (request, _reply, { database }: MethodKeyParts) => {
    const rows = await keysOf(database, request.projectId, 'methodKey');
    return { items: rows.map(present) };
  },
);

export const createMethodKey = endpoint(
  {
    operationId: 'createMethodKey',
    tags: ['Methods'],
    summary: 'Make a method key',
    description: 'The key itself is shown only now, because only its hash is stored.',
    params: projectPath,
    body: newKey,
    answers: { 201: newMethodKeyShape.describe('The new key.') },
    errors: ['method_not_found'],
  },
  async (request, reply, { database }: MethodKeyParts) => {
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
  },
);

export const revokeMethodKey = endpoint(
  {
    operationId: 'revokeMethodKey',
    tags: ['Methods'],
    summary: 'Revoke a method key',
    description: 'At once and in every process.',
    params: projectPath.extend({ key_id: z.string().describe('`mky_…`') }),
    answers: { 204: nothing('It is revoked.') },
    errors: ['key_not_found'],
  },
  async (request, reply, { database, keys }: MethodKeyParts) => {
    const { key_id: publicId } = request.params;
    const id = await database.transaction((tx) =>
      revokeKey(tx, request.projectId, 'methodKey', publicId, ownerActor(request), request.id),
    );
    keys.forget(id);
    return reply.code(204).send();
  },
);

function present(row: KeyRow) {
  return {
    id: showId('methodKey', row.id),
    name: row.name,
    methods: row.methods ?? [],
    hint: row.hint,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
