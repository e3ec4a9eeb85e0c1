import { randomUUID } from 'node:crypto';
import { readId } from '../../../src/platform/ids.ts';
import type { Manner } from '../../fakes/target.ts';
import { until } from '../../harness/until.ts';
import { Installation } from '../making/installation.ts';
import { type Beginning, lines, operations, prices, scenario, workflows } from './definitions.ts';

/** A customer of the webhook channel. */
export interface Customer {
  name: string;
  externalId: string;
  identityId: string;
  profileId: string;
}

/** Where a flow waits. A name of a step, and in a for_each the round. */
interface Stop {
  step: string;
  round?: number;
}

/** What a customer, or whoever else is waited for, does at a stop. */
type Act = (play: Play, customer: Customer) => Promise<unknown>;

const says =
  (...texts: string[]): Act =>
  async (play, { externalId }) => {
    for (const text of texts) await play.say(externalId, text);
  };
const pays: Act = (play, { identityId }) => play.settlePayment(identityId, 'pay');
const waits: Act = async () => {};
/** Words for the operator in between, which the scenario does not hear. */
const isGivenBack: Act = async (play, { identityId, externalId }) => {
  await play.say(externalId, 'is somebody there?');
  await play.settled();
  await play.make('POST', `/dialogs/${identityId}/release`, {});
};

/** The waits of the tour through every type of step, in their order; at some of them a customer is left. */
const tour: (Stop & { act: Act; isPassed?: true })[] = [
  { step: 'name', act: says('a', 'Ada') },
  { step: 'age', act: says('17', '30') },
  { step: 'weight', isPassed: true, act: says('heavy', '70,5') },
  { step: 'mail', isPassed: true, act: says('ada', 'ada@example.com') },
  { step: 'phone', isPassed: true, act: says('none', '+7 (912) 345-67-89') },
  { step: 'day', isPassed: true, act: says('31.02.2026', '03.02.2026') },
  { step: 'remark', isPassed: true, act: says('  nothing  ') },
  { step: 'size', act: says('Huge', '2') },
  { step: 'amount', round: 0, isPassed: true, act: says('many', '3') },
  { step: 'amount', round: 3, act: says('4') },
  { step: 'order', act: waits },
  { step: 'nap', act: waits },
  { step: 'pay', act: pays },
  { step: 'human', act: isGivenBack },
];

const left = tour.filter(({ isPassed }) => !isPassed);
const crowd = Array.from({ length: 250 }, (_, n) => n + 1);

/** Flows of single steps that end on their own, or after what is given. */
const others: Record<Exclude<Beginning, 'tour'>, Act> = {
  hurry: waits,
  'give up': says('C', 'D'),
  refused: waits,
  cut: waits,
  'no way out': waits,
  'pay later': pays,
  cancel: (play, { identityId }) => play.settlePayment(identityId, 'cancel'),
  'too slow': waits,
  brief: waits,
  crowd: waits,
  'too many': waits,
  past: waits,
  failing: waits,
  remember: says('this'),
};
/** What an event brings beside a name. */
const dataOf: Partial<Record<Beginning, object>> = {
  crowd: { crowd },
  'too many': { lines },
  past: { none: [] },
};
/** Those of them that can be left waiting. */
const canWait = ['hurry', 'give up', 'cancel', 'too slow', 'brief'] as const;

/** Makes the schedule due while no server runs, or long enough before one looks. */
export const missASchedule = `UPDATE dialog.workflow_triggers SET next_at = now() - interval '3 minutes'
  WHERE next_at IS NOT NULL`;

/** Names in the definitions that a dump leaves as they are, and everything that happens to their flows. */
export class Play extends Installation {
  customers: Customer[] = [];
  /** By names, what was started by a key. */
  runs: Record<string, string> = {};

  /** The outside world answers as the input of an operation says. */
  behave(hangs: (body: string) => boolean): void {
    this.outside.target.manner = ({ body }): Manner => {
      if (hangs(body)) return { does: 'hang' };
      const { does } = JSON.parse(body);
      if (does === 'cut') return { does: 'cut after reading' };
      return does === 'refuse' ? { does: 'answer', status: 422, body: '{"no":true}' } : { does: 'answer' };
    };
  }

  async publish(): Promise<void> {
    const { receivers, target, shop, secrets } = this.outside;
    await this.connect('target', {
      base_url: target.url,
      auth: { type: 'hmac', secret: secrets.hmacSecret },
      idempotency_header: 'Idempotency-Key',
    });
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
    for (const slug of ['kept', 'visits', 'prices', 'lines'])
      await this.make('PUT', `/tables/${slug}`, { name: slug });
    for (const [slug, rows] of Object.entries({ prices, lines })) {
      await this.write(`/tables/${slug}/rows`, { environment: 'live', mode: 'append', rows });
    }
    this.receivers.push(await this.make('PUT', '/receivers/orders', { name: 'Orders' }));
    this.channelSecret = secrets.signing.customers!;
    const channel = await this.server.makeChannel(this.project.id, receivers.customers.url, {
      signing_secret: this.channelSecret,
    });
    this.channels.webhook = channel.id;
    for (const [slug, definition] of Object.entries(workflows)) {
      await this.make('PUT', `/workflows/${slug}`, { name: slug, environment: 'live', definition });
      await this.make('POST', `/workflows/${slug}/publish`);
    }
    await this.make('PUT', '/scenario/draft', { definition: scenario });
    await this.make('POST', '/scenario/publish');
  }

  /** Leaves a customer at every wait of the tour, one in each other wait, and runs in every wait of a workflow. */
  async leaveWaiting(): Promise<void> {
    this.behave((body) => body.includes('hangs'));
    // Whoever waits for a moment that comes soon begins last.
    const [nap, ...stops] = [...left].sort((a, b) => Number(b.step === 'nap') - Number(a.step === 'nap'));
    await Promise.all(
      stops.map(async (stop) => this.walk(await this.begin(nameLeftAt(stop), 'tour'), 0, tour.indexOf(stop))),
    );
    await this.startNamed('left at each_order hangs', 'tour', { lines: lines.slice(0, 1) });
    await this.startNamed(
      'left at pay',
      'tour',
      { lines: lines.slice(1, 2) },
      await this.meet('whose run waits'),
    );
    await this.startNamed('hangs alone', 'failing', { does: 'well' });
    await until(() => this.isRunAt('left at each_order hangs', 'each_order'));
    await until(() => this.isRunAt('left at pay', 'pay'), 60_000);
    await until(() => this.isRunAt('hangs alone', 'order'));
    const napping = await this.begin(nameLeftAt(nap!), 'tour');
    await this.walk(napping, 0, tour.indexOf(nap!));
    await Promise.all(canWait.map((start) => this.begin(`left in ${start}`, start)));
    await this.startNamed('left at nap', 'tour', { lines: lines.slice(1, 2) });
    await until(() => this.isRunAt('left at nap', 'nap'));
    for (const start of canWait) {
      await until(async () => (await this.positionOf(this.named(`left in ${start}`)))?.kind ?? undefined);
    }
    if ((await this.positionOf(napping))?.step !== 'nap')
      throw new Error('the machine was too slow for a nap');
  }

  /** Drives everything that waits to its end. */
  async finish(): Promise<void> {
    this.behave(() => false);
    await Promise.all([
      ...left.map((stop) => this.walk(this.named(nameLeftAt(stop)), tour.indexOf(stop), tour.length)),
      ...canWait.map((start) => others[start](this, this.named(`left in ${start}`))),
      this.payOf('left at pay'),
    ]);
    await this.ends();
  }

  /** Begins flows of every form on the published versions as they are, and drives them to their ends. */
  async startAnew(): Promise<void> {
    await Promise.all([
      this.begin('anew', 'tour').then((customer) => this.walk(customer, 0, tour.length)),
      ...Object.entries(others).map(async ([start, act]) => {
        await act(this, await this.begin(`anew in ${start}`, start as Beginning));
      }),
      this.talk(),
      this.startRuns(),
    ]);
    await this.ends();
  }

  /** A customer whose words meet every trigger of messages. */
  private async talk(): Promise<void> {
    const customer = await this.meet('who talks');
    for (const text of [
      '/start now',
      '/START@bot then',
      '/quiet',
      ' price ',
      'I need HELP',
      '2026',
      'what?',
    ]) {
      await this.say(customer.externalId, text);
    }
    await this.settled();
    await this.tell(customer, 'hurry');
    await until(() => this.isAt(customer, { step: 'hurry' }));
    // The first of these answers the question; the others interrupt what they meet.
    for (const text of ['/quiet', '/start']) await this.say(customer.externalId, text);
    await this.settled();
    await this.tell(customer, 'give up');
    await until(() => this.isAt(customer, { step: 'stubborn' }));
    await this.say(customer.externalId, 'please help');
  }

  private async startRuns(): Promise<void> {
    const event = (ref: string, environment: string) =>
      this.write(
        '/automation-events',
        { event_id: `e-${randomUUID()}`, source: 'custom.order.paid', environment, data: { ref } },
        {},
      );
    await event('run by an event', 'live');
    await event('walk by an event', 'live');
    await event('run in the sandbox', 'sandbox');
    await this.callReceiver(this.receivers[0]!, { ref: 'run by a call' });
    await this.startNamed('anew', 'tour', { lines }, await this.meet('whose run begins anew'));
    await this.startNamed('alone', 'tour', { lines: lines.slice(0, 1) });
    for (const does of ['well', 'refuse', 'cut'])
      await this.startNamed(`${does}, failing`, 'failing', { does });
    await this.payOf('anew');
  }

  private async startNamed(
    name: string,
    slug: string,
    input: Record<string, unknown>,
    customer: Customer | null = null,
  ): Promise<void> {
    const { run_id } = await this.write(`/workflows/${slug}/run`, {
      input: { ref: name, least: 3, ...input },
      identity_id: customer?.identityId ?? null,
    });
    this.runs[name] = run_id;
  }

  private async meet(name: string): Promise<Customer> {
    const externalId = name.replaceAll(' ', '-');
    const { id: identityId, profile_id: profileId } = await this.customer('webhook', externalId);
    const customer = { name, externalId, identityId, profileId };
    this.customers.push(customer);
    return customer;
  }

  private async begin(name: string, start: Beginning): Promise<Customer> {
    const customer = await this.meet(name);
    await this.tell(customer, start);
    return customer;
  }

  private tell({ name, identityId }: Customer, text: Beginning): Promise<unknown> {
    const data = { ref: name, letter: 'p', ...dataOf[text] };
    return this.write('/events', { event_id: `e-${randomUUID()}`, identity_id: identityId, text, data }, {});
  }

  private named(name: string): Customer {
    return this.customers.find((customer) => customer.name === name)!;
  }

  /** Goes on from one stop of the tour to another; at the last it is left waiting. */
  private async walk(customer: Customer, from: number, to: number): Promise<void> {
    for (let index = from; index <= to; index++) {
      const stop = tour[index];
      if (!stop) return;
      // What nobody has to do anything for may be over before it is seen.
      if (stop.act !== waits || index === to) await this.comes(customer, stop);
      if (index < to) await stop.act(this, customer);
    }
  }

  private comes(customer: Customer, stop: Stop): Promise<unknown> {
    return until(async () => {
      const { ended } = (await this.positionOf(customer)) ?? {};
      if (ended) throw new Error(`${customer.name} ended before ${nameOf(stop)}: ${ended}`);
      return this.isAt(customer, stop);
    }, 120_000);
  }

  private async isAt(customer: Customer, { step, round }: Stop): Promise<boolean> {
    const position = await this.positionOf(customer);
    return position?.step === step && (round === undefined || Number(position.round) === round);
  }

  private async positionOf({ identityId }: Customer): Promise<any> {
    const [row] = await this.query(
      `SELECT position ->> 'step' AS step, position #>> '{loops,lines,index}' AS round,
         position #>> '{waiting,kind}' AS kind, position ->> 'ended' AS ended
       FROM dialog.dialogs WHERE identity_id = $1`,
      [readId('identity', identityId)],
    );
    return row;
  }

  private async isRunAt(name: string, step: string): Promise<boolean> {
    const [row] = await this.query(
      `SELECT position ->> 'step' AS step, status FROM dialog.workflow_runs WHERE id = $1`,
      [readId('run', this.runs[name]!)],
    );
    if (row && row.status !== 'waiting') throw new Error(`${name}: ${row.status} before it came to ${step}`);
    return row?.step === step;
  }

  /** Pays or cancels the pending payment of a customer. */
  async settlePayment(identityId: string, how: 'pay' | 'cancel'): Promise<void> {
    const order = await until(async () => {
      const { body } = await this.call('GET', '/payments');
      return body.items.find((item: any) => item.identity_id === identityId && item.status === 'pending');
    }, 60_000);
    const { id } = this.paymentOf(order.order_id);
    this.outside.shop[how](id);
    await this.notify(id);
  }

  private async payOf(name: string): Promise<void> {
    await until(() => this.isRunAt(name, 'pay'), 120_000);
    const { body } = await this.call('GET', `/workflow-runs/${this.runs[name]}`);
    await this.settlePayment(body.identity_id, 'pay');
  }

  async settled(): Promise<void> {
    await until(async () => {
      const [{ open }] = await this.query(
        `SELECT count(*)::int AS open FROM dialog.tasks WHERE state IN ('queued', 'running')`,
      );
      return open === 0;
    }, 120_000);
  }

  private async ends(): Promise<void> {
    await until(async () => {
      const [{ open }] = await this.query(
        `SELECT (SELECT count(*) FROM dialog.workflow_runs WHERE finished_at IS NULL)::int
              + (SELECT count(*) FROM dialog.dialogs WHERE position ->> 'waiting' IS NOT NULL)::int
              + (SELECT count(*) FROM dialog.tasks WHERE state IN ('queued', 'running'))::int
              + (SELECT count(*) FROM dialog.audit_inbox)::int AS open`,
      );
      return open === 0;
    }, 120_000);
  }
}

/** The other system never answers those whose name says that it hangs. */
function nameLeftAt(stop: Stop): string {
  return `left at ${nameOf(stop)}${stop.step === 'order' ? ' that hangs' : ''}`;
}

function nameOf({ step, round }: Stop): string {
  return round === undefined ? step : `${step} of round ${round}`;
}
