import { z } from 'zod';
import { dict, laxInt, laxNumber, list, literal, text } from '../http/fields.ts';
import { namedBody, refTo, writtenOut } from '../http/shapes.ts';
import { withForm } from '../http/unknown-fields.ts';
import { readWebAddress } from '../http/web-address.ts';
import type { ChannelTypeName } from '../schema.ts';
import { attachments, attachmentsOfVariant, storedAttachments } from './attachments.ts';

/**
 * What a message says, on every type of channel. Lengths count code points.
 */

const formats = ['plain', 'markdown', 'html'] as const;

/** The longest time in seconds that a customer sees a message being written before it comes. */
export const longestTyping = 10;

const webAddress = text({ max: 2000 }).superRefine((value, ctx) => {
  if (readWebAddress(value)) return;
  ctx.addIssue({ code: 'custom', message: 'a button url begins with https:// or http://', input: value });
});

const buttonText = text({ min: 1, max: 64 });
const buttonObject = namedBody(
  'Button',
  z.object({
    text: buttonText.describe('What the button shows.'),
    id: text({ min: 1, max: 64 }).optional().describe('Comes back when the button is pressed.'),
    url: webAddress.optional().describe('Opened when the button is pressed.'),
    payload: z.unknown().optional().describe('Any JSON value; comes back when the button is pressed.'),
  }),
  { text: 'Yes', id: 'yes' },
);
export type Button = z.output<typeof buttonObject>;

/** A button is an object, or a string that means `{"text": …}`. A fault is reported at the place where the caller wrote it. */
const button = withForm(
  buttonObject,
  writtenOut(
    z.unknown().transform((value, ctx): Button => {
      const parsed = typeof value === 'string' ? buttonText.safeParse(value) : buttonObject.safeParse(value);
      if (!parsed.success) return report(ctx, parsed.error);
      return typeof parsed.data === 'string' ? { text: parsed.data } : parsed.data;
    }),
    { anyOf: [describe(buttonText), refTo(buttonObject)] },
    [buttonObject],
  ),
);

const buttons = list(button, { max: 12 });
const image = text({ max: 2000 });

const variant = namedBody(
  'MessageVariant',
  z.object({
    text: text({ min: 1, max: 3000 }).optional(),
    buttons: buttons.optional(),
    image: image.optional(),
    format: literal(formats).optional(),
    attachments: attachmentsOfVariant
      .optional()
      .describe('In place of those of the message; empty for none.'),
  }),
  { text: 'Shall we? Type yes or no.', buttons: [] },
);

export const channelTypes = ['webchat', 'telegram', 'webhook'] as const satisfies ChannelTypeName[];
export type { ChannelTypeName };

type Variants = Partial<Record<ChannelTypeName, z.output<typeof variant>>>;

/** Free-form, because its keys may name types of channel that do not exist yet; the parts that this server reads are checked. */
const variants = withForm(
  z.looseObject({ webchat: variant, telegram: variant, webhook: variant } satisfies Record<
    ChannelTypeName,
    z.ZodType
  >),
  writtenOut(
    dict().transform((value, ctx): Variants => {
      const read: Variants = {};
      for (const type of channelTypes) {
        if (!Object.hasOwn(value, type)) continue;
        const parsed = variant.safeParse(value[type]);
        if (parsed.success) read[type] = parsed.data;
        else report(ctx, parsed.error, type);
      }
      return read;
    }),
    {
      type: 'object',
      additionalProperties: true,
      properties: Object.fromEntries(channelTypes.map((type) => [type, refTo(variant)])),
    },
    [variant],
  ),
);

/** The fields of POST /messages without its recipient. */
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
    .describe('Other content for a type of channel. Names of unknown types are ignored.'),
  typing_seconds: laxNumber({ ge: 0, le: longestTyping })
    .optional()
    .describe('Seconds before the message in which the customer sees that it is being written.'),
  attachments: attachments
    .optional()
    .describe('Pictures, documents, sound and films: 1 to 10, each by its address or as a file.'),
};

const content = z.object(contentFields);

/** What a question asks for, where a channel can offer a better way to enter it than words. */
const asks = z.object({
  type: z.enum(['date', 'time', 'datetime']),
  /** The first and the last that are taken, as `2026-11-20`, `14:30` or `2026-11-20T14:30`. */
  min: z.string().optional(),
  max: z.string().optional(),
  /** Whose clocks show a `datetime`. */
  timezone: z.string().optional(),
});
export type Asks = z.output<typeof asks>;

/** The place of a message among the cards of one step, which a channel may show side by side. */
const card = z.object({ n: z.number(), of: z.number() });

/** What only steps give a message. */
const stepFields = { asks: asks.optional(), card: card.optional() };
export type StepContent = z.output<z.ZodObject<typeof stepFields>>;

/** An accepted message with its variants. */
export type Content = z.output<typeof content> & StepContent;
/** A text and nothing else. */
export function plainContent(text: string): Content {
  return { text, buttons: [], keyboard: 'reply', columns: 1, format: 'plain', image: '', variants: {} };
}

/** A message in the form for one type of channel. */
export type ResolvedContent = Omit<Content, 'variants'>;

const storedButton = z.object({
  text: z.string(),
  id: z.string().optional(),
  url: z.string().optional(),
  payload: z.unknown().optional(),
});
const storedVariant = z.object({
  text: z.string().optional(),
  buttons: z.array(storedButton).optional(),
  image: z.string().optional(),
  format: z.enum(formats).optional(),
  attachments: storedAttachments.optional(),
});

/** Content from the database. It was checked when it was accepted, by the limits of that time. */
export const storedContent = {
  text: z.string(),
  buttons: z.array(storedButton),
  keyboard: z.enum(['reply', 'inline']),
  columns: z.number(),
  format: z.enum(formats),
  image: z.string(),
  variants: z.object({
    webchat: storedVariant.optional(),
    telegram: storedVariant.optional(),
    webhook: storedVariant.optional(),
  }),
  typing_seconds: z.number().optional(),
  attachments: storedAttachments.optional(),
  ...stepFields,
};

/** The content for a channel of this type. */
export function resolveContent(
  { variants: overrides, ...common }: Content,
  type: ChannelTypeName,
): ResolvedContent {
  return { ...common, ...overrides[type] };
}

/** Whether an image is empty or a web address from which browsers and channels can fetch it. */
export function isWebImage(image: string): boolean {
  return image === '' || readWebAddress(image) !== undefined;
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
