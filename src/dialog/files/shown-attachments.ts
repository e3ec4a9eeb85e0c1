import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { type HeardAttachment, isFile } from '../content/heard-attachments.ts';
import { fault, named } from '../http/shapes.ts';
import { readFilesAbout } from './customer-files.ts';
import { statusOf } from './status.ts';

/** What customers sent besides words, as owners see it. */
export const shownAttachment = named(
  'HeardAttachment',
  z.looseObject({
    type: z
      .string()
      .describe(
        '`image`, `video`, `animation`, `audio`, `voice`, `video_note`, `document`, `sticker`: a file. `location`, `contact`: ' +
          'with fields of their own. Anything else that the channel took, such as `poll`.',
      ),
    file_id: z.string().optional().describe('`file_…`, of a file.'),
    status: z
      .enum(['stored', 'waiting', 'failed', 'deleted'])
      .optional()
      .describe('Of a file. `waiting`: its bytes are still to be fetched.'),
    error: fault.nullable().optional().describe('Why a file could not be fetched.'),
    name: z.string().optional(),
    media_type: z
      .string()
      .nullable()
      .optional()
      .describe('Of a stored file; before, the one that the channel named.'),
    size: z.int().nullable().optional().describe('In bytes.'),
    width: z.int().nullable().optional(),
    height: z.int().nullable().optional(),
    latitude: z.number().optional(),
    longitude: z.number().optional(),
    phone_number: z.string().optional(),
  }),
  {
    type: 'image',
    file_id: 'file_01m7w9b3k8fgztq5r0h2yw6c4n',
    status: 'stored',
    error: null,
    name: 'photo.jpg',
    media_type: 'image/jpeg',
    size: 48_213,
    width: 1280,
    height: 960,
  },
);
export type ShownAttachment = z.output<typeof shownAttachment>;

/**
 * The attachments of some messages of a project, with what is known of their files now. One look for all of them.
 * @param messages the attachments of each message; undefined for none
 */
export async function showAttachments(
  database: Queryable,
  projectId: string,
  messages: readonly (readonly HeardAttachment[] | undefined)[],
): Promise<ShownAttachment[][]> {
  const ids = messages.flatMap((attachments = []) =>
    attachments.map(fileOf).filter((id) => id !== undefined),
  );
  const known = await readFilesAbout(database, projectId, ids);
  return messages.map((attachments = []) =>
    attachments.map((attachment): ShownAttachment => {
      const id = fileOf(attachment);
      if (id === undefined) return attachment;
      const file = known.get(id);
      if (!file) return { ...attachment, status: 'deleted', error: null };
      const { name, type, size, width, height, error } = file;
      const facts = { name, media_type: type || null, size, width, height };
      return { ...attachment, status: statusOf(file.state), error, ...facts };
    }),
  );
}

const fileOf = (attachment: HeardAttachment): string | undefined =>
  isFile(attachment) ? readId('file', attachment.file_id) : undefined;
