import { z } from 'zod';
import { newSigningSecret } from '../../platform/standard-webhooks.ts';
import type { Attached } from '../files/attached.ts';
import { signingSecret, webhookAddress } from '../http/web-address.ts';
import { outcomeOfAnswer } from '../tasks/outcome.ts';
import type { ChannelType } from './channel-type.ts';
import { openFile } from './open-file.ts';
import { sendSample } from './webhook-sample.ts';
import { formerSecret, formerUntil, renewSigningSecret, signedPost } from './webhook-signing.ts';

/** The client's own endpoint: every message is a signed POST to it, and any 2xx means that it was accepted. */
export const webhook: ChannelType = {
  name: 'webhook',
  settings: z.object({ url: webhookAddress, signing_secret: signingSecret.optional() }),
  secrets: ['signing_secret'],
  hiddenSecrets: [formerSecret, formerUntil],
  newSecrets: () => ({ signing_secret: newSigningSecret() }),
  renewSecrets: renewSigningSecret,
  test: sendSample,
  inbound: 'webhook',
  faults: () => [],
  files: {
    // The limit of this installation holds.
    mostBytes: Number.POSITIVE_INFINITY,
    open: (_account, { url = '' }, http) => openFile(http, 'webhook', url, 'The address of the file'),
  },
  async deliver(
    { messageId, identityId, externalId, content, attached, createdAt, settings, secrets },
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
      ...(attached.length > 0 && { attachments: attached.map(present) }),
      created_at: createdAt.toISOString(),
    });
    const answer = await http.send({ ...signedPost(settings, secrets, messageId, body), beforeSend: begin });
    return outcomeOfAnswer(answer);
  },
};

/** An attachment with an address from which it can be downloaded. That of a file is good for an hour from the attempt. */
function present(one: Attached): Record<string, unknown> {
  const { type, name } = one;
  if (!one.file) return { type, name, url: one.url };
  const { id, mediaType, size, width, height, link } = one.file;
  const { url, expiresAt } = link();
  return {
    type,
    name,
    url,
    url_expires_at: expiresAt.toISOString(),
    file_id: id,
    media_type: mediaType,
    ...{ size, width, height },
  };
}
