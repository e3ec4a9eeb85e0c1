import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  numeric,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { json } from '../../platform/json-column.ts';
import { grantColumns } from '../profiles/paid-orders.ts';
import type { Cancellation } from '../providers/provider.ts';
import type { Receipt } from '../providers/receipt.ts';
import { type Cause, dialog, type Environment, type Waiter } from '../schema.ts';
import type { RefundStatus } from './refund-states.ts';
import type { SandboxCourse } from './sandbox.ts';
import type { PaymentStatus } from './states.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * Orders: what was sold to whom, and the state of its payment. The request to the provider is stored before it is sent, so that
 * a repetition sends exactly the same.
 */
export const orders = dialog.table(
  'orders',
  {
    // The id is that of the job: a job makes one order, however often it runs. The profile is always that of the identity, so
    // that linked profiles share what was bought. `product` and `access` are null if the server manages no access;
    // `grantedAt` is also null for a test payment.
    ...grantColumns,
    /** The slug of the operation. */
    operation: text('operation').notNull(),
    /** Null in the sandbox, which uses no connection. */
    connectionId: uuid('connection_id'),
    environment: text('environment').$type<Environment>().notNull(),
    test: boolean('test').notNull(),
    status: text('status').$type<PaymentStatus>().notNull().default('created'),
    amount: numeric('amount', { precision: 15, scale: 2 }).notNull(),
    currency: text('currency').notNull(),
    description: text('description').notNull(),
    receipt: json('receipt').$type<Receipt>(),
    returnUrl: text('return_url').notNull(),
    /** The account of the shop that should take the money. */
    shopId: text('shop_id').notNull(),
    idempotenceKey: uuid('idempotence_key').notNull(),
    /** The provider's id. */
    paymentId: text('payment_id'),
    /** Another payment that a notification named for this order, until it was checked. */
    otherPaymentId: text('other_payment_id'),
    paymentUrl: text('payment_url'),
    cancellation: json('cancellation').$type<Cancellation>(),
    /** Why there is no payment, or why its existence is unknown. */
    error: json('error').$type<{ code: string; message: string }>(),
    /** Reports that did not fit, each once. */
    problems: json('problems').$type<{ code: string; message: string; at: string }[]>().notNull().default([]),
    /** In the sandbox: how the payment and a refund end. */
    course: json('course').$type<SandboxCourse>(),
    /** Who is notified of the end of the payment; null if nobody waits any more. */
    waiter: json('waiter').$type<Waiter>(),
    /** The flow that requested it, if one did. */
    cause: json('cause').$type<Cause>(),
    requestId: text('request_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    paidAt: at('paid_at'),
    /** Number of checks since something last happened. */
    checks: integer('checks').notNull().default(0),
    /** The time of the next check; null if nothing is open. */
    nextCheckAt: at('next_check_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex('orders_payment')
      .on(t.projectId, t.connectionId, t.paymentId)
      .where(sql`payment_id IS NOT NULL`),
    index('orders_by_identity').on(t.projectId, t.identityId),
    index('orders_by_status').on(t.projectId, t.status, t.id),
    index('orders_by_environment').on(t.projectId, t.environment, t.id),
    index('orders_by_operation').on(t.projectId, t.operation, t.id),
    index('orders_due').on(t.nextCheckAt).where(sql`next_check_at IS NOT NULL`),
    index('orders_unfinished')
      .on(t.projectId)
      .where(sql`environment = 'live' AND status IN ('created', 'pending', 'unknown')`),
  ],
);

/** Refunds, always of the whole payment: requested here, or made by somebody at the provider. */
export const refunds = dialog.table(
  'refunds',
  {
    projectId: uuid('project_id').notNull(),
    /** The id of the task that makes it, if there is one. */
    id: uuid('id').notNull(),
    orderId: uuid('order_id').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    status: text('status').$type<RefundStatus>().notNull(),
    amount: numeric('amount', { precision: 15, scale: 2 }).notNull(),
    currency: text('currency').notNull(),
    receipt: json('receipt').$type<Receipt>(),
    idempotenceKey: uuid('idempotence_key').notNull(),
    /** The provider's id. */
    providerRefundId: text('provider_refund_id'),
    error: json('error').$type<{ code: string; message: string }>(),
    requestId: text('request_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('refunds_by_order').on(t.projectId, t.orderId, t.id),
    index('refunds_by_status').on(t.projectId, t.status, t.id),
    // The last protection: an order can never have two refunds that could both return money.
    uniqueIndex('refunds_one_an_order').on(t.projectId, t.orderId).where(sql`status <> 'failed'`),
    index('refunds_unfinished')
      .on(t.projectId)
      .where(sql`environment = 'live' AND status IN ('queued', 'running', 'unknown')`),
  ],
);
