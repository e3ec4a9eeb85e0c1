import { z } from 'zod';
import type { ProviderPayment, ProviderRefund, ShopAccount } from '../provider.ts';

/**
 * The fields of YooKassa's objects that this server reads. Other fields are ignored, because the API adds fields:
 * https://yookassa.ru/developers/api
 */

const money = z.object({ value: z.string(), currency: z.string() });
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const cancellation = z.object({ party: z.string(), reason: z.string() });
const metadata = z.record(z.string(), z.unknown()).nullish();

/** The id of one of our records in an object's metadata; null if there is none. */
function named(data: z.output<typeof metadata>, name: 'order_id' | 'refund_id'): string | null {
  const value = data?.[name];
  return typeof value === 'string' ? value : null;
}

/** https://yookassa.ru/developers/api#payment_object */
export const payment = z
  .object({
    id: z.string().min(1),
    status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
    paid: z.boolean(),
    test: z.boolean(),
    amount: money,
    refunded_amount: money.nullish(),
    metadata,
    recipient: z.object({ account_id: z.string() }),
    confirmation: z.object({ confirmation_url: z.string().nullish() }).nullish(),
    cancellation_details: cancellation.nullish(),
    created_at: moment,
    captured_at: moment.nullish(),
  })
  .transform(
    (found): ProviderPayment => ({
      id: found.id,
      status: found.status,
      paid: found.paid,
      test: found.test,
      amount: found.amount,
      refunded: found.refunded_amount ?? null,
      orderId: named(found.metadata, 'order_id'),
      shopId: found.recipient.account_id,
      confirmationUrl: found.confirmation?.confirmation_url ?? null,
      cancellation: found.cancellation_details ?? null,
      createdAt: found.created_at,
      capturedAt: found.captured_at ?? null,
    }),
  );

/** https://yookassa.ru/developers/api#refund_object */
export const refund = z
  .object({
    id: z.string().min(1),
    payment_id: z.string(),
    status: z.enum(['pending', 'succeeded', 'canceled']),
    amount: money,
    metadata,
    cancellation_details: cancellation.nullish(),
    created_at: moment,
  })
  .transform(
    (found): ProviderRefund => ({
      id: found.id,
      paymentId: found.payment_id,
      status: found.status,
      amount: found.amount,
      refundId: named(found.metadata, 'refund_id'),
      cancellation: found.cancellation_details ?? null,
      createdAt: found.created_at,
    }),
  );

/** https://yookassa.ru/developers/api#me_object */
export const account = z
  .object({
    account_id: z.string(),
    status: z.string(),
    test: z.boolean(),
    fiscalization: z.object({ enabled: z.boolean() }).nullish(),
  })
  .transform(
    (found): ShopAccount => ({
      shopId: found.account_id,
      enabled: found.status === 'enabled',
      test: found.test,
      needsReceipts: found.fiscalization?.enabled ?? false,
    }),
  );

/** Only the payments of one order are read, null stands for others: the shop may sell through other programs too. */
export function paymentOfOrder(orderId: string) {
  const mark = z.object({ metadata: z.object({ order_id: z.literal(orderId) }) });
  const other = z
    .unknown()
    .refine((found) => !mark.safeParse(found).success)
    .transform(() => null);
  return z.union([other, payment]);
}

/** A page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullish() });
}
