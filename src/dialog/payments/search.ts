import { showId } from '../../platform/ids.ts';
import type { OrderRow } from './orders.ts';
import type { PaymentProvider, ProviderOutcome, ProviderPayment, ProviderPaymentStatus } from './provider.ts';

/** Clocks differ, and the provider may take its time. */
const marginMs = 15 * 60_000;

/** One that was paid counts more than any other for the order; one that ended without, least. */
const rank: Record<ProviderPaymentStatus, number> = {
  succeeded: 0,
  waiting_for_capture: 1,
  pending: 2,
  canceled: 3,
};

/**
 * What the provider has for an order whose creation had no answer, in the order in which it is to be believed.
 * @param until when the creation was over at the latest
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
  return { kind: 'answered', value: outcome.value.toSorted((a, b) => rank[a.status] - rank[b.status]) };
}
