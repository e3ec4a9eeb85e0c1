import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fault, startYooKassa, type YooKassaFake } from '../../fakes/yookassa.ts';
import { createDatabase, type TestDatabase } from '../../harness/database.ts';
import { startTestServer, type TestServer } from '../../harness/server.ts';
import { until } from '../../harness/until.ts';
import { openSession, type Session } from '../../process/database.ts';
import { type Customer, PaymentScene } from '../scene.ts';

/**
 * Random histories of orders, side by side: customers pay or do not, notifications are lost, duplicated, late or
 * forged, refunds are requested here or made at the provider, answers are lost, and the server stops in between. After
 * each, our records have to agree with the provider's.
 */

let fake: YooKassaFake;
let database: TestDatabase;
let session: Session;
let server: TestServer;
let scene: PaymentScene;

beforeAll(async () => {
  [fake, database] = await Promise.all([startYooKassa(), createDatabase()]);
  server = await startTestServer({}, database);
  session = await openSession(database.address);
  scene = await PaymentScene.open(fake, server);
});

afterAll(async () => {
  await server?.close();
  await session?.close();
  await database?.drop();
  await fake?.close();
});

const fault = fc.constantFrom<(Fault | null)[]>(null, null, '500_before', '500_after', 'cut_after');
const word = fc.constantFrom('none', 'once', 'twice', 'stale');

const history = fc.record({
  creation: fault,
  /** The payer's action, and its notifications. */
  end: fc.constantFrom('pays', 'pays', 'pays', 'gives up', 'waits'),
  word,
  /** Notifications that anybody may send. */
  forged: fc.boolean(),
  /** The number of concurrent requests for a refund, and the outcome of the one that is made. */
  refunds: fc.constantFrom(0, 0, 1, 3),
  refund: fault,
  settles: fc.constantFrom('succeeded', 'canceled', 'later'),
  /** Somebody refunds the payment in the provider's cabinet. */
  elsewhere: fc.boolean(),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

interface Sale {
  history: History;
  customer: Customer;
  orderId: string;
}

it("in any course of events, orders agree with the provider's records, and nobody pays or is refunded twice", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(history, { minLength: 14, maxLength: 14 }),
      fc.constantFrom('sold', 'paid', 'refunded'),
      async (histories, stop) => {
        const sales: Sale[] = [];
        for (const each of histories) sales.push(await sell(each));
        if (stop === 'sold') await restart();
        await Promise.all(sales.map(pay));
        if (stop === 'paid') await restart();
        for (const sale of sales) await giveBack(sale);
        if (stop === 'refunded') await restart();
        await quiet(sales);
        for (const sale of sales) await compare(sale);
      },
    ),
    { numRuns: 2, endOnFailure: true },
  );
});

async function restart(): Promise<void> {
  await server.close();
  server = await startTestServer({}, database);
  scene = scene.at(server);
}

async function sell(each: History): Promise<Sale> {
  const customer = await scene.customer();
  if (each.creation) fake.fail('POST /payments', each.creation);
  const before = count('POST /payments');
  const jobId = await scene.buy(customer);
  await until(() => count('POST /payments') > before);
  return { history: each, customer, orderId: jobId.replace('job_', 'ord_') };
}

async function pay({ history: { end, word: heard, forged }, orderId }: Sale): Promise<void> {
  const payment = scene.paymentOf(orderId);
  if (forged) {
    const object = { id: payment?.id ?? 'none', status: 'succeeded', metadata: { order_id: orderId } };
    await scene.notify(fake.forge('payment.succeeded', object), fake.forge('refund.succeeded', object));
  }
  if (!payment) return;
  const stale = fake.forge('payment.waiting_for_capture', { ...payment });
  if (end === 'pays') fake.pay(payment.id);
  if (end === 'gives up') fake.cancel(payment.id);
  if (end === 'waits' || heard === 'none') return;
  const latest = scene.latest(payment.id);
  const said = { once: [latest], twice: [latest, latest], stale: [latest, stale] };
  await scene.notify(...said[heard as keyof typeof said]);
}

async function giveBack({ history: each, orderId }: Sale): Promise<void> {
  const payment = scene.paymentOf(orderId);
  if (payment?.status !== 'succeeded') return;
  if (each.refunds > 0) {
    const known = await scene.paymentIs(orderId, 'succeeded');
    expect(known.test).toBe(false);
    fake.shop.settings.refunds = each.settles === 'later' ? 'pending' : (each.settles as 'succeeded');
    if (each.refund) fake.fail('POST /refunds', each.refund);
    const before = count('POST /refunds');
    await Promise.all(Array.from({ length: each.refunds }, () => scene.refund(orderId)));
    await until(() => count('POST /refunds') > before);
    fake.shop.settings.refunds = 'succeeded';
  }
  const open = fake.shop.refunds.filter(
    ({ payment_id, status }) => payment_id === payment.id && status !== 'canceled',
  );
  if (each.elsewhere && open.length === 0) {
    fake.shop.createRefund({ payment_id: payment.id, amount: payment.amount });
  }
  for (const { id, status } of open) if (status === 'pending') fake.settleRefund(id, 'succeeded');
}

/** Reconciles everything until nothing changes any more. */
async function quiet(sales: Sale[]): Promise<void> {
  const ids = sales.map(({ orderId }) => orderId);
  const look = async () => {
    await session.query('UPDATE dialog.orders SET next_check_at = now(), checks = 0');
    await until(async () => {
      const [row] = await session.query(
        `SELECT (SELECT count(*) FROM dialog.orders WHERE next_check_at <= now())
              + (SELECT count(*) FROM dialog.tasks WHERE kind IN ('job', 'refund', 'reconcile')
                 AND state IN ('queued', 'running')) AS open`,
      );
      return row.open === '0';
    }, 40_000);
    const { body } = await scene.call('GET', '/payments');
    return JSON.stringify(body.items.filter((item: any) => ids.includes(item.order_id)));
  };
  for (let before = await look(); ; ) {
    const after = await look();
    if (after === before) return;
    before = after;
  }
}

async function compare({ history: each, customer, orderId }: Sale): Promise<void> {
  const ours = await scene.payment(orderId);
  const asked = fake.requests.filter(({ body }) => body?.metadata?.order_id === orderId);
  const theirs = scene.paymentsOf(orderId);
  expect([asked.length, theirs.length]).toEqual([1, asked[0]!.status === 500 && !theirs[0] ? 0 : 1]);
  const [payment] = theirs;
  expect(ours.status).toBe(payment?.status ?? 'unknown');
  const refunds = fake.shop.refunds.filter(({ payment_id }) => payment_id === payment?.id);
  const returned = refunds.filter(({ status }) => status === 'succeeded');
  expect(returned.length).toBeLessThanOrEqual(1);
  const isGiven = payment?.status === 'succeeded' && returned.length === 0;
  const access = await scene.paidAccess(customer);
  expect(access.map(({ order_id }) => order_id)).toEqual(isGiven ? [orderId] : []);
  expect(ours.refund?.status === 'succeeded').toBe(returned.length === 1);
  if (ours.refund && returned.length === 0) expect(['failed', 'unknown']).toContain(ours.refund.status);
  const entries = (await scene.entriesOf(orderId)).map(({ action }) => action);
  expect(entries.filter((action) => action === 'payment.succeeded')).toHaveLength(
    ours.status === 'succeeded' ? 1 : 0,
  );
  const { body: job } = await scene.call('GET', `/jobs/${orderId.replace('ord_', 'job_')}`);
  // A payment that ended before the server knew of it has no link.
  const ends = payment?.status === 'canceled' && each.creation ? ['succeeded', 'failed'] : ['succeeded'];
  expect(payment ? ends : ['unknown']).toContain(job.status);
}

const count = (operation: string) =>
  fake.requests.filter((request) => request.operation === operation).length;
