import { z } from 'zod';
import { text } from '../http/fields.ts';
import { outcomeOfAnswer } from '../tasks/outcome.ts';
import type { ChannelType } from './channel-type.ts';
import { isSigningSecret, newSigningSecret, signedHeaders } from './standard-webhooks.ts';

/** Where signed requests go. */
export const webhookAddress = text({ min: 1, max: 2000 }).superRefine((value, ctx) => {
  if (URL.canParse(value)) {
    const { protocol, username, password } = new URL(value);
    if (/^https?:$/.test(protocol) && username === '' && password === '') return;
  }
  ctx.addIssue({
    code: 'custom',
    message: 'url must be an http:// or https:// address without user name and password',
    input: value,
  });
});

/** A secret of the owner's choice. */
export const signingSecret = text({ max: 200 }).superRefine((value, ctx) => {
  if (isSigningSecret(value)) return;
  ctx.addIssue({
    code: 'custom',
    message: 'signing_secret must be whsec_ and base64 of 24 to 64 bytes; leave it out to have one made',
    input: value,
  });
});

/** The client's own endpoint: every message is a signed POST to it, and any 2xx means that it was taken. */
export const webhook: ChannelType = {
  name: 'webhook',
  settings: z.object({ url: webhookAddress, signing_secret: signingSecret.optional() }),
  secrets: ['signing_secret'],
  newSecrets: () => ({ signing_secret: newSigningSecret() }),
  inbound: 'webhook',
  faults: () => [],
  async deliver(
    { messageId, identityId, externalId, content, createdAt, settings, secrets },
    begin,
    { http },
  ) {
    const body = JSON.stringify({
      type: 'message',
      message_id: messageId,
      identity_id: identityId,
      external_id: externalId,
      text: content.text,
      buttons: content.buttons,
      keyboard: content.keyboard,
      columns: content.columns,
      format: content.format,
      image: content.image,
      created_at: createdAt.toISOString(),
    });
    const answer = await http.send({
      method: 'POST',
      url: settings.url as string,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parley',
        ...signedHeaders(secrets.signing_secret!, messageId, body),
      },
      body,
      beforeSend: begin,
    });
    return outcomeOfAnswer(answer);
  },
};
