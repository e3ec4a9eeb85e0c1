import { randomUUID } from 'node:crypto';
import { type Notification, startYooKassa, type YooKassaFake } from '../fakes/yookassa.ts';
import type { Answer, Client } from '../harness/client.ts';
import { startTestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

/** 30 days of something for 990 roubles. */
export const month = {
  kind: 'payment',
  connection: 'shop',
  request: {
    amount: { value: '990', currency: 'RUB' },
    product: 'club',
    access: { days: 30 },
    description: 'Club for {{ input.name }}',
  },
};

/** A customer of a project. */
export interface Customer {
  id: string;
  profile_id: string;
}

/** A project that sells through a fake shop. */
export class PaymentScene extends Scene {
  readonly fake: YooKassaFake;
  connectionId = '';
  /** A live channel whose address does not answer. */
  channelId = '';

  constructor(server: Client, project: Scene['project'], fake: YooKassaFake) {
    super(server, project);
    this.fake = fake;
  }

  /** With a connection `shop` and the operation `month`. */
  static async open(fake: YooKassaFake, server: Client): Promise<PaymentScene> {
    const scene = new PaymentScene(server, await server.makeProject(), fake);
    const { id } = await scene.connectShop('shop');
    scene.connectionId = id;
    await scene.define('month', month);
    scene.channelId = (await server.makeChannel(scene.project.id, 'http://127.0.0.1:9/')).id;
    return scene;
  }

  /** The same project at another process. */
  at(server: Client): PaymentScene {
    const { connectionId, channelId } = this;
    return Object.assign(new PaymentScene(server, this.project, this.fake), { connectionId, channelId });
  }

  connectShop(slug: string, fake = this.fake, more: object = {}): Promise<any> {
    const settings = {
      shop_id: fake.shop.settings.shopId,
      secret_key: fake.secretKey,
      base_url: fake.baseUrl,
      return_url: 'https://shop.example/thanks',
      ...more,
    };
    return this.connect(slug, settings, 'yookassa');
  }

  customer(externalId: string = randomUUID()): Promise<Customer> {
    return this.server.makeIdentity(this.project.id, this.channelId, externalId);
  }

  /** Asks for a payment. @returns the id of the job */
  async buy(customer: Customer, options: Parameters<Scene['run']>[1] = {}, slug = 'month'): Promise<string> {
    const answer = await this.run(slug, { environment: 'live', identity_id: customer.id, ...options });
    if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body.job_id;
  }

  /** Asks for a payment, and waits for its link. @returns the payment at the provider, and its order */
  async sell(customer: Customer, slug = 'month'): Promise<{ paymentId: string; orderId: string }> {
    const job = await this.ended(await this.buy(customer, {}, slug));
    if (job.status !== 'succeeded') throw new Error(JSON.stringify(job));
    return { orderId: job.order_id, paymentId: this.paymentOf(job.order_id).id };
  }

  /** The provider's payments for an order. */
  paymentOf(orderId: string): any {
    return this.paymentsOf(orderId)[0];
  }

  paymentsOf(orderId: string): any[] {
    return this.fake.shop.payments.filter(({ metadata }) => metadata.order_id === orderId);
  }

  async payment(orderId: string): Promise<any> {
    const found = await this.#find(orderId);
    if (!found) throw new Error(`${orderId} is not listed`);
    return found;
  }

  async #find(orderId: string): Promise<any> {
    for (let offset: number | null = 0; offset !== null; ) {
      const { body }: Answer = await this.call('GET', `/payments?offset=${offset}`);
      const found = body.items.find((item: any) => item.order_id === orderId);
      if (found) return found;
      offset = body.next_offset;
    }
    return undefined;
  }

  /** Waits until a payment meets the condition. */
  paymentWhen(orderId: string, wanted: (payment: any) => boolean, withinMs?: number): Promise<any> {
    return until(async () => {
      const payment = await this.#find(orderId);
      return payment && wanted(payment) && payment;
    }, withinMs);
  }

  paymentIs(orderId: string, status: string, withinMs?: number): Promise<any> {
    return this.paymentWhen(orderId, (payment) => payment.status === status, withinMs);
  }

  refund(orderId: string, { key = randomUUID(), body = {} as object } = {}): Promise<Answer> {
    return this.call('POST', `/payments/${orderId}/refund`, { body, headers: { 'idempotency-key': key } });
  }

  refundIs(orderId: string, status: string, withinMs?: number): Promise<any> {
    return this.paymentWhen(orderId, ({ refund }) => refund?.status === status, withinMs);
  }

  async paidAccess({ profile_id }: Customer): Promise<any[]> {
    const { body } = await this.call('GET', `/profiles/${profile_id}`);
    return body.paid_access;
  }

  /** Sends notifications, real or forged ones; by default all of one payment so far. */
  notify(...notifications: Notification[]): Promise<number[]> {
    return this.fake.notify(
      `${this.server.url}/api/payments/${this.connectionId}/notifications`,
      notifications,
    );
  }

  /** The latest notification that the provider made of a payment, or of a refund of it. */
  latest(paymentId: string): Notification {
    const of = this.fake.notifications.filter(
      ({ object }) => object.id === paymentId || object.payment_id === paymentId,
    );
    return of.at(-1)!;
  }

  async pay(paymentId: string): Promise<void> {
    this.fake.pay(paymentId);
    await this.notify(this.latest(paymentId));
  }

  /** Entries of the audit log about an order or a refund. */
  async entriesOf(id: string): Promise<any[]> {
    return (await this.server.audit(this.project)).filter((entry) => entry.subject.id === id);
  }
}

/** A server and a fake shop. */
export async function openPaymentScene(
  settings: Parameters<typeof startYooKassa>[0] = {},
  environment: Record<string, string> = {},
): Promise<{ scene: PaymentScene; close(): Promise<void> }> {
  const fake = await startYooKassa(settings);
  const server = await startTestServer(environment);
  const scene = await PaymentScene.open(fake, server);
  return {
    scene,
    async close() {
      await server.close();
      await fake.close();
    },
  };
}
