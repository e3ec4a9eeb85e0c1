import { createHash } from 'node:crypto';
import type { Cancellation, ProviderPayment, Shop } from '../providers/provider.ts';

/** How a payment ends: at once, or for `pending` when `settleTestPayment` is called. */
export type TestCourse = 'succeeded' | 'canceled' | 'pending';

export interface TestShopOptions {
  /** How payments end. */
  payments: TestCourse;
  /** How refunds end. A refund cannot stay pending, because nothing could settle it. */
  refunds: 'succeeded' | 'canceled';
  now: () => Date;
}

/** The id of the shop of every sandbox payment. */
export const testShopId = 'sandbox';

/** The provider's own words for a payer who gave up. */
const canceled: Cancellation = { party: 'merchant', reason: 'canceled_by_merchant' };

/**
 * The shop of the sandbox. It opens no socket and keeps nothing, so nothing can end as unknown. Every payment is a test
 * payment. Ids come from the idempotence key, so a repeated call gives the same payment in every process.
 */
export function createTestShop({ payments, refunds, now }: TestShopOptions): Shop {
  return {
    async createPayment({ orderId, amount }, { idempotenceKey }) {
      const pending: ProviderPayment = {
        id: idFrom('payment', idempotenceKey),
        status: 'pending',
        paid: false,
        test: true,
        amount,
        refunded: null,
        orderId,
        shopId: testShopId,
        // RFC 2606 guarantees that this domain never exists, so nobody can land on a page that asks for money.
        confirmationUrl: `https://sandbox.invalid/pay/${orderId}`,
        cancellation: null,
        createdAt: now(),
        capturedAt: null,
      };
      const value = payments === 'pending' ? pending : settleTestPayment(pending, payments, now());
      return { kind: 'answered', value };
    },
    async createRefund({ refundId, paymentId, amount }, { idempotenceKey }) {
      const value = {
        id: idFrom('refund', idempotenceKey),
        paymentId,
        status: refunds,
        amount,
        refundId,
        cancellation: refunds === 'canceled' ? canceled : null,
        createdAt: now(),
      };
      return { kind: 'answered', value };
    },
  };
}

/** A test payment after the payer has paid or given up. A final one stays as it is. */
export function settleTestPayment(
  payment: ProviderPayment,
  course: 'succeeded' | 'canceled',
  at: Date,
): ProviderPayment {
  if (payment.status === 'succeeded' || payment.status === 'canceled') return payment;
  const settled = { ...payment, status: course, confirmationUrl: null };
  if (course === 'canceled') return { ...settled, cancellation: canceled };
  return { ...settled, paid: true, capturedAt: at };
}

/** An id of 36 characters in the form of a UUID, like the provider's ids. */
function idFrom(record: string, key: string): string {
  const hex = createHash('sha256').update(`${record}:${key}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
