import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  json,
  numeric,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { dialog, type Environment, type Waiter } from '../schema.ts';
import type { AccessTerm } from './access.ts';
import type { Cancellation } from './provider.ts';
import type { Receipt } from './receipt.ts';
import type { RefundStatus } from './refund-states.ts';
import type { SandboxCourse } from './sandbox.ts';
import type { PaymentStatus } from './states.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * What was sold to whom, and what became of the payment for it. What the provider is asked for is written down before
 * it is asked, so that a repetition asks for the very same.
 */
export const orders = dialog.table(
  'orders',
  {
    projectId: uuid('project_id').notNull(),
    /** That of the job which asked for it: a job makes one order, however often it is carried out. */
    id: uuid('id').notNull(),
    /** The slug of the operation. */
    operation: text('operation').notNull(),
    /** Null in the sandbox, which goes through none. */
    connectionId: uuid('connection_id'),
    /** The profile is that of the identity at any time, so that linked profiles share what was bought. */
    identityId: uuid('identity_id').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    test: boolean('test').notNull(),
    status: text('status').$type<PaymentStatus>().notNull().default('created'),
    amount: numeric('amount', { precision: 15, scale: 2 }).notNull(),
    currency: text('currency').notNull(),
    description: text('description').notNull(),
    /** Null, with `access`, for what the server keeps no access to. */
    product: text('product'),
    access: json('access').$type<AccessTerm>(),
    receipt: json('receipt').$type<Receipt>(),
    returnUrl: text('return_url').notNull(),
    /** The account of the shop that is to take the money. */
    shopId: text('shop_id').notNull(),
    idempotenceKey: uuid('idempotence_key').notNull(),
    /** The provider's id. */
    paymentId: text('payment_id'),
    paymentUrl: text('payment_url'),
    cancellation: json('cancellation').$type<Cancellation>(),
    /** Why there is no payment, or nobody knows of one. */
    error: json('error').$type<{ code: string; message: string }>(),
    /** Reports that did not fit, each once. */
    problems: json('problems').$type<{ code: string; message: string; at: string }[]>().notNull().default([]),
    /** In the sandbox: what is to become of the payment and of a refund. */
    course: json('course').$type<SandboxCourse>(),
    /** Who is told of the end of the payment; null when nobody is left to tell. */
    waiter: json('waiter').$type<Waiter>(),
    requestId: text('request_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    paidAt: at('paid_at'),
    /** When access began; null for a test, and until it is paid. */
    grantedAt: at('granted_at'),
    /** When the whole sum had gone back, which ended the access. */
    refundedAt: at('refunded_at'),
    /** How often the provider was asked since something last happened. */
    checks: integer('checks').notNull().default(0),
    /** When it is asked again; null when nothing is open. */
    nextCheckAt: at('next_check_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex('orders_payment')
      .on(t.projectId, t.connectionId, t.paymentId)
      .where(sql`payment_id IS NOT NULL`),
    index('orders_by_identity').on(t.projectId, t.identityId),
    index('orders_due').on(t.nextCheckAt).where(sql`next_check_at IS NOT NULL`),
    index('orders_unfinished')
      .on(t.projectId)
      .where(sql`environment = 'live' AND status IN ('created', 'pending', 'unknown')`),
  ],
);

/** Refunds, always of the whole payment: those that were asked for here, and those that somebody made at the provider. */
export const refunds = dialog.table(
  'refunds',
  {
    projectId: uuid('project_id').notNull(),
    /** That of the task which carries it out, if one does. */
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
    // Whatever else goes wrong: no order has two refunds that could both give money back.
    uniqueIndex('refunds_one_an_order').on(t.projectId, t.orderId).where(sql`status <> 'failed'`),
    index('refunds_unfinished')
      .on(t.projectId)
      .where(sql`environment = 'live' AND status IN ('queued', 'running', 'unknown')`),
  ],
);
