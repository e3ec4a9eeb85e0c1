import { z } from 'zod';
import { dict, laxBool, text } from '../../http/fields.ts';
import { slugField } from '../../http/slug.ts';
import { unknownRead } from '../../operations/templates.ts';
import type { Json } from '../../template/json.ts';
import { allowanceToCheck, checkTemplate, stringsIn, TemplateError } from '../../template/liquid.ts';

/** What a receiver does with a call, besides starting workflows that have it as a trigger. */

/** For whom a call is: an identity, a customer in a channel, or the one who has a value in a field of the state. */
const identity = z.union([
  text({ min: 1, max: 1000 }),
  z
    .object({
      channel_id: text({ min: 1, max: 100 }),
      external_id: text({ min: 1, max: 1000 }),
      create: laxBool().optional(),
      name: text({ max: 1000 }).optional(),
    })
    .refine(
      ({ create, name }) => create === true || name === undefined,
      '"name" is for a customer who is made, with "create": true',
    ),
  z.object({
    state_field: text({ min: 1, max: 100 }),
    state_value: text({ min: 1, max: 1000 }),
    channel_id: text({ min: 1, max: 100 }).optional(),
  }),
]);

const event = z.object({
  identity,
  text: text({ min: 1, max: 3000 }),
  data: dict({ default: {} }),
  answers: laxBool().optional(),
});

/** `{"event": {…}}`, an event for an identity, or `{"workflow", "input", "identity"}`, a workflow to start and for whom. */
export const targetField = z
  .object({
    event: event.optional(),
    workflow: slugField.optional(),
    input: dict({ default: {} }),
    identity: identity.optional(),
  })
  .superRefine(checkTemplates)
  .transform((value, ctx): Target => {
    const { event: mapped, workflow, input, identity } = value;
    if (mapped && workflow === undefined) {
      if (identity === undefined) return { event: mapped };
      const message = 'an event names its customer in its own identity';
      ctx.addIssue({ code: 'custom', message, path: ['identity'], input: identity });
      return z.NEVER;
    }
    if (!mapped && workflow !== undefined) {
      return { workflow, input, ...(identity !== undefined && { identity }) };
    }
    ctx.addIssue({ code: 'custom', message: 'a target has either event or workflow', input: value });
    return z.NEVER;
  });

/** The names that the templates of a receiver may read. */
export const callNames = ['body', 'headers'];

/** Checks templates. Any other name would silently render as nothing. */
function checkTemplates(
  { event, input, identity }: { event?: unknown; input: unknown; identity?: unknown },
  ctx: z.core.$RefinementCtx,
): void {
  const allowance = allowanceToCheck();
  for (const [source, path] of stringsIn({
    event: event ?? null,
    input,
    identity: identity ?? null,
  } as Json)) {
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
export type IdentityTarget = z.output<typeof identity>;
/** Without `answers` it was saved before there was such a field, and may be taken for the answer to an open question. */
export type EventTarget = z.output<typeof event>;
export type Target =
  | { event: EventTarget }
  | { workflow: string; input: Record<string, unknown>; identity?: IdentityTarget };

/** Whom a target names; undefined if it names nobody. */
export function identityIn(target: Target | null): IdentityTarget | undefined {
  return target === null ? undefined : 'event' in target ? target.event.identity : target.identity;
}

/** Whether the event of a target may be taken for the answer to an open question. */
export const mayAnswer = ({ answers = true }: EventTarget): boolean => answers;

/**
 * A target with `answers` written out. Where it is not given, a receiver goes on as it did, and what is new does not answer.
 * @param before the target that it replaces; null for none
 */
export function withAnswers(target: Target | null, before: Target | null): Target | null {
  if (!target || !('event' in target)) return target;
  const { answers = before !== null && 'event' in before && mayAnswer(before.event) } = target.event;
  return { event: { ...target.event, answers } };
}

/** A target as its owner sees it, with `answers` written out. */
export function shownTarget(target: Target | null): Target | null {
  return target && 'event' in target ? withAnswers(target, target) : target;
}
