import { randomUUID } from 'node:crypto';
import { checkReceipt, invalid, newCapture, newPayment, newRefund, nothing, Refusal } from './checks.ts';

export interface ShopSettings {
  shopId: string;
  /** A test shop: its objects have `test: true`. */
  test: boolean;
  /** Every payment needs a receipt. */
  fiscalization: boolean;
  currency: string;
  /** The first state of a refund. */
  refunds: 'succeeded' | 'pending' | 'canceled';
}

/** An object of the API as it is sent. */
export type ApiObject = Record<string, any>;

export interface Change {
  event: string;
  object: ApiObject;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const threeYearsMs = 3 * 365 * 24 * hourMs;

const hundredths = (amount: { value: string }) => Math.round(Number(amount.value) * 100);
const sum = (count: number, currency: string) => ({ value: (count / 100).toFixed(2), currency });

/** One shop: its payments and refunds, and their changes. */
export class FakeShop {
  readonly settings: ShopSettings;
  /** Oldest first. */
  readonly payments: ApiObject[] = [];
  readonly refunds: ApiObject[] = [];
  /** Called with every change that the provider would send as a notification, and the changed object. */
  onChange: (change: Change) => void = () => {};
  readonly #capturedAtOnce = new Set<string>();
  readonly #now: () => number;
  readonly #pageUrl: string;

  constructor(settings: ShopSettings, now: () => number, pageUrl: string) {
    this.settings = settings;
    this.#now = now;
    this.#pageUrl = pageUrl;
  }

  /** Takes over the records of an earlier shop, whose payments are all captured at once. */
  goOn({ payments, refunds }: { payments: ApiObject[]; refunds: ApiObject[] }): void {
    this.payments.push(...payments);
    this.refunds.push(...refunds);
    for (const { id } of payments) this.#capturedAtOnce.add(id);
  }

  createPayment(body: any): ApiObject {
    newPayment(body, '');
    this.#checkCurrency(body.amount);
    if (body.receipt !== undefined) checkReceipt(body.receipt, body.amount);
    else if (this.settings.fiscalization) throw invalid('receipt', 'Receipt is missing or illegal');
    const id = randomUUID();
    const payment: ApiObject = {
      id,
      status: 'pending',
      amount: body.amount,
      ...(body.description !== undefined && { description: body.description }),
      recipient: { account_id: this.settings.shopId, gateway_id: '2000001' },
      created_at: this.#time(),
      ...(body.confirmation && {
        confirmation: { ...body.confirmation, confirmation_url: `${this.#pageUrl}?orderId=${id}` },
      }),
      test: this.settings.test,
      paid: false,
      refundable: false,
      metadata: body.metadata ?? {},
      ...(body.receipt && { receipt_registration: 'pending' }),
    };
    // Two steps are the default of the API.
    if (body.capture) this.#capturedAtOnce.add(id);
    this.payments.push(payment);
    return payment;
  }

  capturePayment(id: string, body: any): ApiObject {
    newCapture(body, '');
    const payment = this.payment(id);
    if (payment.status !== 'waiting_for_capture')
      throw invalid('payment_id', 'The payment has another status');
    if (body.amount && hundredths(body.amount) > hundredths(payment.amount)) {
      throw invalid('amount', 'is more than was authorised');
    }
    payment.amount = body.amount ?? payment.amount;
    this.#succeed(payment);
    return payment;
  }

  cancelPayment(id: string, body: any): ApiObject {
    nothing(body, '');
    const payment = this.payment(id);
    if (payment.status !== 'waiting_for_capture')
      throw invalid('payment_id', 'The payment has another status');
    this.cancel(id, 'canceled_by_merchant', 'merchant');
    return payment;
  }

  createRefund(body: any): ApiObject {
    newRefund(body, '');
    const payment = this.payments.find(({ id }) => id === body.payment_id);
    if (!payment) throw invalid('payment_id', 'Payment with this id does not exist');
    if (payment.status !== 'succeeded')
      throw invalid('payment_id', 'Only a succeeded payment can be refunded');
    if (this.#now() - Date.parse(payment.created_at) > threeYearsMs) {
      throw invalid('payment_id', 'The payment is too old to be refunded');
    }
    this.#checkCurrency(body.amount);
    const taken = this.refunds
      .filter((refund) => refund.payment_id === payment.id && refund.status !== 'canceled')
      .reduce((total, refund) => total + hundredths(refund.amount), 0);
    if (taken + hundredths(body.amount) > hundredths(payment.amount)) {
      throw invalid('amount', 'The amount is more than what is left of the payment');
    }
    const isFull = hundredths(body.amount) === hundredths(payment.amount);
    if (body.receipt !== undefined) checkReceipt(body.receipt, body.amount);
    else if (this.settings.fiscalization && !isFull)
      throw invalid('receipt', 'Receipt is missing or illegal');
    const refund: ApiObject = {
      id: randomUUID(),
      payment_id: payment.id,
      status: 'pending',
      created_at: this.#time(),
      amount: body.amount,
      ...(body.description !== undefined && { description: body.description }),
      metadata: body.metadata ?? {},
    };
    this.refunds.push(refund);
    if (this.settings.refunds !== 'pending') this.settleRefund(refund.id, this.settings.refunds);
    return refund;
  }

  /** @throws Refusal 404 */
  payment(id: string): ApiObject {
    return this.payments.find((payment) => payment.id === id) ?? notFound();
  }

  /** @throws Refusal 404 */
  refund(id: string): ApiObject {
    return this.refunds.find((refund) => refund.id === id) ?? notFound();
  }

  account(): ApiObject {
    const { shopId, test, fiscalization } = this.settings;
    return {
      account_id: shopId,
      status: 'enabled',
      test,
      fiscalization: { enabled: fiscalization, provider: 'fake' },
      payment_methods: ['bank_card', 'yoo_money'],
      itn: '123456789012',
    };
  }

  /** The payer pays. */
  pay(id: string): void {
    const payment = this.#pending(id);
    payment.payment_method = {
      type: 'bank_card',
      id,
      saved: false,
      status: 'inactive',
      title: 'Bank card *4477',
    };
    payment.authorization_details = { rrn: '603668680243', auth_code: '062467' };
    delete payment.confirmation;
    if (this.#capturedAtOnce.has(id)) {
      this.#succeed(payment);
      return;
    }
    payment.status = 'waiting_for_capture';
    payment.paid = true;
    payment.expires_at = new Date(this.#now() + 7 * 24 * hourMs).toISOString();
    this.#report('payment.waiting_for_capture', payment);
  }

  /** The payment ends without success. */
  cancel(id: string, reason: string, party: string): void {
    const payment = this.payment(id);
    if (payment.status === 'succeeded' || payment.status === 'canceled')
      throw new Error(`it ${payment.status}`);
    payment.status = 'canceled';
    payment.paid = false;
    payment.cancellation_details = { party, reason };
    delete payment.confirmation;
    this.#report('payment.canceled', payment);
  }

  settleRefund(id: string, status: 'succeeded' | 'canceled', reason = 'insufficient_funds'): void {
    const refund = this.refund(id);
    if (refund.status !== 'pending') throw new Error(`the refund ${refund.status}`);
    refund.status = status;
    if (status === 'canceled') {
      // There is no notification: the API has no event for it.
      refund.cancellation_details = { party: 'yoo_money', reason };
      return;
    }
    const payment = this.payment(refund.payment_id);
    const given = hundredths(payment.refunded_amount ?? { value: '0' }) + hundredths(refund.amount);
    payment.refunded_amount = sum(given, payment.amount.currency);
    payment.refundable = given < hundredths(payment.amount);
    this.#report('refund.succeeded', refund);
  }

  /** Cancels payments that were not confirmed within an hour, the time of most methods. */
  expireOverdue(): void {
    for (const payment of this.payments) {
      if (payment.status === 'pending' && this.#now() - Date.parse(payment.created_at) >= hourMs) {
        this.cancel(payment.id, 'expired_on_confirmation', 'yoo_money');
      }
    }
  }

  #pending(id: string): ApiObject {
    const payment = this.payment(id);
    if (payment.status !== 'pending') throw new Error(`the payment is ${payment.status}`);
    return payment;
  }

  #succeed(payment: ApiObject): void {
    payment.status = 'succeeded';
    payment.paid = true;
    payment.refundable = true;
    payment.captured_at = this.#time();
    payment.income_amount = sum(Math.round(hundredths(payment.amount) * 0.965), payment.amount.currency);
    payment.refunded_amount = sum(0, payment.amount.currency);
    if (payment.receipt_registration) payment.receipt_registration = 'succeeded';
    delete payment.expires_at;
    this.#report('payment.succeeded', payment);
  }

  #report(event: string, object: ApiObject): void {
    this.onChange({ event, object: structuredClone(object) });
  }

  #checkCurrency({ currency }: { currency: string }): void {
    if (currency !== this.settings.currency)
      throw invalid('amount.currency', 'is not the currency of the shop');
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}

function notFound(): never {
  throw new Refusal(404, 'not_found', 'No object with this id exists');
}
