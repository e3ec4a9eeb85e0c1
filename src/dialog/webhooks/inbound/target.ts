import { z } from 'zod';
import { dict, text } from '../../http/fields.ts';
import { slugField } from '../../http/slug.ts';
import { unknownRead } from '../../operations/templates.ts';
import type { Json } from '../../template/json.ts';
import { allowanceToCheck, checkTemplate, stringsIn, TemplateError } from '../../template/liquid.ts';

/** What a receiver does with a call, besides starting workflows that have it as a trigger. */

const event = z.object({
  identity: z.union([
    text({ min: 1, max: 1000 }),
    z.object({ channel_id: text({ min: 1, max: 100 }), external_id: text({ min: 1, max: 1000 }) }),
  ]),
  text: text({ min: 1, max: 3000 }),
  data: dict({ default: {} }),
});

/** `{"event": {…}}`, an event for an identity, or `{"workflow", "input"}`, a workflow to start. */
export const targetField = z
  .object({
    event: event.optional(),
    workflow: slugField.optional(),
    input: dict({ default: {} }),
  })
  .superRefine(checkTemplates)
  .transform((value, ctx): Target => {
    const { event: mapped, workflow, input } = value;
    if (mapped && workflow === undefined) return { event: mapped };
    if (!mapped && workflow !== undefined) return { workflow, input };
    ctx.addIssue({ code: 'custom', message: 'a target has either event or workflow', input: value });
    return z.NEVER;
  });

/** The names that the templates of a receiver may read. */
export const callNames = ['body', 'headers'];

/** Checks templates. Any other name would silently render as nothing. */
function checkTemplates(
  { event, input }: { event?: unknown; input: unknown },
  ctx: z.core.$RefinementCtx,
): void {
  const allowance = allowanceToCheck();
  for (const [source, path] of stringsIn({ event: event ?? null, input } as Json)) {
    try {
      checkTemplate(source, allowance);
      const message = unknownRead(source, callNames);
      if (message !== undefined) ctx.addIssue({ code: 'custom', message, input: source, path });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      ctx.addIssue({ code: 'custom', message: error.message, input: source, path });
    }
  }
}

/** Its strings are templates. */
export type EventTarget = z.output<typeof event>;
export type Target = { event: EventTarget } | { workflow: string; input: Record<string, unknown> };
