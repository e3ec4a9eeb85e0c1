import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { ownerActor } from '../gate/session.ts';
import { text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { namedBody } from '../http/shapes.ts';
import { ensureIdentity } from '../profiles/identities.ts';
import { requireSeesWords } from '../rights/sight.ts';
import { findChannel } from './records.ts';
import { importedIdentityShape } from './shapes.ts';

/** Imports customers that the owner already knows. */
export const importIdentity = endpoint(
  {
    operationId: 'importIdentity',
    tags: ['Channels'],
    summary: 'Bring in a customer',
    description: 'The same channel and `external_id` give the same identity again; the answer is always 201.',
    params: projectPath,
    body: namedBody(
      'NewIdentity',
      z.object({
        channel_id: text(),
        external_id: text({ min: 1, max: 255 }),
        name: text({ max: 255 }).nullish(),
      }),
      {
        channel_id: 'ch_01m7w90swkf1ht7v0c2m9dq8ex',
        external_id: 'customer-42',
        name: 'Ann',
      },
    ),
    answers: { 201: importedIdentityShape.describe('The identity, with its profile.') },
    errors: ['channel_not_found'],
  },
  async (request, reply, { database }: { database: Database }) => {
    const { channel_id: publicChannel, external_id: externalId, name } = request.body;
    const { projectId } = request;
    const channel = await findChannel(database, projectId, publicChannel);
    // Whose dialog a dialog is would be told by the ids that are answered.
    const doing = 'To name a customer of a live channel';
    requireSeesWords(request.roles, channel.environment, { doing, gate: 'work' });
    const identity = await database.transaction((tx) =>
      ensureIdentity(
        tx,
        { projectId, channelId: channel.id, externalId, name: name ?? null },
        ownerActor(request),
        request.id,
      ),
    );
    return reply
      .code(201)
      .send({ id: showId('identity', identity.id), profile_id: showId('profile', identity.profileId) });
  },
);
