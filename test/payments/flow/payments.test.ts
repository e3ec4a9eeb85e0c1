import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPaymentScene, type PaymentScene } from '../scene.ts';

let scene: PaymentScene;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ scene, close } = await openPaymentScene());
});
afterAll(() => close?.());

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('a payment', () => {
  it('is made at the price of its owner, gives a link, and access when it is paid', async () => {
    const customer = await scene.customer();
    const jobId = await scene.buy(customer, { input: { name: 'Anna', amount: { value: '1.00' } } });
    const job = await scene.ended(jobId);
    expect(job).toMatchObject({ status: 'succeeded', error: null, order_id: expect.stringMatching(/^ord_/) });
    const made = scene.paymentOf(job.order_id);
    expect(made).toMatchObject({
      amount: { value: '990.00', currency: 'RUB' },
      description: 'Club for Anna',
      metadata: { order_id: job.order_id },
    });
    const url = made.confirmation.confirmation_url;
    expect(job.result).toEqual({ order_id: job.order_id, payment_url: url });
    const pending = {
      order_id: job.order_id,
      operation_id: 'month',
      identity_id: customer.id,
      profile_id: customer.profile_id,
      environment: 'live',
      test: false,
      status: 'pending',
      amount: { value: '990.00', currency: 'RUB' },
      description: 'Club for Anna',
      payment_url: url,
      product: 'club',
      access_until: null,
      refund: null,
      created_at: time,
      paid_at: null,
    };
    expect(await scene.payment(job.order_id)).toEqual(pending);

    await scene.pay(made.id);
    const paid = await scene.paymentIs(job.order_id, 'succeeded');
    expect(paid).toEqual({
      ...pending,
      status: 'succeeded',
      payment_url: null,
      access_until: time,
      paid_at: time,
    });
    expect(await scene.paidAccess(customer)).toEqual([
      { product: 'club', until: paid.access_until, order_id: job.order_id },
    ]);
    const days = (Date.parse(paid.access_until) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);

    const entries = await scene.entriesOf(job.order_id);
    expect(entries.map(({ action }) => action)).toEqual([
      'payment.created',
      'payment.pending',
      'payment.succeeded',
    ]);
    expect(entries[2]).toMatchObject({
      actor: { type: 'system' },
      subject: { type: 'payment', id: job.order_id },
      environment: 'live',
      data: { order_id: job.order_id, amount: { value: '990.00', currency: 'RUB' }, test: false },
    });
  });
});

describe('a refund', () => {
  it('gives the whole payment back once, and ends access', async () => {
    const customer = await scene.customer();
    const { orderId, paymentId } = await scene.sell(customer);
    const early = await scene.refund(orderId);
    expect([early.status, early.body.code]).toEqual([409, 'not_refundable']);
    await scene.pay(paymentId);
    await scene.paymentIs(orderId, 'succeeded');
    const { status, body } = await scene.refund(orderId);
    expect([status, body]).toEqual([
      202,
      { order_id: orderId, refund_id: expect.stringMatching(/^rfd_/), status: 'queued' },
    ]);
    const after = await scene.refundIs(orderId, 'succeeded');
    expect(after).toMatchObject({
      status: 'succeeded',
      access_until: null,
      refund: { refund_id: body.refund_id, amount: { value: '990.00', currency: 'RUB' }, error: null },
    });
    expect(await scene.paidAccess(customer)).toEqual([]);
    const entries = await scene.entriesOf(body.refund_id);
    expect(entries.map(({ action }) => action)).toEqual(['refund.accepted', 'refund.succeeded']);
    expect(entries[1].data).toEqual({
      order_id: orderId,
      amount: { value: '990.00', currency: 'RUB' },
      test: false,
    });
  });
});
