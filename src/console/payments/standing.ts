import type { Shape } from '../api/shapes.ts';

/** Where a payment stands, for people: its state, or that of the refund which came after it. */
export type Standing =
  | 'created'
  | 'pending'
  | 'succeeded'
  | 'canceled'
  | 'unknown'
  | 'refunding'
  | 'refunded'
  | 'refund_failed'
  | 'refund_unknown';

type Paid = Pick<Shape<'Payment'>, 'status' | 'refund'>;

const ofRefund = {
  queued: 'refunding',
  running: 'refunding',
  succeeded: 'refunded',
  failed: 'refund_failed',
  unknown: 'refund_unknown',
} as const;

/** What a list says of a payment in one word. */
export const standingOf = ({ status, refund }: Paid): Standing => (refund ? ofRefund[refund.status] : status);

export const looks = {
  created: 'plain',
  pending: 'warn',
  succeeded: 'good',
  canceled: 'plain',
  unknown: 'bad',
  refunding: 'warn',
  refunded: 'plain',
  refund_failed: 'bad',
  refund_unknown: 'bad',
} as const satisfies Record<Standing, 'plain' | 'warn' | 'good' | 'bad'>;

/** Whether the whole sum can be given back: once, and again only after a refund that certainly failed. */
export const isRefundable = ({ status, refund }: Paid): boolean =>
  status === 'succeeded' && (!refund || refund.status === 'failed');

/**
 * The record whose outcome nobody knows, of the list of unknown outcomes: the refund, or the job that made the order. An order has the
 * id of its job (src/dialog/payments/schema.ts).
 */
export function unknownRecordOf({
  order_id,
  status,
  refund,
}: Paid & { order_id: string }): string | undefined {
  if (refund?.status === 'unknown') return refund.refund_id;
  return status === 'unknown' ? order_id.replace(/^ord_/, 'job_') : undefined;
}
