import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../../platform/problem.ts';
import { laxInt, text } from '../../http/fields.ts';
import { templateFaults } from '../../operations/templates.ts';
import { inTurnOfRequest } from '../../template/in-turn.ts';
import { anyJson, type Json } from '../../template/json.ts';
import {
  Allowance,
  allowanceToCheck,
  longestInRequest,
  render,
  renderText,
  TemplateError,
} from '../../template/liquid.ts';
import type { TemplateRules } from '../../template/rules.ts';
import { type CallScope, callScope } from './scope.ts';
import { callNames } from './target.ts';

/** An answer of the owner's to accepted calls, in place of the 202. */

/** RFC 9110, section 8.3.1, with parameters as plain words. */
const mediaType = '^[\\w!#$&^.+-]{1,80}/[\\w!#$&^.+-]{1,80}(?: *; *[\\w-]{1,40}=[\\w.-]{1,40}){0,3}$';
const longestBody = 100_000;
const bodiless = [204, 205];

/** What the templates of an answer may read. */
const answerNames = [...callNames, 'event_id', 'duplicate'];

export const responseField = z
  .object({
    status: laxInt({ ge: 200, le: 299, default: 200 }),
    content_type: text({ max: 200, pattern: mediaType }).nullish(),
    body: anyJson.optional(),
  })
  .superRefine(({ status, body }, ctx) => {
    const refuse = (message: string, path: (string | number)[], input: unknown) =>
      ctx.addIssue({ code: 'custom', message, input, path });
    if (body === undefined || body === null) return;
    if (bodiless.includes(status)) refuse(`an answer with status ${status} has no body`, ['body'], body);
    const faults = templateFaults(body, answerNames, ['body'], allowanceToCheck());
    for (const { message, path, input } of faults) refuse(message, path, input);
  })
  .transform(({ status, content_type, body = null }): CallResponse => {
    const usual = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
    return { status, content_type: body === null ? null : (content_type ?? usual), body };
  });

export interface CallResponse {
  status: number;
  /** Null if there is no body. */
  content_type: string | null;
  /** A text is sent as it is rendered; anything else as JSON, its strings rendered. Null for none. */
  body: Json;
}

/** The reason in the list of calls if the owner's answer could not be made, so the caller got the usual one. */
export const responseFailed = 'response_failed';

/**
 * Renders the body of an answer.
 * @returns undefined if it cannot be made; the call is accepted all the same
 */
export async function renderResponse(
  { projectId, templateRules }: { projectId: string; templateRules: TemplateRules },
  { body }: CallResponse,
  call: CallScope,
  accepted: { event_id: string; duplicate: boolean },
): Promise<{ body: string } | undefined> {
  try {
    const scope = { ...callScope(call), ...accepted };
    const sent = await inTurnOfRequest(projectId, () => {
      const allowance = new Allowance(longestInRequest, templateRules);
      return typeof body === 'string'
        ? renderText(body, scope, allowance)
        : JSON.stringify(render(body, scope, allowance));
    });
    return sent.length > longestBody ? undefined : { body: sent };
  } catch (error) {
    if (error instanceof TemplateError || error instanceof Problem) return undefined;
    throw error;
  }
}

/** A caller may get its own words back, so no browser may carry out anything in them: they have no origin here. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Sends words that are not the service's own. */
export function sendForeign(
  reply: FastifyReply,
  { status, content_type: type }: Pick<CallResponse, 'status' | 'content_type'>,
  body: string,
): FastifyReply {
  reply.code(status).headers({ 'content-security-policy': policy, 'x-content-type-options': 'nosniff' });
  return type === null ? reply.send() : reply.type(type).send(body);
}
