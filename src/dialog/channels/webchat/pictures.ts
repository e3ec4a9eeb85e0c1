import { z } from 'zod';
import { readId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import { endpoint } from '../../../platform/routes.ts';
import { type SendParts, sendFile } from '../../files/send.ts';
import { whoShows } from '../pictures.ts';
import { logoPath } from './appearance.ts';
import { openDoor } from './gate.ts';
import type { ChatChannel } from './visitors.ts';

/** The bytes of a file never change, so a browser need not ask again. */
const cached = 'public, max-age=31536000, immutable';

/** A file of a chat's project for everybody, as long as it is shown. */
const readWhile = (
  isShown: (database: Database, channel: ChatChannel, file: string) => boolean | Promise<boolean>,
) =>
  endpoint(
    { params: z.object({ channel_id: z.string(), file_id: z.string() }) },
    async (request, reply, parts: SendParts) => {
      const { channel_id, file_id } = request.params;
      const { channel } = await openDoor(parts.database, channel_id);
      const id = readId('file', file_id);
      const sent =
        id !== undefined &&
        (await isShown(parts.database, channel, file_id)) &&
        (await sendFile(request, reply, parts, { ...channel, id }, cached));
      if (!sent) throw new Problem(404, 'file_not_found', 'This chat shows no such picture.');
      return reply;
    },
  );

/** The logo of a chat, where it is a file. */
export const readLogo = readWhile((_database, { id, look }, file) => look.logo === logoPath(id, file));

/** The picture of a person who answers customers. */
export const readPortrait = readWhile(
  async (database, { projectId }, file) => (await whoShows(database, projectId, file)) !== undefined,
);
