import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { type Fault, startYooKassa, type YooKassaFake } from '../fakes/yookassa.ts';
import { until } from '../harness/until.ts';
import { month, PaymentScene } from '../payments/scene.ts';
import { openSession, type Session } from './database.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/**
 * One process is killed while payments and refunds are at every step, and another one goes on. To hold them there, the
 * provider hangs, or the test locks the row to be written.
 */

let processes: ProcessScene;
let fake: YooKassaFake;
let scene: PaymentScene;
const sessions: Session[] = [];
/** The orders that were being made or refunded, by the step at which the process died. */
const creations = new Map<string, { jobId: string; orderId: string }>();
const refunds = new Map<string, { orderId: string; paymentId: string }>();
let paid: { orderId: string; paymentId: string }[];

beforeAll(async () => {
  // Each row that is locked below holds up a connection of the worker, which may have to wait for half a minute: others have to be left.
  [processes, fake] = await Promise.all([makeProcessScene({ DATABASE_POOL: '30' }), startYooKassa()]);
  const doomed = await processes.start();
  scene = await PaymentScene.open(fake, await processes.owner(doomed));
  // Another connection to the same shop, without cached data.
  await scene.connectShop('elsewhere', fake, { return_url: 'https://shop.example/elsewhere' });
  await scene.define('elsewhere', { ...month, connection: 'elsewhere' });
  paid = await Promise.all(Array.from({ length: 5 }, async () => scene.sell(await scene.customer())));
  for (const { paymentId } of paid) await scene.pay(paymentId);
  for (const { orderId } of paid) await scene.paymentIs(orderId, 'succeeded');

  await create('before it began', 'GET /me', 'hang_before', 'elsewhere');
  await create('requested, and not carried out', 'POST /payments', 'hang_before');
  await create('carried out, and not answered', 'POST /payments', 'hang_after');
  await heldBack('orders', (fault) => create('answered, and not stored', 'POST /payments', fault));
  await giveBack('requested, and not carried out', 'hang_before');
  await giveBack('carried out, and not answered', 'hang_after');
  await heldBack('orders', (fault) => giveBack('answered, and not stored', fault));
  await giveBack('put off', { tooManyRequests: { retryAfterMs: 10_000 } });
  await scene.refundIs(refunds.get('put off')!.orderId, 'running');
  // From here on the process can finish no task.
  const stored = await heldBack('tasks', (fault) =>
    create('stored, and its task not finished', 'POST /payments', fault),
  );
  await scene.paymentIs(stored.orderId, 'pending');
  const given = await heldBack('tasks', (fault) => giveBack('stored, and its task not finished', fault));
  await scene.refundIs(given.orderId, 'succeeded');

  await doomed.kill();
  for (const session of sessions) await session.close();
  scene = scene.at(await processes.owner(await processes.start()));
});

afterAll(async () => {
  await processes?.close();
  await fake?.close();
});

/** Makes a payment, up to the step where the fault holds it. */
async function create(step: string, operation: string, fault: Fault, slug?: string) {
  const arrived = expectOne(operation);
  fake.fail(operation, fault);
  const jobId = await scene.buy(await scene.customer(), {}, slug);
  await arrived();
  // A job makes one order, with its own id.
  const orderId = jobId.replace('job_', 'ord_');
  creations.set(step, { jobId, orderId });
  return { task: readId('job', jobId)!, order: readId('order', orderId)!, orderId };
}

/** Refunds a payment, up to the step where the fault holds it. */
async function giveBack(step: string, fault: Fault) {
  const one = paid.pop()!;
  const arrived = expectOne('POST /refunds');
  fake.fail('POST /refunds', fault);
  const { body } = await scene.refund(one.orderId);
  await arrived();
  refunds.set(step, one);
  return { task: readId('refund', body.refund_id)!, order: readId('order', one.orderId)!, ...one };
}

/** Locks a row that is written after the provider's answer, and then lets the provider answer. */
async function heldBack<Held extends { task: string; order: string }>(
  table: 'orders' | 'tasks',
  work: (fault: Fault) => Promise<Held>,
): Promise<Held> {
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const held = await work({ late });
  const session = await openSession(processes.database.address);
  sessions.push(session);
  await session.query('BEGIN');
  const id = table === 'orders' ? held.order : held.task;
  await session.query(`SELECT 1 FROM dialog.${table} WHERE id = $1 FOR UPDATE`, [id]);
  answer();
  return held;
}

/** @returns a promise for the next request of this operation */
function expectOne(operation: string): () => Promise<unknown> {
  const count = () => fake.requests.filter((request) => request.operation === operation).length;
  const before = count();
  return () => until(() => count() > before);
}

const postsFor = (operation: string, of: (body: any) => boolean) =>
  fake.requests.filter((request) => request.operation === operation && of(request.body)).length;

describe('a process killed while a payment is made', () => {
  it.each([
    ['before it began', 'succeeded', 'pending', 1],
    ['requested, and not carried out', 'unknown', 'unknown', 0],
    ['carried out, and not answered', 'succeeded', 'pending', 1],
    ['answered, and not stored', 'succeeded', 'pending', 1],
    ['stored, and its task not finished', 'succeeded', 'pending', 1],
  ])('%s: the job ends as %s, the payment as %s', async (step, job, status, count) => {
    const { jobId, orderId } = creations.get(step)!;
    await scene.paymentIs(orderId, status, 40_000);
    await until(async () => (await scene.ended(jobId)).status === job, 40_000);
    expect(scene.paymentsOf(orderId)).toHaveLength(count);
    expect(postsFor('POST /payments', (body) => body.metadata.order_id === orderId)).toBe(1);
  });
});

describe('a process killed while a payment is refunded', () => {
  it.each([
    ['put off', 'succeeded', 1, 2],
    ['requested, and not carried out', 'unknown', 0, 1],
    ['carried out, and not answered', 'succeeded', 1, 1],
    ['answered, and not stored', 'succeeded', 1, 1],
    ['stored, and its task not finished', 'succeeded', 1, 1],
  ])('%s: the refund ends as %s', async (step, status, count, asked) => {
    const { orderId, paymentId } = refunds.get(step)!;
    await scene.refundIs(orderId, status, 40_000);
    expect(fake.shop.refunds.filter(({ payment_id }) => payment_id === paymentId)).toHaveLength(count);
    expect(postsFor('POST /refunds', (body) => body.payment_id === paymentId)).toBe(asked);
  });
});

it('leaves an owner only those outcomes to settle that nobody can know', async () => {
  const unknown = 'requested, and not carried out';
  const items = await until(async () => {
    const { body } = await scene.owner('GET', '/unsettled');
    return body.items.length === 2 && body.items;
  });
  const { refund } = await scene.payment(refunds.get(unknown)!.orderId);
  expect(items.map(({ id }: any) => id).toSorted()).toEqual(
    [creations.get(unknown)!.jobId, refund.refund_id].toSorted(),
  );
});
