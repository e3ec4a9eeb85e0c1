import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { limitExample, limitShape, presentLimits } from '../gate/key-limits.ts';
import type { KeyRing } from '../gate/key-ring.ts';
import { hasMadeKeys, keysMadeBy } from '../gate/keys.ts';
import { membersOf } from '../gate/members.ts';
import { ownerActor } from '../gate/session.ts';
import { projectPath } from '../http/path.ts';
import { listOf, named } from '../http/shapes.ts';
import { kindOfKey, revokeKeysBy } from '../projects/keys.ts';
import { scopes } from '../rights/scopes.ts';

/** The keys that a person made and may still know, for owners who see them off. */

interface KeyParts {
  database: Database;
  keys: KeyRing;
}

const madeKey = named(
  'MadeKey',
  z.object({
    id: z.string().describe('`key_…`, or `mky_…` of a method key.'),
    name: z.string(),
    scopes: z.array(z.enum(scopes)).nullable().describe('Null for a method key.'),
    methods: z.array(z.string()).nullable().describe('What a method key may call; null for others.'),
    hint: z.string().describe('The last four characters of the key.'),
    ...limitShape,
  }),
  {
    id: 'key_01m7w90rc4e8ssz0fn6hq2y5bw',
    name: 'Backend',
    scopes: ['messages:write', 'profiles:read'],
    methods: null,
    hint: 'x7Qa',
    ...limitExample,
  },
);

const endedKeys = named('EndedKeys', z.object({ ended: z.int().describe('How many keys there were.') }), {
  ended: 2,
});

const personPath = projectPath.extend({
  person_id: z.string().describe('`own_…`, also of somebody who was removed.'),
});

export const listKeysOfPerson = endpoint(
  {
    operationId: 'listKeysOfPerson',
    tags: ['People'],
    summary: 'List the keys that somebody made',
    description:
      'Those that are in force, of the project and of its methods. Keys belong to the project: they outlast the person, who may still know them.',
    params: personPath,
    answers: { 200: listOf(madeKey, 'Oldest first.') },
    errors: ['person_not_found'],
  },
  async (request, _reply, { database }: KeyParts) => {
    const personId = await someoneOf(request, database);
    const rows = await keysMadeBy(database, request.projectId, personId);
    return {
      items: rows.map((row) => {
        const kind = kindOfKey(row);
        const { id, name, hint, methods } = row;
        return {
          ...{ id: showId(kind, id), name, hint, methods },
          // Only `createKey` writes scopes.
          scopes: kind === 'key' ? (row.scopes as (typeof scopes)[number][]) : null,
          ...presentLimits(row, kind),
        };
      }),
    };
  },
);

export const endKeysOfPerson = endpoint(
  {
    operationId: 'endKeysOfPerson',
    tags: ['People'],
    summary: 'Revoke the keys that somebody made',
    description:
      'All at once and in every process. What uses them stops: replace those that are needed first.',
    params: personPath,
    answers: { 200: endedKeys.describe('They are revoked.') },
    errors: ['person_not_found'],
  },
  async (request, _reply, { database, keys }: KeyParts) => {
    const { projectId } = request;
    const personId = await someoneOf(request, database);
    const ended = await database.transaction((tx) =>
      revokeKeysBy(tx, { projectId, personId }, ownerActor(request), request.id),
    );
    for (const id of ended) keys.forget(id);
    return { ended: ended.length };
  },
);

/** The person of the path, who is in the project or has made keys of it. @throws Problem 404 */
async function someoneOf(
  { projectId, params }: FastifyRequest & { params: { person_id: string } },
  database: Database,
): Promise<string> {
  const id = readId('owner', params.person_id);
  const isKnown =
    id &&
    ((await membersOf(database, projectId)).some((person) => person.id === id) ||
      (await hasMadeKeys(database, projectId, id)));
  if (!isKnown)
    throw new Problem(
      404,
      'person_not_found',
      'Nobody with this id is in the project, or has made keys of it.',
    );
  return id;
}
