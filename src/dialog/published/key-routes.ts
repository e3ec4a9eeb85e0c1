import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { limitFields, limitsIn, presentLimits } from '../gate/key-limits.ts';
import type { KeyRing } from '../gate/key-ring.ts';
import { type KeyRow, keysOf } from '../gate/keys.ts';
import { ownerActor } from '../gate/session.ts';
import { list, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { listOf, namedBody, nothing } from '../http/shapes.ts';
import { createKey, keyChange, keyRotation, replaceKey, reviseKey, revokeKey } from '../projects/keys.ts';
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
    ...limitFields,
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
      const limits = limitsIn(request.body);
      return createKey(tx, { projectId, name, scopes: [], methods, limits }, ownerActor(request), request.id);
    });
    return reply.code(201).send({ ...present(made.row), key: made.key });
  },
);

const keyPath = projectPath.extend({ key_id: z.string().describe('`mky_…`') });

export const updateMethodKey = endpoint(
  {
    operationId: 'updateMethodKey',
    tags: ['Methods'],
    summary: 'Change a method key',
    description: 'Its name, when it expires, and from where it may be used. At once and in every process.',
    params: keyPath,
    body: keyChange,
    answers: { 200: methodKeyShape.describe('The key.') },
    errors: ['key_not_found'],
  },
  async (request, _reply, { database, keys }: MethodKeyParts) => {
    const row = await database.transaction((tx) => reviseKey(tx, 'methodKey', request));
    keys.forget(row.id);
    return present(row);
  },
);

export const rotateMethodKey = endpoint(
  {
    operationId: 'rotateMethodKey',
    tags: ['Methods'],
    summary: 'Replace a method key',
    description:
      'Makes a key with the same name, methods and addresses. The present key stays valid for `overlap_hours`, so that clients can change over.',
    params: keyPath,
    body: keyRotation,
    answers: { 201: newMethodKeyShape.describe('The new key, shown this once.') },
    errors: ['key_not_found', 'key_replaced'],
  },
  async (request, reply, { database, keys }: MethodKeyParts) => {
    const { row, key, replaced } = await database.transaction((tx) => replaceKey(tx, 'methodKey', request));
    keys.forget(replaced);
    return reply.code(201).send({ ...present(row), key });
  },
);

export const revokeMethodKey = endpoint(
  {
    operationId: 'revokeMethodKey',
    tags: ['Methods'],
    summary: 'Revoke a method key',
    description: 'At once and in every process.',
    params: keyPath,
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
    ...presentLimits(row, 'methodKey'),
  };
}
