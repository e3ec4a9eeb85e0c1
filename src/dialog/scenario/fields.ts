import { z } from 'zod';
import { attachmentTypes, mostAttachments, sourceFault } from '../content/attachments.ts';
import { longestTyping } from '../content/content.ts';
import { list, literal, text } from '../http/fields.ts';
import type { Json } from '../template/json.ts';
import { PatternError, readPattern } from './pattern.ts';

/** Parts of a definition's schema. */

/** Any string to be rendered; the result is checked later. */
const template = text({ max: 20_000 });

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

/** A name of at most 63 characters. @param rule describes the form in words */
function named(form: RegExp, rule: string): z.ZodType<string> {
  return z.string().max(63).regex(form, rule);
}

/** A key of a profile's state. */
export const stateKey = text({ min: 1, max: 100 });

/** The name of a table's column. */
export const column = text({ min: 1, max: 100 });

/** A comment for people who write definitions. */
export const note = text({ max: 2000 }).optional();

/** Thirty days, in seconds. */
export const longestWait = 30 * 24 * 3600;

/** Seconds until a timeout. */
export const seconds = z.int().min(1).max(longestWait);

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

/** The fields of a message besides its text; every string is a template. The shapes are those of POST /messages. */
export const look = {
  buttons: list(button, { max: 12 }).optional(),
  keyboard: literal(['reply', 'inline']).optional(),
  columns: z.int().min(1).max(3).optional(),
  format: literal(['plain', 'markdown', 'html']).optional(),
  image: template.optional(),
  typing_seconds: z.number().min(0).max(longestTyping).optional(),
  attachments: list(attachment, { min: 1, max: mostAttachments }).optional(),
};
