import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { type AuditEntry, system } from '../audit/entry.ts';
import type { Money } from '../providers/money.ts';
import { lanesOf } from '../tasks/lanes.ts';
import type { Refund } from './refund-states.ts';
import { orders, refunds } from './schema.ts';
import type { Order } from './states.ts';

/** Stored orders and their refunds. */

export type OrderRow = typeof orders.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

type Orm = Pick<Transaction, 'orm'>;

/** @param lock prevents changes of the order and its refunds until the transaction ends */
export async function readOrder(
  { orm }: Orm,
  projectId: string,
  id: string,
  lock?: 'update',
): Promise<OrderRow | undefined> {
  const wanted = orm
    .select()
    .from(orders)
    .where(and(eq(orders.projectId, projectId), eq(orders.id, id)));
  const [row] = await (lock ? wanted.for(lock) : wanted);
  return row;
}

/** All refunds of an order, newest first. Lock the order to change them. */
export function readRefunds({ orm }: Orm, { projectId, id }: OrderRow): Promise<RefundRow[]> {
  return orm
    .select()
    .from(refunds)
    .where(and(eq(refunds.projectId, projectId), eq(refunds.orderId, id)))
    .orderBy(desc(refunds.id));
}

/** Changes a locked order. @returns the order after the change */
export async function changeOrder({ orm }: Orm, row: OrderRow, change: Partial<OrderRow>): Promise<OrderRow> {
  await orm
    .update(orders)
    .set(change)
    .where(and(eq(orders.projectId, row.projectId), eq(orders.id, row.id)));
  return { ...row, ...change };
}

/** Changes a refund of a locked order. @returns the refund after the change */
export async function changeRefund(
  { orm }: Orm,
  row: RefundRow,
  change: Partial<RefundRow>,
): Promise<RefundRow> {
  await orm
    .update(refunds)
    .set(change)
    .where(and(eq(refunds.projectId, row.projectId), eq(refunds.id, row.id)));
  return { ...row, ...change };
}

/**
 * Marks refunds that wait to be made as being made, in a restored database: whether the provider has made one since the backup is for
 * their reconciliation to find out.
 */
export async function noteRefundsBegun({ orm }: Orm): Promise<void> {
  await orm.update(refunds).set({ status: 'running' }).where(eq(refunds.status, 'queued'));
}

/** Makes orders due for reconciliation now, and starts the intervals again. An id of no order is passed over. */
export async function checkSoon({ orm }: Orm, projectId: string, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await orm
    .update(orders)
    .set({ checks: 0, nextCheckAt: sql`now()` })
    .where(and(eq(orders.projectId, projectId), inArray(orders.id, [...orderIds])));
}

/** The sum of an order or a refund. */
export const amountOf = ({ amount, currency }: { amount: string; currency: string }): Money => ({
  value: amount,
  currency,
});

/** The lanes of orders: the refunds and the reconciliation of an order run one after the other. */
export const orderLanes = lanesOf('order');

/** An order for the state machine of payments. */
export function asOrder(row: OrderRow): Order {
  return {
    orderId: showId('order', row.id),
    status: row.status,
    amount: amountOf(row),
    shopId: row.shopId,
    test: row.test,
    term: row.access,
    paymentId: row.paymentId,
  };
}

/** A refund for the state machine of refunds. */
export function asRefund(row: RefundRow, paymentId: string): Refund {
  return {
    refundId: showId('refund', row.id),
    status: row.status,
    amount: amountOf(row),
    paymentId,
    providerRefundId: row.providerRefundId,
  };
}

/** An audit entry about an order's payment. */
export function paymentEntry(row: OrderRow, what: string, more: Record<string, unknown> = {}): AuditEntry {
  const orderId = showId('order', row.id);
  return {
    projectId: row.projectId,
    actor: system,
    action: `payment.${what}`,
    subject: { type: 'payment', id: orderId },
    environment: row.environment,
    requestId: row.requestId,
    identityId: row.identityId,
    data: {
      order_id: orderId,
      operation_id: row.operation,
      amount: amountOf(row),
      test: row.test,
      ...more,
    },
    cause: row.cause,
  };
}

/** An audit entry about a refund. */
export function refundEntry(
  order: OrderRow,
  refund: RefundRow,
  what: string,
  more: Record<string, unknown> = {},
): AuditEntry {
  return {
    projectId: refund.projectId,
    actor: system,
    action: `refund.${what}`,
    subject: { type: 'refund', id: showId('refund', refund.id) },
    environment: order.environment,
    requestId: refund.requestId,
    identityId: order.identityId,
    data: { order_id: showId('order', order.id), amount: amountOf(refund), test: order.test, ...more },
  };
}
