import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Environment } from '../schema.ts';
import { amountOf } from './orders.ts';
import type { RefundStatus } from './refund-states.ts';
import type { PaymentStatus } from './states.ts';

const moment = z.iso.datetime();
const moneyRecord = z.object({ value: z.string(), currency: z.string() });

/** A payment as clients see it. */
export const paymentRecord = z.object({
  order_id: z.string().describe('`ord_…`'),
  operation_id: z.string(),
  identity_id: z.string(),
  profile_id: z.string().nullable(),
  environment: z.enum(['sandbox', 'live']),
  test: z.boolean().describe('No money moved: the sandbox, or a test shop. It never gives access.'),
  status: z.enum(['created', 'pending', 'succeeded', 'canceled', 'unknown']),
  amount: moneyRecord,
  description: z.string().describe('What the payer is shown.'),
  payment_url: z.string().nullable().describe('Where the customer pays; null when there is nothing to pay.'),
  product: z.string().nullable(),
  access_until: moment
    .nullable()
    .describe('Until when this and earlier orders of the product give access; null for none, and for ever.'),
  refund: z
    .object({
      refund_id: z.string().describe('`rfd_…`'),
      status: z.enum(['queued', 'running', 'succeeded', 'failed', 'unknown']),
      amount: moneyRecord,
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
    })
    .nullable()
    .describe('The latest refund.'),
  created_at: moment,
  paid_at: moment.nullable(),
});

interface PaymentRow {
  id: string;
  operation: string;
  identity_id: string;
  profile_id: string | null;
  environment: Environment;
  test: boolean;
  status: PaymentStatus;
  amount: string;
  currency: string;
  description: string;
  payment_url: string | null;
  product: string | null;
  paid_access: { order_id: string; until: string | null }[] | null;
  refund: { id: string; status: RefundStatus; amount: string; currency: string; error: TaskError } | null;
  created_at: Date;
  paid_at: Date | null;
}

type TaskError = { code: string; message: string } | null;

export const paymentsPage = 100;

/** A page of payments, newest first, and whether there are more. */
export async function listPayments(
  database: Database,
  projectId: string,
  offset: number,
): Promise<{ items: z.output<typeof paymentRecord>[]; more: boolean }> {
  const { rows } = await database.query<PaymentRow>({
    name: 'payments',
    text: `SELECT o.id, o.operation, o.identity_id, i.profile_id, o.environment, o.test, o.status,
             o.amount::text AS amount, o.currency, o.description, o.payment_url, o.product,
             CASE WHEN o.granted_at IS NOT NULL AND o.refunded_at IS NULL THEN p.paid_access END AS paid_access,
             (SELECT json_build_object(
                'id', r.id, 'status', r.status, 'amount', r.amount::text, 'currency', r.currency, 'error', r.error)
              FROM dialog.refunds AS r WHERE r.project_id = o.project_id AND r.order_id = o.id
              ORDER BY r.id DESC LIMIT 1) AS refund,
             o.created_at, o.paid_at
           FROM (
             SELECT * FROM dialog.orders WHERE project_id = $1 ORDER BY id DESC OFFSET $2 LIMIT ${paymentsPage + 1}
           ) AS o
           LEFT JOIN dialog.identities AS i ON i.project_id = o.project_id AND i.id = o.identity_id
           LEFT JOIN dialog.profiles AS p ON p.project_id = i.project_id AND p.id = i.profile_id
           ORDER BY o.id DESC`,
    values: [projectId, offset],
  });
  return { items: rows.slice(0, paymentsPage).map(present), more: rows.length > paymentsPage };
}

function present(row: PaymentRow): z.output<typeof paymentRecord> {
  const orderId = showId('order', row.id);
  const { refund } = row;
  return {
    order_id: orderId,
    operation_id: row.operation,
    identity_id: showId('identity', row.identity_id),
    profile_id: row.profile_id && showId('profile', row.profile_id),
    environment: row.environment,
    test: row.test,
    status: row.status,
    amount: amountOf(row),
    description: row.description,
    payment_url: row.payment_url,
    product: row.product,
    access_until: row.paid_access?.find((access) => access.order_id === orderId)?.until ?? null,
    refund: refund && {
      refund_id: showId('refund', refund.id),
      status: refund.status,
      amount: amountOf(refund),
      error: refund.error,
    },
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  };
}
