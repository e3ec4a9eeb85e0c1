import { createHash } from 'node:crypto';
import type { Cancellation, ProviderPayment, Shop } from './provider.ts';

/** What is to become of a payment: at once, or when it is told with `settleTestPayment`. */
export type TestCourse = 'succeeded' | 'canceled' | 'pending';

export interface TestShopOptions {
  /** What becomes of payments. */
  payments: TestCourse;
  /** What becomes of refunds; nothing tells a pending one how to go on, so it is one or the other. */
  refunds: 'succeeded' | 'canceled';
  now: () => Date;
}

/** The shop of every payment in the sandbox. */
export const testShopId = 'sandbox';

/** The provider's own word for a payer who gave up. */
const canceled: Cancellation = { party: 'merchant', reason: 'canceled_by_merchant' };

/**
 * The shop of the sandbox: it opens no socket and keeps nothing, so nothing begins that could end as unknown. Every
 * payment is a test payment. Ids come from the idempotence key: a repeated call gives the same payment in every process.
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
        // RFC 2606 keeps this domain from ever existing, so nobody can be sent to a page that asks for money.
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

/** A test payment after the payer has paid or given up. One that is settled stays as it is. */
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

/** 36 characters in the form of a UUID, as the provider's ids have it. */
function idFrom(record: string, key: string): string {
  const hex = createHash('sha256').update(`${record}:${key}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
