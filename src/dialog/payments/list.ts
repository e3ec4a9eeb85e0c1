import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { as, outer } from '../../platform/sql-expressions.ts';
import { jsonOf, orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { identities, profiles } from '../schema.ts';
import { amountOf } from './orders.ts';
import type { paymentRecord } from './project-shapes.ts';
import type { RefundStatus } from './refund-states.ts';
import { orders, refunds } from './schema.ts';

export const paymentsPage = 100;

type Fault = { code: string; message: string } | null;
type RefundSummary = { id: string; status: RefundStatus; amount: string; currency: string; error: Fault };

const o = alias(orders, 'o');
const r = alias(refunds, 'r');
const i = alias(identities, 'i');
const p = alias(profiles, 'p');

const readPage = statement({
  name: 'payments',
  params: { projectId: orders.projectId, offset: types.bigint },
  columns: {
    id: o.id,
    operation: o.operation,
    identityId: o.identityId,
    profileId: outer(i.profileId),
    environment: o.environment,
    test: o.test,
    status: o.status,
    amount: o.amount,
    currency: o.currency,
    description: o.description,
    paymentUrl: o.paymentUrl,
    product: o.product,
    paidAccess: as(
      orNull(jsonOf<{ order_id: string; until: string | null }[]>()),
      sql`CASE WHEN ${o.grantedAt} IS NOT NULL AND ${o.refundedAt} IS NULL THEN ${p.paidAccess} END`,
    ),
    refund: as(
      orNull(jsonOf<RefundSummary>()),
      sql`(
        SELECT json_build_object('id', ${r.id}, 'status', ${r.status}, 'amount', ${r.amount}::text,
          'currency', ${r.currency}, 'error', ${r.error})
        FROM ${refunds} AS ${r} WHERE ${r.projectId} = ${o.projectId} AND ${r.orderId} = ${o.id}
        ORDER BY ${r.id} DESC LIMIT 1)`,
    ),
    createdAt: o.createdAt,
    paidAt: o.paidAt,
  },
  query: (given, columns) => sql`
    SELECT ${columns}
    FROM (
      SELECT * FROM ${orders} WHERE ${orders.projectId} = ${given.projectId}
      ORDER BY ${orders.id} DESC OFFSET ${given.offset} LIMIT ${paymentsPage + 1}
    ) AS ${o}
    LEFT JOIN ${identities} AS ${i} ON ${i.projectId} = ${o.projectId} AND ${i.id} = ${o.identityId}
    LEFT JOIN ${profiles} AS ${p} ON ${p.projectId} = ${i.projectId} AND ${p.id} = ${i.profileId}
    ORDER BY ${o.id} DESC`,
});

type PaymentRow = Awaited<ReturnType<typeof readPage.one>>;

/** A page of payments, newest first, and whether there are more. */
export async function listPayments(
  database: Database,
  projectId: string,
  offset: number,
): Promise<{ items: z.output<typeof paymentRecord>[]; more: boolean }> {
  const rows = await readPage.all(database, { projectId, offset });
  return { items: rows.slice(0, paymentsPage).map(present), more: rows.length > paymentsPage };
}

function present(row: PaymentRow): z.output<typeof paymentRecord> {
  const orderId = showId('order', row.id);
  const { refund } = row;
  return {
    order_id: orderId,
    operation_id: row.operation,
    identity_id: showId('identity', row.identityId),
    profile_id: row.profileId && showId('profile', row.profileId),
    environment: row.environment,
    test: row.test,
    status: row.status,
    amount: amountOf(row),
    description: row.description,
    payment_url: row.paymentUrl,
    product: row.product,
    access_until: row.paidAccess?.find((access) => access.order_id === orderId)?.until ?? null,
    refund: refund && {
      refund_id: showId('refund', refund.id),
      status: refund.status,
      amount: amountOf(refund),
      error: refund.error,
    },
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
  };
}
