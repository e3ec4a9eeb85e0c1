import { z } from 'zod';
import { newId, showId } from '../../platform/ids.ts';
import { newSigningSecret, signedHeaders } from '../../platform/standard-webhooks.ts';
import { laxInt } from '../http/fields.ts';
import { signingSecret, webhookAddress } from '../http/web-address.ts';
import type { ConnectionKind } from './kind.ts';
import { reportOf } from './report.ts';

const settings = z.object({
  url: webhookAddress,
  signing_secret: signingSecret,
  timeout_ms: laxInt({ ge: 100, le: 60_000, default: 15_000 }),
  max_concurrency: laxInt({ ge: 1, le: 100, default: 32 }),
  rate_per_second: laxInt({ ge: 1, le: 1000 }).nullish(),
});
export type WebhookSettings = z.output<typeof settings>;

/** An endpoint that receives signed POSTs (Standard Webhooks), from operations and as notifications. */
export const webhook: ConnectionKind = {
  name: 'webhook',
  settings,
  secrets: ['signing_secret'],
  address: { setting: 'url' },
  newSecrets: () => ({ signing_secret: newSigningSecret() }),
  async test(connection, outbound) {
    const given = connection.settings as WebhookSettings;
    const body = JSON.stringify({ type: 'ping', timestamp: new Date().toISOString(), data: {} });
    const outcome = await outbound.send({
      service: 'connection',
      method: 'POST',
      url: given.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parley',
        ...signedHeaders(given.signing_secret, showId('delivery', newId()), body),
      },
      body,
      timeoutMs: given.timeout_ms,
      maxResponseBytes: 64 * 1024,
    });
    return reportOf(outcome);
  },
};
