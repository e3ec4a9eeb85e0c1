import { z } from 'zod';
import { laxInt, text } from '../../http/fields.ts';
import { baseUrl, webhookAddress } from '../../http/web-address.ts';
import type { Notified, ProviderKind } from '../kind.ts';
import { createYooKassa, yooKassaBaseUrl, yooKassaCurrencies } from './index.ts';

const settings = z.object({
  shop_id: text({ min: 1, max: 64, pattern: '^[0-9A-Za-z_-]+$' }),
  secret_key: text({ min: 1, max: 500, pattern: '^[!-~]+$' }),
  base_url: baseUrl.prefault(yooKassaBaseUrl),
  /** The address to which the payer returns; if absent, the address of this server. */
  return_url: webhookAddress.nullish(),
  max_concurrency: laxInt({ ge: 1, le: 100, default: 16 }),
  rate_per_second: laxInt({ ge: 1, le: 1000 }).nullish(),
});
type YooKassaSettings = z.output<typeof settings>;

const id = text({ pattern: '^[\\w-]{1,64}$' });

/** The only fields we read: the ids of what may have changed. https://yookassa.ru/developers/using-api/webhooks */
const notification = z
  .object({
    object: z.object({
      id,
      /** For a refund: its payment. */
      payment_id: id.nullish(),
      /** Names the order, also if its creation had no answer. */
      metadata: z
        .object({ order_id: z.string().max(64).nullish().catch(null) })
        .nullish()
        .catch(null),
    }),
  })
  .transform(
    ({ object }): Notified => ({
      objectId: object.id,
      paymentId: object.payment_id ?? object.id,
      orderId: object.metadata?.order_id ?? null,
    }),
  );

/** A shop at YooKassa. */
export const yookassa: ProviderKind = {
  name: 'yookassa',
  settings,
  secrets: ['secret_key'],
  address: { setting: 'base_url', usual: yooKassaBaseUrl },
  currencies: yooKassaCurrencies,
  open(given, http) {
    const { shop_id: shopId, secret_key: secretKey, base_url } = given as YooKassaSettings;
    return createYooKassa({ http, shopId, secretKey, baseUrl: base_url });
  },
  returnUrl: (given) => (given as YooKassaSettings).return_url,
  notification,
};
