import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { maxId, noId, readId, showId } from '../../platform/ids.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { as, outer } from '../../platform/sql-expressions.ts';
import { jsonOf, listOf, orNull, types } from '../../platform/sql-types.ts';
import { search, searchOf, statement } from '../../platform/statement.ts';
import { cursorPage, pageById, rangeFields, rangeOf } from '../http/cursors.ts';
import { literal, text } from '../http/fields.ts';
import { identities, profiles } from '../schema.ts';
import { amountOf } from './orders.ts';
import type { paymentRecord } from './project-shapes.ts';
import type { RefundStatus } from './refund-states.ts';
import { orders, refunds } from './schema.ts';
import type { PaymentStatus } from './states.ts';

const statuses = [
  'created',
  'pending',
  'succeeded',
  'canceled',
  'unknown',
] as const satisfies PaymentStatus[];

/** The filters of a list of payments for owners. They can be combined. */
export const paymentFilters = z.object({
  status: literal(statuses).optional(),
  environment: literal(['sandbox', 'live']).optional(),
  operation_id: text({ max: 63 }).optional().describe('The name of the operation.'),
  identity_id: text().optional().describe('`idn_…`. An unknown one has no payments.'),
  ...rangeFields('order'),
});

type PaymentFilters = z.output<typeof paymentFilters>;

export const paymentsPage = 100;

type Fault = { code: string; message: string } | null;
type RefundSummary = { id: string; status: RefundStatus; amount: string; currency: string; error: Fault };

const o = alias(orders, 'o');
const r = alias(refunds, 'r');
const i = alias(identities, 'i');
const p = alias(profiles, 'p');

const columns = {
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
};

const withProfiles = sql`
    LEFT JOIN ${identities} AS ${i} ON ${i.projectId} = ${o.projectId} AND ${i.id} = ${o.identityId}
    LEFT JOIN ${profiles} AS ${p} ON ${p.projectId} = ${i.projectId} AND ${p.id} = ${i.profileId}
    ORDER BY ${o.id} DESC`;

/** The columns of these orders, with what their customers have. @param some a query of orders */
const shownOf = (some: SQL, list: SQL) => sql`SELECT ${list} FROM (${some}) AS ${o} ${withProfiles}`;

const readPage = statement({
  name: 'payments',
  params: { projectId: orders.projectId, offset: types.bigint },
  columns,
  query: (given, list) => sql`
    SELECT ${list}
    FROM (
      SELECT * FROM ${orders} WHERE ${orders.projectId} = ${given.projectId}
      ORDER BY ${orders.id} DESC OFFSET ${given.offset} LIMIT ${paymentsPage + 1}
    ) AS ${o} ${withProfiles}`,
});

/** A customer has few orders, so all of them are read and sorted. */
const readOfCustomer = statement({
  name: 'payments-of-customer',
  prepared: false,
  params: {
    projectId: orders.projectId,
    identityIds: listOf(orders.identityId),
    before: orders.id,
    most: types.int,
  },
  columns,
  query: (given, list) => sql`
    SELECT ${list}
    FROM (
      SELECT * FROM ${orders}
      WHERE ${orders.projectId} = ${given.projectId} AND ${orders.identityId} = ANY (${given.identityIds})
        AND ${orders.id} < ${given.before}
      ORDER BY ${orders.id} DESC LIMIT ${given.most}
    ) AS ${o} ${withProfiles}`,
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

/** The payments of some accounts, newest first. @param before the stored id of the last payment of the page before */
export async function paymentsOf(
  database: Queryable,
  projectId: string,
  identityIds: readonly string[],
  { before = maxId, most }: { before?: string | undefined; most: number },
): Promise<z.output<typeof paymentRecord>[]> {
  return (await readOfCustomer.all(database, { projectId, identityIds, before, most })).map(present);
}

/** A page of payments for owners, newest first. Each filter is a range of an index. */
export async function findPayments(database: Queryable, projectId: string, filters: PaymentFilters) {
  return pageById('order', await paymentsBy(projectId, filters).all(database), present);
}

/** The search for a page of payments, and one more if there are more. */
export function paymentsBy(projectId: string, filters: PaymentFilters) {
  const { status, environment, operation_id: operation, identity_id: identity } = filters;
  const conditions: SQL[] = [eq(orders.projectId, projectId), ...rangeOf('order', orders, filters)];
  if (status !== undefined) conditions.push(eq(orders.status, status));
  if (environment !== undefined) conditions.push(eq(orders.environment, environment));
  if (operation !== undefined) conditions.push(eq(orders.operation, operation));
  if (identity !== undefined) conditions.push(eq(orders.identityId, readId('identity', identity) ?? noId));
  const some = sql`SELECT * FROM ${orders} WHERE ${and(...conditions)}
    ORDER BY ${desc(orders.id)} LIMIT ${cursorPage + 1}`;
  return searchOf(columns, (list) => shownOf(some, list));
}

/** One payment as lists show it. */
export async function findPayment(
  database: Queryable,
  projectId: string,
  id: string,
): Promise<z.output<typeof paymentRecord> | undefined> {
  const some = sql`SELECT * FROM ${orders} WHERE ${and(eq(orders.projectId, projectId), eq(orders.id, id))}`;
  const [row] = await search(database, columns, (list) => shownOf(some, list));
  return row && present(row);
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
