import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { holdPicture } from '../channels/pictures.ts';
import { laxBool, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { listOf, moment, named, namedBody } from '../http/shapes.ts';
import { personRef } from './conversation-shapes.ts';
import { whoServes } from './people.ts';
import { notePresence, readPresence } from './queue.ts';

const presenceShape = named(
  'Presence',
  z.object({
    person: personRef,
    is_available: z.boolean().describe('Whether conversations are given to them.'),
    since: moment.nullable().describe('Null for somebody who has not said it yet.'),
    open: z.int().describe('Open conversations that they see to.'),
    name: z.string().optional().describe('The name by which customers see them; absent without one.'),
    picture: z
      .string()
      .optional()
      .describe('`file_…`: the picture by which visitors of web chats see them; absent without one.'),
  }),
  {
    person: { id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s', email: 'anna@example.com' },
    is_available: true,
    since: '2026-11-20T10:51:43.271Z',
    open: 3,
  },
);

async function shown(database: Database, projectId: string): Promise<z.output<typeof presenceShape>[]> {
  const people = await whoServes(database, projectId);
  const known = new Map((await readPresence(database, projectId)).map((row) => [row.personId, row]));
  return people.map(({ id, email }) => {
    const row = known.get(id);
    return {
      person: { id: showId('owner', id), email },
      is_available: row?.isAvailable ?? false,
      since: row?.since.toISOString() ?? null,
      open: row?.open ?? 0,
      ...(row?.customerName != null && { name: row.customerName }),
      ...(row?.picture != null && { picture: row.picture }),
    };
  });
}

export const listPresence = endpoint(
  {
    operationId: 'listPresence',
    tags: ['Inbox'],
    summary: 'List who takes conversations',
    params: projectPath,
    answers: { 200: listOf(presenceShape, 'The people who may answer customers, longest there first.') },
  },
  async ({ projectId }, _reply, { database }: { database: Database }) => ({
    items: await shown(database, projectId),
  }),
);

export const setPresence = endpoint(
  {
    operationId: 'setPresence',
    tags: ['Inbox'],
    summary: 'Say whether you take conversations',
    description: 'It holds until you say otherwise, also when you log out.',
    params: projectPath,
    body: namedBody(
      'PresenceChange',
      z.object({
        is_available: laxBool(),
        name: text({ min: 1, max: 60 })
          .nullish()
          .describe('The name by which customers see that you type; null for none. Left out, it stays.'),
        picture: text({ max: 100 })
          .nullish()
          .describe(
            'The picture by which visitors of web chats see you, `file_…`: a PNG, JPEG, WebP or GIF of up to 512 KiB; null for none. Left out, it stays.',
          ),
      }),
      { is_available: true, name: 'Anna' },
    ),
    answers: { 200: presenceShape.describe('You.') },
  },
  async (request, _reply, { database }: { database: Database }) => {
    const { projectId, owner, body } = request;
    const { is_available: isAvailable, name: customerName, picture } = body;
    await database.transaction(async (tx) => {
      if (picture != null) await holdPicture(tx, projectId, picture, ['body', 'picture']);
      await notePresence(tx, { projectId, personId: owner.id, isAvailable, customerName, picture });
    });
    return (await shown(database, projectId)).find(({ person }) => person.id === showId('owner', owner.id))!;
  },
);
