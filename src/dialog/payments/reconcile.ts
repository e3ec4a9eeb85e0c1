import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { writeAudit } from '../audit/entry.ts';
import type { OpenConnection } from '../connections/kind.ts';
import type { OuterKind } from '../tasks/kinds.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { type Found, findStanding, type Standing, settleFound } from '../tasks/unsettled.ts';
import { tellWaiters } from '../tasks/waiters.ts';
import { outcomeOf } from './create.ts';
import { followPayment } from './follow.ts';
import { amountOf, asOrder, changeOrder, type OrderRow, readOrder, readRefunds } from './orders.ts';
import type { PaymentProvider, ProviderOutcome, ProviderPayment, ProviderRefund } from './provider.ts';
import { reconcileRefunds } from './reconcile-refunds.ts';
import { lookInSandbox } from './sandbox.ts';
import { checkedAgainInMs, underWayInMs } from './schedule.ts';
import { findPayments } from './search.ts';
import { openConnectionOf, openShop } from './shops.ts';
import { reconcileCreation, reconcilePayment } from './states.ts';

/** What the task says that reconciles an order. */
export interface ReconcilePayload {
  order: string;
}

export interface ReconcileOptions {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  shard: number;
}

/** What the provider says about an order at one moment. */
interface Report {
  /** In the order in which they are to be believed; empty when it has none. */
  payments: ProviderPayment[];
  refunds: ProviderRefund[];
}

/**
 * Compares an order with the provider's books and follows them. It only reads there, so it may be done any number of
 * times; what it finds is stored under the order's lock.
 *
 * As long as the task that makes the payment or the refund is under way, what that task hears counts, and this waits.
 */
export function reconcileKind(options: ReconcileOptions): OuterKind {
  const { database, vault, http } = options;
  return {
    record: 'order',
    succeeded: 'succeeded',
    quiet: 'always',
    async run({ projectId, payload }) {
      const { order: id } = payload as ReconcilePayload;
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
      const wake = await database.transaction((tx) => follow(tx, options.shard, order, report.value));
      return { state: 'succeeded', wake };
    },
  };
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
  // Without its connection nothing can be asked; it is kept while anything is open.
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
  const found = await provider.findPayment(order.paymentId);
  return found.kind === 'answered' ? { kind: 'answered', value: found.value ? [found.value] : [] } : found;
}

/** The job ended for certain before anything could have been made, or its owner found out that nothing was. */
function wasNeverMade({ status }: OrderRow, job: Standing | undefined): boolean {
  if (status !== 'created' && status !== 'unknown') return false;
  return job?.state === 'failed' && (status === 'created' || job.settledAs === 'failed');
}

/** @returns the lanes that got work by it */
async function follow(
  tx: Transaction,
  shard: number,
  before: OrderRow,
  report: Report,
): Promise<LaneTicket[]> {
  const { projectId, id } = before;
  let order = (await readOrder(tx, projectId, id, 'update'))!;
  // Read again under the lock: an owner may have had it made again meanwhile.
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
    wake.push(...(await settleJob(tx, shard, order)));
  wake.push(...(await tell(tx, shard, order)));
  const settled = await reconcileRefunds(tx, shard, order, await readRefunds(tx, order), report);
  order = settled.order;
  wake.push(...settled.wake);
  const isOpen = order.status === 'pending' || order.status === 'unknown' || settled.isOpen;
  if (isFinal(order)) await changeOrder(tx, order, { waiter: null });
  await comeBack(tx, before, isOpen ? checkedAgainInMs(order, now) : null);
  return wake;
}

/** What became of the job is known by what became of its order. */
async function settleJob(tx: Transaction, shard: number, order: OrderRow): Promise<LaneTicket[]> {
  const found = outcomeOf(order) as Found;
  const wake = await settleFound(tx, shard, order.projectId, order.id, found);
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

/** Tells whoever waits for the payment that it has ended, once. */
async function tell(tx: Transaction, shard: number, order: OrderRow): Promise<LaneTicket[]> {
  if (!order.waiter || (order.status !== 'succeeded' && order.status !== 'canceled')) return [];
  const reason = order.cancellation?.reason;
  const error = reason ? { code: reason, message: `The payment was canceled: ${reason}.` } : notPaid;
  return tellWaiters(tx, shard, [
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
 * Says when the order is looked at again; null for not before something happens. What happened since it was read, such
 * as a notification, wants it looked at sooner, and stays.
 */
async function comeBack(tx: Queryable, { projectId, id, nextCheckAt }: OrderRow, inMs: number | null) {
  await tx.query(
    `UPDATE dialog.orders SET checks = checks + 1, next_check_at = now() + make_interval(secs => $4::float8 / 1000)
     WHERE project_id = $1 AND id = $2 AND next_check_at IS NOT DISTINCT FROM $3`,
    [projectId, id, nextCheckAt, inMs],
  );
}

const neverMade = { code: 'not_made', message: 'The payment was never made.' };
const noAnswer = { code: 'no_answer', message: 'The payment was asked for, and no answer is known.' };
const notPaid = { code: 'canceled', message: 'The payment was canceled.' };
