import type { z } from 'zod';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { SecretAddress } from '../http/secret-address.ts';
import type { PaymentProvider } from './provider.ts';

/** What a notification says has changed. It proves nothing; it only makes orders due for a check. */
export interface Notified {
  /** The provider's id of a payment or a refund. */
  objectId: string;
  /** The payment of a refund, or the payment itself. It may be a second payment for an order. */
  paymentId: string;
  /** The public id of an order, if the notification names one. */
  orderId: string | null;
}

/** What is specific to a kind of payment provider. Orders, refunds and reconciliation are the same for all kinds. */
export interface ProviderKind {
  /** Also the name of the kind of connection for its shops. */
  name: string;
  /** The settings of a shop by the owner, including secrets. */
  settings: z.ZodType<Record<string, unknown>>;
  /** The settings that are stored sealed, as paths with dots. */
  secrets: readonly string[];
  /** The address to which the secrets are sent. */
  address: SecretAddress;
  /** The possible currencies of a payment: ISO 4217. */
  currencies: readonly string[];
  /** The shop with these settings. */
  open(settings: Record<string, unknown>, http: OutboundHttp): PaymentProvider;
  /** The address to which payers return; null or undefined if the owner did not set one. */
  returnUrl(settings: Record<string, unknown>): string | null | undefined;
  /** The body of a notification. */
  notification: z.ZodType<Notified>;
}
