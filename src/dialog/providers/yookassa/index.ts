import type { z } from 'zod';
import type { OutboundHttp } from '../../../platform/outbound-http.ts';
import type { PaymentProvider, ProviderOutcome } from '../provider.ts';
import { type Call, type Credentials, call } from './call.ts';
import { account, pageOf, payment, paymentOfOrder, refund } from './objects.ts';

export interface YooKassaOptions {
  http: OutboundHttp;
  shopId: string;
  secretKey: string;
  /** Includes the version, with or without a final slash; if absent, YooKassa's own address. */
  baseUrl?: string;
}

/** Currencies of a payment (`CurrencyCode` of the API); a shop accepts those of its contract. */
export const yooKassaCurrencies = [
  'RUB',
  'EUR',
  'USD',
  'KZT',
  'BYN',
  'UAH',
  'UZS',
  'TRY',
  'INR',
  'MDL',
  'AZN',
  'AMD',
] as const;

export const yooKassaBaseUrl = 'https://api.yookassa.ru/v3';

/** Valid ids. Anybody may send one in a notification, and it must stay one segment of a path. */
const ID = /^[\w-]{1,64}$/;
/** The largest page of the API. */
const pageSize = 100;
/** 10,000 objects. If there are more, the caller's period was too long. */
const mostPages = 100;
/** Most characters in the description of a payment and of a refund. */
const longestDescription = { payment: 128, refund: 250 };

/** YooKassa as a payment provider: one-step payments, confirmed on its own page, and full refunds. */
export function createYooKassa({
  http,
  baseUrl = yooKassaBaseUrl,
  ...shop
}: YooKassaOptions): PaymentProvider {
  const credentials: Credentials = { ...shop, baseUrl: baseUrl.replace(/\/+$/, '') };
  const ask = <Schema extends z.ZodType>(request: Call, schema: Schema) =>
    call(http, credentials, request, schema);

  /** Reads every item of a list, page by page. An error is returned as the outcome, because a part of a list proves nothing. */
  async function askAll<Item extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    item: Item,
  ): Promise<ProviderOutcome<z.output<Item>[]>> {
    const items: z.output<Item>[] = [];
    let page: Record<string, string> = { ...query, limit: String(pageSize) };
    for (let count = 0; count < mostPages; count++) {
      const answer = await ask({ method: 'GET', path, query: page }, pageOf(item));
      if (answer.kind !== 'answered') return answer;
      items.push(...answer.value.items);
      const cursor = answer.value.next_cursor;
      if (!cursor) return { kind: 'answered', value: items };
      page = { ...page, cursor };
    }
    const message = `The provider lists more than ${mostPages * pageSize} objects; they were not all read.`;
    return { kind: 'unknown', code: 'list_too_long', message };
  }

  return {
    createPayment({ orderId, amount, description, returnUrl, receipt }, write) {
      const body = {
        amount,
        capture: true,
        confirmation: { type: 'redirect', return_url: returnUrl },
        ...describe(description, longestDescription.payment),
        metadata: { order_id: orderId },
        ...(receipt && { receipt }),
      };
      return ask({ method: 'POST', path: '/payments', body, write }, payment);
    },
    async findPayment(id) {
      if (!ID.test(id)) return { kind: 'answered', value: null };
      return orNull(await ask({ method: 'GET', path: `/payments/${id}` }, payment));
    },
    async findPaymentsByOrder(orderId, { from, to }) {
      // The API cannot filter payments by their metadata.
      const query = { 'created_at.gte': from.toISOString(), 'created_at.lte': to.toISOString() };
      const found = await askAll('/payments', query, paymentOfOrder(orderId));
      if (found.kind !== 'answered') return found;
      return { kind: 'answered', value: found.value.filter((item) => item !== null) };
    },
    createRefund({ refundId, paymentId, amount, description, receipt }, write) {
      const body = {
        payment_id: paymentId,
        amount,
        ...describe(description, longestDescription.refund),
        metadata: { refund_id: refundId },
        ...(receipt && { receipt }),
      };
      return ask({ method: 'POST', path: '/refunds', body, write }, refund);
    },
    async findRefund(id) {
      if (!ID.test(id)) return { kind: 'answered', value: null };
      return orNull(await ask({ method: 'GET', path: `/refunds/${id}` }, refund));
    },
    findRefundsOf: (paymentId) => askAll('/refunds', { payment_id: paymentId }, refund),
    account: () => ask({ method: 'GET', path: '/me' }, account),
  };
}

/** Turns "not found" into the answer null. Other refusals, such as wrong credentials or a wrong address, stay errors. */
function orNull<Value>(outcome: ProviderOutcome<Value>): ProviderOutcome<Value | null> {
  const isAbsent = outcome.kind === 'refused' && outcome.code === 'not_found';
  return isAbsent ? { kind: 'answered', value: null } : outcome;
}

/** Cuts a text to `most` UTF-16 units, without half of a pair at the end. The API does not document what it counts. */
function describe(text: string, most: number): { description?: string } {
  if (text === '') return {};
  if (text.length <= most) return { description: text };
  return { description: `${text.slice(0, most - 1).replace(/\p{Surrogate}$/u, '')}…` };
}
