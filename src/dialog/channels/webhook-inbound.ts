import { z } from 'zod';
import { noId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { verifySignature } from '../../platform/request-signature.ts';
import { endpoint } from '../../platform/routes.ts';
import { type HearingParts, hear, type Said } from '../dialogs/hear.ts';
import { answerEvent } from '../gate/event-key.ts';
import { dict, laxInt, text } from '../http/fields.ts';
import { rawBodyOf, readSignedBody } from '../http/json-body.ts';
import { toItems, ValidationProblem, valueError } from '../http/validation.ts';
import type { JsonObject } from '../template/json.ts';
import { type CalledChannel, findCalled, wrongCall } from './inbound.ts';
import { findButton } from './pressed.ts';
import { webhookAttachments } from './webhook-attachments.ts';

const said = z.object({
  external_id: text({ min: 1, max: 255 }),
  /** Not needed with a button, which has its own. */
  text: text({ min: 1, max: 3000 }).optional(),
  button: z.object({ message_id: text({ max: 100 }), index: laxInt({ ge: 0 }) }).optional(),
  message_id: text({ min: 1, max: 100 }),
  name: text({ max: 255 }).nullish(),
  data: dict({ default: {} }),
});

/** A message with attachments needs no words. */
const saidWithAttachments = said.extend({
  text: text({ max: 3000 }).nullish(),
  attachments: webhookAttachments,
});

const hasAttachments = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'attachments' in body && body.attachments !== null;

/** Receives what the customers of a webhook channel say. The client's own system posts it, signed with the channel's secret. */
export const hearWebhook = endpoint(
  { params: z.object({ channel_id: z.string() }) },
  async (request, reply, parts: HearingParts) => {
    const channel = await findCalled(parts.database, parts.vault, request.params.channel_id, 'webhook');
    const rawBody = rawBodyOf(request);
    const fault = verifySignature({
      // An unknown channel gets a secret that nobody has, so that its check takes as long as that of a wrong signature.
      secrets: [channel?.secrets.signing_secret ?? showId('channel', noId)],
      timestamp: request.headers['x-service-timestamp'],
      signature: request.headers['x-service-signature'],
      rawBody,
    });
    if (!channel || fault) throw await wrongCall(parts.limiter, request.ip);
    const { value } = readSignedBody(rawBody, { atFields: true });
    const parsed = (hasAttachments(value) ? saidWithAttachments : said).safeParse(value);
    if (!parsed.success) throw new ValidationProblem(toItems(parsed.error.issues, 'body', value));
    const { external_id: externalId, message_id: key, name } = parsed.data;
    const attachments = 'attachments' in parsed.data ? parsed.data.attachments : undefined;
    const isWordless = parsed.data.text === undefined && !parsed.data.button;
    if (isWordless && !attachments) throw withoutText(value);
    const words = await wordsOf(parts.database, channel, parsed.data);
    const message: Said = { key, externalId, name: name ?? null, ...words, attachments };
    const { acceptance } = await hear(parts, channel, message, request.id);
    return answerEvent(reply, acceptance);
  },
);

function withoutText(input: unknown): ValidationProblem {
  return new ValidationProblem([{ type: 'missing', loc: ['body', 'text'], msg: 'Field required', input }]);
}

/** What the customer says. @throws ValidationProblem if they were shown no such button */
async function wordsOf(
  database: Database,
  channel: CalledChannel,
  {
    external_id: externalId,
    text: words,
    button,
    data: given,
  }: z.output<typeof said | typeof saidWithAttachments>,
): Promise<Pick<Said, 'text' | 'data' | 'press'>> {
  const data = given as JsonObject;
  if (!button) return { text: words ?? '', data };
  const pressed = { messageId: button.message_id, index: button.index };
  const found = await findButton(database, channel, externalId, pressed);
  if (found) return { text: found.text, data: { ...data, button: found.shown }, press: found.press };
  const message = 'this customer was shown no such button';
  throw new ValidationProblem([valueError(['body', 'button'], message, button)]);
}
