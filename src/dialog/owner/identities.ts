import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { text } from '../http/fields.ts';
import { ensureIdentity } from '../profiles/identities.ts';
import { findChannel } from './channels.ts';
import { ownerActor } from './session.ts';

/** Customers that the owner already knows, brought in by hand. */
export function identityRoutes(plain: FastifyInstance, { database }: { database: Database }): void {
  plain.withTypeProvider<ZodTypeProvider>().post(
    '/identities',
    {
      schema: {
        body: z.object({
          channel_id: text(),
          external_id: text({ min: 1, max: 255 }),
          name: text({ max: 255 }).nullish(),
        }),
      },
    },
    async (request, reply) => {
      const { channel_id: publicChannel, external_id: externalId, name } = request.body;
      const { projectId } = request;
      const channel = await findChannel(database, projectId, publicChannel);
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
}
