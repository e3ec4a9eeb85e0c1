import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import { list, literal, text } from '../http/fields.ts';
import { namedBody } from '../http/shapes.ts';
import { readWebAddress } from '../http/web-address.ts';

/** Pictures, documents, sound and films that a message brings, each by its address or as a file of the project. */

export const attachmentTypes = ['image', 'document', 'audio', 'video'] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/** Most attachments of a message. */
export const mostAttachments = 10;
const longestAddress = 2000;
const longestName = 255;

/** Why an attachment does not say what it is; undefined if it does. */
export function sourceFault({ url, file_id }: { url?: unknown; file_id?: unknown }): string | undefined {
  if (url === undefined && file_id === undefined)
    return 'give the "url" of a file on the web, or the "file_id" of an upload';
  return url !== undefined && file_id !== undefined ? 'give "url" or "file_id", not both' : undefined;
}

const webAddress = text({ max: longestAddress }).superRefine((value, ctx) => {
  if (readWebAddress(value)) return;
  ctx.addIssue({
    code: 'custom',
    message: 'the url of a file begins with https:// or http://',
    input: value,
  });
});

const fileId = text({ max: 100 }).superRefine((value, ctx) => {
  if (readId('file', value) !== undefined) return;
  ctx.addIssue({ code: 'custom', message: 'not the id of a file, which begins with file_', input: value });
});

const attachment = namedBody(
  'Attachment',
  z
    .object({
      type: literal(attachmentTypes).describe('How it is shown.'),
      url: webAddress.optional().describe('Its address on the web. Either this or `file_id`.'),
      file_id: fileId.optional().describe('`file_…`, of a file of this project. Either this or `url`.'),
      name: text({ min: 1, max: longestName })
        .optional()
        .describe('Shown for documents; without it, the name of the file.'),
    })
    .superRefine((value, ctx) => {
      const message = sourceFault(value);
      if (message !== undefined) ctx.addIssue({ code: 'custom', message, input: value });
    }),
  { type: 'document', file_id: 'file_01m7w9b3k8fgztq5r0h2yw6c4n' },
);
export type Attachment = z.output<typeof attachment>;

/** The attachments of a message. */
export const attachments = list(attachment, { min: 1, max: mostAttachments });
/** Those of a variant, which may have none where the message has some. */
export const attachmentsOfVariant = list(attachment, { max: mostAttachments });

/** Attachments from the database. They were checked when they were accepted. */
export const storedAttachments = z.array(
  z.object({
    type: z.enum(attachmentTypes),
    url: z.string().optional(),
    file_id: z.string().optional(),
    name: z.string().optional(),
  }),
);

/** Attachments as the owner API shows them: as they were sent. */
export const shownAttachments = storedAttachments
  .optional()
  .describe('As they were sent; absent if there are none. `GET /files/{file_id}` has the address of a file.');

/** The ids of the files that a message names, in all its variants, as they are stored; each once. */
export function fileIdsOf({ attachments: own, variants }: WithAttachments): string[] {
  if (own === undefined && Object.keys(variants).length === 0) return [];
  const all = [own, ...Object.values(variants).map((variant) => variant?.attachments)];
  const ids = all.flatMap((some) => (some ?? []).map(({ file_id }) => readId('file', file_id ?? '')));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

interface WithAttachments {
  attachments?: Attachment[] | undefined;
  variants: { [type: string]: { attachments?: Attachment[] | undefined } | undefined };
}

/** What the audit log says of attachments: never an address, which may be a secret. Nothing if there are none. */
export const auditOf = ({ attachments: own = [] }: Pick<WithAttachments, 'attachments'>) =>
  own.length === 0
    ? {}
    : { attachments: own.map(({ type, file_id }) => (file_id === undefined ? { type } : { type, file_id })) };
