import { z } from 'zod';
import { noId, readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { verifySignature } from '../../platform/request-signature.ts';
import { endpoint } from '../../platform/routes.ts';
import { noteRead } from '../conversations/mark-read.ts';
import { type HearingParts, hear, type Said } from '../dialogs/hear.ts';
import { answerEvent } from '../gate/event-key.ts';
import { dict, laxInt, list, text } from '../http/fields.ts';
import { rawBodyOf, readSignedBody } from '../http/json-body.ts';
import { toItems, ValidationProblem, valueError } from '../http/validation.ts';
import { identityOf } from '../profiles/identities.ts';
import type { JsonObject } from '../template/json.ts';
import { type CalledChannel, findCalled, wrongCall } from './inbound.ts';
import { findButton } from './pressed.ts';
import { webhookAttachments } from './webhook-attachments.ts';
import { signingSecrets } from './webhook-signing.ts';

const said = z.object({
  external_id: text({ min: 1, max: 255 }),
  /** Not needed with a button, which has its own. */
  text: text({ min: 1, max: 3000 }).optional(),
  button: z.object({ message_id: text({ max: 100 }), index: laxInt({ ge: 0 }) }).optional(),
  message_id: text({ min: 1, max: 100 }),
  name: text({ max: 255 }).nullish(),
  data: dict({ default: {} }),
});

/** Messages that a customer has seen. */
const seen = z.object({
  external_id: text({ min: 1, max: 255 }),
  read: list(text({ max: 100 }), { max: 100 }),
});

/** A message with attachments needs no words. */
const saidWithAttachments = said.extend({
  text: text({ max: 3000 }).nullish(),
  attachments: webhookAttachments,
});

/** A message may have a field that we do not know, whatever its name. */
const isReport = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'read' in body && !('text' in body) && !('message_id' in body);

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
      secrets: channel ? signingSecrets(channel.secrets) : [showId('channel', noId)],
      timestamp: request.headers['x-service-timestamp'],
      signature: request.headers['x-service-signature'],
      rawBody,
    });
    if (!channel || fault) throw await wrongCall(parts.limiter, request.ip);
    const { value } = readSignedBody(rawBody, { atFields: true });
    if (isReport(value)) {
      await takeReport(parts.database, channel, value, request.id);
      return reply.code(200).send({ status: 'done' });
    }
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

/** Notes which messages a customer has seen. What they were never sent is left out. */
async function takeReport(
  database: Database,
  { projectId, id: channelId, name }: CalledChannel,
  value: unknown,
  requestId: string,
): Promise<void> {
  const parsed = seen.safeParse(value);
  if (!parsed.success) throw new ValidationProblem(toItems(parsed.error.issues, 'body', value));
  const { external_id: externalId, read } = parsed.data;
  const identityId = await identityOf(database, { projectId, channelId, externalId });
  if (identityId === undefined) return;
  const messageIds = [...new Set(read.flatMap((each) => readId('message', each) ?? []))];
  const actor = { type: 'channel', id: showId('channel', channelId), name } as const;
  await database.transaction((tx) => noteRead(tx, { projectId, identityId, messageIds, actor, requestId }));
}

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
