import { z } from 'zod';
import { noId, showId } from '../../platform/ids.ts';
import { verifySignature } from '../../platform/request-signature.ts';
import { endpoint } from '../../platform/routes.ts';
import { type HearingParts, hear, type Said } from '../dialogs/hear.ts';
import { answerEvent } from '../gate/event-key.ts';
import { dict, text } from '../http/fields.ts';
import { rawBodyOf, readSignedBody } from '../http/json-body.ts';
import { toItems, ValidationProblem } from '../http/validation.ts';
import type { JsonObject } from '../template/json.ts';
import { findCalled, wrongCall } from './inbound.ts';
import { webhookAttachments } from './webhook-attachments.ts';

const said = z.object({
  external_id: text({ min: 1, max: 255 }),
  text: text({ min: 1, max: 3000 }),
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
    const { external_id: externalId, text: words, message_id: key, name, data } = parsed.data;
    const message: Said = {
      ...{ key, externalId, name: name ?? null, text: words ?? '', data: data as JsonObject },
      attachments: 'attachments' in parsed.data ? parsed.data.attachments : undefined,
    };
    const { acceptance } = await hear(parts, channel, message, request.id);
    return answerEvent(reply, acceptance);
  },
);
