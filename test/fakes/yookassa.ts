import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { invalid, Refusal } from './yookassa/checks.ts';
import { pageOf } from './yookassa/lists.ts';
import { type ApiObject, type Change, FakeShop, type ShopSettings } from './yookassa/shop.ts';

/** What goes wrong with one request. `_before` and `_after` say whether the operation was carried out. */
export type Fault =
  | '500_before'
  | '500_after'
  | 'cut_before'
  | 'cut_after'
  | 'hang_before'
  | 'hang_after'
  | 'processing_after'
  | 'garbage_after'
  | { tooManyRequests: { retryAfterMs?: number } }
  /** Carried out, and answered when this promise is fulfilled. */
  | { late: Promise<void> };

export interface RecordedRequest {
  /** `POST /payments`; ids are left out: `GET /payments/{id}`. */
  operation: string;
  path: string;
  key: string | undefined;
  body: any;
  /** The status of the answer; undefined as long as there is none. */
  status: number | undefined;
}

/** A notification that was, or could be, sent. */
export type Notification = { type: 'notification' } & Change;

export interface YooKassaFake {
  /** The base address of the API, with its version. */
  baseUrl: string;
  secretKey: string;
  shop: FakeShop;
  requests: RecordedRequest[];
  /**
   * A notification for every change, oldest first. None is sent unless a test sends it, so lost ones are the default.
   */
  notifications: Notification[];
  /** Advances the clock; payments that were not confirmed in time are canceled. */
  advance(ms: number): void;
  /** The time of the provider. */
  now(): number;
  pay(paymentId: string): void;
  cancel(paymentId: string, reason?: string): void;
  /** Ends the hour in which the payer can confirm. */
  expire(paymentId: string): void;
  settleRefund(refundId: string, status: 'succeeded' | 'canceled', reason?: string): void;
  /** Makes the next request of this operation go wrong; several faults are used in order. */
  fail(operation: string, fault: Fault): void;
  /** Posts notifications one after the other, in the order given, twice if listed twice. @returns the statuses */
  notify(url: string, notifications: readonly Notification[]): Promise<number[]>;
  /** A notification that the provider never made. */
  forge(event: string, object: ApiObject): Notification;
  close(): Promise<void>;
}

const keyLifetimeMs = 24 * 3600 * 1000;

interface Remembered {
  request: string;
  answer: string;
  at: number;
}

/** The records of a shop; the provider keeps them when the caller is replaced by another version. */
export interface Books {
  secretKey: string;
  payments: ApiObject[];
  refunds: ApiObject[];
}

/**
 * A fake of YooKassa's API v3 that is as strict as its documentation.
 * @param books of an earlier stand-in, which this one goes on with
 */
export async function startYooKassa(
  settings: Partial<ShopSettings> = {},
  books?: Books,
): Promise<YooKassaFake> {
  const secretKey = books?.secretKey ?? `test_${randomUUID()}`;
  const faults: { operation: string; fault: Fault }[] = [];
  const remembered = new Map<string, Remembered>();
  let skewMs = 0;
  const now = () => Date.now() + skewMs;

  const server = createServer((request, response) => {
    // A caller that closes the connection while its request is read is not an error of the fake.
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shop = new FakeShop(
    {
      shopId: '100500',
      test: false,
      fiscalization: false,
      currency: 'RUB',
      refunds: 'succeeded',
      ...settings,
    },
    now,
    `${origin}/checkout/payments/v2/contract`,
  );
  if (books) shop.goOn(books);
  const fake: YooKassaFake = {
    baseUrl: `${origin}/v3`,
    secretKey,
    shop,
    requests: [],
    notifications: [],
    now,
    advance(ms) {
      skewMs += ms;
      shop.expireOverdue();
    },
    pay: (id) => shop.pay(id),
    cancel: (id, reason = 'insufficient_funds') => shop.cancel(id, reason, 'payment_network'),
    expire: (id) => shop.cancel(id, 'expired_on_confirmation', 'yoo_money'),
    settleRefund: (id, status, reason) => shop.settleRefund(id, status, reason),
    fail: (operation, fault) => void faults.push({ operation, fault }),
    async notify(url, notifications) {
      const statuses: number[] = [];
      for (const notification of notifications) {
        const body = JSON.stringify(notification);
        const headers = { 'content-type': 'application/json' };
        const { status } = await fetch(url, { method: 'POST', headers, body });
        statuses.push(status);
      }
      return statuses;
    },
    forge: (event, object) => ({ type: 'notification', event, object }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  shop.onChange = (change) => void fake.notifications.push({ type: 'notification', ...change });

  const authorization = `Basic ${Buffer.from(`${shop.settings.shopId}:${secretKey}`).toString('base64')}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await text(request);
    const url = new URL(request.url!, origin);
    const route = findRoute(request.method!, url.pathname);
    const key = request.headers['idempotence-key'] as string | undefined;
    const record: RecordedRequest = {
      operation: route.operation,
      path: url.pathname + url.search,
      key,
      body: parse(raw),
      status: undefined,
    };
    fake.requests.push(record);
    const send = (status: number, body: unknown) => {
      record.status = status;
      const content = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(content);
    };
    const at = faults.findIndex(({ operation }) => operation === record.operation);
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]!.fault;
    if (typeof fault === 'object' && 'tooManyRequests' in fault) {
      const { retryAfterMs } = fault.tooManyRequests;
      return send(429, { ...failure('too_many_requests'), retry_after: retryAfterMs });
    }
    if (fault === 'hang_before') return;
    if (fault === 'cut_before') return void response.destroy();
    if (fault === '500_before') return send(500, failure('internal_server_error'));
    let [status, body] = [200, ''];
    try {
      if (request.headers.authorization !== authorization) {
        throw new Refusal(401, 'invalid_credentials', 'Error in shopId or secret key', 'Authorization');
      }
      body = act(request, route, url, raw);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      status = error.status;
      body = JSON.stringify(failure(error.code, error.message, error.parameter));
    }
    if (fault === 'hang_after') return;
    if (typeof fault === 'object') await fault.late;
    if (fault === 'cut_after') return void response.destroy();
    if (fault === '500_after') return send(500, failure('internal_server_error'));
    if (fault === 'garbage_after') return send(status, '<html>');
    if (fault === 'processing_after') {
      return send(202, { type: 'processing', description: 'Request accepted', retry_after: 1800 });
    }
    send(status, body);
  }

  /** Carries the operation out, once for one key. @returns the answer's body @throws Refusal */
  function act(request: IncomingMessage, route: Route, url: URL, raw: string): string {
    if (!route.run && route.isPath) throw new Refusal(405, undefined, 'The method is not supported');
    if (!route.run) throw new Refusal(404, 'not_found', 'No such address');
    if (request.method === 'GET') return JSON.stringify(route.run(shop, url.searchParams));
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
      throw new Refusal(415, undefined, 'Content-Type must be application/json');
    }
    const key = request.headers['idempotence-key'];
    if (typeof key !== 'string' || !/^[0-9a-zA-Z+\-_.]{1,64}$/.test(key)) {
      throw invalid('Idempotence-Key', 'Idempotence key is missing or has a wrong form');
    }
    const body = parse(raw);
    if (body === undefined) throw new Refusal(400, 'invalid_request', 'The body is not JSON');
    const fingerprint = `${request.method} ${url.pathname} ${JSON.stringify(body)}`;
    const earlier = remembered.get(key);
    if (earlier && now() - earlier.at < keyLifetimeMs) {
      if (earlier.request === fingerprint) return earlier.answer;
      throw invalid('Idempotence-Key', 'Idempotence key duplicated');
    }
    const answer = JSON.stringify(route.run(shop, body));
    remembered.set(key, { request: fingerprint, answer, at: now() });
    return answer;
  }
  return fake;
}

interface Route {
  operation: string;
  /** Whether another method has this path. */
  isPath: boolean;
  /** Gets the query of a GET, and the body of a POST. */
  run?: (shop: FakeShop, input: any) => ApiObject;
}

const paymentFilters = { times: ['created_at', 'captured_at'], equal: ['status', 'payment_method'] };
const refundFilters = { times: ['created_at'], equal: ['status', 'payment_id'] };

const routes: Record<string, (shop: FakeShop, input: any, id: string) => ApiObject> = {
  'POST /payments': (shop, body) => shop.createPayment(body),
  'GET /payments': (shop, query) => pageOf(shop.payments, query, paymentFilters),
  'GET /payments/{id}': (shop, _query, id) => shop.payment(id),
  'POST /payments/{id}/capture': (shop, body, id) => shop.capturePayment(id, body),
  'POST /payments/{id}/cancel': (shop, body, id) => shop.cancelPayment(id, body),
  'POST /refunds': (shop, body) => shop.createRefund(body),
  'GET /refunds': (shop, query) => pageOf(shop.refunds, query, refundFilters),
  'GET /refunds/{id}': (shop, _query, id) => shop.refund(id),
  'GET /me': (shop) => shop.account(),
};

function findRoute(method: string, pathname: string): Route {
  const [, version, record, id = '', verb] = pathname.split('/');
  const path = `/${record}${id && '/{id}'}${verb ? `/${verb}` : ''}`;
  const operation = `${method} ${path}`;
  const isPath = version === 'v3' && Object.keys(routes).some((name) => name.endsWith(` ${path}`));
  const run = version === 'v3' ? routes[operation] : undefined;
  return { operation, isPath, ...(run && { run: (shop, input) => run(shop, input, id) }) };
}

function failure(code: string | undefined, description?: string, parameter?: string): ApiObject {
  return { type: 'error', id: randomUUID(), code, description, parameter };
}

function parse(raw: string): any {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
