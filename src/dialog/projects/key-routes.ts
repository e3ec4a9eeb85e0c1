import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { limitFields, limitsIn, presentLimits } from '../gate/key-limits.ts';
import type { KeyRing } from '../gate/key-ring.ts';
import { type KeyRow, keysOf } from '../gate/keys.ts';
import { ownerActor } from '../gate/session.ts';
import { list, literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { listOf, namedBody, nothing } from '../http/shapes.ts';
import { type Scope, scopes } from '../rights/scopes.ts';
import { requireMayGive } from '../rights/sight.ts';
import { createKey, keyChange, keyRotation, replaceKey, reviseKey, revokeKey } from './keys.ts';
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
    ...limitFields,
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
    description:
      'The key itself is shown only now, because only its hash is stored. Scopes that do more than your role may need an owner.',
    params: projectPath,
    body: newKey,
    answers: { 201: newKeyShape.describe('The new key.') },
  },
  async (request, reply, { database }: KeyParts) => {
    const { name, scopes: chosen } = request.body;
    requireMayGive(request.roles, chosen);
    const limits = limitsIn(request.body);
    const made = await database.transaction((tx) =>
      createKey(
        tx,
        { projectId: request.projectId, name, scopes: chosen, limits },
        ownerActor(request),
        request.id,
      ),
    );
    return reply.code(201).send({ ...present(made.row), key: made.key });
  },
);

const keyPath = projectPath.extend({ key_id: z.string().describe('`key_…`') });

export const updateKey = endpoint(
  {
    operationId: 'updateKey',
    tags: ['Keys'],
    summary: 'Change a key',
    description: 'Its name, when it expires, and from where it may be used. At once and in every process.',
    params: keyPath,
    body: keyChange,
    answers: { 200: keyShape.describe('The key.') },
    errors: ['key_not_found'],
  },
  async (request, _reply, { database, keys }: KeyParts) => {
    const row = await database.transaction((tx) => reviseKey(tx, 'key', request));
    keys.forget(row.id);
    return present(row);
  },
);

export const rotateKey = endpoint(
  {
    operationId: 'rotateKey',
    tags: ['Keys'],
    summary: 'Replace a key',
    description:
      'Makes a key with the same name, scopes and addresses. The present key stays valid for `overlap_hours`, so that clients can change over.',
    params: keyPath,
    body: keyRotation,
    answers: { 201: newKeyShape.describe('The new key, shown this once.') },
    errors: ['key_not_found', 'key_replaced'],
  },
  async (request, reply, { database, keys }: KeyParts) => {
    const { row, key, replaced } = await database.transaction((tx) => replaceKey(tx, 'key', request));
    keys.forget(replaced);
    return reply.code(201).send({ ...present(row), key });
  },
);

export const endKey = endpoint(
  {
    operationId: 'revokeKey',
    tags: ['Keys'],
    summary: 'Revoke a key',
    description: 'At once and in every process.',
    params: keyPath,
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

function present(row: KeyRow) {
  return {
    id: showId('key', row.id),
    name: row.name,
    // Only `createKey` writes scopes.
    scopes: row.scopes as Scope[],
    hint: row.hint,
    ...presentLimits(row, 'key'),
  };
}
