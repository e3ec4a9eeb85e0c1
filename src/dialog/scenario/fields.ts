import { z } from 'zod';
import { attachmentTypes, mostAttachments, sourceFault } from '../content/attachments.ts';
import { type ChannelTypeName, longestTyping } from '../content/content.ts';
import { dict, list, literal, text } from '../http/fields.ts';
import type { Json } from '../template/json.ts';
import { isTemplate, stringsIn } from '../template/liquid.ts';
import { PatternError, readPattern } from './pattern.ts';

/** Parts of a definition's schema. */

/** Any string to be rendered; the result is checked later. */
export const template = text({ max: 20_000 });

/** A template that must not be empty. */
export const filledTemplate = text({ min: 1, max: 20_000 });

/** Any JSON value; each of its strings is a template. */
export const jsonTemplate = z.custom<Json>((value) => value !== undefined, {
  message: 'Field required',
  params: { code: 'missing_field' },
});

/** A JSON object of templates, or one expression that renders an object. */
export const objectTemplate = z.custom<Json>(
  (value) =>
    (typeof value === 'string' && value.length <= 20_000) ||
    (typeof value === 'object' && value !== null && !Array.isArray(value)),
  'Input should be an object, or one expression that gives an object',
);

/** The slugs of operations, workflows, tables and receivers. */
export const slug = named(
  /^[a-z0-9][a-z0-9_-]*$/u,
  'a name here has lower-case letters, digits, "_" and "-", and begins with a letter or digit',
);

/** The id of a step, where it is defined and where it is a target. */
export const stepId = named(
  /^[A-Za-z][A-Za-z0-9_]*$/u,
  'the id of a step begins with a letter, and has letters from A to Z, digits and "_"',
);

/** The name of a flow that a document's steps call. */
export const flowName = named(
  /^[A-Za-z][A-Za-z0-9_]*$/u,
  'the name of a flow begins with a letter, and has letters from A to Z, digits and "_"',
);

/** A name of at most 63 characters. @param rule describes the form in words */
function named(form: RegExp, rule: string): z.ZodType<string> {
  return z.string().max(63).regex(form, rule);
}

/** A key of a profile's state. */
export const stateKey = text({ min: 1, max: 100 });

export const mostVars = 500;
export const mostBytesOfVar = 64 * 1024;
export const longestVarName = 100;

/** The name of a variable of the flow. */
export const varName = text({ min: 1, max: longestVarName });

/** The variables with which a flow begins. Nothing is known yet that a template could read. */
export const firstVars = dict(jsonTemplate).superRefine((vars, ctx) => {
  const wrong = (path: (string | number)[], message: string) =>
    ctx.addIssue({ code: 'custom', path, message, input: undefined });
  const entries = Object.entries(vars);
  if (entries.length > mostVars) wrong([], `a flow has at most ${mostVars} variables`);
  for (const [name, value] of entries) {
    if (!varName.safeParse(name).success)
      wrong([name], `the name of a variable has 1 to ${longestVarName} characters`);
    if (Buffer.byteLength(JSON.stringify(value)) > mostBytesOfVar)
      wrong([name], 'a variable has at most 64 KiB');
    const [, path] = [...stringsIn(value, [name])].find(([string]) => isTemplate(string)) ?? [];
    if (path) wrong(path, 'a flow begins with values, not with templates; set this one in a step');
  }
});

/** The name of a right in a profile's access. */
export const rightName = text({ min: 1, max: 100 });

/** The name of a table's column. */
export const column = text({ min: 1, max: 100 });

/** The form of a source of automation events of clients, and the same in words. */
export const customSource = /^(custom\.[A-Za-z0-9_.*-]{1,60}|\*)$/;
export const ruleOfSource =
  'a source is "custom." with 1 to 60 letters, digits, "_", "-", "." or "*" behind it, such as "custom.order.*", or "*" for all of these';

/** The source of automation events, in which `*` stands for anything. */
export const eventSource = z
  .string()
  .max(67)
  .regex(
    customSource,
    `${ruleOfSource}; what happens in the project cannot be waited for: let it start a workflow`,
  );

/** A comment for people who write definitions. */
export const note = text({ max: 2000 }).optional();

/** Thirty days, in seconds. */
export const longestWait = 30 * 24 * 3600;

/** The name of a time zone. */
export const timezone = text({ min: 1, max: 100 }).superRefine((name, ctx) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    const message = `"${name}" is no time zone of the IANA database, such as "Europe/Berlin"`;
    ctx.addIssue({ code: 'custom', message, params: { code: 'bad_timezone' }, input: name });
  }
});

/** Seconds until a timeout. */
export const seconds = z.int().min(1).max(longestWait);

/** A number, or a template that gives it. The type of the value chooses the schema, so that a fault is reported in its words. */
function orTemplate(number: z.ZodType<number>) {
  return z.unknown().transform((value, ctx): number | string => {
    const parsed = (typeof value === 'string' ? filledTemplate : number).safeParse(value);
    if (parsed.success) return parsed.data;
    reportAll(ctx, parsed.error, value);
    return z.NEVER;
  });
}

/** Without their texts, which whoever reads the document gives in its own words. */
function reportAll(ctx: z.core.$RefinementCtx, { issues }: z.ZodError, value: unknown): void {
  for (const { message: _, ...issue } of issues) {
    ctx.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
  }
}

/** Seconds, or a template that gives them. */
export const secondsTemplate = orTemplate(seconds);

/** A whole number from 0 on, or a template that gives it. */
export const countTemplate = orTemplate(z.int().min(0));

/** A text, or a list of its lines. @param whole what holds for all of it, with a line feed between the lines */
export function linesOf(whole: z.ZodType<string>) {
  return z.unknown().transform((value, ctx): string => {
    const lines = z.array(z.string()).safeParse(value);
    const parsed = whole.safeParse(lines.success ? lines.data.join('\n') : value);
    if (parsed.success) return parsed.data;
    reportAll(ctx, parsed.error, value);
    return z.NEVER;
  });
}

/** A regular expression in the form of pattern.ts. */
export const pattern = text().superRefine((source, ctx) => {
  try {
    readPattern(source);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    ctx.addIssue({ code: 'custom', message: error.message, params: { code: 'bad_pattern' }, input: source });
  }
});

const buttonFields = {
  text: filledTemplate,
  id: template.optional(),
  url: template.optional(),
  payload: jsonTemplate.optional(),
};

/** A button that is written as a string means `{"text": …}`. */
const written = (value: unknown) => (typeof value === 'string' ? { text: value } : value);
const button = z.preprocess(written, z.strictObject(buttonFields));

/** A button that may lead to a step, whenever it is pressed. */
export const leadingButton = z.preprocess(
  written,
  z.strictObject({ ...buttonFields, next: stepId.optional() }),
);

const attachment = z
  .strictObject({
    type: literal(attachmentTypes),
    url: filledTemplate.optional(),
    file_id: filledTemplate.optional(),
    name: template.optional(),
  })
  .superRefine((value, ctx) => {
    const message = sourceFault(value);
    if (message !== undefined) ctx.addIssue({ code: 'custom', message, input: value });
  });

const format = literal(['plain', 'markdown', 'html']).optional();

/** What a type of channel is told in place of the same fields of the message. */
const otherWords = {
  text: filledTemplate.optional(),
  format,
  image: template.optional(),
  attachments: list(attachment, { max: mostAttachments }).optional(),
};

function byChannel<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  const variant = z.strictObject(fields).optional();
  const types = { webchat: variant, telegram: variant, webhook: variant } satisfies Record<
    ChannelTypeName,
    unknown
  >;
  return z.strictObject(types).optional();
}

/** Variants of a message whose buttons are made of something else. */
export const variantsOfWords = byChannel(otherWords);

/** Variants of a message whose buttons may lead to steps. */
export const leadingVariants = byChannel({
  ...otherWords,
  buttons: list(leadingButton, { max: 12 }).optional(),
});

/** The fields of a message besides its text; every string is a template. The shapes are those of POST /messages. */
export const look = {
  buttons: list(button, { max: 12 }).optional(),
  keyboard: literal(['reply', 'inline']).optional(),
  columns: z.int().min(1).max(3).optional(),
  format,
  image: template.optional(),
  typing_seconds: z.number().min(0).max(longestTyping).optional(),
  attachments: list(attachment, { min: 1, max: mostAttachments }).optional(),
  variants: byChannel({ ...otherWords, buttons: list(button, { max: 12 }).optional() }),
};
