import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Refund,
  type RefundReconciliation,
  reconcileRefund,
  reconcileRefundCreation,
} from '../../../src/dialog/payments/refund-states.ts';
import type { ProviderOutcome, ProviderRefund } from '../../../src/dialog/providers/provider.ts';
import { refund, refunded } from './records.ts';

const because = { code: 'insufficient_funds', message: 'The balance does not cover it.' };
const halfway: ProviderRefund = { ...refunded, status: 'pending' };
const rejected: ProviderRefund = {
  ...refunded,
  status: 'canceled',
  cancellation: { party: 'yoo_money', reason: 'insufficient_funds' },
};

describe('a refund', () => {
  it('that succeeds ends the access of its order', () => {
    expect(reconcileRefundCreation(refund, { kind: 'answered', value: refunded })).toEqual({
      changes: { status: 'succeeded', providerRefundId: 'refund-1', error: null },
      endsAccess: true,
      problems: [],
    });
  });

  it('that the provider has not finished stays running, and the access stays', () => {
    const found = reconcileRefundCreation(refund, { kind: 'answered', value: halfway });
    expect(found).toMatchObject({
      changes: { status: 'running', providerRefundId: 'refund-1' },
      endsAccess: false,
    });
  });

  it('that is canceled or refused has failed, and the access stays', () => {
    expect(reconcileRefund(refund, rejected)).toMatchObject({
      changes: { status: 'failed', error: { code: 'insufficient_funds' } },
      endsAccess: false,
    });
    expect(reconcileRefundCreation(refund, { kind: 'refused', ...because })).toMatchObject({
      changes: { status: 'failed', error: because },
      endsAccess: false,
    });
  });

  it('without an answer is unknown, and one that did not begin stays unchanged', () => {
    const unknown = reconcileRefundCreation(refund, { kind: 'unknown', ...because });
    expect(unknown.changes).toEqual({ status: 'unknown', error: because });
    expect(reconcileRefundCreation(refund, { kind: 'not_begun', ...because }).changes).toEqual({});
  });

  it('that the provider is working on is not changed by the outcome of another call', () => {
    const running: Refund = { ...refund, providerRefundId: 'refund-1' };
    for (const kind of ['refused', 'unknown', 'not_begun'] as const) {
      expect(reconcileRefundCreation(running, { kind, ...because }).changes).toEqual({});
    }
  });

  it('that was unknown becomes known when a look-up finds it', () => {
    const unknown: Refund = { ...refund, status: 'unknown' };
    expect(reconcileRefund(unknown, halfway).changes).toMatchObject({ status: 'running', error: null });
    expect(reconcileRefund(unknown, refunded)).toMatchObject({
      changes: { status: 'succeeded', error: null },
      endsAccess: true,
    });
  });

  it('whose answer has no metadata still counts as the answer', () => {
    const found = reconcileRefundCreation(refund, {
      kind: 'answered',
      value: { ...refunded, refundId: null },
    });
    expect(found).toMatchObject({ changes: { status: 'succeeded' }, endsAccess: true, problems: [] });
  });

  it('that somebody else made for the same payment is not confused with it', () => {
    const found = reconcileRefund({ ...refund, status: 'unknown' }, { ...refunded, refundId: null });
    expect(found).toMatchObject({ changes: {}, endsAccess: false, problems: [{ code: 'other_refund' }] });
  });

  it.each<[string, Partial<ProviderRefund>]>([
    ['other_payment', { paymentId: 'payment-2' }],
    ['amount_differs', { amount: { value: '1.00', currency: 'RUB' } }],
  ])('whose answer does not fit (%s) is unknown and ends nothing', (code, of) => {
    const found = reconcileRefundCreation(refund, { kind: 'answered', value: { ...refunded, ...of } });
    expect(found).toMatchObject({ changes: { status: 'unknown' }, endsAccess: false, problems: [{ code }] });
    expect(reconcileRefund(refund, { ...refunded, ...of })).toMatchObject({ changes: {}, endsAccess: false });
  });
});

it('keeps its final state and ends access at most once, whatever the provider reports, in any order', () => {
  const report: fc.Arbitrary<ProviderRefund> = fc.record({
    id: fc.constantFrom('refund-1', 'refund-1', 'refund-2'),
    paymentId: fc.constantFrom('payment-1', 'payment-1', 'payment-2'),
    status: fc.constantFrom('pending', 'succeeded', 'canceled'),
    amount: fc.constantFrom(refunded.amount, refunded.amount, { value: '1.00', currency: 'RUB' }),
    refundId: fc.constantFrom('rfd_1', 'rfd_1', 'rfd_2', null),
    cancellation: fc.constant(null),
    createdAt: fc.constant(refunded.createdAt),
  });
  const creation: fc.Arbitrary<ProviderOutcome<ProviderRefund>> = fc.oneof(
    fc.constantFrom('refused' as const, 'not_begun' as const, 'unknown' as const).map((kind) => ({
      kind,
      ...because,
    })),
    report.map((value) => ({ kind: 'answered' as const, value })),
  );
  const step = fc.oneof(
    report.map((found) => (of: Refund) => reconcileRefund(of, found)),
    creation.map((outcome) => (of: Refund) => reconcileRefundCreation(of, outcome)),
  );
  const apply = (of: Refund, { changes }: RefundReconciliation): Refund => ({
    ...of,
    status: changes.status ?? of.status,
    providerRefundId: changes.providerRefundId ?? of.providerRefundId,
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
      let present: Refund = { ...refund, status: 'queued' };
      let ends = 0;
      for (const read of steps) {
        const found = read(present);
        if (present.status === 'succeeded' || present.status === 'failed') expect(found.changes).toEqual({});
        const next = apply(present, found);
        expect(next.status === 'queued' && present.status !== 'queued').toBe(false);
        const again = read(next);
        expect(again.changes).toEqual({});
        expect(again.endsAccess).toBe(false);
        if (found.endsAccess) {
          ends++;
          expect(next.status).toBe('succeeded');
        }
        present = next;
      }
      expect(ends).toBe(present.status === 'succeeded' ? 1 : 0);
    }),
    { numRuns: 1000 },
  );
});
