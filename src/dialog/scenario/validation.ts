import { z } from 'zod';
import { list, literal, text } from '../http/fields.ts';
import { filledTemplate, pattern, timezone } from './fields.ts';
import { isPhoneCountry } from './typed-text.ts';

/** The forms that a question may require of an answer. */

const reply = { message: filledTemplate.optional() };

/** RFC 9110, section 12.5.1, without parameters; media types are compared in lower case. */
const mediaRange = text({ max: 255 })
  .refine(
    (range) => /^(\*\/\*|[\w!#$&^.+-]+\/(\*|[\w!#$&^.+-]+))$/.test(range),
    'a media type such as application/pdf, or a range such as image/*',
  )
  .transform((range) => range.toLowerCase());

const length = z.int().min(0).max(3000).optional();
const day = text({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const clock = text({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
/** RFC 3339, or the moment of the answer itself. */
const moment = text({
  pattern: '^(now|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d))$',
});
const order = literal(['dmy', 'mdy']).optional();
const range = { min: z.number().optional(), max: z.number().optional() };

/** ISO 3166-1 alpha-2. */
const country = text({ max: 2 })
  .refine((code) => isPhoneCountry(code.toUpperCase()), 'the two letters of a country, such as DE')
  .transform((code) => code.toUpperCase());

const accepted = text({ min: 1, max: 200 });
const oneText = z.preprocess(
  (value) => (typeof value === 'string' ? { text: value } : value),
  z.strictObject({ text: accepted, also: list(accepted, { max: 50 }).optional() }),
);

/** The required form of an answer. Without a `type` it is a text. */
export const validation = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null && !('type' in value) ? { type: 'text', ...value } : value,
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('text'),
      pattern: pattern.optional(),
      min: length,
      max: length,
      ...reply,
    }),
    z.strictObject({ type: z.literal(['number', 'integer']), ...range, ...reply }),
    z.strictObject({
      type: z.literal('amount'),
      decimals: z.int().min(0).max(6).optional(),
      decimal_sign: literal(['.', ',']).optional(),
      ...range,
      ...reply,
    }),
    z.strictObject({ type: z.literal(['email', 'url']), ...reply }),
    z.strictObject({ type: z.literal('phone'), country: country.optional(), ...reply }),
    z.strictObject({
      type: z.literal('date'),
      order,
      min: day.optional(),
      max: day.optional(),
      ...reply,
    }),
    z.strictObject({ type: z.literal('time'), min: clock.optional(), max: clock.optional(), ...reply }),
    z.strictObject({
      type: z.literal('datetime'),
      order,
      timezone: timezone.optional(),
      min: moment.optional(),
      max: moment.optional(),
      ...reply,
    }),
    z.strictObject({
      type: z.literal('one_of'),
      texts: list(oneText, { min: 1, max: 50 }),
      ...reply,
    }),
    z.strictObject({
      type: z.literal('file'),
      accept: list(mediaRange, { max: 20 })
        .refine((ranges) => ranges.length > 0, '"accept" has 1 to 20 types; leave it out to take any file')
        .optional(),
      max_mb: z.number().positive().max(2048).optional(),
      ...reply,
    }),
    z.strictObject({ type: z.literal('location'), ...reply }),
  ]),
);

export type Validation = z.output<typeof validation>;
/** A form of one type. */
export type ValidationOf<Type extends Validation['type']> = Extract<Validation, { type: Type }>;
