import { type Money, sameMoney } from '../providers/money.ts';
import type { Cancellation, ProviderOutcome, ProviderRefund } from '../providers/provider.ts';

/** The consequences of a provider's report on a refund, by the same rules as for payments in states.ts. */

export type RefundStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'unknown';

/** A report that does not fit the record. It is stored for an owner and has no other effect. */
export interface RefundProblem {
  code:
    | 'other_payment'
    | 'other_refund'
    | 'amount_differs'
    | 'refunded_after_failure'
    | 'canceled_after_success';
  message: string;
}

/** A stored refund, always of the whole payment. */
export interface Refund {
  /** The public id. */
  refundId: string;
  status: RefundStatus;
  amount: Money;
  /** The provider's id of the payment. */
  paymentId: string;
  /** The provider's id of the refund; null until one is known. */
  providerRefundId: string | null;
}

/** The fields of a refund to change; absent ones stay. */
export interface RefundChanges {
  status?: RefundStatus;
  providerRefundId?: string;
  error?: { code: string; message: string } | null;
}

export interface RefundReconciliation {
  changes: RefundChanges;
  /** The money was returned, so the order's access ends. True at most once for each refund. */
  endsAccess: boolean;
  problems: readonly RefundProblem[];
}

const nothing = { changes: {}, endsAccess: false, problems: [] };

/** Applies one report of the provider on a refund. */
export function reconcileRefund(refund: Refund, found: ProviderRefund): RefundReconciliation {
  const mismatch = isOther(refund, found) ?? refundMismatch(refund, found);
  return mismatch ? { ...nothing, problems: [mismatch] } : follow(refund, found);
}

/** Applies the outcome of the call that should create the refund. */
export function reconcileRefundCreation(
  refund: Refund,
  outcome: ProviderOutcome<ProviderRefund>,
): RefundReconciliation {
  const isOpen =
    refund.status === 'queued' || (refund.status === 'running' && refund.providerRefundId === null);
  switch (outcome.kind) {
    case 'answered': {
      const mismatch = refundMismatch(refund, outcome.value);
      if (!mismatch) return follow(refund, outcome.value);
      const changes: RefundChanges = isOpen ? { status: 'unknown', error: mismatch } : {};
      return { changes, endsAccess: false, problems: [mismatch] };
    }
    case 'not_begun':
      return nothing;
    case 'refused':
    case 'unknown': {
      if (!isOpen) return nothing;
      const { code, message } = outcome;
      const status = outcome.kind === 'refused' ? 'failed' : 'unknown';
      return { ...nothing, changes: { status, error: { code, message } } };
    }
    default:
      return outcome satisfies never;
  }
}

function follow(refund: Refund, found: ProviderRefund): RefundReconciliation {
  const { id: providerRefundId } = found;
  const isFinal = refund.status === 'succeeded' || refund.status === 'failed';
  switch (found.status) {
    case 'pending':
      if (isFinal || (refund.status === 'running' && refund.providerRefundId === found.id)) return nothing;
      return { ...nothing, changes: { status: 'running', providerRefundId, error: null } };
    case 'succeeded': {
      if (!isFinal) {
        const changes = { status: 'succeeded' as const, providerRefundId, error: null };
        return { changes, endsAccess: true, problems: [] };
      }
      if (refund.status === 'succeeded') return nothing;
      const message = `Refund ${found.id} succeeded after it had failed.`;
      return { ...nothing, problems: [{ code: 'refunded_after_failure', message }] };
    }
    case 'canceled': {
      if (!isFinal) {
        const error = refundError(found.cancellation);
        return { ...nothing, changes: { status: 'failed', providerRefundId, error } };
      }
      if (refund.status === 'failed') return nothing;
      const message = `Refund ${found.id} is canceled, although it had succeeded.`;
      return { ...nothing, problems: [{ code: 'canceled_after_success', message }] };
    }
    default:
      return found.status satisfies never;
  }
}

/** A refund is recognized by the provider's id once it is stored, and by its metadata before. */
function isOther(refund: Refund, found: ProviderRefund): RefundProblem | undefined {
  const { providerRefundId, refundId } = refund;
  if (providerRefundId === null ? found.refundId === refundId : found.id === providerRefundId)
    return undefined;
  return { code: 'other_refund', message: `Refund ${found.id} is another refund of the same payment.` };
}

function refundMismatch(refund: Refund, found: ProviderRefund): RefundProblem | undefined {
  if (found.paymentId !== refund.paymentId) {
    return { code: 'other_payment', message: `Refund ${found.id} is of another payment.` };
  }
  if (!sameMoney(found.amount, refund.amount)) {
    const { value, currency } = found.amount;
    return {
      code: 'amount_differs',
      message: `Refund ${found.id} is of ${value} ${currency}, not of the whole payment.`,
    };
  }
  return undefined;
}

function refundError(cancellation: Cancellation | null): { code: string; message: string } {
  if (!cancellation) return { code: 'canceled', message: 'The provider canceled the refund.' };
  const { party, reason } = cancellation;
  return { code: reason, message: `The provider canceled the refund: ${reason}, by ${party}.` };
}
