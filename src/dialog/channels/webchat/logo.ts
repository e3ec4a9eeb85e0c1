import { z } from 'zod';
import { readId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { endpoint } from '../../../platform/routes.ts';
import { type SendParts, sendFile } from '../../files/send.ts';
import { logoPath } from './appearance.ts';
import { openDoor } from './gate.ts';

/** The bytes of a file never change, so a browser need not ask again. */
const cached = 'public, max-age=31536000, immutable';

/** The logo of a chat, where it is a file: for everybody, as long as the chat shows it. */
export const readLogo = endpoint(
  { params: z.object({ channel_id: z.string(), file_id: z.string() }) },
  async (request, reply, parts: SendParts) => {
    const { channel_id, file_id } = request.params;
    const { channel } = await openDoor(parts.database, channel_id);
    const id = readId('file', file_id);
    const isShown = id !== undefined && channel.look.logo === logoPath(channel.id, file_id);
    const sent = isShown && (await sendFile(request, reply, parts, { ...channel, id }, cached));
    if (!sent) throw new Problem(404, 'file_not_found', 'This chat shows no such picture.');
    return reply;
  },
);
