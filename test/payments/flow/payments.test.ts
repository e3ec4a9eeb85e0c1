import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fault, startYooKassa } from '../../fakes/yookassa.ts';
import { until } from '../../harness/until.ts';
import { month, openPaymentScene, type PaymentScene } from '../scene.ts';

let scene: PaymentScene;
let close: () => Promise<void>;
/** Paid before anything else happens, and without any notification. */
let lost: { orderId: string; paymentId: string };

beforeAll(async () => {
  ({ scene, close } = await openPaymentScene());
  lost = await scene.sell(await scene.customer());
  scene.fake.pay(lost.paymentId);
});
afterAll(() => close?.());

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** An item of a receipt without templates. */
const position = (value: string) => ({
  description: 'Club',
  quantity: 1,
  amount: { value, currency: 'RUB' },
  vat_code: 1,
});

describe('a payment', () => {
  it("is made at the owner's price, has a link, and grants access when it is paid", async () => {
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

describe('a run of a payment operation', () => {
  it('needs both scopes, and a customer', async () => {
    const customer = await scene.customer();
    const only = await scene.server.makeKey(scene.project.id, ['integrations:run']);
    const refused = await scene.call('POST', '/operations/month/runs', {
      key: only.key,
      body: { identity_id: customer.id },
      headers: { 'idempotency-key': 'a key of its own' },
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'missing_scope']);
    expect(refused.body.detail).toContain('payments:write');
    for (const identity of [{}, { identity_id: null }]) {
      const { status, body } = await scene.run('month', { environment: 'live', ...identity });
      expect([status, body.detail.map((item: any) => [item.loc, item.type])]).toEqual([
        422,
        [[['body', 'identity_id'], 'value_error']],
      ]);
    }
  });

  it.each([
    ['no price', { amount: undefined }, ['amount']],
    ['nothing as a price', { amount: { value: '0.00', currency: 'RUB' } }, ['amount', 'value']],
    ['a price below nothing', { amount: { value: '-1', currency: 'RUB' } }, ['amount', 'value']],
    ['a third decimal', { amount: { value: '1.001', currency: 'RUB' } }, ['amount', 'value']],
    ['a product without access', { access: null }, ['access']],
    ['access to nothing', { product: null }, ['product']],
    ['no days', { access: { days: 0 } }, ['access', 'days']],
    ['a template that cannot be read', { description: '{{ input.' }, ['description']],
    [
      'a currency that the provider has not',
      { amount: { value: '9.90', currency: 'XTS' } },
      ['amount', 'currency'],
    ],
    [
      'items without templates that are not for the price',
      { receipt: { items: [position('900.00'), position('89.00')] } },
      ['receipt', 'items'],
    ],
    [
      'items without templates in another currency',
      { receipt: { items: [{ ...position('990.00'), amount: { value: '990.00', currency: 'EUR' } }] } },
      ['receipt', 'items'],
    ],
    [
      'an item without templates that is none',
      { receipt: { items: [{ ...position('990.00'), vat_code: 99 }] } },
      ['receipt', 'items', 0, 'vat_code'],
    ],
    ['a name that no template knows', { receipt: { items: ['{{ order.id }}'] } }, ['receipt', 'items', 0]],
  ])('cannot be defined with %s', async (_name, change, loc) => {
    const { status, body } = await scene.owner('PUT', '/operations/wrong', {
      ...month,
      name: 'Wrong',
      request: { ...month.request, ...change },
    });
    expect([status, body.detail?.[0].loc]).toEqual([422, ['body', 'request', ...loc]]);
  });

  it("sends the owner's receipt, and nothing if the receipt is wrong", async () => {
    const item = {
      description: 'Club',
      quantity: 1,
      amount: { value: '990.00', currency: 'RUB' },
      vat_code: 1,
    };
    const receipt = { customer: { email: '{{ input.email }}' }, items: [item] };
    await scene.define('receipted', { ...month, request: { ...month.request, receipt } });
    const customer = await scene.customer();
    const good = await scene.ended(
      await scene.buy(customer, { input: { email: 'a@example.org' } }, 'receipted'),
    );
    expect(scene.paymentOf(good.order_id)).toMatchObject({ receipt_registration: 'pending' });
    const asked = scene.fake.requests.filter(({ body }) => body?.metadata?.order_id === good.order_id);
    expect(asked[0]!.body.receipt).toEqual({ ...receipt, customer: { email: 'a@example.org' } });
    const bad = await scene.ended(await scene.buy(customer, { input: { email: 'nobody' } }, 'receipted'));
    expect(bad).toMatchObject({ status: 'failed', error: { code: 'receipt_invalid' }, order_id: null });
    expect(bad.error.message).toContain('customer.email: an e-mail address, such as anna@example.com');
  });

  it('sends numbers as numbers and a phone without its plus, whatever templates give', async () => {
    const item = {
      description: 'Club',
      quantity: '{{ input.quantity }}',
      amount: { value: '{{ input.price }}', currency: 'RUB' },
      vat_code: '{{ input.vat }}',
    };
    const receipt = { customer: { phone: '{{ input.phone }}' }, items: [item] };
    await scene.define('filled', { ...month, request: { ...month.request, receipt } });
    const customer = await scene.customer();
    for (const input of [
      { quantity: '2.00', price: '495.00', vat: '1', phone: '+79123456789' },
      { quantity: 2, price: 495, vat: 1, phone: 79123456789 },
    ]) {
      const { order_id } = await scene.ended(await scene.buy(customer, { input }, 'filled'));
      const asked = scene.fake.requests.find(({ body }) => body?.metadata?.order_id === order_id);
      expect(asked!.body.receipt).toEqual({
        customer: { phone: '79123456789' },
        items: [{ ...item, quantity: 2, amount: { value: '495.00', currency: 'RUB' }, vat_code: 1 }],
      });
    }
  });

  it('is defined with texts where a receipt has numbers', async () => {
    const items = [{ ...position('495.00'), quantity: '2.00', vat_code: '1' }];
    const request = { ...month.request, amount: { value: 990, currency: 'RUB' }, receipt: { items } };
    const { status, body } = await scene.owner('PUT', '/operations/texts', {
      ...month,
      name: 'Texts',
      request,
    });
    expect([status, body.request?.amount]).toEqual([201, { value: '990.00', currency: 'RUB' }]);
  });
});

describe('two paid orders of one product', () => {
  it('extend each other, and a refund takes away the access of its order', async () => {
    const customer = await scene.customer();
    const first = await scene.sell(customer);
    const second = await scene.sell(customer);
    await Promise.all([scene.pay(first.paymentId), scene.pay(second.paymentId)]);
    await scene.paymentIs(first.orderId, 'succeeded');
    await scene.paymentIs(second.orderId, 'succeeded');
    const ends = (await scene.paidAccess(customer)).map(({ until }) => days(until));
    expect(ends.map(Math.round)).toEqual([30, 60]);
    await scene.refund(first.orderId);
    await scene.refundIs(first.orderId, 'succeeded');
    const left = await scene.paidAccess(customer);
    expect(left.map(({ order_id, until }) => [order_id, Math.round(days(until))])).toEqual([
      [second.orderId, 30],
    ]);
  });
});

const days = (until: string) => (Date.parse(until) - Date.now()) / 86_400_000;

describe('a payment that ends without success', () => {
  it('grants nothing, and shows why', async () => {
    const customer = await scene.customer();
    const { orderId, paymentId } = await scene.sell(customer);
    scene.fake.cancel(paymentId, 'insufficient_funds');
    await scene.notify(scene.latest(paymentId));
    expect(await scene.paymentIs(orderId, 'canceled')).toMatchObject({ payment_url: null, paid_at: null });
    const [last] = (await scene.entriesOf(orderId)).slice(-1);
    expect(last).toMatchObject({
      action: 'payment.canceled',
      data: { cancellation: { reason: 'insufficient_funds' } },
    });
    expect(await scene.paidAccess(customer)).toEqual([]);
  });
});

/** The outcome of a creation that goes wrong: the job, the order, and the number of payments at the provider. */
const faults: [Fault, string, string, number][] = [
  ['500_before', 'unknown', 'unknown', 0],
  ['cut_before', 'unknown', 'unknown', 0],
  ['500_after', 'succeeded', 'pending', 1],
  ['cut_after', 'succeeded', 'pending', 1],
  ['processing_after', 'succeeded', 'pending', 1],
  ['garbage_after', 'succeeded', 'pending', 1],
  [{ tooManyRequests: { retryAfterMs: 500 } }, 'succeeded', 'pending', 1],
];

describe('a payment whose creation had no certain answer', () => {
  it('is looked up and never made again, and a found payment settles the job and the order', async () => {
    const sold: { jobId: string; orderId: string }[] = [];
    for (const [fault] of faults) {
      scene.fake.fail('POST /payments', fault);
      const jobId = await scene.buy(await scene.customer());
      const { status, order_id: orderId } = await scene.ended(jobId);
      expect([fault, status]).toEqual([fault, typeof fault === 'object' ? 'succeeded' : 'unknown']);
      sold.push({ jobId, orderId });
    }
    const looked = () => scene.fake.requests.filter(({ path }) => path.includes('created_at')).length;
    const before = looked();
    // Any notification that names the order makes the server look it up now.
    const hints = sold.map(({ orderId }) =>
      scene.fake.forge('payment.succeeded', { id: 'unknown', metadata: { order_id: orderId } }),
    );
    expect(await scene.notify(...hints)).toEqual(sold.map(() => 200));
    const unknown = faults.filter(([fault]) => typeof fault !== 'object').length;
    await until(() => looked() >= before + unknown);
    for (const [i, [fault, job, order, count]] of faults.entries()) {
      const { jobId, orderId } = sold[i]!;
      const payment = await scene.paymentIs(orderId, order);
      expect([fault, (await scene.ended(jobId)).status]).toEqual([fault, job]);
      const found = scene.paymentsOf(orderId);
      expect([fault, found.length]).toEqual([fault, count]);
      expect(payment.payment_url).toBe(found[0]?.confirmation.confirmation_url ?? null);
      const asked = scene.fake.requests.filter(({ body }) => body?.metadata?.order_id === orderId);
      expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
      expect(asked).toHaveLength(typeof fault === 'object' ? 2 : 1);
    }
  });

  it('may be settled by its owner, and retried under the same key', async () => {
    scene.fake.fail('POST /payments', '500_before');
    scene.fake.fail('POST /payments', '500_before');
    const jobs = await Promise.all([scene.buy(await scene.customer()), scene.buy(await scene.customer())]);
    const [gone, again] = await Promise.all(jobs.map((jobId) => scene.ended(jobId)));
    const settle = (jobId: string, outcome: string) =>
      scene.owner('POST', `/unsettled/${jobId}/settle`, { outcome });
    expect((await settle(gone.job_id, 'failed')).status).toBe(200);
    await scene.paymentIs(gone.order_id, 'canceled');
    expect((await settle(again.job_id, 'retry')).status).toBe(200);
    await scene.paymentIs(again.order_id, 'pending');
    expect((await scene.ended(again.job_id)).status).toBe('succeeded');
    const asked = scene.fake.requests.filter(({ body }) => body?.metadata?.order_id === again.order_id);
    expect([asked.length, new Set(asked.map(({ key }) => key)).size]).toEqual([2, 1]);
    expect(asked[0]!.body).toEqual(asked[1]!.body);
  });
});

describe('a payment that the provider refuses to create', () => {
  it('cancels the order', async () => {
    await scene.define('dollars', {
      ...month,
      request: { ...month.request, amount: { value: '9.90', currency: 'USD' } },
    });
    const job = await scene.ended(await scene.buy(await scene.customer(), {}, 'dollars'));
    expect(job).toMatchObject({ status: 'failed', error: { code: 'invalid_request' } });
    expect((await scene.payment(job.order_id)).status).toBe('canceled');
  });

  it('makes no order if the provider refuses the credentials', async () => {
    await scene.connect(
      'locked',
      { shop_id: '1', secret_key: 'wrong', base_url: scene.fake.baseUrl },
      'yookassa',
    );
    await scene.define('locked', { ...month, connection: 'locked' });
    const job = await scene.ended(await scene.buy(await scene.customer(), {}, 'locked'));
    expect(job).toMatchObject({ status: 'failed', error: { code: 'invalid_credentials' }, order_id: null });
    const { body } = await scene.owner('POST', '/connections/locked/test');
    expect(body).toMatchObject({ ok: false, status: 401 });
  });
});

describe('a payment in a test shop', () => {
  it('never grants anything, and its connection says so', async () => {
    const shop = await startYooKassa({ test: true, shopId: '42', fiscalization: true });
    try {
      const connected = await scene.connectShop('test-shop', shop);
      expect(connected.settings.secret_key).toBe('set');
      const { body: report } = await scene.owner('POST', '/connections/test-shop/test');
      expect(report).toMatchObject({ ok: true, status: 200 });
      for (const word of ['test shop', 'receipt', `/api/payments/${connected.id}/notifications`]) {
        expect(report.detail).toContain(word);
      }
      shop.shop.settings.fiscalization = false;
      await scene.define('try', { ...month, connection: 'test-shop' });
      const customer = await scene.customer();
      const job = await scene.ended(await scene.buy(customer, {}, 'try'));
      expect((await scene.payment(job.order_id)).test).toBe(true);
      const [made] = shop.shop.payments;
      shop.pay(made!.id);
      await shop.notify(`${scene.server.url}/api/payments/${connected.id}/notifications`, [
        shop.notifications.at(-1)!,
      ]);
      const paid = await scene.paymentIs(job.order_id, 'succeeded');
      expect(paid).toMatchObject({ test: true, access_until: null });
      expect(await scene.paidAccess(customer)).toEqual([]);
      expect((await scene.refund(job.order_id)).status).toBe(202);
      await scene.refundIs(job.order_id, 'succeeded');
    } finally {
      await shop.close();
    }
  });
});

describe('a payment in the sandbox', () => {
  const sandbox = async (input: object) => {
    const customer = await scene.customer();
    const job = await scene.ended(await scene.buy(customer, { environment: 'sandbox', input }));
    return { customer, job };
  };

  it('calls nobody, and ends as the caller chose', async () => {
    const asked = () => scene.fake.requests.filter(({ operation }) => operation.startsWith('POST')).length;
    const before = asked();
    const [paid, canceled, pending, failed] = await Promise.all([
      sandbox({}),
      sandbox({ sandbox_payment: 'canceled' }),
      sandbox({ sandbox_payment: 'pending' }),
      sandbox({ sandbox_error: true }),
    ]);
    expect(failed.job).toMatchObject({ status: 'failed', error: { code: 'sandbox_error' }, order_id: null });
    expect(paid.job.result.payment_url).toBe(`https://sandbox.invalid/pay/${paid.job.order_id}`);
    expect(await scene.paymentIs(paid.job.order_id, 'succeeded')).toMatchObject({
      test: true,
      environment: 'sandbox',
      access_until: null,
    });
    await scene.paymentIs(canceled.job.order_id, 'canceled');
    expect((await scene.payment(pending.job.order_id)).status).toBe('pending');
    expect(await scene.paidAccess(paid.customer)).toEqual([]);
    expect((await scene.refund(paid.job.order_id)).status).toBe(202);
    await scene.refundIs(paid.job.order_id, 'succeeded');
    expect(asked()).toBe(before);
  });

  it('can have a refund that fails, after which another may be requested', async () => {
    const { job } = await sandbox({ sandbox_refund: 'canceled' });
    await scene.paymentIs(job.order_id, 'succeeded');
    const first = await scene.refund(job.order_id);
    const { refund } = await scene.refundIs(job.order_id, 'failed');
    expect(refund.error.code).toBe('canceled_by_merchant');
    const second = await scene.refund(job.order_id);
    expect(second.body.refund_id).not.toBe(first.body.refund_id);
  });
});

describe('a payment without any notification', () => {
  it('is still found to be paid', async () => {
    await scene.paymentIs(lost.orderId, 'succeeded');
  });
});

describe('the list of payments', () => {
  it("is newest first, in pages, and shows only the project's own", async () => {
    const { body } = await scene.call('GET', '/payments');
    const times = body.items.map((item: any) => item.created_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(body.next_offset).toBeNull();
    const rest = await scene.call('GET', '/payments?offset=2');
    expect(rest.body.items).toEqual(body.items.slice(2));
    const other = await scene.server.makeProject();
    const foreign = await scene.server.call('GET', `/api/v1/projects/${other.id}/payments`, other);
    expect(foreign.body).toEqual({ items: [], next_offset: null });
  });
});
