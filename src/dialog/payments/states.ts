import type { AccessTerm, Grant } from '../profiles/access.ts';
import { hundredths, type Money, sameMoney } from '../providers/money.ts';
import type { Cancellation, ProviderOutcome, ProviderPayment } from '../providers/provider.ts';

/**
 * The consequences of a provider's report on a payment. Pure: the caller reads the record under a lock and stores the changes.
 * A final state never changes. Repeated reports, or reports in another order, change nothing more.
 */

export type PaymentStatus = 'created' | 'pending' | 'succeeded' | 'canceled' | 'unknown';

/** A report that does not fit the record. It is stored for an owner and grants nothing. */
export interface PaymentProblem {
  code:
    | 'other_order'
    | 'other_shop'
    | 'amount_differs'
    | 'not_paid'
    | 'already_refunded'
    | 'partially_refunded'
    | 'paid_twice'
    | 'paid_after_cancellation'
    | 'canceled_after_success';
  message: string;
}

/** A stored order. */
export interface Order {
  /** The public id. */
  orderId: string;
  status: PaymentStatus;
  amount: Money;
  /** The account of the shop, from the check of its connection. */
  shopId: string;
  /** Known from the start to grant no access: a sandbox order, or one of a test shop. */
  test: boolean;
  /** The access that it grants; null if it sells nothing that the server manages. */
  term: AccessTerm | null;
  /** The provider's id of its payment; null until one is known. */
  paymentId: string | null;
}

/** The fields of an order to change; absent ones stay. */
export interface OrderChanges {
  status?: PaymentStatus;
  paymentId?: string;
  paymentUrl?: string | null;
  test?: boolean;
  paidAt?: Date;
  cancellation?: Cancellation | null;
}

export interface PaymentReconciliation {
  changes: OrderChanges;
  /** Present at most once for each order. */
  grant?: Grant;
  problems: readonly PaymentProblem[];
}

const nothing = { changes: {}, problems: [] };

/**
 * Applies one report of the provider on an order's payment.
 *
 * Access is granted if the payment has succeeded, is paid, is not a test, has the order's sum, belongs to this order and this
 * shop, and was not refunded meanwhile.
 *
 * @param payment fetched from the provider by the caller, never taken from a notification
 */
export function reconcilePayment(order: Order, payment: ProviderPayment, now: Date): PaymentReconciliation {
  const mismatch = paymentMismatch(order, payment);
  if (mismatch) return { changes: {}, problems: [mismatch] };
  switch (payment.status) {
    case 'pending':
    case 'waiting_for_capture':
      return reconcilePending(order, payment);
    case 'succeeded':
      return reconcileSucceeded(order, payment, now);
    case 'canceled':
      return reconcileCanceled(order, payment);
    default:
      return payment.status satisfies never;
  }
}

/** Applies the outcome of the call that should create the payment. */
export function reconcileCreation(
  order: Order,
  outcome: ProviderOutcome<ProviderPayment>,
  now: Date,
): PaymentReconciliation {
  switch (outcome.kind) {
    case 'answered': {
      const found = reconcilePayment(order, outcome.value, now);
      // The answer to our own request is about another order, so nobody can tell what was made.
      const isLost = order.status === 'created' && found.changes.status === undefined;
      return isLost ? { ...found, changes: { status: 'unknown' } } : found;
    }
    case 'not_begun':
      return nothing;
    case 'refused':
      return order.status === 'created' ? { changes: { status: 'canceled' }, problems: [] } : nothing;
    case 'unknown':
      return order.status === 'created' ? { changes: { status: 'unknown' }, problems: [] } : nothing;
    default:
      return outcome satisfies never;
  }
}

function paymentMismatch(order: Order, payment: ProviderPayment): PaymentProblem | undefined {
  const { id } = payment;
  if (payment.orderId !== order.orderId) {
    return { code: 'other_order', message: `Payment ${id} does not name this order.` };
  }
  if (payment.shopId !== order.shopId) {
    return { code: 'other_shop', message: `Payment ${id} belongs to another shop.` };
  }
  if (!sameMoney(payment.amount, order.amount)) {
    const { value, currency } = payment.amount;
    return {
      code: 'amount_differs',
      message: `Payment ${id} is of ${value} ${currency}, not of ${order.amount.value} ${order.amount.currency}.`,
    };
  }
  return undefined;
}

/** An order may get two payments if an unknown creation was repeated. The one that succeeds counts. */
function isOther(order: Order, payment: ProviderPayment): boolean {
  return order.paymentId !== null && order.paymentId !== payment.id;
}

function reconcilePending(order: Order, payment: ProviderPayment): PaymentReconciliation {
  if (order.status !== 'created' && order.status !== 'unknown') return nothing;
  const { id: paymentId, confirmationUrl: paymentUrl } = payment;
  const changes = { status: 'pending' as const, paymentId, paymentUrl, test: order.test || payment.test };
  return { changes, problems: [] };
}

function reconcileCanceled(order: Order, payment: ProviderPayment): PaymentReconciliation {
  if (isOther(order, payment) || order.status === 'canceled') return nothing;
  if (order.status === 'succeeded') {
    const message = `Payment ${payment.id} is canceled, although it had succeeded.`;
    return { changes: {}, problems: [{ code: 'canceled_after_success', message }] };
  }
  const { id: paymentId, cancellation } = payment;
  const test = order.test || payment.test;
  return {
    changes: { status: 'canceled', paymentId, paymentUrl: null, test, cancellation },
    problems: [],
  };
}

function reconcileSucceeded(order: Order, payment: ProviderPayment, now: Date): PaymentReconciliation {
  const { id: paymentId } = payment;
  if (!payment.paid) {
    const message = `Payment ${paymentId} is said to have succeeded, but not to be paid.`;
    return { changes: {}, problems: [{ code: 'not_paid', message }] };
  }
  if (order.status === 'succeeded') {
    if (!isOther(order, payment)) return nothing;
    const message = `Payment ${paymentId} succeeded too: the order is paid twice.`;
    return { changes: {}, problems: [{ code: 'paid_twice', message }] };
  }
  if (order.status === 'canceled') {
    const message = `Payment ${paymentId} succeeded after the order was canceled.`;
    return { changes: {}, problems: [{ code: 'paid_after_cancellation', message }] };
  }
  const test = order.test || payment.test;
  const changes: OrderChanges = {
    status: 'succeeded',
    paymentId,
    paymentUrl: null,
    test,
    paidAt: payment.capturedAt ?? now,
  };
  if (isGivenBack(payment)) {
    const message = `Payment ${paymentId} was refunded before the server knew of its success.`;
    return { changes, problems: [{ code: 'already_refunded', message }] };
  }
  if (test || order.term === null) return { changes, problems: [] };
  return { changes, grant: { orderId: order.orderId, term: order.term, at: now }, problems: [] };
}

/** Whether the whole sum was refunded. After a partial refund in the provider's cabinet the access stays. */
export function isGivenBack({ amount, refunded }: ProviderPayment): boolean {
  return refunded !== null && (hundredths(refunded.value) ?? 0n) >= (hundredths(amount.value) ?? 0n);
}

/**
 * The problem that tells an owner of a partial refund. The server refunds whole sums only, so somebody made it in the
 * provider's cabinet; the owner must decide whether the customer keeps the access.
 */
export function partialRefund(payment: ProviderPayment): PaymentProblem | undefined {
  const { id, amount, refunded } = payment;
  if (refunded === null || isGivenBack(payment) || !hundredths(refunded.value)) return undefined;
  return {
    code: 'partially_refunded',
    message: `Of payment ${id}, ${refunded.value} of ${amount.value} ${amount.currency} was refunded at the provider; the access stays.`,
  };
}
