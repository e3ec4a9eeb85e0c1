import { expect, it } from 'vitest';
import { reconcileRefundCreation } from '../../../src/dialog/payments/refund-states.ts';
import { type Order, reconcileCreation, reconcilePayment } from '../../../src/dialog/payments/states.ts';
import {
  createTestShop,
  settleTestPayment,
  type TestShopOptions,
  testShopId,
} from '../../../src/dialog/payments/test-shop.ts';
import { order as liveOrder, now, refund } from './records.ts';

const order: Order = { ...liveOrder, shopId: testShopId, test: true };
const newPayment = {
  orderId: order.orderId,
  amount: order.amount,
  description: 'Access',
  returnUrl: 'https://app.example/back',
  receipt: null,
};
const begun: string[] = [];
const write = (idempotenceKey: string) => ({
  idempotenceKey,
  begin: async () => void begun.push(idempotenceKey),
});
const shop = (options: Partial<TestShopOptions> = {}) =>
  createTestShop({ payments: 'succeeded', refunds: 'succeeded', now: () => now, ...options });

it.each(['succeeded', 'canceled', 'pending'] as const)(
  'a sandbox payment can be made to end %s',
  async (payments) => {
    const outcome = await shop({ payments }).createPayment(newPayment, write('k1'));
    const found = reconcileCreation(order, outcome, now);
    expect(found).toMatchObject({ changes: { status: payments, test: true }, problems: [] });
  },
);

it('no sandbox payment ever grants access, not even for an order that is marked live', async () => {
  const outcome = await shop().createPayment(newPayment, write('k1'));
  const found = reconcileCreation({ ...order, test: false }, outcome, now);
  expect(found).toMatchObject({ changes: { status: 'succeeded', test: true } });
  expect(found.grant).toBeUndefined();
});

it('a pending sandbox payment ends once when the test says so, and its page is on a domain that cannot exist', async () => {
  const outcome = await shop({ payments: 'pending' }).createPayment(newPayment, write('k1'));
  if (outcome.kind !== 'answered') throw new Error(outcome.kind);
  expect(outcome.value.confirmationUrl).toBe('https://sandbox.invalid/pay/ord_1');
  const pending: Order = { ...order, status: 'pending', paymentId: outcome.value.id };
  const canceled = settleTestPayment(outcome.value, 'canceled', now);
  expect(reconcilePayment(pending, canceled, now).changes).toMatchObject({ status: 'canceled' });
  expect(settleTestPayment(canceled, 'succeeded', now)).toBe(canceled);
  const paid = settleTestPayment(outcome.value, 'succeeded', now);
  expect(reconcilePayment(pending, paid, now).changes).toMatchObject({ status: 'succeeded', paidAt: now });
});

it('the same key gives the same payment in every process, and another key another payment', async () => {
  const first = await shop().createPayment(newPayment, write('k1'));
  expect(await shop().createPayment(newPayment, write('k1'))).toEqual(first);
  expect(await shop().createPayment(newPayment, write('k2'))).not.toEqual(first);
});

it('sandbox refunds succeed or are canceled, and never end as unknown', async () => {
  begun.length = 0;
  const newRefund = {
    refundId: refund.refundId,
    paymentId: refund.paymentId,
    amount: refund.amount,
    description: '',
    receipt: null,
  };
  for (const refunds of ['succeeded', 'canceled'] as const) {
    const outcome = await shop({ refunds }).createRefund(newRefund, write('k1'));
    const { changes, problems } = reconcileRefundCreation(refund, outcome);
    expect(problems).toEqual([]);
    expect(changes.status).toBe(refunds === 'succeeded' ? 'succeeded' : 'failed');
  }
  expect(begun).toEqual([]);
});
