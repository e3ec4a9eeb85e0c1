import type { Refund } from '../../../src/dialog/payments/refund-states.ts';
import type { Order } from '../../../src/dialog/payments/states.ts';
import type { ProviderPayment, ProviderRefund } from '../../../src/dialog/providers/provider.ts';

const amount = { value: '990.00', currency: 'RUB' };

export const order: Order = {
  orderId: 'ord_1',
  status: 'created',
  amount,
  shopId: '100500',
  test: false,
  term: { days: 30 },
  paymentId: null,
};

/** The payment of `order`, correct in all fields. */
export const paid: ProviderPayment = {
  id: 'payment-1',
  status: 'succeeded',
  paid: true,
  test: false,
  amount,
  refunded: null,
  orderId: order.orderId,
  shopId: order.shopId,
  confirmationUrl: null,
  cancellation: null,
  createdAt: new Date('2026-11-20T09:00:00Z'),
  capturedAt: new Date('2026-11-20T09:05:00Z'),
};

export const pending: ProviderPayment = {
  ...paid,
  status: 'pending',
  paid: false,
  confirmationUrl: 'https://pay.example/1',
  capturedAt: null,
};

export const canceled: ProviderPayment = {
  ...paid,
  status: 'canceled',
  paid: false,
  cancellation: { party: 'yoo_money', reason: 'expired_on_confirmation' },
  capturedAt: null,
};

export const refund: Refund = {
  refundId: 'rfd_1',
  status: 'running',
  amount,
  paymentId: paid.id,
  providerRefundId: null,
};

/** The provider's record of `refund`. */
export const refunded: ProviderRefund = {
  id: 'refund-1',
  paymentId: paid.id,
  status: 'succeeded',
  amount,
  refundId: refund.refundId,
  cancellation: null,
  createdAt: new Date('2026-11-21T09:00:00Z'),
};

export const now = new Date('2026-11-20T10:00:00Z');
