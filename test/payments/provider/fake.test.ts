import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { YooCheckout } from '@a2seven/yoo-checkout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startYooKassa, type YooKassaFake } from '../../fakes/yookassa.ts';

/** The fake is as strict as the documentation, and a published client of the real API works with it. */
let fake: YooKassaFake;

beforeAll(async () => {
  fake = await startYooKassa({ test: true });
});
afterAll(() => fake.close());

const amount = { value: '990.00', currency: 'RUB' };
const payment = {
  amount,
  capture: true,
  confirmation: { type: 'redirect', return_url: 'https://a.example/' },
};

async function call(
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string | undefined> } = {},
): Promise<{ status: number; body: any }> {
  const basic = Buffer.from(`${fake.shop.settings.shopId}:${fake.secretKey}`).toString('base64');
  const headers = {
    authorization: `Basic ${basic}`,
    'content-type': method === 'POST' ? 'application/json' : undefined,
    'idempotence-key': method === 'POST' ? randomUUID() : undefined,
    ...options.headers,
  };
  const response = await fetch(fake.baseUrl + path, {
    method,
    headers: Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ...(options.body !== undefined && {
      body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body),
    }),
  });
  return { status: response.status, body: await response.json() };
}
const post = (path: string, body: unknown, headers: Record<string, string | undefined> = {}) =>
  call('POST', path, { body, headers });

async function paid(): Promise<string> {
  const { id } = (await post('/payments', payment)).body;
  fake.pay(id);
  return id;
}

describe('the published client', () => {
  const client = () => {
    const made = new YooCheckout({ shopId: fake.shop.settings.shopId, secretKey: fake.secretKey });
    // The client has no option for this.
    (made as unknown as { root: string }).root = fake.baseUrl;
    return made;
  };

  it('creates, reads and lists payments', async () => {
    const created = await client().createPayment(payment as any, randomUUID());
    expect(created).toMatchObject({ status: 'pending', paid: false, test: true, amount });
    expect(created.confirmation.confirmation_url).toContain(created.id);
    fake.pay(created.id);
    expect(await client().getPayment(created.id)).toMatchObject({ status: 'succeeded', paid: true });
    const list = await client().getPaymentList({
      created_at: { value: new Date(fake.now() - 60_000).toISOString(), mode: 'gte' },
      limit: 20,
    } as any);
    expect(list.items.map(({ id }) => id)).toContain(created.id);
  });

  it('refunds payments, and gets errors for its mistakes', async () => {
    const id = await paid();
    const refund = await client().createRefund({ payment_id: id, amount }, randomUUID());
    expect(await client().getRefund(refund.id)).toMatchObject({ status: 'succeeded', payment_id: id });
    const list = await client().getRefundList({ payment_id: id } as any);
    expect(list.items).toHaveLength(1);
    await expect(client().createRefund({ payment_id: id, amount }, randomUUID())).rejects.toMatchObject({
      response: { status: 400, data: { type: 'error', code: 'invalid_request' } },
    });
  });

  it('captures and cancels payments in two steps', async () => {
    const twoSteps = { ...payment, capture: false } as any;
    const [first, second] = [await client().createPayment(twoSteps), await client().createPayment(twoSteps)];
    for (const { id } of [first, second]) fake.pay(id);
    expect((await client().getPayment(first.id)).status).toBe('waiting_for_capture');
    expect((await client().capturePayment(first.id, { amount } as any)).status).toBe('succeeded');
    expect((await client().cancelPayment(second.id)).status).toBe('canceled');
  });
});

describe('an idempotence key', () => {
  it('returns the same payment for the same data and is refused for other data', async () => {
    const headers = { 'idempotence-key': randomUUID() };
    const first = await post('/payments', payment, headers);
    fake.pay(first.body.id);
    expect(await post('/payments', payment, headers)).toEqual(first);
    const other = await post('/payments', { ...payment, description: 'x' }, headers);
    expect(other).toMatchObject({
      status: 400,
      body: {
        type: 'error',
        code: 'invalid_request',
        description: 'Idempotence key duplicated',
        parameter: 'Idempotence-Key',
      },
    });
  });

  it('is forgotten after 24 hours', async () => {
    const headers = { 'idempotence-key': randomUUID() };
    const first = (await post('/payments', payment, headers)).body.id;
    fake.advance(24 * 3600_000 - 60_000);
    expect((await post('/payments', payment, headers)).body.id).toBe(first);
    fake.advance(60_000);
    expect((await post('/payments', payment, headers)).body.id).not.toBe(first);
  });

  it.each([undefined, 'with space', 'x'.repeat(65)])('%j is refused', async (key) => {
    const { status, body } = await post('/payments', payment, { 'idempotence-key': key });
    expect([status, body.parameter]).toEqual([400, 'Idempotence-Key']);
  });
});

describe('the fake provider refuses', () => {
  it('calls without credentials, with other content types, with other methods, and to other paths', async () => {
    const none = { authorization: undefined };
    expect(await call('GET', '/me', { headers: none })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    expect((await post('/payments', payment, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await call('DELETE', '/payments')).status).toBe(405);
    expect((await call('GET', '/orders')).status).toBe(404);
    expect((await call('GET', `/payments/${randomUUID()}`)).body.code).toBe('not_found');
    expect((await post('/payments', '{')).status).toBe(400);
  });

  const receipt = {
    customer: { phone: '79990001122' },
    items: [{ description: 'A', quantity: 1, amount, vat_code: 1 }],
  };
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, '']));
  it.each<[object, string]>([
    [{ amount: undefined }, 'amount'],
    [{ amount: { value: 990, currency: 'RUB' } }, 'amount.value'],
    [{ amount: { value: '990', currency: 'RUB' } }, 'amount.value'],
    [{ amount: { value: '0.00', currency: 'RUB' } }, 'amount'],
    [{ amount: { value: '1.00', currency: 'USD' } }, 'amount.currency'],
    [{ capture: 'true' }, 'capture'],
    [{ confirmation: { type: 'redirect' } }, 'confirmation.return_url'],
    [
      { confirmation: { type: 'redirect', return_url: `https://a.example/${'x'.repeat(2048)}` } },
      'confirmation.return_url',
    ],
    [{ description: 'x'.repeat(129) }, 'description'],
    [{ metadata: many }, 'metadata'],
    [{ metadata: { [`k${'x'.repeat(32)}`]: '' } }, `metadata.k${'x'.repeat(32)}`],
    [{ metadata: { order_id: 1 } }, 'metadata.order_id'],
    [{ metadata: { order_id: 'x'.repeat(513) } }, 'metadata.order_id'],
    [{ metadate: {} }, 'metadate'],
    [{ receipt: { items: receipt.items } }, 'receipt.customer'],
    [{ receipt: { ...receipt, items: [{ ...receipt.items[0], vat_code: 13 }] } }, 'receipt.items.0.vat_code'],
    [{ receipt: { ...receipt, items: [{ ...receipt.items[0], quantity: 2 }] } }, 'receipt'],
  ])('a payment with %j, at %s', async (change, parameter) => {
    const { status, body } = await post('/payments', { ...payment, ...change });
    expect([status, body.code, body.parameter]).toEqual([400, 'invalid_request', parameter]);
    expect(body.id).toEqual(expect.any(String));
  });

  it.each<[string, object, string]>([
    ['more than the payment', { amount: { value: '990.01', currency: 'RUB' } }, 'amount'],
    ['an unknown payment', { payment_id: randomUUID() }, 'payment_id'],
    ['a long description', { description: 'x'.repeat(251) }, 'description'],
  ])('a refund of %s', async (_, change, parameter) => {
    const { status, body } = await post('/refunds', { payment_id: await paid(), amount, ...change });
    expect([status, body.parameter]).toEqual([400, parameter]);
  });

  it('a refund that would make the sum larger than the payment, even while another is under way', async () => {
    fake.shop.settings.refunds = 'pending';
    const id = await paid();
    const part = { payment_id: id, amount: { value: '500.00', currency: 'RUB' } };
    const { body } = await post('/refunds', part);
    expect((await post('/refunds', part)).status).toBe(400);
    fake.settleRefund(body.id, 'canceled');
    expect((await post('/refunds', part)).status).toBe(200);
    fake.shop.settings.refunds = 'succeeded';
  });
});

describe('lists', () => {
  it('have pages, newest first, with each item once', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 7; count++) ids.unshift((await post('/payments', payment)).body.id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await call('GET', `/payments?limit=3${cursor && `&cursor=${cursor}`}`);
      expect(body.items.length).toBeLessThanOrEqual(3);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor ?? '';
    } while (cursor);
    expect(seen.slice(0, 7)).toEqual(ids);
    expect(seen).toEqual(fake.shop.payments.map(({ id }) => id).reverse());
  });

  it('are filtered by time and status', async () => {
    const id = await paid();
    const { created_at } = fake.shop.payment(id);
    const ids = async (query: string) =>
      (await call('GET', `/payments?${query}`)).body.items.map((item: { id: string }) => item.id);
    expect(await ids(`created_at.gte=${created_at}&status=succeeded`)).toContain(id);
    expect(await ids(`created_at.gt=${created_at}`)).not.toContain(id);
    expect(await ids(`created_at.lte=${created_at}&limit=100`)).toContain(id);
    expect(await ids('status=canceled&limit=100')).not.toContain(id);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'created_at.gte=x', 'order_id=1', 'created_at=x'])(
    'with %s are refused',
    async (query) => {
      expect((await call('GET', `/payments?${query}`)).status).toBe(400);
    },
  );
});

it('notifications can be lost, duplicated, reordered or forged by the test', async () => {
  const received: any[] = [];
  const server = createServer(async (request, response) => {
    received.push(await json(request));
    response.writeHead(received.length === 1 ? 500 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  fake.notifications.length = 0;
  fake.shop.settings.refunds = 'pending';
  const id = await paid();
  const { body: refund } = await post('/refunds', { payment_id: id, amount });
  fake.settleRefund(refund.id, 'succeeded');
  const [succeeded, refunded] = fake.notifications;
  expect(received).toEqual([]);
  const forged = fake.forge('payment.succeeded', { id: randomUUID(), status: 'succeeded', paid: true });
  expect(await fake.notify(url, [refunded!, succeeded!, succeeded!, forged])).toEqual([500, 200, 200, 200]);
  expect(received.map(({ type, event }) => [type, event])).toEqual([
    ['notification', 'refund.succeeded'],
    ['notification', 'payment.succeeded'],
    ['notification', 'payment.succeeded'],
    ['notification', 'payment.succeeded'],
  ]);
  expect(received[1].object).toMatchObject({ id, status: 'succeeded', paid: true, test: true, amount });
  await new Promise((resolve) => server.close(resolve));
});
