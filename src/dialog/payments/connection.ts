import { z } from 'zod';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import { webhookAddress } from '../channels/webhook.ts';
import { baseUrl } from '../connections/http.ts';
import type { ConnectionKind, OpenConnection, TestReport } from '../connections/kind.ts';
import { laxInt, text } from '../http/fields.ts';
import { openShop } from './shops.ts';
import { yooKassaBaseUrl } from './yookassa/index.ts';

const settings = z.object({
  shop_id: text({ min: 1, max: 64, pattern: '^[0-9A-Za-z_-]+$' }),
  secret_key: text({ min: 1, max: 500, pattern: '^[!-~]+$' }),
  base_url: baseUrl.prefault(yooKassaBaseUrl),
  /** Where the payer is sent afterwards; the address of this server if there is none. */
  return_url: webhookAddress.nullish(),
  max_concurrency: laxInt({ ge: 1, le: 100, default: 16 }),
  rate_per_second: laxInt({ ge: 1, le: 1000 }).nullish(),
});
export type YooKassaSettings = z.output<typeof settings>;

/** A shop at YooKassa. */
export const yookassa: ConnectionKind = {
  name: 'yookassa',
  settings,
  secrets: ['secret_key'],
  newSecrets: () => ({}),
  test: inspectShop,
};

/**
 * Asks whose credentials these are, and says what an owner should know before customers pay: whether money moves, whether
 * receipts are needed, and which address the provider has to be given.
 */
async function inspectShop(connection: OpenConnection, http: OutboundHttp): Promise<TestReport> {
  const outcome = await openShop(connection, http).account();
  if (outcome.kind !== 'answered') {
    const { code } = outcome;
    return {
      ok: false,
      status: code === 'invalid_credentials' ? 401 : null,
      detail: wordsFor(code),
    };
  }
  const { shopId, enabled, test, needsReceipts } = outcome.value;
  const sentences = [
    `Shop ${shopId} ${enabled ? 'takes payments' : 'takes no payments at present'}.`,
    test ? 'It is a test shop: no money moves, and nothing is granted.' : 'It is a live shop: money moves.',
    needsReceipts ? 'Every payment needs a receipt: give the operation one.' : 'It needs no receipts.',
    `Enter ${notificationPath(connection.id)}, at the public address of this server, for its HTTP notifications.`,
  ];
  return { ok: enabled, status: 200, detail: sentences.join(' ') };
}

const notificationPath = (connectionId: string): string => `/api/payments/${connectionId}/notifications`;

function wordsFor(code: string): string {
  switch (code) {
    case 'invalid_credentials':
      return 'The provider did not accept the shop id and the secret key.';
    case 'address_refused':
      return 'The address may not be reached from this server: it is malformed, private or reserved. OUTBOUND_ALLOW can permit it.';
    case 'not_reached':
      return 'No connection came about. Check base_url.';
    default:
      return `The provider gave no usable answer (${code}).`;
  }
}
