import { afterAll, beforeAll } from 'vitest';
import type { NewPayment, NewRefund, ProviderOutcome } from '../../../src/dialog/providers/provider.ts';
import { createYooKassa } from '../../../src/dialog/providers/yookassa/index.ts';
import { createOutboundHttp, type OutboundRequest } from '../../../src/platform/outbound-http.ts';
import { startYooKassa, type YooKassaFake } from '../../fakes/yookassa.ts';

export const amount = { value: '990.00', currency: 'RUB' };

export const newPayment: NewPayment = {
  orderId: 'ord_1',
  amount,
  description: 'Access for 30 days',
  returnUrl: 'https://app.example.org/back',
  receipt: null,
};

export const newRefund = (paymentId: string): NewRefund => ({
  refundId: 'rfd_1',
  paymentId,
  amount,
  description: 'Refund of ord_1',
  receipt: null,
});

/** One fake and one outbound client for a test file; each test uses its own order ids. */
export function openScene() {
  const http = createOutboundHttp({ allow: ['127.0.0.1'] });
  const sent: OutboundRequest[] = [];
  let impatience = new AbortController();
  const recorded: typeof http = {
    ...http,
    send(request) {
      sent.push(request);
      return http.send({ ...request, signal: impatience.signal });
    },
  };
  const scene = {
    fake: undefined as unknown as YooKassaFake,
    sent,
    /** Cancels running requests, instead of waiting most of a minute for the time-out. */
    hangUp() {
      impatience.abort();
      impatience = new AbortController();
    },
    provider(change: { shopId?: string; secretKey?: string; baseUrl?: string } = {}) {
      const { baseUrl, secretKey, shop } = scene.fake;
      return createYooKassa({ http: recorded, shopId: shop.settings.shopId, secretKey, baseUrl, ...change });
    },
    /** The number of requests for this operation. */
    asked: (operation: string) =>
      scene.fake.requests.filter((request) => request.operation === operation).length,
  };
  beforeAll(async () => {
    scene.fake = await startYooKassa();
  });
  afterAll(async () => {
    await scene.fake.close();
    await http.close();
  });
  return scene;
}

/** A write that counts how often it began. */
export function write(idempotenceKey: string) {
  const counted = { idempotenceKey, begun: 0, begin: async () => void counted.begun++ };
  return counted;
}

/** The value of an outcome that must be an answer. */
export function answerOf<Value>(outcome: ProviderOutcome<Value>): Value {
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  return outcome.value;
}
