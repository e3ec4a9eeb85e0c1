import type { Readable } from 'node:stream';
import { z } from 'zod';
import { readId, showId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import { endpoint } from '../../../platform/routes.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { attachmentTypes, mostAttachments } from '../../content/attachments.ts';
import type { StoredUpload } from '../../dialogs/said-attachments.ts';
import { storeUpload, type UploadParts } from '../../files/upload.ts';
import { list, literal, text } from '../../http/fields.ts';
import { sendJson } from '../../http/send-json.ts';
import { ensureIdentity, identityOf } from '../../profiles/identities.ts';
import { countBytes } from './daily-bytes.ts';
import { limitChat, limits } from './limits.ts';
import { checkUpload } from './upload-rules.ts';
import type { ChatChannel } from './visitors.ts';

/** Files of visitors: each is uploaded first, and then said with a message. */

/** How large the files of visitors may be; 0 if the chat takes none. */
export const mostUploadBytes = ({ uploadMb }: ChatChannel, filesMaxBytes: number): number =>
  Math.min(uploadMb * 2 ** 20, filesMaxBytes);

/** What a visitor said besides words: files that they have uploaded. */
export const saidFiles = list(
  z.object({
    type: literal(attachmentTypes),
    file_id: text({ max: 100 }).refine(
      (value) => readId('file', value) !== undefined,
      'not the id of a file, which begins with file_',
    ),
  }),
  { max: mostAttachments },
);

/** The files of a message as `hear` takes them, which looks whether they are the visitor's. */
export const uploadsIn = (said: z.output<typeof saidFiles>): StoredUpload[] =>
  said.map(({ type, file_id }) => ({ is: 'stored', type, id: readId('file', file_id)! }));

interface VisitorUploadParts extends UploadParts {
  limiter: RateLimiter;
  vault: Vault;
  settings: { filesMaxBytes: number; filesAddressBytes: number };
}

/** Takes a file of a visitor. Nobody has it until they say it with a message. */
export const uploadVisitorFile = endpoint(
  {
    params: z.object({ channel_id: z.string() }),
    querystring: z.object({ name: text({ max: 1000 }).optional() }),
    body: z.unknown(),
    config: { takesFile: true },
  },
  async (request, reply, parts: VisitorUploadParts) => {
    const { database, settings } = parts;
    const { chat, visitor, query } = request;
    const most = mostUploadBytes(chat, settings.filesMaxBytes);
    if (most === 0) throw new Problem(415, 'file_type_not_taken', 'This chat takes no files.');
    await limitChat(parts, limits.uploads, request);
    const { headers } = request.raw;
    const actor = { type: 'channel', id: showId('channel', chat.id), name: chat.name } as const;
    const declaredBytes = Number(headers['content-length'] ?? 0);
    const countAgain = await countBytes(parts, request.ip, Math.min(declaredBytes || most, most));
    let kept = 0;
    try {
      const done = await storeUpload(
        { ...parts, settings: { filesMaxBytes: most } },
        {
          projectId: chat.projectId,
          actor,
          environment: chat.environment,
          name: query.name,
          type: headers['content-type'],
          declaredBytes,
          body: request.body as Readable | undefined,
          requestId: request.id,
          check: (file) => checkUpload(file, chat.uploadTypes),
          customer: {
            channelId: chat.id,
            id: await identityOf(database, visitor),
            ensure: () =>
              database.transaction(async (tx) => (await ensureIdentity(tx, visitor, actor, request.id)).id),
          },
        },
      );
      if (done.verdict !== 'stored')
        throw new Problem(404, 'channel_not_found', 'There is no such web chat.');
      const { file_id, name, type, size, width, height } = JSON.parse(done.answer);
      kept = size;
      return sendJson(reply.code(201), JSON.stringify({ file_id, name, type, size, width, height }));
    } finally {
      await countAgain(kept);
    }
  },
);
