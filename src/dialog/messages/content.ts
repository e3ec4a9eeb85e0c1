import { z } from 'zod';
import { dict, laxInt, list, literal, text } from '../http/fields.ts';

/**
 * What a message says, on every type of channel. Lengths count code points.
 */

const formats = ['plain', 'markdown', 'html'] as const;

const webAddress = text({ max: 2000 }).superRefine((value, ctx) => {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return;
  ctx.addIssue({ code: 'custom', message: 'a button url begins with https:// or http://', input: value });
});

const buttonText = text({ min: 1, max: 64 });
const buttonObject = z.object({
  text: buttonText.describe('What the button shows.'),
  id: text({ min: 1, max: 64 }).optional().describe('Comes back when the button is pressed.'),
  url: webAddress.optional().describe('Opened when the button is pressed.'),
  payload: z.unknown().optional().describe('Any JSON value; comes back when the button is pressed.'),
});
export type Button = z.output<typeof buttonObject>;

/** A button is an object, or a string that stands for `{"text": …}`; a fault is reported where the caller wrote it. */
const button = z
  .unknown()
  .transform((value, ctx): Button => {
    const parsed = typeof value === 'string' ? buttonText.safeParse(value) : buttonObject.safeParse(value);
    if (!parsed.success) return report(ctx, parsed.error);
    return typeof parsed.data === 'string' ? { text: parsed.data } : parsed.data;
  })
  .meta({ anyOf: [describe(buttonText), describe(buttonObject)] });

const buttons = list(button, { max: 12 });
const image = text({ max: 2000 });

const variant = z.object({
  text: text({ min: 1, max: 3000 }).optional(),
  buttons: buttons.optional(),
  image: image.optional(),
  format: literal(formats).optional(),
});

export const channelTypes = ['webchat', 'telegram', 'webhook'] as const;
export type ChannelTypeName = (typeof channelTypes)[number];
type Variants = Partial<Record<ChannelTypeName, z.output<typeof variant>>>;

/** Free-form, as its keys may name types of channel that do not exist yet; what this server reads is checked. */
const variants = dict()
  .transform((value, ctx): Variants => {
    const read: Variants = {};
    for (const type of channelTypes) {
      if (!Object.hasOwn(value, type)) continue;
      const parsed = variant.safeParse(value[type]);
      if (parsed.success) read[type] = parsed.data;
      else report(ctx, parsed.error, type);
    }
    return read;
  })
  .meta({
    type: 'object',
    additionalProperties: true,
    properties: Object.fromEntries(channelTypes.map((type) => [type, describe(variant)])),
  });

/** The body of POST /messages but for its recipient. */
export const contentFields = {
  text: text({ min: 1, max: 3000 }).describe('1 to 3000 code points.'),
  buttons: buttons.prefault([]).describe('At most 12, each a string or an object.'),
  keyboard: literal(['reply', 'inline'], { default: 'reply' }).describe(
    '`reply`: the buttons stand where the customer types; `inline`: under the message.',
  ),
  columns: laxInt({ ge: 1, le: 3, default: 1 }).describe('Buttons in a row.'),
  format: literal(formats, { default: 'plain' }).describe('How `text` is to be read.'),
  image: text({ max: 2000, default: '' }).describe('Address of a picture; empty for none.'),
  variants: variants
    .prefault({})
    .describe('What a type of channel is told instead. Names of other types are ignored.'),
};

const content = z.object(contentFields);
/** A message as it was accepted, with its variants. */
export type Content = z.output<typeof content>;
/** A message as one type of channel is to deliver it. */
export type ResolvedContent = Omit<Content, 'variants'>;

/** What a channel of this type is told. */
export function resolveContent(
  { variants: overrides, ...common }: Content,
  type: ChannelTypeName,
): ResolvedContent {
  return { ...common, ...overrides[type] };
}

function report(ctx: z.core.$RefinementCtx, error: z.ZodError, ...path: PropertyKey[]): never {
  for (const issue of error.issues) {
    ctx.issues.push({ ...issue, path: [...path, ...issue.path] } as z.core.$ZodRawIssue);
  }
  return z.NEVER;
}

function describe(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input' });
  return described;
}
