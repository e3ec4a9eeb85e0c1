import { z } from 'zod';
import { type HeardFileType, heardFileTypes } from '../content/heard-attachments.ts';
import { mediaType, type SaidAttachment } from '../dialogs/said-attachments.ts';
import { list, literal, text } from '../http/fields.ts';
import { webhookAddress } from '../http/web-address.ts';

/** The field `attachments` of a message that a webhook channel receives. */

const most = 10;

const media = text({ max: 255 }).refine(
  (given) => mediaType.test(given),
  'media_type is a type media type, such as image/png; leave it out if it is not known',
);

const file = z.object({
  type: literal(heardFileTypes).optional(),
  url: webhookAddress,
  media_type: media.nullish(),
  name: text({ max: 1000 }).nullish(),
});

const location = z.object({
  type: z.literal('location'),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  title: text({ max: 255 }).nullish(),
  address: text({ max: 1000 }).nullish(),
});

const contact = z.object({
  type: z.literal('contact'),
  phone_number: text({ min: 1, max: 50 }),
  first_name: text({ max: 255 }).nullish(),
  last_name: text({ max: 255 }).nullish(),
});

type AnyType = HeardFileType | 'location' | 'contact';

/** What has no known type is read as a file, whose `type` then says which there are. */
const attachment = z.unknown().transform((value, ctx): SaidAttachment => {
  const type = (value as { type?: unknown } | null)?.type as AnyType | undefined;
  if (type === 'location' || type === 'contact') {
    const parsed = (type === 'location' ? location : contact).safeParse(value);
    return parsed.success
      ? { is: 'plain', attachment: withoutEmpty(parsed.data) }
      : report(ctx, parsed.error);
  }
  const parsed = file.safeParse(value);
  if (!parsed.success) return report(ctx, parsed.error);
  const { url, media_type: said, name } = parsed.data;
  return {
    is: 'to_fetch',
    type: parsed.data.type ?? typeOf(said),
    source: { url },
    claim: { name: name ?? nameIn(url), mediaType: said ?? undefined },
  };
});

export const webhookAttachments = list(attachment, { max: most }).refine(
  (given) => given.length > 0,
  `a message has 1 to ${most} attachments; leave the field out if there are none`,
);

/** How a file is meant, by its media type. */
function typeOf(said: string | null | undefined): HeardFileType {
  const [family] = (said ?? '').toLowerCase().split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
}

/** The last part of the path of an address. */
function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function withoutEmpty<Given extends { type: string }>(given: Given) {
  const entries = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return { type: given.type, ...Object.fromEntries(entries) };
}

function report(ctx: z.core.$RefinementCtx, error: z.ZodError): never {
  for (const issue of error.issues) ctx.issues.push(issue as z.core.$ZodRawIssue);
  return z.NEVER;
}
