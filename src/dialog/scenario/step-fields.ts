import { z } from 'zod';
import { word } from '../http/validation-items.ts';
import { note, seconds, stepId } from './fields.ts';

/** What types of step have in common. */

/** The fields of every step. */
export const common = {
  id: stepId,
  next: stepId.optional(),
  note,
  /** A failure that has no branch is its output, and the flow goes on. */
  continue_on_error: z.boolean().optional(),
};

/** The fields of a step that waits for a limited time. */
export const timeout = { timeout_seconds: seconds.optional(), on_timeout: stepId.optional() };

/** Reports a field that is missing. */
export function missing(ctx: z.core.$RefinementCtx, field: string, message: string): void {
  ctx.addIssue({
    code: 'custom',
    path: [field],
    message,
    params: { code: 'missing_field' },
    input: undefined,
  });
}

/** Reports a field that is wrong, or that does not go with another one. */
export function wrong(
  ctx: z.core.$RefinementCtx,
  field: string | (string | number)[],
  message: string,
): void {
  ctx.addIssue({ code: 'custom', path: [field].flat(), message, input: undefined });
}

/** Requires that the keys of an object have the form of a name. */
export const keysLike =
  (name: z.ZodType<string>) =>
  (values: object, ctx: z.core.$RefinementCtx): void => {
    for (const key of Object.keys(values)) {
      for (const issue of name.safeParse(key).error?.issues ?? [])
        wrong(ctx, key, `as a key: ${word(issue, key)[1]}`);
    }
  };
