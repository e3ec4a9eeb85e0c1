import { showId } from '../../platform/ids.ts';
import type {
  PaymentProvider,
  ProviderOutcome,
  ProviderPayment,
  ProviderPaymentStatus,
} from '../providers/provider.ts';
import type { OrderRow } from './orders.ts';

/** For clocks that differ, and for a slow provider. */
const marginMs = 15 * 60_000;

/** A paid payment counts most for the order, and a canceled one least. */
const rank: Record<ProviderPaymentStatus, number> = {
  succeeded: 0,
  waiting_for_capture: 1,
  pending: 2,
  canceled: 3,
};

/**
 * The provider's payments for an order whose creation had no answer, the most credible one first.
 * @param until the latest time at which the creation can have happened
 */
export async function findPayments(
  provider: PaymentProvider,
  order: OrderRow,
  until: Date,
): Promise<ProviderOutcome<ProviderPayment[]>> {
  const within = {
    from: new Date(order.createdAt.getTime() - marginMs),
    to: new Date(until.getTime() + marginMs),
  };
  const outcome = await provider.findPaymentsByOrder(showId('order', order.id), within);
  if (outcome.kind !== 'answered') return outcome;
  return { kind: 'answered', value: byRank(outcome.value) };
}

/**
 * The provider's payments for an order whose payment is known: that one, and another that a notification named. Anybody may
 * send a notification, so the other one counts only if the provider says that it was made for this order.
 */
export async function readPayments(
  provider: PaymentProvider,
  paymentId: string,
  { id, otherPaymentId }: OrderRow,
): Promise<ProviderOutcome<ProviderPayment[]>> {
  const own = await provider.findPayment(paymentId);
  if (own.kind !== 'answered') return own;
  const other = otherPaymentId === null ? null : await provider.findPayment(otherPaymentId);
  if (other && other.kind !== 'answered') return other;
  const isOurs = other?.value?.orderId === showId('order', id);
  const found = [own.value, isOurs ? other.value : null].filter((payment) => payment !== null);
  return { kind: 'answered', value: byRank(found) };
}

const byRank = (payments: ProviderPayment[]) => payments.toSorted((a, b) => rank[a.status] - rank[b.status]);
