import { z } from 'zod';
import { filledTemplate, jsonTemplate } from './fields.ts';

/** The fields of a choice besides its written options. */

/** Most options that data may give. */
export const mostOptions = 200;

/** Options that are made of a list. `text` and `value` are rendered for each item, which they read as `item` and `index`. */
export const optionsFrom = z.strictObject({
  items: jsonTemplate,
  text: filledTemplate,
  value: jsonTemplate.optional(),
});

/** How options that do not fit on one message are shown. */
export const pages = z.strictObject({
  size: z.int().min(1).max(10).optional(),
  more: filledTemplate.optional(),
  back: filledTemplate.optional(),
});

/** The customer may take several options, and says when they have them all. */
export const multiple = z.preprocess(
  (value) => (value === true ? {} : value),
  z.strictObject({
    min: z.int().min(0).max(mostOptions).optional(),
    max: z.int().min(1).max(mostOptions).optional(),
    done: filledTemplate.optional(),
    chosen: filledTemplate.optional(),
  }),
);
