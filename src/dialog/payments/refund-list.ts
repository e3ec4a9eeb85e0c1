import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { noId, readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { searchOf } from '../../platform/statement.ts';
import { cursorPage, idCursor, pageById } from '../http/cursors.ts';
import { literal, text } from '../http/fields.ts';
import { amountOf } from './orders.ts';
import type { ownedRefund } from './owner-shapes.ts';
import type { RefundStatus } from './refund-states.ts';
import { refunds } from './schema.ts';

/** The list of a project's refunds, for owners. */

const statuses = ['queued', 'running', 'succeeded', 'failed', 'unknown'] as const satisfies RefundStatus[];

/** The filters of the list. They can be combined. */
export const refundFilters = z.object({
  status: literal(statuses).optional(),
  order_id: text().optional().describe('`ord_…`. An unknown one has no refunds.'),
  cursor: idCursor('refund'),
});

type RefundFilters = z.output<typeof refundFilters>;

const columns = {
  id: refunds.id,
  orderId: refunds.orderId,
  environment: refunds.environment,
  status: refunds.status,
  amount: refunds.amount,
  currency: refunds.currency,
  error: refunds.error,
  providerRefundId: refunds.providerRefundId,
  createdAt: refunds.createdAt,
  finishedAt: refunds.finishedAt,
};

type RefundRow = { [Name in keyof typeof columns]: (typeof refunds.$inferSelect)[Name] };

/** A page of refunds, newest first. Each filter is a range of an index. */
export async function findRefunds(database: Queryable, projectId: string, filters: RefundFilters) {
  return pageById('refund', await refundsBy(projectId, filters).all(database), presentRefund);
}

/** The search for a page of refunds, and one more if there are more. */
export function refundsBy(projectId: string, { status, order_id: order, cursor }: RefundFilters) {
  const conditions: SQL[] = [eq(refunds.projectId, projectId)];
  if (status !== undefined) conditions.push(eq(refunds.status, status));
  if (order !== undefined) conditions.push(eq(refunds.orderId, readId('order', order) ?? noId));
  const before = readId('refund', cursor);
  if (before !== undefined) conditions.push(lt(refunds.id, before));
  return searchOf(
    columns,
    (list) => sql`
      SELECT ${list} FROM ${refunds} WHERE ${and(...conditions)}
      ORDER BY ${desc(refunds.id)} LIMIT ${cursorPage + 1}`,
  );
}

/** A refund as owners see it. */
export function presentRefund(row: RefundRow): z.output<typeof ownedRefund> {
  return {
    refund_id: showId('refund', row.id),
    order_id: showId('order', row.orderId),
    environment: row.environment,
    status: row.status,
    amount: amountOf(row),
    error: row.error,
    provider_refund_id: row.providerRefundId,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
