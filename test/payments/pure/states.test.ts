import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Order,
  type PaymentReconciliation,
  reconcileCreation,
  reconcilePayment,
} from '../../../src/dialog/payments/states.ts';
import type { ProviderOutcome, ProviderPayment } from '../../../src/dialog/providers/provider.ts';
import { canceled, now, order, paid, pending } from './records.ts';

const known: Order = { ...order, status: 'pending', paymentId: paid.id };

describe('access is granted', () => {
  it('when the payment of the order has succeeded', () => {
    expect(reconcilePayment(known, paid, now)).toEqual({
      changes: {
        status: 'succeeded',
        paymentId: paid.id,
        paymentUrl: null,
        test: false,
        paidAt: paid.capturedAt,
      },
      grant: { orderId: 'ord_1', term: { days: 30 }, at: now },
      problems: [],
    });
  });

  it('also if the creation had an unknown outcome, and if the sum is written in another way', () => {
    expect(reconcilePayment({ ...order, status: 'unknown' }, paid, now).grant).toBeDefined();
    const sum = { value: '990', currency: 'RUB' };
    expect(reconcilePayment(known, { ...paid, amount: sum }, now).grant).toBeDefined();
  });

  it('also if a part was refunded by hand', () => {
    const refunded = { value: '100.00', currency: 'RUB' };
    expect(reconcilePayment(known, { ...paid, refunded }, now).grant).toBeDefined();
  });

  it('not if the order sells no access', () => {
    const found = reconcilePayment({ ...known, term: null }, paid, now);
    expect(found).toMatchObject({ changes: { status: 'succeeded' }, problems: [] });
    expect(found.grant).toBeUndefined();
  });

  it.each<[string, Partial<Order>, Partial<ProviderPayment>]>([
    ['by a payment of a test shop', {}, { test: true }],
    ['for an order that is known to be a test', { test: true }, {}],
  ])('never %s, which succeeds and is reported', (_, ofOrder, ofPayment) => {
    const found = reconcilePayment({ ...known, ...ofOrder }, { ...paid, ...ofPayment }, now);
    expect(found).toMatchObject({ changes: { status: 'succeeded', test: true }, problems: [] });
    expect(found.grant).toBeUndefined();
  });

  it.each<[string, Partial<ProviderPayment>]>([
    ['amount_differs', { amount: { value: '989.99', currency: 'RUB' } }],
    ['amount_differs', { amount: { value: '990.00', currency: 'KZT' } }],
    ['amount_differs', { amount: { value: '990,00', currency: 'RUB' } }],
    ['other_order', { orderId: 'ord_2' }],
    ['other_order', { orderId: null }],
    ['other_shop', { shopId: '100501' }],
    ['not_paid', { paid: false }],
  ])(
    'never by a payment that does not match, which is recorded as %s and changes nothing',
    (code, ofPayment) => {
      const found = reconcilePayment(known, { ...paid, ...ofPayment }, now);
      expect(found).toEqual({ changes: {}, problems: [expect.objectContaining({ code })] });
    },
  );

  it('never by a payment that was refunded meanwhile', () => {
    const found = reconcilePayment(known, { ...paid, refunded: paid.amount }, now);
    expect(found.changes.status).toBe('succeeded');
    expect(found.grant).toBeUndefined();
    expect(found.problems).toEqual([expect.objectContaining({ code: 'already_refunded' })]);
  });

  it.each(['pending', 'waiting_for_capture', 'canceled'] as const)('never by a %s payment', (status) => {
    expect(reconcilePayment(known, { ...paid, status }, now).grant).toBeUndefined();
  });
});

describe('the creation of a payment', () => {
  const create = (outcome: ProviderOutcome<ProviderPayment>, of = order) =>
    reconcileCreation(of, outcome, now);
  const because = { code: 'why', message: 'Because.' };

  it('leads to a page to pay at', () => {
    expect(create({ kind: 'answered', value: pending }).changes).toEqual({
      status: 'pending',
      paymentId: pending.id,
      paymentUrl: pending.confirmationUrl,
      test: false,
    });
  });

  it('leaves the order unchanged if it did not begin', () => {
    expect(create({ kind: 'not_begun', ...because })).toEqual({ changes: {}, problems: [] });
  });

  it('ends the order if it is refused, and makes it unknown if there is no certain answer', () => {
    expect(create({ kind: 'refused', ...because }).changes).toEqual({ status: 'canceled' });
    expect(create({ kind: 'unknown', ...because }).changes).toEqual({ status: 'unknown' });
  });

  it('is unknown if the answer is about something else', () => {
    const found = create({ kind: 'answered', value: { ...pending, shopId: 'another' } });
    expect(found).toMatchObject({ changes: { status: 'unknown' }, problems: [{ code: 'other_shop' }] });
    expect(found.changes.paymentId).toBeUndefined();
  });

  it('that was unknown becomes known when a look-up finds the payment', () => {
    expect(reconcilePayment({ ...order, status: 'unknown' }, pending, now).changes).toMatchObject({
      status: 'pending',
      paymentId: pending.id,
      paymentUrl: pending.confirmationUrl,
    });
  });

  it('does not decide about an earlier one: if a retry is refused, an unknown order stays unknown', () => {
    const unknown: Order = { ...order, status: 'unknown' };
    expect(create({ kind: 'refused', ...because }, unknown).changes).toEqual({});
  });
});

describe('two payments for one order', () => {
  const second = { ...paid, id: 'payment-2' };

  it('the one that succeeds counts, whichever the server knew before', () => {
    const found = reconcilePayment(known, second, now);
    expect(found).toMatchObject({ changes: { status: 'succeeded', paymentId: second.id }, problems: [] });
    expect(found.grant).toBeDefined();
  });

  it('the cancellation of the other one ends nothing', () => {
    expect(reconcilePayment(known, { ...canceled, id: second.id }, now)).toEqual({
      changes: {},
      problems: [],
    });
  });

  it('if both are paid, there is one grant and a problem for the owner', () => {
    const succeeded: Order = { ...known, status: 'succeeded' };
    const found = reconcilePayment(succeeded, second, now);
    expect(found).toEqual({ changes: {}, problems: [expect.objectContaining({ code: 'paid_twice' })] });
  });
});

it('a report that contradicts a final state is a problem and changes nothing', () => {
  const succeeded: Order = { ...known, status: 'succeeded' };
  const ended: Order = { ...known, status: 'canceled' };
  expect(reconcilePayment(succeeded, canceled, now)).toEqual({
    changes: {},
    problems: [expect.objectContaining({ code: 'canceled_after_success' })],
  });
  expect(reconcilePayment(ended, paid, now)).toEqual({
    changes: {},
    problems: [expect.objectContaining({ code: 'paid_after_cancellation' })],
  });
});

describe('whatever the provider reports, in any order', () => {
  const report = fc.record({
    id: fc.constantFrom('payment-1', 'payment-2'),
    status: fc.constantFrom('pending' as const, 'waiting_for_capture', 'succeeded', 'canceled'),
    paid: fc.boolean(),
    test: fc.boolean(),
    amount: fc.constantFrom(paid.amount, paid.amount, paid.amount, { value: '1.00', currency: 'RUB' }),
    refunded: fc.constantFrom(null, paid.amount, { value: '0.00', currency: 'RUB' }),
    orderId: fc.constantFrom('ord_1', 'ord_1', 'ord_1', 'ord_2', null),
    shopId: fc.constantFrom('100500', '100500', '100500', '100501'),
    confirmationUrl: fc.constant(null),
    cancellation: fc.constant(null),
    createdAt: fc.constant(paid.createdAt),
    capturedAt: fc.constantFrom(null, paid.capturedAt),
  }) satisfies fc.Arbitrary<ProviderPayment>;
  const because = { code: 'why', message: 'Because.' };
  const creation: fc.Arbitrary<ProviderOutcome<ProviderPayment>> = fc.oneof(
    fc.constantFrom('refused' as const, 'not_begun' as const, 'unknown' as const).map((kind) => ({
      kind,
      ...because,
    })),
    report.map((value) => ({ kind: 'answered' as const, value })),
  );
  type Step = (of: Order) => PaymentReconciliation;
  const step: fc.Arbitrary<{ read: Step; report?: ProviderPayment }> = fc.oneof(
    {
      weight: 4,
      arbitrary: report.map((found) => ({
        read: (of: Order) => reconcilePayment(of, found, now),
        report: found,
      })),
    },
    {
      weight: 1,
      arbitrary: creation.map((outcome) => ({
        read: (of: Order) => reconcileCreation(of, outcome, now),
        ...(outcome.kind === 'answered' && { report: outcome.value }),
      })),
    },
  );
  const isFinal = ({ status }: Order) => status === 'succeeded' || status === 'canceled';
  const apply = (of: Order, { changes }: PaymentReconciliation): Order => ({
    ...of,
    status: changes.status ?? of.status,
    paymentId: changes.paymentId ?? of.paymentId,
    test: changes.test ?? of.test,
  });

  it('final states stay, a report read twice changes nothing more, and access is granted once and by the rule', () => {
    let granted = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.boolean(), (steps, isTest) => {
        let present: Order = { ...order, test: isTest };
        let grants = 0;
        for (const { read, report } of steps) {
          const found = read(present);
          const next = apply(present, found);
          if (isFinal(present)) expect(found.changes).toEqual({});
          if (present.status !== 'created') expect(next.status).not.toBe('created');
          if (present.status === 'pending') expect(next.status).not.toBe('unknown');
          const again = read(next);
          expect(again.changes).toEqual({});
          expect(again.grant).toBeUndefined();
          if (found.grant) {
            grants++;
            expect(next.status).toBe('succeeded');
            expect(next.test).toBe(false);
            expect(report).toMatchObject({
              status: 'succeeded',
              paid: true,
              test: false,
              amount: order.amount,
              orderId: order.orderId,
              shopId: order.shopId,
            });
          }
          present = next;
        }
        expect(grants).toBeLessThanOrEqual(isTest ? 0 : 1);
        granted += grants;
      }),
      // Of a thousand courses one or two dozen grant access, so this cannot be zero by chance.
      { numRuns: 4000 },
    );
    // Otherwise the reports were too unusual to prove anything.
    expect(granted).toBeGreaterThan(10);
  });

  it('the true reports of a payment, repeated, reordered or incomplete, lead to the same end', () => {
    const course = fc
      .constantFrom<[ProviderPayment[], ProviderPayment]>([[pending], paid], [[pending], canceled])
      .chain(([before, end]) =>
        fc
          .tuple(fc.array(fc.constantFrom(...before, end), { maxLength: 6 }), fc.nat(6))
          .map(([others, at]) => ({ end, reports: others.toSpliced(at, 0, end) })),
      );
    fc.assert(
      fc.property(
        course,
        fc.constantFrom('created' as const, 'unknown' as const),
        ({ end, reports }, status) => {
          let present: Order = { ...order, status };
          let grants = 0;
          for (const found of reports) {
            const { grant, problems, ...rest } = reconcilePayment(present, found, now);
            expect(problems).toEqual([]);
            if (grant) grants++;
            present = apply(present, { ...rest, problems });
          }
          expect(present).toMatchObject({ status: end.status, paymentId: end.id });
          expect(grants).toBe(end.status === 'succeeded' ? 1 : 0);
        },
      ),
    );
  });
});
