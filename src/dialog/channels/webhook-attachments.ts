import { z } from 'zod';
import { type FileKind, fileKinds } from '../content/heard-attachments.ts';
import { mediaType, type SaidAttachment } from '../dialogs/said-attachments.ts';
import { list, literal, text } from '../http/fields.ts';
import { webhookAddress } from '../http/web-address.ts';

/** The field `attachments` of a message that a webhook channel receives. */

const most = 10;

const type = text({ max: 255 }).refine(
  (given) => mediaType.test(given),
  'type is a media type, such as image/png; leave it out if it is not known',
);

const file = z.object({
  kind: literal(fileKinds).optional(),
  url: webhookAddress,
  type: type.nullish(),
  name: text({ max: 1000 }).nullish(),
});

const location = z.object({
  kind: z.literal('location'),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  title: text({ max: 255 }).nullish(),
  address: text({ max: 1000 }).nullish(),
});

const contact = z.object({
  kind: z.literal('contact'),
  phone_number: text({ min: 1, max: 50 }),
  first_name: text({ max: 255 }).nullish(),
  last_name: text({ max: 255 }).nullish(),
});

type Kind = FileKind | 'location' | 'contact';

/** What has no known kind is read as a file, whose `kind` then says which there are. */
const attachment = z.unknown().transform((value, ctx): SaidAttachment => {
  const kind = (value as { kind?: unknown } | null)?.kind as Kind | undefined;
  if (kind === 'location' || kind === 'contact') {
    const parsed = (kind === 'location' ? location : contact).safeParse(value);
    return parsed.success
      ? { is: 'plain', attachment: withoutEmpty(parsed.data) }
      : report(ctx, parsed.error);
  }
  const parsed = file.safeParse(value);
  if (!parsed.success) return report(ctx, parsed.error);
  const { url, type: said, name } = parsed.data;
  return {
    is: 'to_fetch',
    kind: parsed.data.kind ?? kindOf(said),
    source: { url },
    claim: { name: name ?? nameIn(url), type: said ?? undefined },
  };
});

export const webhookAttachments = list(attachment, { max: most }).refine(
  (given) => given.length > 0,
  `a message has 1 to ${most} attachments; leave the field out if there are none`,
);

/** The kind of a file, by its media type. */
function kindOf(said: string | null | undefined): FileKind {
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

function withoutEmpty<Given extends { kind: string }>(given: Given) {
  const entries = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return { kind: given.kind, ...Object.fromEntries(entries) };
}

function report(ctx: z.core.$RefinementCtx, error: z.ZodError): never {
  for (const issue of error.issues) ctx.issues.push(issue as z.core.$ZodRawIssue);
  return z.NEVER;
}
