import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { reconcileCreation, reconcilePayment } from '../../../src/dialog/payments/states.ts';
import { createYooKassa, yooKassaBaseUrl } from '../../../src/dialog/providers/yookassa/index.ts';
import type { Fault } from '../../fakes/yookassa.ts';
import { until } from '../../harness/until.ts';
import { order as anyOrder } from '../pure/records.ts';
import { amount, answerOf, newPayment, newRefund, openScene, write } from './scene.ts';

const scene = openScene();
let orderId: string;

beforeEach(() => {
  orderId = `ord_${randomUUID()}`;
  scene.sent.length = 0;
  scene.fake.requests.length = 0;
  Object.assign(scene.fake.shop.settings, { test: false, fiscalization: false, refunds: 'succeeded' });
});

const create = (idempotenceKey: string = randomUUID(), change: Partial<typeof newPayment> = {}) =>
  scene.provider().createPayment({ ...newPayment, orderId, ...change }, write(idempotenceKey));

async function paidPayment(): Promise<string> {
  const { id } = answerOf(await create());
  scene.fake.pay(id);
  return id;
}

/** Everything that the provider made within the last and the next minute. */
const lately = () => ({
  from: new Date(scene.fake.now() - 60_000),
  to: new Date(scene.fake.now() + 60_000),
});

describe('a payment', () => {
  it("is created in one step, with a page to pay at, under the caller's key", async () => {
    const counted = write('key_of-the.order');
    const payment = answerOf(await scene.provider().createPayment({ ...newPayment, orderId }, counted));
    expect(payment).toMatchObject({
      status: 'pending',
      paid: false,
      test: false,
      amount,
      orderId,
      shopId: '100500',
    });
    expect(payment.confirmationUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/checkout\//);
    expect(counted.begun).toBe(1);
    expect(scene.fake.requests).toMatchObject([
      {
        operation: 'POST /payments',
        key: 'key_of-the.order',
        body: {
          amount,
          capture: true,
          confirmation: { type: 'redirect', return_url: newPayment.returnUrl },
          description: newPayment.description,
          metadata: { order_id: orderId },
        },
        status: 200,
      },
    ]);
    expect(Object.keys(scene.fake.requests[0]!.body)).not.toContain('receipt');
  });

  it('can be read again with its present state, until it is paid', async () => {
    const { id } = answerOf(await create());
    expect(answerOf(await scene.provider().findPayment(id))?.status).toBe('pending');
    scene.fake.pay(id);
    const paid = answerOf(await scene.provider().findPayment(id));
    expect(paid).toMatchObject({ status: 'succeeded', paid: true, confirmationUrl: null });
    expect(paid!.capturedAt!.getTime()).toBeGreaterThanOrEqual(paid!.createdAt.getTime());
  });

  it("grants access by the provider's report", async () => {
    const order = { ...anyOrder, orderId };
    const creation = reconcileCreation(order, await create(), new Date());
    const pending = { ...order, status: 'pending' as const, paymentId: creation.changes.paymentId! };
    scene.fake.pay(pending.paymentId);
    const paid = answerOf(await scene.provider().findPayment(pending.paymentId));
    expect(reconcilePayment(pending, paid!, new Date())).toMatchObject({
      changes: { status: 'succeeded' },
      grant: { orderId },
      problems: [],
    });
  });

  it('that was not confirmed within an hour says so', async () => {
    const { id } = answerOf(await create());
    scene.fake.advance(3600_000);
    expect(answerOf(await scene.provider().findPayment(id))).toMatchObject({
      status: 'canceled',
      confirmationUrl: null,
      cancellation: { party: 'yoo_money', reason: 'expired_on_confirmation' },
    });
  });

  it('has its receipt, which a shop with fiscalisation needs', async () => {
    scene.fake.shop.settings.fiscalization = true;
    expect(await create()).toEqual({
      kind: 'refused',
      code: 'invalid_request',
      message: 'Receipt is missing or illegal (receipt)',
    });
    const receipt = {
      customer: { email: 'buyer@example.org' },
      items: [
        { description: 'Access', quantity: 3, amount: { value: '330.00', currency: 'RUB' }, vat_code: 1 },
      ],
    };
    answerOf(await create(randomUUID(), { receipt }));
    expect(scene.fake.requests.at(-1)!.body.receipt).toEqual(receipt);
  });

  it('has its description cut to 128 characters, and never within a character', async () => {
    for (const description of ['', 'x'.repeat(128), 'x'.repeat(129), `${'x'.repeat(126)}🎟🎟`]) {
      answerOf(await create(randomUUID(), { description }));
    }
    const sent = scene.fake.requests.map(({ body }) => body.description);
    expect(sent).toEqual([undefined, 'x'.repeat(128), `${'x'.repeat(127)}…`, `${'x'.repeat(126)}…`]);
  });

  it('is null if there is none with that id, without a call if the id is impossible', async () => {
    expect(answerOf(await scene.provider().findPayment(randomUUID()))).toBeNull();
    expect(scene.asked('GET /payments/{id}')).toBe(1);
    for (const id of ['', '..', '../me', 'a/b', 'a?b', 'x'.repeat(65), 'é']) {
      expect(answerOf(await scene.provider().findPayment(id))).toBeNull();
      expect(answerOf(await scene.provider().findRefund(id))).toBeNull();
    }
    expect(scene.fake.requests).toHaveLength(1);
  });
});

describe('a write to the provider is', () => {
  it("given more time than the provider's own time-out", async () => {
    const id = await paidPayment();
    answerOf(await scene.provider().createRefund(newRefund(id), write(randomUUID())));
    expect(scene.sent.every(({ timeoutMs }) => timeoutMs! >= 35_000)).toBe(true);
  });

  it('not begun if the step before it fails', async () => {
    const begin = async () => {
      throw new Error('the lease was lost');
    };
    const outcome = await scene
      .provider()
      .createPayment({ ...newPayment, orderId }, { idempotenceKey: randomUUID(), begin });
    expect(outcome).toMatchObject({ kind: 'not_begun', code: 'not_reached' });
    expect(scene.fake.requests).toEqual([]);
  });

  it('not begun if the connection is refused, and refused if the address may not be reached', async () => {
    const nowhere = scene.provider({ baseUrl: 'http://127.0.0.1:1/v3' });
    expect(await nowhere.createPayment(newPayment, write(randomUUID()))).toMatchObject({ kind: 'not_begun' });
    const inside = scene.provider({ baseUrl: 'http://10.0.0.1/v3' });
    expect(await inside.createPayment(newPayment, write(randomUUID()))).toMatchObject({
      kind: 'refused',
      code: 'address_refused',
    });
  });

  it('not begun if the provider has too many requests and names a time to wait, in ms', async () => {
    scene.fake.fail('POST /payments', { tooManyRequests: { retryAfterMs: 1800 } });
    expect(await create()).toMatchObject({ kind: 'not_begun', code: 'too_many_requests', afterMs: 1800 });
    scene.fake.fail('POST /payments', { tooManyRequests: {} });
    expect(await create()).toMatchObject({ kind: 'not_begun', code: 'too_many_requests' });
    expect(scene.fake.shop.payments.filter(({ metadata }) => metadata.order_id === orderId)).toEqual([]);
  });

  it('refused with the provider’s own words, and without the secret', async () => {
    const wrong = await scene
      .provider({ secretKey: 'live_wrong' })
      .createPayment(newPayment, write(randomUUID()));
    expect(wrong).toEqual({
      kind: 'refused',
      code: 'invalid_credentials',
      message: 'Error in shopId or secret key (Authorization)',
    });
    expect(await create('no spaces, please')).toMatchObject({ kind: 'refused', code: 'invalid_request' });
    expect(
      await scene.provider({ baseUrl: `${new URL(scene.fake.baseUrl).origin}/v2` }).account(),
    ).toMatchObject({
      kind: 'refused',
      code: 'not_found',
    });
  });

  const lost: [fault: Fault & string, code: string, made: number][] = [
    ['500_before', 'internal_server_error', 0],
    ['500_after', 'internal_server_error', 1],
    ['cut_before', 'no_answer', 0],
    ['cut_after', 'no_answer', 1],
    ['hang_before', 'no_answer', 0],
    ['hang_after', 'no_answer', 1],
    ['processing_after', 'processing', 1],
    ['garbage_after', 'unreadable_answer', 1],
  ];
  it.each(lost)('unknown after %s, sent once, and looked up by its order', async (fault, code, made) => {
    scene.fake.fail('POST /payments', fault);
    const creation = create();
    if (fault.startsWith('hang')) {
      await until(() => scene.asked('POST /payments') > 0);
      scene.hangUp();
    }
    expect(await creation).toMatchObject({ kind: 'unknown', code });
    expect(scene.asked('POST /payments')).toBe(1);
    const found = answerOf(await scene.provider().findPaymentsByOrder(orderId, lately()));
    expect(found.map((payment) => payment.orderId)).toEqual(Array(made).fill(orderId));
  });

  it('done once for one key, even if the first answer was lost', async () => {
    const key = randomUUID();
    scene.fake.fail('POST /payments', 'cut_after');
    expect(await create(key)).toMatchObject({ kind: 'unknown' });
    const repeated = answerOf(await create(key));
    const found = answerOf(await scene.provider().findPaymentsByOrder(orderId, lately()));
    expect(found.map(({ id }) => id)).toEqual([repeated.id]);
  });
});

describe('the look-up by order', () => {
  it('reads every page of its time range, and skips payments of other programs', async () => {
    const first = answerOf(await create());
    const template = scene.fake.shop.payment(first.id);
    for (let count = 0; count < 230; count++) {
      const others = [{}, undefined, { order_id: 'of another shop program' }, { order_id: 17 }];
      // Objects of kinds that this server does not know must not get in the way.
      scene.fake.shop.payments.push({
        ...template,
        id: randomUUID(),
        metadata: others[count % 4],
        ...(count % 5 === 0 && { status: 'of_the_future' }),
      });
    }
    const second = answerOf(await create());
    scene.fake.requests.length = 0;
    const found = answerOf(await scene.provider().findPaymentsByOrder(orderId, lately()));
    expect(found.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(scene.asked('GET /payments')).toBe(3);
    expect(scene.fake.requests.every(({ path }) => path.includes('limit=100'))).toBe(true);
  });

  it('finds nothing outside of its time range', async () => {
    answerOf(await create());
    const at = scene.fake.now();
    const before = { from: new Date(at - 120_000), to: new Date(at - 60_000) };
    expect(answerOf(await scene.provider().findPaymentsByOrder(orderId, before))).toEqual([]);
  });

  it('gives no result if a page is missing, or if the payment in question cannot be read', async () => {
    scene.fake.fail('GET /payments', '500_before');
    expect(await scene.provider().findPaymentsByOrder(orderId, lately())).toMatchObject({ kind: 'unknown' });
    const { id } = answerOf(await create());
    scene.fake.shop.payment(id).status = 'of_the_future';
    expect(await scene.provider().findPaymentsByOrder(orderId, lately())).toEqual({
      kind: 'unknown',
      code: 'unreadable_answer',
      message: "The provider's answer cannot be read: items.0.",
    });
    scene.fake.shop.payment(id).status = 'pending';
  });
});

describe('a refund', () => {
  it('is of the whole payment, and is found by its id and by its payment', async () => {
    const id = await paidPayment();
    const refund = answerOf(await scene.provider().createRefund(newRefund(id), write(randomUUID())));
    expect(refund).toMatchObject({ paymentId: id, status: 'succeeded', amount, refundId: 'rfd_1' });
    expect(answerOf(await scene.provider().findRefund(refund.id))).toEqual(refund);
    expect(answerOf(await scene.provider().findRefundsOf(id))).toEqual([refund]);
    expect(answerOf(await scene.provider().findPayment(id))?.refunded).toEqual(amount);
    expect(answerOf(await scene.provider().findRefund(randomUUID()))).toBeNull();
  });

  it.each(['succeeded', 'canceled'] as const)('may stay pending and is then %s', async (status) => {
    scene.fake.shop.settings.refunds = 'pending';
    const id = await paidPayment();
    const { id: refundId } = answerOf(
      await scene.provider().createRefund(newRefund(id), write(randomUUID())),
    );
    expect(answerOf(await scene.provider().findRefund(refundId))?.status).toBe('pending');
    scene.fake.settleRefund(refundId, status);
    expect(answerOf(await scene.provider().findRefund(refundId))).toMatchObject({
      status,
      cancellation: status === 'canceled' ? { reason: 'insufficient_funds' } : null,
    });
  });

  it('of a payment that was not paid, or was refunded already, is refused', async () => {
    const { id } = answerOf(await create());
    const refund = () => scene.provider().createRefund(newRefund(id), write(randomUUID()));
    expect(await refund()).toMatchObject({ kind: 'refused', code: 'invalid_request' });
    scene.fake.pay(id);
    answerOf(await refund());
    expect(await refund()).toMatchObject({ kind: 'refused', code: 'invalid_request' });
    expect(answerOf(await scene.provider().findRefundsOf(id))).toHaveLength(1);
  });

  it('without an answer is unknown and can be looked up', async () => {
    const id = await paidPayment();
    scene.fake.fail('POST /refunds', '500_after');
    expect(await scene.provider().createRefund(newRefund(id), write(randomUUID()))).toMatchObject({
      kind: 'unknown',
    });
    expect(answerOf(await scene.provider().findRefundsOf(id))).toMatchObject([{ refundId: 'rfd_1' }]);
  });
});

it("the account has the shop's id and says whether it is a test shop", async () => {
  expect(answerOf(await scene.provider().account())).toEqual({
    shopId: '100500',
    enabled: true,
    test: false,
    needsReceipts: false,
  });
  Object.assign(scene.fake.shop.settings, { test: true, fiscalization: true });
  expect(answerOf(await scene.provider().account())).toMatchObject({ test: true, needsReceipts: true });
});

it('the default address is that of YooKassa itself', async () => {
  const asked: string[] = [];
  const http = {
    send: async ({ url }: { url: string }) => {
      asked.push(url);
      return { kind: 'not_begun' as const, reason: 'nothing leaves this test' };
    },
    download: async () => ({ kind: 'lost' as const, reason: 'nothing leaves this test' }),
    isPermitted: () => false,
    close: async () => {},
  };
  await createYooKassa({ http, shopId: '1', secretKey: 's' }).account();
  expect(asked).toEqual([`${yooKassaBaseUrl}/me`]);
  expect(yooKassaBaseUrl).toBe('https://api.yookassa.ru/v3');
});
