import { text } from '../../http/fields.ts';
import { valueError } from '../../http/validation-items.ts';
import { ValidationProblem } from '../../http/validation-problem.ts';
import { faultOf } from '../../operations/templates.ts';
import { inTurnOfRequest } from '../../template/in-turn.ts';
import {
  Allowance,
  allowanceToCheck,
  longestInRequest,
  readsOf,
  renderText,
  TemplateError,
} from '../../template/liquid.ts';
import type { TemplateRules } from '../../template/rules.ts';
import type { CallBody } from './body.ts';
import { type CallScope, callScope } from './scope.ts';
import { callNames } from './target.ts';
import type { Verification } from './verification.ts';

/** The template of the id by which a repeated call is recognized. */
export const dedupeField = text({ min: 1, max: 1000 }).superRefine((source, ctx) => {
  const refuse = (message: string) => ctx.addIssue({ code: 'custom', message, input: source });
  const fault = faultOf(source, callNames, allowanceToCheck());
  if (fault !== undefined) return refuse(fault);
  if (readsOf(source).length > 0) return;
  refuse('an id that reads nothing of the call would make every call a repetition of the first');
});

/**
 * The ids that senders give, which stay the same when they send a call again.
 *
 * - Standard Webhooks, and Svix: as in `verify.ts`.
 * - GitHub: https://docs.github.com/en/webhooks/webhook-events-and-payloads#delivery-headers
 * - Stripe: https://docs.stripe.com/webhooks#handle-duplicate-events
 * - Shopify: https://shopify.dev/docs/apps/build/webhooks/verify-deliveries
 * - Slack: https://docs.slack.dev/apis/events-api (commands and interactions have no such id, and are not sent again)
 * - Telegram: https://core.telegram.org/bots/api#update
 */
const idsOfSenders: Partial<Record<Verification['type'], string>> = {
  'standard-webhooks': '{{ headers.webhook-id | default: headers.svix-id }}',
  github: '{{ headers.x-github-delivery }}',
  stripe: '{{ body.id }}',
  shopify: '{{ headers.x-shopify-webhook-id }}',
  slack: '{{ body.event_id }}',
  'telegram-secret': '{{ body.update_id }}',
};

/** The template by which a receiver recognizes repeated calls; null if it has none. */
export function dedupeTemplate(receiver: {
  verification: Verification;
  dedupeId: string | null;
}): string | null {
  return receiver.dedupeId ?? idsOfSenders[receiver.verification.type] ?? null;
}

const noneIfFaulty = (error: unknown): undefined => {
  if (!(error instanceof TemplateError)) throw error;
};

/**
 * The id of a call; undefined if it has none. What the template makes of a call that says nothing, such as `-` of
 * `{{ body.id }}-{{ body.status }}`, is no id: it would make all such calls repetitions of the first.
 * @throws ValidationProblem if the template fails: without an id the call might be done twice
 * @throws Problem 503 `busy`
 */
export async function idOfCall(
  { projectId, templateRules }: { projectId: string; templateRules: TemplateRules },
  template: string,
  { value: body }: CallBody,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const idOf = async (call: CallScope) =>
    (
      await inTurnOfRequest(projectId, () =>
        renderText(template, { ...callScope(call) }, new Allowance(longestInRequest, templateRules)),
      )
    ).trim();
  try {
    const id = await idOf({ body, headers });
    if (id === '') return undefined;
    const ofNothing = await idOf({ body: {}, headers: {} }).catch(noneIfFaulty);
    return id === ofNothing ? undefined : id;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const message = `the id against repetitions cannot be made of this call: ${error.message}`;
    throw new ValidationProblem([valueError(['body'], message, null)]);
  }
}
