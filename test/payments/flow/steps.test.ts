import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DialogScene, makeDialogScene } from '../../dialogs/scene.ts';
import { until } from '../../harness/until.ts';
import { openPaymentScene, type PaymentScene } from '../scene.ts';

let scene: PaymentScene;
let dialogs: DialogScene;
let close: () => Promise<void>;

const pay = {
  id: 'pay',
  type: 'payment',
  operation: 'month',
  input: { name: 'Anna' },
  on_paid: 'thanks',
  on_canceled: 'sorry',
  on_unknown: 'check',
  on_failed: 'failed',
};

beforeAll(async () => {
  ({ scene, close } = await openPaymentScene());
  dialogs = await makeDialogScene(scene.server, scene.project, scene.channelId);
  const say = (id: string, text: string) => [
    { id, type: 'message', text },
    { id: `${id}_end`, type: 'end' },
  ];
  await dialogs.publish({
    triggers: [{ type: 'event' }],
    steps: [
      { ...pay, text: 'Please pay: {{ steps.pay.payment_url }}' },
      ...say('thanks', 'Thanks, {{ steps.pay.status }} by {{ steps.pay.order_id }}.'),
      ...say('sorry', 'A pity.'),
      ...say('check', 'We are checking.'),
      ...say('failed', 'It did not work: {{ steps.pay.error.code }}.'),
    ],
  });
});
afterAll(() => close?.());

/** A customer who asked to pay in a dialog and got the link. */
async function asked() {
  const { id, profile_id } = await scene.customer();
  await dialogs.event(id, 'Hello');
  const [link] = await dialogs.waitForTold(id, 1);
  const paymentId = new URL(link!.replace('Please pay: ', '')).searchParams.get('orderId')!;
  return { id, profile_id, paymentId };
}

/** The customer's payment. A step makes one payment, however often it gets its link. */
const ordersOf = async (identityId: string): Promise<any[]> =>
  (await scene.call('GET', '/payments')).body.items.filter((item: any) => item.identity_id === identityId);

describe('a dialog with a payment step', () => {
  it('sends the link, waits for the payment, and goes on at the matching step', async () => {
    const [payer, quitter] = await Promise.all([asked(), asked()]);
    await scene.pay(payer.paymentId);
    scene.fake.cancel(quitter.paymentId);
    await scene.notify(scene.latest(quitter.paymentId));
    const [, thanks] = await dialogs.waitForTold(payer.id, 2);
    const [, sorry] = await dialogs.waitForTold(quitter.id, 2);
    const { order_id } = scene.fake.shop.payment(payer.paymentId).metadata;
    expect([thanks, sorry]).toEqual([`Thanks, succeeded by ${order_id}.`, 'A pity.']);
    expect(await scene.paidAccess(payer)).toMatchObject([{ order_id }]);
    expect([await ordersOf(payer.id), await ordersOf(quitter.id)]).toMatchObject([
      [{ order_id, status: 'succeeded' }],
      [{ status: 'canceled' }],
    ]);
  });

  it('goes on if it is unknown whether there is a payment, and if there is none', async () => {
    scene.fake.fail('POST /payments', '500_before');
    const unlucky = await scene.customer();
    await dialogs.event(unlucky.id, 'Hello');
    expect(await dialogs.waitForTold(unlucky.id, 1)).toEqual(['We are checking.']);
    await scene.owner('DELETE', '/operations/month');
    const late = await scene.customer();
    await dialogs.event(late.id, 'Hello');
    expect(await dialogs.waitForTold(late.id, 1)).toEqual(['It did not work: operation_not_found.']);
    await scene.define('month', {
      kind: 'payment',
      connection: 'shop',
      request: { amount: { value: '5', currency: 'RUB' } },
    });
  });
});

describe('a workflow with a payment step', () => {
  const run = async (environment: string, input: object) => {
    const slug = `flow-${randomUUID().slice(0, 8)}`;
    await scene.owner('PUT', `/workflows/${slug}`, {
      name: 'Sell',
      environment,
      definition: {
        triggers: [],
        steps: [
          { ...pay, input },
          { id: 'thanks', type: 'end', output: '{{ steps.pay.result.status }}' },
          { id: 'sorry', type: 'end', output: 'canceled' },
          { id: 'check', type: 'end', output: 'unknown' },
          { id: 'failed', type: 'end', output: 'failed' },
        ],
      },
    });
    await scene.owner('POST', `/workflows/${slug}/publish`);
    const { id } = await scene.customer();
    const { body } = await scene.call('POST', `/workflows/${slug}/run`, {
      body: { identity_id: id },
      headers: { 'idempotency-key': randomUUID() },
    });
    return body.run_id as string;
  };
  const read = async (runId: string) => (await scene.call('GET', `/workflow-runs/${runId}`)).body;
  const output = (runId: string) =>
    until(async () => {
      const found = await read(runId);
      return /succeeded|failed|unknown/.test(found.status) && found.output;
    });

  it('waits for the payment, in both environments', async () => {
    const live = await run('live', {});
    const waiting = await until(async () => {
      const found = await read(live);
      return found.steps?.[0]?.output?.payment_url ? found : false;
    });
    expect([waiting.status, waiting.steps[0].output.status]).toEqual(['waiting', 'pending']);
    await scene.pay(scene.paymentOf(waiting.steps[0].output.order_id).id);
    const sandbox = await Promise.all([
      run('sandbox', {}),
      run('sandbox', { sandbox_payment: 'canceled' }),
      run('sandbox', { sandbox_error: true }),
    ]);
    expect(await output(live)).toBe('succeeded');
    expect(await Promise.all(sandbox.map(output))).toEqual(['succeeded', 'canceled', 'failed']);
    const { identity_id: payer } = await read(live);
    expect(await ordersOf(payer)).toMatchObject([{ status: 'succeeded' }]);
    const ordered = scene.fake.shop.payments.filter(
      ({ metadata }: any) => metadata.order_id === waiting.steps[0].output.order_id,
    );
    expect(ordered).toHaveLength(1);
  });

  it('that is carried out again while nobody knows whether there is a payment has settled that there is none', async () => {
    scene.fake.fail('POST /payments', '500_before');
    const runId = await run('live', {});
    expect(await output(runId)).toBe('unknown');
    const { workflow, identity_id: payer, steps } = await read(runId);
    const [{ job_id: job }] = steps;
    const { order_id: orderId } = (await scene.call('GET', `/jobs/${job}`)).body;
    const again = await scene.owner('POST', `/workflows/${workflow}/runs/${runId}/rerun`, { step: 'pay' });
    expect([again.status, again.body.settled]).toEqual([202, [job]]);
    await scene.paymentIs(orderId, 'canceled');
    expect((await scene.call('GET', `/jobs/${job}`)).body.status).toBe('failed');
    const orders = await until(async () => {
      const found = await ordersOf(payer);
      return found.length === 2 && found.some(({ status }) => status === 'pending') && found;
    });
    expect(orders.map(({ status }) => status).sort()).toEqual(['canceled', 'pending']);
  });
});
