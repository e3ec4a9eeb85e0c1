import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { ProviderPayment, ProviderRefund } from '../providers/provider.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { findStanding, type Standing, settleFound } from '../tasks/unsettled.ts';
import { followForeignRefund, followPayment, followRefund } from './follow.ts';
import { asRefund, type OrderRow, type RefundRow } from './orders.ts';
import { type RefundReconciliation, reconcileRefund } from './refund-states.ts';
import { isGivenBack, partialRefund } from './states.ts';

export interface ReconciledRefunds {
  order: OrderRow;
  /** More is to come. */
  isOpen: boolean;
  wake: LaneTicket[];
}

/**
 * Applies the provider's report on the refunds of a locked order: those that were requested here, and those that somebody made
 * elsewhere, which end the order's access as well.
 */
export async function reconcileRefunds(
  tx: Transaction,
  queue: TaskQueue,
  locked: OrderRow,
  rows: RefundRow[],
  report: { payments: ProviderPayment[]; refunds: ProviderRefund[] },
): Promise<ReconciledRefunds> {
  let order = locked;
  let isOpen = false;
  const wake: LaneTicket[] = [];
  const after: RefundRow[] = [];
  for (const row of rows) {
    const found = report.refunds.find((refund) => isOf(row, refund));
    if (!found && !isUnsettled(row)) {
      after.push(row);
      continue;
    }
    const task = await findStanding(tx, row.projectId, row.id);
    if (task?.isUnderWay) return { order, isOpen: true, wake };
    const seen = found ? reconcileRefund(asRefund(row, order.paymentId!), found) : withoutReport(row, task);
    const followed = await followRefund(tx, order, row, seen);
    order = followed.order;
    after.push(followed.refund);
    if (isUnsettled(followed.refund)) isOpen = true;
    if (task?.state === 'unknown' && followed.refund.status !== 'unknown') {
      wake.push(...((await settleFound(tx, queue, row.projectId, row.id, endOf(followed.refund))) ?? []));
    }
  }
  const payment = report.payments.find(({ id }) => id === order.paymentId);
  const problem = payment && partialRefund(payment);
  if (problem) order = await followPayment(tx, order, { changes: {}, problems: [problem] });
  const isElsewhere = payment !== undefined && isGivenBack(payment) && order.refundedAt === null;
  if (!isElsewhere || order.status !== 'succeeded') return { order, isOpen, wake };
  for (const row of after.filter(isUnsettled)) {
    ({ order } = await followRefund(tx, order, row, madeElsewhere));
  }
  const foreign = report.refunds.find(({ status }) => status === 'succeeded');
  return { order: await followForeignRefund(tx, order, foreign), isOpen: false, wake };
}

/** A refund is recognized by the provider's id if it is known, and by its metadata before. */
function isOf({ id, providerRefundId }: RefundRow, found: ProviderRefund): boolean {
  return providerRefundId === null ? found.refundId === showId('refund', id) : found.id === providerRefundId;
}

const isUnsettled = ({ status }: RefundRow) =>
  status === 'queued' || status === 'running' || status === 'unknown';

/** Without a refund at the provider, the outcome of its task or the owner's settlement counts. */
function withoutReport(row: RefundRow, task: Standing | undefined): RefundReconciliation {
  const nothing = { changes: {}, endsAccess: false, problems: [] };
  if (row.providerRefundId !== null || !task) return nothing;
  if (task.settledAs === 'done') {
    return { ...nothing, changes: { status: 'succeeded', error: null }, endsAccess: true };
  }
  if (task.state === 'failed') return { ...nothing, changes: { status: 'failed', error: task.error } };
  if (task.state === 'unknown' && row.status !== 'unknown') {
    return { ...nothing, changes: { status: 'unknown', error: task.error } };
  }
  return nothing;
}

const madeElsewhere: RefundReconciliation = {
  changes: {
    status: 'failed',
    error: { code: 'already_refunded', message: 'The whole sum was given back at the provider.' },
  },
  endsAccess: false,
  problems: [],
};

function endOf({ id, status, error }: RefundRow) {
  if (status === 'failed') return { state: 'failed' as const, error: error! };
  return { state: 'succeeded' as const, result: { refund_id: showId('refund', id), status } };
}
