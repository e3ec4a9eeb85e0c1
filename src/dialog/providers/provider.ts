import type { Money } from './money.ts';
import type { Receipt } from './receipt.ts';

/** A payment provider for the rest of the server. It reports facts; states.ts derives the consequences. */

/** The outcome of one call. Calls never throw because of the provider or the network. */
export type ProviderOutcome<Value> =
  | { kind: 'answered'; value: Value }
  /** Certainly not done, and another try would end the same way. */
  | { kind: 'refused'; code: string; message: string }
  /** Certainly not done; it may be tried again. @property afterMs the wait that the provider asked for, if it did */
  | { kind: 'not_begun'; code: string; message: string; afterMs?: number }
  /** It may have been done. After a look-up this means that nothing has changed and it may be repeated. */
  | { kind: 'unknown'; code: string; message: string; afterMs?: number };

/** An order for which a payment is to be created. */
export interface NewPayment {
  /** The order's public id, stored in the payment's metadata, by which we recognize our payment. */
  orderId: string;
  amount: Money;
  /** The payer sees it; cut to the provider's limit. */
  description: string;
  /** The address to which the payer returns. A visit there proves nothing. */
  returnUrl: string;
  receipt: Receipt | null;
}

/** Identifies one writing call, and reports when it begins. */
export interface Write {
  /**
   * 1 to 64 of `0-9a-zA-Z-_.`, such as a UUID; generated once and stored before the first call. Within 24 hours the provider
   * does nothing twice for one key.
   */
  idempotenceKey: string;
  /** Awaited just before the outside world may be touched. If it throws, nothing is sent. */
  begin: () => Promise<void>;
}

export type ProviderPaymentStatus = 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';

/** Why the provider ended a payment or a refund without success. The provider may add new words to both fields. */
export interface Cancellation {
  party: string;
  reason: string;
}

/** A payment as the provider reports it. */
export interface ProviderPayment {
  id: string;
  status: ProviderPaymentStatus;
  /** The money has arrived. */
  paid: boolean;
  /** Made in a test shop, where no money moves. */
  test: boolean;
  amount: Money;
  /** The refunded sum; null for none. */
  refunded: Money | null;
  /** The order in its metadata; null if another program made the payment. */
  orderId: string | null;
  /** The shop that takes the money. */
  shopId: string;
  /** The address at which the payer pays; null if nothing is left to pay. */
  confirmationUrl: string | null;
  cancellation: Cancellation | null;
  createdAt: Date;
  capturedAt: Date | null;
}

/** A refund to be made, always of the whole payment. */
export interface NewRefund {
  /** The refund's public id, stored in its metadata. */
  refundId: string;
  /** The provider's id of the payment. */
  paymentId: string;
  amount: Money;
  /** The payer sees it in some methods of payment; cut to the provider's limit. */
  description: string;
  /** Usually null: for a full refund the provider makes the receipt itself. */
  receipt: Receipt | null;
}

/** A refund as the provider reports it. */
export interface ProviderRefund {
  id: string;
  paymentId: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amount: Money;
  /** The refund in its metadata; null if another program, or a person in the provider's cabinet, made it. */
  refundId: string | null;
  cancellation: Cancellation | null;
  createdAt: Date;
}

/** The shop that the credentials belong to. */
export interface ShopAccount {
  shopId: string;
  /** Whether it can take payments now. */
  enabled: boolean;
  /** A test shop never grants real access. */
  test: boolean;
  /** Whether every payment needs a receipt. */
  needsReceipts: boolean;
}

/** The part that the sandbox has too: making payments and refunds. */
export interface Shop {
  createPayment(payment: NewPayment, write: Write): Promise<ProviderOutcome<ProviderPayment>>;
  createRefund(refund: NewRefund, write: Write): Promise<ProviderOutcome<ProviderRefund>>;
}

/** A shop at a real provider, whose books can be read. */
export interface PaymentProvider extends Shop {
  /** Null if the provider has no such payment. */
  findPayment(id: string): Promise<ProviderOutcome<ProviderPayment | null>>;
  /**
   * The payments made for an order, newest first, among all payments of the shop between two times. This tells what became
   * of a creation without an answer. An empty list does not prove that none will appear.
   *
   * @param within long enough for clocks that differ, and short enough to read everything that the shop sold in it
   */
  findPaymentsByOrder(
    orderId: string,
    within: { from: Date; to: Date },
  ): Promise<ProviderOutcome<ProviderPayment[]>>;
  /** Null if the provider has no such refund. */
  findRefund(id: string): Promise<ProviderOutcome<ProviderRefund | null>>;
  /** Every refund of a payment, newest first, whoever made it. */
  findRefundsOf(paymentId: string): Promise<ProviderOutcome<ProviderRefund[]>>;
  /** Reads which shop the credentials belong to: a harmless call that proves them. */
  account(): Promise<ProviderOutcome<ShopAccount>>;
}
