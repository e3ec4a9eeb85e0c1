import { createHmac, randomUUID } from 'node:crypto';
import { readId } from '../../../src/platform/ids.ts';
import type { Answer, Client, TestProject } from '../../harness/client.ts';
import { Scene } from '../../operations/scene.ts';
import type { Replay, UpgradeRecord } from '../record.ts';
import { operations, scenario, workflows } from './definitions.ts';
import { type Outside, oldBots } from './outside.ts';

/** A project with definitions for every kind of unfinished work, and the calls that cause such work. */
export class Installation extends Scene {
  readonly outside: Outside;
  readonly replays: Replay[] = [];
  readonly query: (text: string, values?: unknown[]) => Promise<any[]>;
  channels = { webhook: '', telegram: '', webchat: '' };
  channelSecret = '';
  oldBots: string[] = [];
  receivers: UpgradeRecord['receivers'] = [];
  connectionOfShop = '';
  method = { key: '', path: '' };

  constructor(server: Client, project: TestProject, outside: Outside, query: Installation['query']) {
    super(server, project);
    this.outside = outside;
    this.query = query;
  }

  /** The same project at another process. */
  at(server: Client): this {
    return Object.assign(Object.create(Object.getPrototypeOf(this)), this, { server });
  }

  make(method: string, path: string, body?: unknown): Promise<any> {
    return this.server.make(method, `/projects/${this.project.id}${path}`, body);
  }

  async defineAll(): Promise<void> {
    const { receivers, target, shop, secrets } = this.outside;
    await this.connect('target', {
      base_url: target.url,
      auth: { type: 'hmac', secret: secrets.hmacSecret },
      idempotency_header: 'Idempotency-Key',
    });
    await this.connect('hook', { url: receivers.hook.url, signing_secret: secrets.signing.hook }, 'webhook');
    const { id } = await this.connect(
      'shop',
      {
        shop_id: shop.shop.settings.shopId,
        secret_key: shop.secretKey,
        base_url: shop.baseUrl,
        return_url: 'https://shop.example/thanks',
      },
      'yookassa',
    );
    this.connectionOfShop = id;
    for (const [slug, operation] of Object.entries(operations)) await this.define(slug, operation);
    await this.make('PUT', '/tables/kept', { name: 'Kept' });
    for (const [slug, definition] of Object.entries(workflows)) {
      const body = { name: slug, environment: 'live', definition: { triggers: [], ...definition } };
      await this.make('PUT', `/workflows/${slug}`, body);
      await this.make('POST', `/workflows/${slug}/publish`);
    }
    await this.make('PUT', '/subscriptions/told', {
      kinds: ['message.*'],
      url: receivers.told.url,
      signing_secret: secrets.signing.told,
    });
    for (const name of ['hook-1', 'hook-2', 'hook-3', 'hook-4']) {
      const target = { workflow: 'record', input: { ref: '{{ body.ref }}' } };
      this.receivers.push(await this.make('PUT', `/receivers/${name}`, { name, target }));
    }
  }

  async makeChannels(): Promise<void> {
    const { receivers, bots, secrets } = this.outside;
    this.channelSecret = secrets.signing.customers!;
    const webhook = await this.server.makeChannel(this.project.id, receivers.customers.url, {
      signing_secret: this.channelSecret,
    });
    const bot = (name: string) => {
      const settings = { token: secrets.bots[name], base_url: bots[name as 'bot'].url };
      return this.make('POST', '/channels', { type: 'telegram', name, environment: 'live', settings });
    };
    const telegram = await bot('bot');
    for (const name of oldBots) this.oldBots.push((await bot(name)).id);
    const webchat = await this.make('POST', '/channels', {
      type: 'webchat',
      name: 'Website',
      environment: 'live',
      settings: { allowed_domains: ['shop.example'], title: 'Shop' },
    });
    this.channels = { webhook: webhook.id, telegram: telegram.id, webchat: webchat.id };
  }

  async publishScenario(name: string): Promise<void> {
    await this.make('PUT', '/scenario/draft', { definition: scenario(name) });
    await this.make('POST', '/scenario/publish');
  }

  async publishMethod(): Promise<void> {
    const input = [{ name: 'ref', type: 'string', required: true }];
    const body = { name: 'Buy', environment: 'live', target: { operation: 'order' }, input };
    await this.make('PUT', '/methods/buy', body);
    await this.make('POST', '/methods/buy/publish');
    const { key } = await this.make('POST', '/method-keys', { name: 'Client', methods: ['buy'] });
    this.method = { key, path: `/api/published/${this.project.id}/buy/v1` };
  }

  /** A new customer, and the profile. */
  customer(channel: keyof Installation['channels'] = 'webhook', externalId: string = randomUUID()) {
    return this.server.makeIdentity(this.project.id, this.channels[channel], externalId);
  }

  /** A write that must be accepted, and must get the same answer in later versions. */
  async write(
    path: string,
    body: unknown,
    headers: Record<string, string> = { 'idempotency-key': randomUUID() },
  ): Promise<any> {
    const whole = path.startsWith('/api/') ? path : `/api/v1/projects/${this.project.id}${path}`;
    const authorized = { authorization: `Bearer ${this.project.key}`, ...headers };
    const answer = await this.server.call('POST', whole, { body, headers: authorized });
    expectAccepted(answer, whole);
    this.replays.push({
      method: 'POST',
      path: whole,
      headers: authorized,
      body,
      answer: { status: answer.status, body: answer.body },
    });
    return answer.body;
  }

  /** Sends a message. @returns the ids, in the database and shown */
  async send(identityId: string, text: string, more: object = {}): Promise<{ id: string; mark: string }> {
    const { message_id: mark } = await this.write('/messages', { identity_id: identityId, text, ...more });
    return { id: readId('message', mark)!, mark };
  }

  event(identityId: string, text: string, ref = text): Promise<any> {
    return this.write(
      '/events',
      { event_id: `e-${randomUUID()}`, identity_id: identityId, text, data: { ref } },
      {},
    );
  }

  async runOperation(slug: string, ref: string, identityId: string | null = null) {
    const { job_id: mark } = await this.write(`/operations/${slug}/runs`, {
      environment: 'live',
      input: { ref },
      identity_id: identityId,
    });
    return { id: readId('job', mark)!, mark };
  }

  async startRun(slug: string, ref: string, identityId: string | null = null) {
    const { run_id: mark } = await this.write(`/workflows/${slug}/run`, {
      input: { ref },
      identity_id: identityId,
    });
    return { id: readId('run', mark)!, mark: ref };
  }

  /** Sends a customer's message through the webhook channel. */
  async say(externalId: string, text: string): Promise<string> {
    const raw = JSON.stringify({ external_id: externalId, text, message_id: randomUUID(), data: {} });
    const at = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', this.channelSecret).update(`${at}.${raw}`).digest('hex');
    const answer = await this.server.call('POST', `/api/channels/${this.channels.webhook}/webhook`, {
      raw,
      headers: { 'x-service-timestamp': at, 'x-service-signature': signature },
    });
    expectAccepted(answer, 'the webhook channel');
    return answer.body.message_id;
  }

  /** Calls a receiver like the other side. */
  async callReceiver({ url, secret }: { url: string; secret: string }, body: object): Promise<string> {
    const raw = JSON.stringify(body);
    const at = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', secret).update(`${at}.${raw}`).digest('hex');
    const answer = await this.server.call('POST', new URL(url).pathname, {
      raw,
      headers: { 'x-service-timestamp': at, 'x-service-signature': signature },
    });
    expectAccepted(answer, url);
    return answer.body.event_id;
  }

  /** Sells to a new customer. */
  async sell(): Promise<{ orderId: string; profileId: string; paymentId: string }> {
    const { id, profile_id: profileId } = await this.customer();
    const { mark } = await this.runOperation('month', 'sale', id);
    const job = await this.ended(mark);
    const paymentId = this.paymentOf(job.order_id).id;
    return { orderId: job.order_id, profileId, paymentId };
  }

  paymentOf(orderId: string): any {
    return this.outside.shop.shop.payments.find(({ metadata }) => metadata.order_id === orderId);
  }

  notify(paymentId: string): Promise<number[]> {
    const latest = this.outside.shop.notifications.filter(({ object }) => object.id === paymentId).at(-1);
    const given =
      latest ?? this.outside.shop.forge('payment.succeeded', this.outside.shop.shop.payment(paymentId));
    return this.outside.shop.notify(
      `${this.server.url}/api/payments/${this.connectionOfShop}/notifications`,
      [given],
    );
  }

  async payment(orderId: string): Promise<any> {
    const { body } = await this.call('GET', '/payments');
    return body.items.find((item: any) => item.order_id === orderId);
  }
}

function expectAccepted({ status, text }: Answer, where: string): void {
  if (status >= 300) throw new Error(`${where}: ${status} ${text}`);
}
