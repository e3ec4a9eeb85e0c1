import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentFilters, paymentsBy } from '../../../src/dialog/payments/list.ts';
import { refundFilters, refundsBy } from '../../../src/dialog/payments/refund-list.ts';
import { readId } from '../../../src/platform/ids.ts';
import type { Client } from '../../harness/client.ts';
import { join, type Person } from '../../harness/people.ts';
import type { TestServer } from '../../harness/server.ts';
import { until } from '../../harness/until.ts';
import { type Customer, openPaymentScene, type PaymentScene } from '../scene.ts';

let scene: PaymentScene;
let close: () => Promise<void>;
let payer: Customer;
let waiting: Customer;
let paid: { orderId: string; paymentId: string };
let open: { orderId: string; paymentId: string };
let billing: Person;

beforeAll(async () => {
  ({ scene, close } = await openPaymentScene());
  payer = await scene.customer();
  waiting = await scene.customer();
  paid = await scene.sell(payer);
  open = await scene.sell(waiting);
  await scene.pay(paid.paymentId);
  await scene.paymentIs(paid.orderId, 'succeeded');
  billing = await join(scene.server, scene.project.id, 'billing');
});
afterAll(() => close?.());

const below = (path: string) => `/projects/${scene.project.id}${path}`;
const list = async (query: Record<string, string>) =>
  (await scene.server.make('GET', below(`/payments?${new URLSearchParams(query)}`))).items.map(
    ({ order_id }: any) => order_id,
  );
const refund = (client: Client, orderId: string, key: string = randomUUID(), body: object = {}) =>
  client.owner('POST', below(`/payments/${orderId}/refund`), body, { 'idempotency-key': key });

describe('payments for owners', () => {
  it('are listed by each filter, the newest first', async () => {
    const both = [open.orderId, paid.orderId];
    expect(await list({})).toEqual(both);
    expect(await list({ status: 'succeeded' })).toEqual([paid.orderId]);
    expect(await list({ status: 'pending', operation_id: 'month' })).toEqual([open.orderId]);
    expect(await list({ environment: 'live' })).toEqual(both);
    expect(await list({ environment: 'sandbox' })).toEqual([]);
    expect(await list({ operation_id: 'none' })).toEqual([]);
    expect(await list({ identity_id: payer.id })).toEqual([paid.orderId]);
    expect(await list({ identity_id: 'idn_none' })).toEqual([]);
    expect(await list({ from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' })).toEqual(both);
    expect(await list({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await list({ cursor: open.orderId })).toEqual([paid.orderId]);
  });

  it('are the same records that clients read', async () => {
    const { items } = await scene.server.make('GET', below('/payments'));
    expect(items).toEqual((await scene.call('GET', '/payments')).body.items);
  });

  it('have a history that tells of the payment and of its comparisons with the provider', async () => {
    const one = await scene.server.make('GET', below(`/payments/${paid.orderId}`));
    expect(one).toMatchObject({
      order_id: paid.orderId,
      status: 'succeeded',
      provider_payment_id: paid.paymentId,
      problems: [],
      refunds: [],
    });
    expect(one.history.map(({ action }: any) => action)).toEqual([
      'payment.created',
      'payment.pending',
      'payment.succeeded',
    ]);
    const pending = await scene.server.make('GET', below(`/payments/${open.orderId}`));
    expect([pending.next_check_at, pending.history.at(-1).action]).toEqual([
      expect.any(String),
      'payment.pending',
    ]);
  });

  it('are given back once by whoever sees to the money, with them as the actor, and not by others', async () => {
    const operator = await join(scene.server, scene.project.id, 'operator');
    const refused = await refund(operator.client, paid.orderId);
    expect([refused.status, refused.body.code]).toEqual([403, 'role_required']);
    expect((await refund(billing.client, open.orderId)).body.code).toBe('not_refundable');
    const key = randomUUID();
    const first = await refund(billing.client, paid.orderId, key);
    expect([first.status, first.body.order_id]).toEqual([202, paid.orderId]);
    const again = await refund(billing.client, paid.orderId, key);
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body]);
    expect((await refund(billing.client, paid.orderId, key, { receipt: null })).status).toBe(409);
    await scene.refundIs(paid.orderId, 'succeeded');
    const late = await refund(scene.server, paid.orderId);
    expect(late.body).toMatchObject({ refund_id: first.body.refund_id, status: 'succeeded' });
    expect(scene.fake.shop.refunds.filter(({ payment_id }) => payment_id === paid.paymentId)).toHaveLength(1);

    const one = await billing.client.make('GET', below(`/payments/${paid.orderId}`));
    expect(one.refunds).toMatchObject([
      { refund_id: first.body.refund_id, status: 'succeeded', environment: 'live' },
    ]);
    expect(one.history.map(({ action }: any) => action)).toEqual([
      ...['payment.created', 'payment.pending', 'payment.succeeded', 'refund.accepted', 'refund.succeeded'],
    ]);
    expect(one.history[3].actor).toEqual({ type: 'owner', id: billing.id, name: billing.email });
    const { items } = await billing.client.make('GET', below('/refunds?status=succeeded'));
    expect(items).toEqual(one.refunds);
    expect((await billing.client.make('GET', below('/refunds?order_id=ord_none'))).items).toEqual([]);
  });

  it('show the problems that the provider reports, with the time of each', async () => {
    const customer = await scene.customer();
    const sold = await scene.sell(customer);
    await scene.pay(sold.paymentId);
    await scene.paymentIs(sold.orderId, 'succeeded');
    const payment = scene.paymentOf(sold.orderId);
    payment.status = 'canceled';
    payment.paid = false;
    await scene.notify(...([{ event: 'payment.canceled', object: payment }] as any));
    const one = await until(async () => {
      const found = await scene.server.make('GET', below(`/payments/${sold.orderId}`));
      return found.problems.length > 0 && found;
    });
    expect(one.problems[0]).toMatchObject({ code: 'canceled_after_success', at: expect.any(String) });
    expect(one.history.at(-1).action).toBe('payment.problem');
  });

  it('are found by an index for each filter, whatever the size of the project', async () => {
    const { database } = (scene.server as TestServer).server.parts;
    const projectId = readId('project', (await scene.server.makeProject()).id)!;
    await database.query(
      `INSERT INTO dialog.orders (project_id, id, identity_id, operation, environment, test, status, amount, currency,
         description, return_url, shop_id, idempotence_key)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), CASE WHEN n % 1000 = 0 THEN 'rare' ELSE 'often' END,
         CASE WHEN n % 1000 = 1 THEN 'sandbox' ELSE 'live' END, false,
         CASE WHEN n % 1000 = 2 THEN 'unknown' ELSE 'succeeded' END, 1, 'RUB', '', '', '', gen_random_uuid()
       FROM generate_series(1, 20000) AS n`,
      [projectId],
    );
    await database.query(
      `INSERT INTO dialog.refunds (project_id, id, order_id, environment, status, amount, currency, idempotence_key)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), 'live', CASE WHEN n % 1000 = 0 THEN 'failed' ELSE 'succeeded' END,
         1, 'RUB', gen_random_uuid()
       FROM generate_series(1, 20000) AS n`,
      [projectId],
    );
    await database.query('ANALYZE dialog.orders, dialog.refunds');
    const blocks = async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await database.query<any>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
      const { Plan: top } = rows[0]['QUERY PLAN'][0];
      return top['Shared Hit Blocks'] + top['Shared Read Blocks'];
    };
    const identity = payer.id;
    for (const filters of [
      ...[
        {},
        { status: 'unknown' },
        { environment: 'sandbox' },
        { operation_id: 'rare' },
        { identity_id: identity },
      ],
    ]) {
      const read = await blocks(paymentsBy(projectId, paymentFilters.parse(filters)));
      expect([filters, read < 1500]).toEqual([filters, true]);
    }
    for (const filters of [{}, { status: 'failed' }, { order_id: paid.orderId }]) {
      const read = await blocks(refundsBy(projectId, refundFilters.parse(filters)));
      expect([filters, read < 1000]).toEqual([filters, true]);
    }
  });
});
