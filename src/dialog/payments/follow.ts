import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { writeAudit } from '../audit/entry.ts';
import { refreshPaidAccess } from '../profiles/paid-access.ts';
import type { ProviderRefund } from '../providers/provider.ts';
import {
  changeOrder,
  changeRefund,
  type OrderRow,
  paymentEntry,
  type RefundRow,
  refundEntry,
} from './orders.ts';
import type { RefundReconciliation } from './refund-states.ts';
import { refunds } from './schema.ts';
import type { PaymentReconciliation } from './states.ts';

/**
 * Stores the consequences of a provider's report, with audit entries and the access that it grants or ends, in one
 * transaction. The caller has locked the order and read it under that lock.
 */

/** A shop whose every report is wrong must not fill the row. */
const mostProblems = 50;

type OrderError = OrderRow['error'];

/** @param error why the order is now canceled or unknown. @returns the order after the change */
export async function followPayment(
  tx: Transaction,
  row: OrderRow,
  { changes, grant, problems }: PaymentReconciliation,
  error: OrderError = null,
): Promise<OrderRow> {
  let order = await noteProblems(tx, row, problems);
  const isNews = changes.status !== undefined && changes.status !== row.status;
  if (Object.keys(changes).length > 0 || grant) {
    order = await changeOrder(tx, order, {
      ...changes,
      ...(isNews && { error: changes.status === 'canceled' || changes.status === 'unknown' ? error : null }),
      ...(grant && { grantedAt: grant.at }),
    });
  }
  if (isNews) {
    const { cancellation, product } = order;
    await writeAudit(
      tx,
      paymentEntry(order, order.status, {
        ...(grant && { product }),
        ...(order.error && { error: order.error }),
        ...(order.status === 'canceled' && cancellation && { cancellation }),
      }),
    );
  }
  if (grant) await refreshPaidAccess(tx, order.projectId, order.identityId);
  return order;
}

/** @returns the order and the refund after the change */
export async function followRefund(
  tx: Transaction,
  row: OrderRow,
  refund: RefundRow,
  { changes, endsAccess, problems }: RefundReconciliation,
): Promise<{ order: OrderRow; refund: RefundRow }> {
  let order = await noteProblems(tx, row, problems);
  if (Object.keys(changes).length === 0) return { order, refund };
  const isNews = changes.status !== undefined && changes.status !== refund.status;
  const isOver = changes.status === 'succeeded' || changes.status === 'failed';
  const changed = await changeRefund(tx, refund, {
    ...changes,
    ...(isOver && { finishedAt: new Date() }),
  });
  if (isNews && changed.status !== 'running') {
    await writeAudit(
      tx,
      refundEntry(order, changed, changed.status, changed.error ? { error: changed.error } : {}),
    );
  }
  if (endsAccess) order = await endAccess(tx, order);
  return { order, refund: changed };
}

/** Stores a refund that somebody made at the provider. It ends the order's access like any other. */
export async function followForeignRefund(
  tx: Transaction,
  row: OrderRow,
  found: ProviderRefund | undefined,
): Promise<OrderRow> {
  const refund: RefundRow = {
    projectId: row.projectId,
    id: newId(),
    orderId: row.id,
    environment: row.environment,
    status: 'succeeded',
    amount: row.amount,
    currency: row.currency,
    receipt: null,
    idempotenceKey: newId(),
    providerRefundId: found?.id ?? null,
    error: null,
    requestId: null,
    createdAt: found?.createdAt ?? new Date(),
    finishedAt: new Date(),
  };
  await tx.orm.insert(refunds).values(refund);
  await writeAudit(tx, refundEntry(row, refund, 'succeeded', { made_at: 'provider' }));
  return endAccess(tx, row);
}

async function endAccess(tx: Transaction, row: OrderRow): Promise<OrderRow> {
  const order = await changeOrder(tx, row, { refundedAt: new Date() });
  if (order.grantedAt) await refreshPaidAccess(tx, order.projectId, order.identityId);
  return order;
}

/** Stores problems of a report. A report may be read many times; each problem is stored once. */
async function noteProblems(
  tx: Transaction,
  row: OrderRow,
  problems: readonly { code: string; message: string }[],
): Promise<OrderRow> {
  const known = new Set(row.problems.map(({ code, message }) => `${code}\n${message}`));
  const fresh = problems
    .filter(({ code, message }) => !known.has(`${code}\n${message}`))
    .slice(0, Math.max(0, mostProblems - row.problems.length));
  if (fresh.length === 0) return row;
  const at = new Date().toISOString();
  const order = await changeOrder(tx, row, {
    problems: [...row.problems, ...fresh.map(({ code, message }) => ({ code, message, at }))],
  });
  await writeAudit(tx, ...fresh.map((problem) => paymentEntry(order, 'problem', { problem })));
  return order;
}
