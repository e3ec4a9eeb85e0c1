import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { writeAudit } from '../audit/entry.ts';
import type { OpenConnection } from '../connections/kind.ts';
import { openShop } from '../connections/shop.ts';
import type {
  PaymentProvider,
  ProviderOutcome,
  ProviderPayment,
  ProviderRefund,
} from '../providers/provider.ts';
import { defineKind } from '../tasks/kind.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { type Found, findStanding, type Standing, settleFound } from '../tasks/unsettled.ts';
import { outcomeOf } from './create.ts';
import { followPayment } from './follow.ts';
import {
  amountOf,
  asOrder,
  changeOrder,
  type OrderRow,
  orderLanes,
  readOrder,
  readRefunds,
} from './orders.ts';
import { reconcileRefunds } from './reconcile-refunds.ts';
import { lookInSandbox } from './sandbox.ts';
import { checkedAgainInMs, underWayInMs } from './schedule.ts';
import { orders } from './schema.ts';
import { findPayments, readPayments } from './search.ts';
import { openConnectionOf } from './shops.ts';
import { reconcileCreation, reconcilePayment } from './states.ts';

/** The kind of task that reconciles an order. */
export const reconcileTask = defineKind({
  name: 'reconcile',
  payload: z.object({ order: z.string() }),
  lane: ({ payload: { order } }) => orderLanes.of(order),
});

export interface ReconcileOptions {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  queue: TaskQueue;
}

/** The provider's report on an order at one time. */
interface Report {
  /** The first one is to be believed most; empty if there are none. */
  payments: ProviderPayment[];
  refunds: ProviderRefund[];
}

/**
 * Compares an order with the provider's books and follows them. It only reads there, so it may be repeated; the result is
 * stored under the order's lock.
 *
 * While the task that makes the payment or the refund is running, that task's answer counts, and reconciliation waits.
 */
export function reconcileKind(options: ReconcileOptions) {
  const { database, vault, http } = options;
  return reconcileTask.outer({
    record: 'order',
    succeeded: 'succeeded',
    quiet: 'always',
    async run({ projectId, payload }) {
      const { order: id } = payload;
      const order = await readOrder(database, projectId, id);
      if (!order) return { state: 'succeeded' };
      const job = await findStanding(database, projectId, id);
      if (job?.isUnderWay) {
        await comeBack(database, order, underWayInMs(order));
        return { state: 'succeeded' };
      }
      const connection = await openConnectionOf(database, vault, order);
      const report = await look(order, job, connection, http);
      if (report.kind !== 'answered') {
        const inMs = checkedAgainInMs(order, new Date());
        const afterMs = report.kind === 'refused' ? 0 : (report.afterMs ?? 0);
        await comeBack(database, order, inMs && Math.max(inMs, afterMs));
        return { state: 'succeeded' };
      }
      const wake = await database.transaction((tx) => follow(tx, options.queue, order, report.value));
      return { state: 'succeeded', wake };
    },
  });
}

async function look(
  order: OrderRow,
  job: Standing | undefined,
  connection: OpenConnection | undefined,
  http: OutboundHttp,
): Promise<ProviderOutcome<Report>> {
  const nothing: ProviderOutcome<Report> = { kind: 'answered', value: { payments: [], refunds: [] } };
  if (order.environment === 'sandbox') {
    if (order.status !== 'pending') return nothing;
    const payment = await lookInSandbox(
      {
        ...order,
        orderId: showId('order', order.id),
        amount: amountOf(order),
      },
      order,
    );
    return { kind: 'answered', value: { payments: [payment], refunds: [] } };
  }
  // Without the connection the provider cannot be asked. It is kept while anything is open.
  if (!connection || wasNeverMade(order, job)) return nothing;
  const provider = openShop(connection, http);
  const found = await lookForPayments(provider, order, job);
  if (found.kind !== 'answered') return found;
  const [payment] = found.value;
  if (payment?.status !== 'succeeded') {
    return { kind: 'answered', value: { payments: found.value, refunds: [] } };
  }
  const refunds = await provider.findRefundsOf(payment.id);
  if (refunds.kind !== 'answered') return refunds;
  return { kind: 'answered', value: { payments: found.value, refunds: refunds.value } };
}

async function lookForPayments(
  provider: PaymentProvider,
  order: OrderRow,
  job: Standing | undefined,
): Promise<ProviderOutcome<ProviderPayment[]>> {
  if (order.paymentId === null) return findPayments(provider, order, job?.finishedAt ?? new Date());
  return readPayments(provider, order.paymentId, order);
}

/** Whether certainly no payment was made: the job failed before that was possible, or its owner has settled it so. */
function wasNeverMade({ status }: OrderRow, job: Standing | undefined): boolean {
  if (status !== 'created' && status !== 'unknown') return false;
  return job?.state === 'failed' && (status === 'created' || job.settledAs === 'failed');
}

/** @returns the lanes that got work through this */
async function follow(
  tx: Transaction,
  queue: TaskQueue,
  before: OrderRow,
  report: Report,
): Promise<LaneTicket[]> {
  const { projectId, id } = before;
  let order = (await readOrder(tx, projectId, id, 'update'))!;
  // Read again under the lock, because an owner may have repeated it meanwhile.
  const job = await findStanding(tx, projectId, id);
  if (job?.isUnderWay) {
    await comeBack(tx, before, underWayInMs(order));
    return [];
  }
  const now = new Date();
  if (wasNeverMade(order, job)) {
    const error = job?.error ?? neverMade;
    order = await followPayment(tx, order, { changes: { status: 'canceled' }, problems: [] }, error);
  }
  for (const payment of report.payments) {
    order = await followPayment(tx, order, reconcilePayment(asOrder(order), payment, now));
  }
  if (order.status === 'created') {
    const error = job?.error ?? noAnswer;
    order = await followPayment(
      tx,
      order,
      reconcileCreation(asOrder(order), { kind: 'unknown', ...error }, now),
      error,
    );
  }
  const wake: LaneTicket[] = [];
  if (job?.state === 'unknown' && order.status !== 'unknown')
    wake.push(...(await settleJob(tx, queue, order)));
  wake.push(...(await tell(tx, queue, order)));
  const settled = await reconcileRefunds(tx, queue, order, await readRefunds(tx, order), report);
  order = settled.order;
  wake.push(...settled.wake);
  const isOpen = order.status === 'pending' || order.status === 'unknown' || settled.isOpen;
  if (isFinal(order)) await changeOrder(tx, order, { waiter: null });
  // This payment was checked, unless a notification has named yet another one meanwhile.
  const { otherPaymentId } = before;
  if (otherPaymentId !== null && otherPaymentId === order.otherPaymentId) {
    await changeOrder(tx, order, { otherPaymentId: null });
  }
  await comeBack(tx, before, isOpen ? checkedAgainInMs(order, now) : null);
  return wake;
}

/** Settles a job with an unknown outcome by the status of its order. */
async function settleJob(tx: Transaction, queue: TaskQueue, order: OrderRow): Promise<LaneTicket[]> {
  const found = outcomeOf(order) as Found;
  const wake = await settleFound(tx, queue, order.projectId, order.id, found);
  if (!wake) return [];
  await writeAudit(tx, {
    ...jobEntry(order),
    action: `job.${found.state}`,
    data: { found: true, ...(found.state === 'failed' && { error: found.error }) },
  });
  return wake;
}

function jobEntry({ projectId, id, environment, requestId, identityId }: OrderRow) {
  const actor = { type: 'system' as const, id: null, name: null };
  return {
    projectId,
    actor,
    subject: { type: 'job', id: showId('job', id) },
    environment,
    requestId,
    identityId,
  };
}

/** Notifies the waiter of the end of the payment, once. */
async function tell(tx: Transaction, queue: TaskQueue, order: OrderRow): Promise<LaneTicket[]> {
  if (!order.waiter || (order.status !== 'succeeded' && order.status !== 'canceled')) return [];
  const reason = order.cancellation?.reason;
  const error = reason ? { code: reason, message: `The payment was canceled: ${reason}.` } : notPaid;
  return queue.tell(tx, [
    {
      projectId: order.projectId,
      id: order.id,
      environment: order.environment,
      identityId: order.identityId,
      requestId: order.requestId,
      waiter: order.waiter,
      state: order.status,
      stage: 'payment',
      result: { order_id: showId('order', order.id), status: order.status, test: order.test },
      error: order.status === 'canceled' ? (order.error ?? error) : null,
    },
  ]);
}

const isFinal = ({ status }: OrderRow) => status === 'succeeded' || status === 'canceled';

/**
 * Stores when the order is checked again; null means not before something happens. An event since it was read, such as a
 * notification, has set an earlier time, which stays.
 */
async function comeBack(
  { orm }: Pick<Transaction, 'orm'>,
  { projectId, id, nextCheckAt }: OrderRow,
  inMs: number | null,
) {
  const asRead = sql.param(nextCheckAt, orders.nextCheckAt);
  await orm
    .update(orders)
    .set({
      checks: sql`${orders.checks} + 1`,
      nextCheckAt: sql`now() + make_interval(secs => ${inMs}::float8 / 1000)`,
    })
    .where(
      and(
        eq(orders.projectId, projectId),
        eq(orders.id, id),
        sql`${orders.nextCheckAt} IS NOT DISTINCT FROM ${asRead}`,
      ),
    );
}

const neverMade = { code: 'not_made', message: 'The payment was never made.' };
const noAnswer = { code: 'no_answer', message: 'The payment was asked for, and no answer is known.' };
const notPaid = { code: 'canceled', message: 'The payment was canceled.' };
