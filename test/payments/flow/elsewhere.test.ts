import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../harness/until.ts';
import { openPaymentScene, type PaymentScene } from '../scene.ts';

let scene: PaymentScene;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ scene, close } = await openPaymentScene());
});

afterAll(() => close?.());

/** Changes records at the provider, like another program or a person in its cabinet. */
async function atProvider(path: string, body: object): Promise<any> {
  const { shop, secretKey, baseUrl } = scene.fake;
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${shop.settings.shopId}:${secretKey}`).toString('base64')}`,
      'content-type': 'application/json',
      'idempotence-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const answer: any = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

const secondPayment = (orderId: string) =>
  atProvider('/payments', {
    amount: { value: '990.00', currency: 'RUB' },
    capture: true,
    confirmation: { type: 'redirect', return_url: 'https://shop.example/thanks' },
    metadata: { order_id: orderId },
  });

const problemsOf = async (orderId: string) =>
  (await scene.entriesOf(orderId))
    .filter(({ action }) => action === 'payment.problem')
    .map(({ data }) => data.problem);

it('a second payment of a paid order is reported to the owner, once, and grants nothing', async () => {
  const customer = await scene.customer();
  const { orderId, paymentId } = await scene.sell(customer);
  await scene.pay(paymentId);
  await scene.paymentIs(orderId, 'succeeded');
  const before = await scene.paidAccess(customer);
  const second = await secondPayment(orderId);
  await scene.pay(second.id);
  const problems = await until(async () => {
    const found = await problemsOf(orderId);
    return found.length > 0 && found;
  });
  expect(problems).toEqual([{ code: 'paid_twice', message: expect.stringContaining(second.id) }]);
  await scene.notify(scene.latest(second.id));
  await scene.notify(scene.latest(paymentId));
  await scene.paymentIs(orderId, 'succeeded');
  expect(await problemsOf(orderId)).toHaveLength(1);
  expect(await scene.paidAccess(customer)).toEqual(before);
});

it('the first paid one of two payments of an order grants access, and the other one is reported as a problem', async () => {
  const customer = await scene.customer();
  const { orderId, paymentId } = await scene.sell(customer);
  const second = await secondPayment(orderId);
  await scene.pay(second.id);
  await scene.paymentIs(orderId, 'succeeded');
  expect(await scene.paidAccess(customer)).toHaveLength(1);
  await scene.pay(paymentId);
  const [problem] = await until(async () => {
    const found = await problemsOf(orderId);
    return found.length > 0 && found;
  });
  expect(problem).toEqual({ code: 'paid_twice', message: expect.stringContaining(paymentId) });
});

it('a notification that names the payment of another order changes nothing', async () => {
  const mine = await scene.sell(await scene.customer());
  const other = await scene.sell(await scene.customer());
  scene.fake.pay(other.paymentId);
  const looked = () => scene.fake.requests.filter(({ path }) => path.endsWith(`/${mine.paymentId}`)).length;
  const before = looked();
  await scene.notify(
    scene.fake.forge('payment.succeeded', { id: other.paymentId, metadata: { order_id: mine.orderId } }),
  );
  await until(() => looked() > before);
  // The other order is updated as always; this one gets neither a payment nor a problem.
  await scene.paymentIs(other.orderId, 'succeeded');
  await scene.paymentIs(mine.orderId, 'pending');
  expect(await problemsOf(mine.orderId)).toEqual([]);
});

it("a partial refund in the provider's cabinet is reported to the owner, and the access stays", async () => {
  const customer = await scene.customer();
  const { orderId, paymentId } = await scene.sell(customer);
  await scene.pay(paymentId);
  await scene.paymentIs(orderId, 'succeeded');
  const refundPart = (value: string) =>
    atProvider('/refunds', { payment_id: paymentId, amount: { value, currency: 'RUB' } });
  for (const [count, sum] of [
    [1, '100.00'],
    [2, '300.00'],
  ] as const) {
    await refundPart(count === 1 ? '100.00' : '200.00');
    await scene.notify(scene.latest(paymentId));
    const problems = await until(async () => {
      const found = await problemsOf(orderId);
      return found.length === count && found;
    });
    expect(problems.at(-1)).toEqual({
      code: 'partially_refunded',
      message: expect.stringContaining(`${sum} of 990.00 RUB`),
    });
  }
  expect(await scene.paidAccess(customer)).toHaveLength(1);
  await refundPart('690.00');
  await scene.notify(scene.latest(paymentId));
  await scene.refundIs(orderId, 'succeeded');
  expect(await scene.paidAccess(customer)).toEqual([]);
});
