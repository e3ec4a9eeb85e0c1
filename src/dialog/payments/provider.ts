import type { Money } from './money.ts';
import type { Receipt } from './receipt.ts';

/** A payment provider as the rest of the server sees it. It reports what is; what follows from that is in states.ts. */

/** What became of one call. It never throws for reasons of the provider or of the way there. */
export type ProviderOutcome<Value> =
  | { kind: 'answered'; value: Value }
  /** Certainly not done, and another try would end in the same way. */
  | { kind: 'refused'; code: string; message: string }
  /** Certainly not done; it may be tried again. @property afterMs what the provider asked for, if it did. */
  | { kind: 'not_begun'; code: string; message: string; afterMs?: number }
  /** It may have been done. A look-up that ends so has changed nothing and may be made again. */
  | { kind: 'unknown'; code: string; message: string; afterMs?: number };

/** An order for which a payment is to be created. */
export interface NewPayment {
  /** The order's public id, kept in the payment's metadata: by it a payment is known as ours. */
  orderId: string;
  amount: Money;
  /** Shown to the payer; cut to what the provider takes. */
  description: string;
  /** Where the payer is sent afterwards. That somebody arrives there proves nothing. */
  returnUrl: string;
  receipt: Receipt | null;
}

/** What tells one writing call from all others, and when it begins. */
export interface Write {
  /**
   * 1 to 64 of `0-9a-zA-Z-_.`, such as a UUID; made once and stored before the first call. The provider does nothing
   * twice for one key within 24 hours.
   */
  idempotenceKey: string;
  /** Awaited just before the outside world may be touched; where it throws, nothing is sent. */
  begin: () => Promise<void>;
}

export type ProviderPaymentStatus = 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';

/** Why the provider ended a payment or a refund without success; both are open sets of words. */
export interface Cancellation {
  party: string;
  reason: string;
}

/** A payment as the provider has it. */
export interface ProviderPayment {
  id: string;
  status: ProviderPaymentStatus;
  /** The money has come in. */
  paid: boolean;
  /** Made in a test shop: no money moves. */
  test: boolean;
  amount: Money;
  /** What of it was given back; null for nothing. */
  refunded: Money | null;
  /** The order named in its metadata; null where another program made it. */
  orderId: string | null;
  /** The shop that takes the money. */
  shopId: string;
  /** Where the payer pays; null when there is nothing left to pay. */
  confirmationUrl: string | null;
  cancellation: Cancellation | null;
  createdAt: Date;
  capturedAt: Date | null;
}

/** A refund to be made: always of the whole payment. */
export interface NewRefund {
  /** The refund's public id, kept in its metadata. */
  refundId: string;
  /** The provider's id of the payment. */
  paymentId: string;
  amount: Money;
  /** Seen by the payer in some methods of payment; cut to what the provider takes. */
  description: string;
  /** Null as a rule: of a full refund the provider makes the receipt itself. */
  receipt: Receipt | null;
}

/** A refund as the provider has it. */
export interface ProviderRefund {
  id: string;
  paymentId: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amount: Money;
  /** The refund named in its metadata; null where another program, or a person in the provider's cabinet, made it. */
  refundId: string | null;
  cancellation: Cancellation | null;
  createdAt: Date;
}

/** The shop behind the saved credentials. */
export interface ShopAccount {
  shopId: string;
  /** It takes payments at present. */
  enabled: boolean;
  /** A test shop. It never grants a real right. */
  test: boolean;
  /** Every payment needs a receipt. */
  needsReceipts: boolean;
}

/** What the sandbox has too: making payments and refunds. */
export interface Shop {
  createPayment(payment: NewPayment, write: Write): Promise<ProviderOutcome<ProviderPayment>>;
  createRefund(refund: NewRefund, write: Write): Promise<ProviderOutcome<ProviderRefund>>;
}

export interface PaymentProvider extends Shop {
  /** Null when the provider has no such payment. */
  findPayment(id: string): Promise<ProviderOutcome<ProviderPayment | null>>;
  /**
   * The payments made for an order, newest first, among all that the shop's provider created between two moments: the way
   * to learn what became of a creation without an answer. An empty list is no proof that none will appear.
   *
   * @param within wide enough for clocks that differ; narrow enough for a scan of everything the shop sold meanwhile
   */
  findPaymentsByOrder(
    orderId: string,
    within: { from: Date; to: Date },
  ): Promise<ProviderOutcome<ProviderPayment[]>>;
  /** Null when the provider has no such refund. */
  findRefund(id: string): Promise<ProviderOutcome<ProviderRefund | null>>;
  /** Every refund of a payment, newest first, whoever made it. */
  findRefundsOf(paymentId: string): Promise<ProviderOutcome<ProviderRefund[]>>;
  /** Whose credentials these are: the harmless call that proves them. */
  account(): Promise<ProviderOutcome<ShopAccount>>;
}
