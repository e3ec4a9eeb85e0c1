import { z } from 'zod';
import { dict, text } from '../../http/fields.ts';
import { slugField } from '../../http/slug.ts';
import { checkTemplate, type Json, stringsIn, TemplateError } from '../../scenario/template.ts';

/** What a receiver makes of a call, besides starting the workflows whose trigger it is. */

/** A string, or JSON of strings, that may read `body` and `headers`. */
function template<Value extends z.ZodType>(field: Value): Value {
  return field.superRefine((value, ctx) => {
    for (const [source, path] of stringsIn(value as Json)) {
      try {
        checkTemplate(source);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        ctx.addIssue({ code: 'custom', message: error.message, input: source, path });
      }
    }
  });
}

const event = z.object({
  identity: template(
    z.union([
      text({ min: 1, max: 1000 }),
      z.object({ channel_id: text({ min: 1, max: 100 }), external_id: text({ min: 1, max: 1000 }) }),
    ]),
  ),
  text: template(text({ min: 1, max: 3000 })),
  data: template(dict({ default: {} })),
});

/** `{"event": {…}}`, an event for an identity, or `{"workflow", "input"}`, a workflow to start. */
export const targetField = z
  .object({
    event: event.optional(),
    workflow: slugField.optional(),
    input: template(dict({ default: {} })),
  })
  .transform((value, ctx): Target => {
    const { event: mapped, workflow, input } = value;
    if (mapped && workflow === undefined) return { event: mapped };
    if (!mapped && workflow !== undefined) return { workflow, input };
    ctx.addIssue({ code: 'custom', message: 'a target has either event or workflow', input: value });
    return z.NEVER;
  });

/** Strings in it are templates. */
export type EventTarget = z.output<typeof event>;
export type Target = { event: EventTarget } | { workflow: string; input: Record<string, unknown> };
