import { expect, it } from 'vitest';
import { isRefundable, standingOf, unknownRecordOf } from '../../src/console/payments/standing.ts';

const refund = (status: 'queued' | 'running' | 'succeeded' | 'failed' | 'unknown') => ({
  refund_id: 'rfd_1',
  status,
  amount: { value: '1.00', currency: 'RUB' },
  error: null,
});

it('a payment stands where its refund stands, once there is one', () => {
  expect(standingOf({ status: 'pending', refund: null })).toBe('pending');
  expect(standingOf({ status: 'succeeded', refund: refund('running') })).toBe('refunding');
  expect(standingOf({ status: 'succeeded', refund: refund('failed') })).toBe('refund_failed');
  expect(standingOf({ status: 'succeeded', refund: refund('unknown') })).toBe('refund_unknown');
});

it('money is given back once, and again only after a refund that certainly failed', () => {
  expect(isRefundable({ status: 'succeeded', refund: null })).toBe(true);
  expect(isRefundable({ status: 'succeeded', refund: refund('failed') })).toBe(true);
  for (const status of ['queued', 'running', 'succeeded', 'unknown'] as const)
    expect(isRefundable({ status: 'succeeded', refund: refund(status) })).toBe(false);
  for (const status of ['created', 'pending', 'canceled', 'unknown'] as const)
    expect(isRefundable({ status, refund: null })).toBe(false);
});

it('what is settled is the refund, or the job that made the order', () => {
  const order_id = 'ord_01m7w97d4sejbtq0y6h2xk8rvc';
  expect(unknownRecordOf({ order_id, status: 'unknown', refund: null })).toBe(
    'job_01m7w97d4sejbtq0y6h2xk8rvc',
  );
  expect(unknownRecordOf({ order_id, status: 'succeeded', refund: refund('unknown') })).toBe('rfd_1');
  expect(unknownRecordOf({ order_id, status: 'pending', refund: null })).toBeUndefined();
});
