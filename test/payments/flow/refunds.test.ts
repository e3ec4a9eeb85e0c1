import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../fakes/yookassa.ts';
import { patient } from '../../harness/patience.ts';
import { join } from '../../harness/people.ts';
import { until } from '../../harness/until.ts';
import { type Customer, month, openPaymentScene, type PaymentScene } from '../scene.ts';

let scene: PaymentScene;
let close: () => Promise<void>;

interface Paid {
  customer: Customer;
  orderId: string;
  paymentId: string;
}

/** Paid payments for the tests, made together since they take long. */
const paidOnes: Paid[] = [];

beforeAll(async () => {
  ({ scene, close } = await openPaymentScene());
  const making = Array.from({ length: 17 }, async () => {
    const customer = await scene.customer();
    const sold = await scene.sell(customer);
    await scene.pay(sold.paymentId);
    await scene.paymentIs(sold.orderId, 'succeeded');
    return { customer, ...sold };
  });
  paidOnes.push(...(await Promise.all(making)));
});
afterAll(() => close?.());

function takePaid(): Paid {
  const paid = paidOnes.pop();
  if (!paid) throw new Error('all of them are taken; make more in beforeAll');
  return paid;
}

const refundsAt = (paymentId: string) =>
  scene.fake.shop.refunds.filter(({ payment_id }) => payment_id === paymentId);

describe('a refund', () => {
  it('gives the whole payment back once, and ends access', async () => {
    const { customer, orderId, paymentId } = takePaid();
    const { status, body } = await scene.refund(orderId, { body: { receipt: null } });
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
    expect(refundsAt(paymentId)).toMatchObject([{ metadata: { refund_id: body.refund_id } }]);
    const entries = await scene.entriesOf(body.refund_id);
    expect(entries.map(({ action }) => action)).toEqual(['refund.accepted', 'refund.succeeded']);
    expect(entries[0].actor).toMatchObject({ type: 'key', id: scene.project.keyId });
    expect(entries[1].data).toEqual({
      order_id: orderId,
      amount: { value: '990.00', currency: 'RUB' },
      test: false,
    });
  });

  it('is made once for thirty concurrent requests, each with its own key', async () => {
    const { orderId, paymentId } = takePaid();
    const keys = Array.from({ length: 30 }, () => randomUUID());
    const answers = await Promise.all(keys.map((key) => scene.refund(orderId, { key })));
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 202));
    expect(new Set(answers.map(({ body }) => body.refund_id)).size).toBe(1);
    await scene.refundIs(orderId, 'succeeded');
    const late = await scene.refund(orderId);
    expect(late.body).toMatchObject({ refund_id: answers[0]!.body.refund_id, status: 'succeeded' });
    expect(refundsAt(paymentId)).toHaveLength(1);
    expect(
      scene.fake.requests.filter(
        ({ operation, body }) => operation === 'POST /refunds' && body.payment_id === paymentId,
      ),
    ).toHaveLength(1);
    // Each key keeps its first answer.
    const again = await Promise.all(keys.map((key) => scene.refund(orderId, { key })));
    expect(again.map(({ text }) => text)).toEqual(answers.map(({ text }) => text));
    expect(again.every(({ headers }) => headers.get('idempotency-replayed') === 'true')).toBe(true);
    const other = await scene.refund(orderId, { key: keys[0]!, body: { receipt: null, more: 1 } });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('is refused for a payment that is unknown or not paid, or with a receipt of another sum', async () => {
    for (const name of ['ord_x', '%00', 'ord_00000000000000000000000000']) {
      const { status, body } = await scene.refund(name);
      expect([name, status, body.code]).toEqual([name, 404, 'payment_not_found']);
    }
    const { orderId } = await scene.sell(await scene.customer());
    const early = await scene.refund(orderId);
    expect([early.status, early.body.code]).toEqual([409, 'not_refundable']);
    const paid = takePaid();
    const item = {
      description: 'Club',
      quantity: 1,
      amount: { value: '1.00', currency: 'RUB' },
      vat_code: 1,
    };
    for (const [receipt, loc] of [
      [{ items: [item] }, ['body', 'receipt']],
      [{ items: [] }, ['body', 'receipt', 'items']],
      [{ items: [{ ...item, vat_code: 99 }] }, ['body', 'receipt', 'items', 0, 'vat_code']],
      ['none', ['body', 'receipt']],
    ] as const) {
      const { status, body } = await scene.refund(paid.orderId, { body: { receipt } });
      expect([status, body.detail[0].loc]).toEqual([422, loc]);
    }
    const key = randomUUID();
    expect((await scene.refund(paid.orderId, { key, body: { receipt: 7 } })).status).toBe(422);
    // A refused request stores nothing, so the key can be used.
    const customer = { phone: '79123456789' };
    const good = { customer, items: [{ ...item, amount: { value: '990.00', currency: 'RUB' } }] };
    const asWritten = {
      customer: { phone: '+7 912 345-67-89' },
      items: [{ ...item, quantity: '1.00', vat_code: '1', amount: { value: 990, currency: 'RUB' } }],
    };
    expect((await scene.refund(paid.orderId, { key, body: { receipt: asWritten } })).status).toBe(202);
    await scene.refundIs(paid.orderId, 'succeeded');
    const asked = scene.fake.requests.find(({ body }) => body?.payment_id === paid.paymentId);
    expect(asked!.body.receipt).toEqual(good);
  });
});

describe('a refund that the provider has not finished', () => {
  it('is looked up until it is finished, since there is no notification of a failure', async () => {
    const [done, failed] = [takePaid(), takePaid()];
    scene.fake.shop.settings.refunds = 'pending';
    await scene.refund(done.orderId);
    await scene.refund(failed.orderId);
    for (const { orderId, paymentId } of [done, failed]) {
      await until(() => refundsAt(paymentId).length === 1);
      await scene.refundIs(orderId, 'running');
    }
    scene.fake.shop.settings.refunds = 'succeeded';
    expect(await scene.paidAccess(done.customer)).toHaveLength(1);
    scene.fake.settleRefund(refundsAt(done.paymentId)[0]!.id, 'succeeded');
    scene.fake.settleRefund(refundsAt(failed.paymentId)[0]!.id, 'canceled', 'insufficient_funds');
    await scene.notify(scene.latest(done.paymentId));
    await scene.refundIs(done.orderId, 'succeeded');
    expect(await scene.paidAccess(done.customer)).toEqual([]);
    const { refund } = await scene.refundIs(failed.orderId, 'failed', 20_000);
    expect(refund.error.code).toBe('insufficient_funds');
    expect(await scene.paidAccess(failed.customer)).toHaveLength(1);
    // After one that certainly failed, another is allowed, with another key.
    const next = await scene.refund(failed.orderId);
    expect([next.status, next.body.refund_id === refund.refund_id]).toEqual([202, false]);
    await scene.refundIs(failed.orderId, 'succeeded');
    const keys = scene.fake.requests.flatMap(({ operation, body, key }) =>
      operation === 'POST /refunds' && body.payment_id === failed.paymentId ? [key] : [],
    );
    expect(new Set(keys).size).toBe(2);
  });
});

/**
 * The outcome of a refund that goes wrong: the first state, the last one, and the number of refunds at the provider.
 */
const faults: [Fault, string, string, number][] = [
  ['500_before', 'unknown', 'unknown', 0],
  ['cut_before', 'unknown', 'unknown', 0],
  ['500_after', 'unknown', 'succeeded', 1],
  ['cut_after', 'unknown', 'succeeded', 1],
  ['processing_after', 'unknown', 'succeeded', 1],
  ['garbage_after', 'unknown', 'succeeded', 1],
  // Long enough to be seen to run.
  [{ tooManyRequests: { retryAfterMs: patient(1000) } }, 'running', 'succeeded', 1],
];

describe('a refund without a certain answer', () => {
  it('is looked up and never requested again', async () => {
    const paid: Paid[] = [];
    for (const [fault, first] of faults) {
      const sold = takePaid();
      scene.fake.fail('POST /refunds', fault);
      expect((await scene.refund(sold.orderId)).status).toBe(202);
      expect([fault, (await scene.refundIs(sold.orderId, first)).refund.status]).toEqual([fault, first]);
      paid.push(sold);
    }
    const asked = ({ paymentId }: Paid) =>
      scene.fake.requests.filter(({ path }) => path.includes(`payment_id=${paymentId}`)).length;
    const before = paid.map(asked);
    await scene.notify(...paid.map(({ paymentId }) => scene.latest(paymentId)));
    for (const [i, [fault, first, last, count]] of faults.entries()) {
      const sold = paid[i]!;
      if (first === 'unknown') await until(() => asked(sold) > before[i]!);
      await scene.refundIs(sold.orderId, last);
      expect([fault, refundsAt(sold.paymentId).length]).toEqual([fault, count]);
      expect([fault, (await scene.paidAccess(sold.customer)).length]).toEqual([fault, 1 - count]);
      // A repeated request gets the same refund.
      const { refund } = await scene.payment(sold.orderId);
      expect((await scene.refund(sold.orderId)).body.refund_id).toBe(refund.refund_id);
    }
  });

  it('may be settled by its owner and by who is there for billing, and retried under the same key', async () => {
    const billing = await join(scene.server, scene.project.id, 'billing');
    const [done, failed, again] = [takePaid(), takePaid(), takePaid()];
    const unsettledIds = async (): Promise<string[]> =>
      (await scene.owner('GET', '/unsettled')).body.items.map(({ id }: any) => id);
    const settle = async ({ orderId }: Paid, outcome: string) => {
      scene.fake.fail('POST /refunds', '500_before');
      const { body } = await scene.refund(orderId);
      await scene.refundIs(orderId, 'unknown');
      // The refund is on record before its task has ended, which is when it can be settled.
      await until(async () => (await unsettledIds()).includes(body.refund_id));
      const unsettled = `/projects/${scene.project.id}/unsettled`;
      const { items } = await billing.client.make('GET', unsettled);
      expect(items.map(({ id }: any) => id)).toContain(body.refund_id);
      const who = outcome === 'done' ? scene.server : billing.client;
      const settled = await who.owner('POST', `${unsettled}/${body.refund_id}/settle`, { outcome });
      expect(settled.status).toBe(200);
    };
    await settle(done, 'done');
    await settle(failed, 'failed');
    await settle(again, 'retry');
    await scene.refundIs(done.orderId, 'succeeded');
    await scene.refundIs(failed.orderId, 'failed');
    await scene.refundIs(again.orderId, 'succeeded');
    expect([done, failed, again].map(({ paymentId }) => refundsAt(paymentId).length)).toEqual([0, 0, 1]);
    expect(await scene.paidAccess(done.customer)).toEqual([]);
    expect(await scene.paidAccess(failed.customer)).toHaveLength(1);

    scene.fake.fail('POST /payments', '500_before');
    const { order_id: orderId, job_id: jobId } = await scene.ended(await scene.buy(await scene.customer()));
    const path = `/projects/${scene.project.id}/unsettled/${jobId}/settle`;
    expect((await billing.client.owner('POST', path, { outcome: 'failed' })).status).toBe(200);
    await scene.paymentIs(orderId, 'canceled');
  });
});

describe('a refund that somebody made at the provider', () => {
  it('ends access like any other, and is shown in the list', async () => {
    const { customer, orderId, paymentId } = takePaid();
    const half = { value: '495.00', currency: 'RUB' };
    const give = () => scene.fake.shop.createRefund({ payment_id: paymentId, amount: half });
    const looked = () =>
      scene.fake.requests.filter(({ path }) => path.includes(`payment_id=${paymentId}`)).length;
    give();
    const before = looked();
    await scene.notify(scene.latest(paymentId));
    await until(() => looked() > before);
    // After a partial refund the access stays.
    expect((await scene.payment(orderId)).refund).toBeNull();
    expect(await scene.paidAccess(customer)).toHaveLength(1);
    give();
    await scene.notify(scene.latest(paymentId));
    const { refund } = await scene.refundIs(orderId, 'succeeded');
    expect(await scene.paidAccess(customer)).toEqual([]);
    expect((await scene.refund(orderId)).body).toEqual({
      order_id: orderId,
      refund_id: refund.refund_id,
      status: 'succeeded',
    });
  });
});

describe('a notification', () => {
  it('grants nothing by itself, however often and in any order it comes', async () => {
    const customer = await scene.customer();
    const { orderId, paymentId } = await scene.sell(customer);
    const forged = scene.fake.forge('payment.succeeded', {
      ...scene.paymentOf(orderId),
      status: 'succeeded',
      paid: true,
    });
    const looked = () => scene.fake.requests.filter(({ path }) => path.endsWith(paymentId)).length;
    expect(await scene.notify(forged, forged)).toEqual([200, 200]);
    await until(() => looked() > 0);
    expect((await scene.payment(orderId)).status).toBe('pending');
    scene.fake.pay(paymentId);
    const paid = scene.latest(paymentId);
    const canceled = scene.fake.forge('payment.canceled', { ...paid.object, status: 'canceled' });
    await scene.notify(paid, canceled, paid);
    await scene.paymentIs(orderId, 'succeeded');
    const before = looked();
    await scene.notify(paid, canceled);
    await until(() => looked() > before);
    const actions = (await scene.entriesOf(orderId)).map(({ action }) => action);
    expect(actions).toEqual(['payment.created', 'payment.pending', 'payment.succeeded']);
    expect(await scene.paidAccess(customer)).toHaveLength(1);
  });

  it('is refused if it is malformed, or if there is no such connection', async () => {
    const post = (connection: string, raw: string) =>
      scene.server.call('POST', `/api/payments/${connection}/notifications`, { raw });
    const known = JSON.stringify({ event: 'payment.succeeded', object: { id: 'x' } });
    for (const name of ['con_x', '%00', 'con_00000000000000000000000000']) {
      const { status, body } = await post(name, known);
      expect([name, status, body.code]).toEqual([name, 404, 'connection_not_found']);
    }
    for (const raw of [
      '',
      '[]',
      '{',
      '{"object":{}}',
      '{"object":{"id":"\\u0000"}}',
      '{"object":{"id":7}}',
    ]) {
      expect([raw, (await post(scene.connectionId, raw)).status]).toEqual([raw, 422]);
    }
    expect((await post(scene.connectionId, `{"a":"${'x'.repeat(70_000)}"}`)).status).toBe(413);
  });

  it('about an unknown payment is accepted 60 times a minute; one about a known payment is never limited', async () => {
    const { orderId, paymentId } = await scene.sell(await scene.customer());
    const stray = scene.fake.forge('payment.succeeded', { id: randomUUID() });
    const statuses = await scene.notify(...Array.from({ length: 61 }, () => stray));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    await scene.pay(paymentId);
    await scene.paymentIs(orderId, 'succeeded');
  });
});

describe('a project with an unfinished payment', () => {
  it('cannot be deleted, and neither can its connection', async () => {
    const { orderId, paymentId } = await scene.sell(await scene.customer());
    await scene.define('month', { ...month, connection: undefined, environments: ['sandbox'] });
    const connection = await scene.owner('DELETE', '/connections/shop');
    expect([connection.status, connection.body.code]).toEqual([409, 'connection_in_use']);
    const open = (await scene.call('GET', '/payments')).body.items.filter(({ status }: any) =>
      /pending|unknown/.test(status),
    );
    for (const { order_id } of open) {
      if (order_id !== orderId) scene.fake.cancel(scene.paymentOf(order_id).id);
      await scene.notify(scene.latest(scene.paymentOf(order_id).id) ?? scene.latest(paymentId));
    }
    const refused = await scene.owner('DELETE', '');
    expect([refused.status, refused.body.code]).toEqual([409, 'project_has_payments']);
    expect((await scene.call('GET', '/payments')).status).toBe(200);
  });
});
