import { z } from 'zod';
import { list, literal, text } from '../http/fields.ts';
import { PatternError, readPattern } from './pattern.ts';
import type { Json } from './template.ts';

/** Building blocks of a definition's schema. */

/** Any string that is rendered; what it gives is checked when it is rendered. */
const template = text({ max: 20_000 });

/** A template for something that has to be there. */
export const filledTemplate = text({ min: 1, max: 20_000 });

/** Any JSON value, each of its strings a template. */
export const jsonTemplate = z.custom<Json>((value) => value !== undefined, {
  message: 'Field required',
  params: { code: 'missing_field' },
});

/** A JSON object of templates, or one expression that gives an object. */
export const objectTemplate = z.custom<Json>(
  (value) =>
    (typeof value === 'string' && value.length <= 20_000) ||
    (typeof value === 'object' && value !== null && !Array.isArray(value)),
  'Input should be an object, or one expression that gives an object',
);

/** What an owner's operations, workflows, tables and receivers are called. */
export const slug = text({ max: 63, pattern: '^[a-z0-9][a-z0-9_-]*$' });

/** The id of a step, where one is given and where one is aimed at. */
export const stepId = text({ max: 63, pattern: '^[A-Za-z][A-Za-z0-9_]*$' });

/** A key of a profile's state. */
export const stateKey = text({ min: 1, max: 100 });

/** The name of a table's column. */
export const column = text({ min: 1, max: 100 });

/** For people who write definitions. */
export const note = text({ max: 2000 }).optional();

/** Thirty days. */
export const longestWait = 30 * 24 * 3600;

/** Seconds until something times out. */
export const seconds = z.int().min(1).max(longestWait);

/** A regular expression as pattern.ts has it. */
export const pattern = text().superRefine((source, ctx) => {
  try {
    readPattern(source);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    ctx.addIssue({ code: 'custom', message: error.message, params: { code: 'bad_pattern' }, input: source });
  }
});

const button = z.preprocess(
  (value) => (typeof value === 'string' ? { text: value } : value),
  z.strictObject({
    text: filledTemplate,
    id: template.optional(),
    url: template.optional(),
    payload: jsonTemplate.optional(),
  }),
);

/** How a message looks, beside its text; every string is a template. The shapes are those of POST /messages. */
export const look = {
  buttons: list(button, { max: 12 }).optional(),
  keyboard: literal(['reply', 'inline']).optional(),
  columns: z.int().min(1).max(3).optional(),
  format: literal(['plain', 'markdown', 'html']).optional(),
  image: template.optional(),
};
