import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { makeDialogScene, signedCall } from '../dialogs/scene.ts';
import { join } from '../harness/people.ts';
import { ownerEmail, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

const secret = newSigningSecret();

let server: TestServer;
beforeAll(async () => {
  server = await useTestServer();
});
afterAll(() => server?.close());

/** A project of its own, since every trigger of a project sees all that happens in it. */
async function makeScene() {
  const project = await server.makeProject();
  const channel = await server.makeChannel(project.id, undefined, { signing_secret: secret });
  const dialogs = await makeDialogScene(server, project, channel.id);
  const base = `/projects/${project.id}`;
  const publish = async (slug: string, definition: object, environment = 'sandbox') => {
    await server.make('PUT', `${base}/workflows/${slug}`, { name: slug, environment, definition });
    await server.make('POST', `${base}/workflows/${slug}/publish`);
  };
  return {
    ...{ project, dialogs, base, publish, channel },
    operations: new Scene(server, project),
    /** Publishes a workflow that shows the event that started it, and the customer. */
    watch: (source: string, where?: object, slug = 'watch', environment = 'sandbox') =>
      publish(
        slug,
        {
          triggers: [{ type: 'event', source, ...(where && { where }) }],
          steps: [
            {
              id: 'end',
              type: 'end',
              output: { event: '{{ event }}', city: '{{ state.city }}', account: '{{ identity.id }}' },
            },
          ],
        },
        environment,
      ),
    runsOf: async (slug = 'watch'): Promise<any[]> => {
      const { items } = await server.make('GET', `${base}/workflows/${slug}/runs`);
      const runs = await Promise.all(
        items.map(({ run_id }: any) =>
          server.call('GET', `/api/v1/projects/${project.id}/workflow-runs/${run_id}`, { key: project.key }),
        ),
      );
      return runs.map(({ body }) => body).reverse();
    },
    say: async (text: string, user = 'ann') => {
      const body = { external_id: user, message_id: randomUUID(), text };
      const answer = await server.call(
        'POST',
        `/api/channels/${channel.id}/webhook`,
        signedCall(secret, body),
      );
      expect(answer.status).toBe(202);
      return answer.body.message_id as string;
    },
    patch: (profileId: string, body: object) =>
      server.call('PATCH', `/api/v1/projects/${project.id}/profiles/${profileId}`, {
        key: project.key,
        body,
      }),
    rows: (table: string, rows: object[], environment = 'sandbox') =>
      server.call('POST', `/api/v1/projects/${project.id}/tables/${table}/rows`, {
        ...{ key: project.key, body: { rows, environment } },
        headers: { 'idempotency-key': randomUUID() },
      }),
  };
}
type Made = Awaited<ReturnType<typeof makeScene>>;

/** Waits for this number of finished runs of a workflow, oldest first. */
const ended = ({ runsOf }: Made, count = 1, slug = 'watch'): Promise<any[]> =>
  until(async () => {
    const runs = await runsOf(slug);
    return runs.filter(({ finished_at }) => finished_at !== null).length >= count && runs;
  });

/** Waits until the log of a project was followed to its present end. */
async function followed({ project }: Made): Promise<void> {
  const last = (await server.audit(project)).at(-1)!.id;
  await until(async () => {
    const { rows } = await server.server.parts.database.query<{ last: string }>(
      'SELECT last FROM dialog.workflow_cursors WHERE project_id = $1',
      [readId('project', project.id)],
    );
    return Number(rows[0]?.last) >= last;
  });
}

describe('a workflow is started, with what it needs to know and for the customer concerned,', () => {
  it('by a message of a customer', async () => {
    const scene = await makeScene();
    await scene.watch('message.received', { left: '{{ event.text }}', op: 'contains', right: 'price' });
    await scene.say('hello');
    const messageId = await scene.say('The price, please');
    const [run, ...more] = await ended(scene);
    expect(more).toEqual([]);
    const { event, account } = run.output;
    expect(event).toMatchObject({
      ...{
        source: 'message.received',
        message_id: messageId,
        text: 'The price, please',
        identity_id: account,
      },
      event_id: expect.stringMatching(/^entry-\d+$/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect([run.identity_id, account]).toEqual([account, expect.stringMatching(/^idn_/)]);
  });

  it('by a payment', async () => {
    const scene = await makeScene();
    const { operations } = scene;
    await operations.connect('till', { shop_id: '1', secret_key: 'test_key' }, 'yookassa');
    await operations.define('month', {
      ...{ kind: 'payment', connection: 'till' },
      request: { amount: { value: '500.00', currency: 'RUB' }, description: 'A month' },
    });
    await scene.watch('payment.succeeded');
    const identity = await scene.dialogs.identity();
    const job = await operations.outcome('month', { identity_id: identity });
    const [run] = await ended(scene);
    expect(run.output).toMatchObject({
      event: {
        ...{ order_id: job.result.order_id, operation_id: 'month', identity_id: identity, test: true },
        amount: { value: '500.00', currency: 'RUB' },
      },
      account: identity,
    });
  });

  it('by a change of a profile and by new tags, whether a client makes them or a flow', async () => {
    const scene = await makeScene();
    const hasVip = { left: '{{ event.tags }}', op: 'contains', right: 'vip' };
    await scene.watch('profile.updated');
    await scene.watch('tag.added', { all: [hasVip, { tag: 'vip' }] }, 'vips');
    await scene.dialogs.publish({
      triggers: [{ type: 'event' }],
      steps: [
        { id: 'set', type: 'set', values: { city: 'Riga' } },
        { id: 'tag', type: 'tag', add: ['vip', 'new'], remove: ['lead'] },
      ],
    });
    const identity = await server.makeIdentity(scene.project.id, scene.channel.id);
    await scene.patch(identity.profile_id, { state: { city: 'Oslo', age: '9' }, tags: ['lead'] });
    const [patched] = await ended(scene);
    expect(patched.output.event).toMatchObject({
      ...{ profile_id: identity.profile_id, fields: ['state', 'tags'], tags_added: ['lead'] },
      state: expect.arrayContaining(['city', 'age']),
    });
    expect(patched.output.account).toBe(identity.id);
    expect(await scene.runsOf('vips')).toEqual([]);
    await scene.dialogs.event(identity.id, 'go');
    const [, changed] = await ended(scene, 2);
    expect(changed.output).toMatchObject({
      event: { state: ['city'], tags_added: ['vip', 'new'], tags_removed: ['lead'] },
      ...{ account: identity.id, city: 'Riga' },
    });
    const [vip] = await ended(scene, 1, 'vips');
    expect(vip.output.event).toMatchObject({ profile_id: identity.profile_id, tags: ['vip', 'new'] });
  });

  it('by rows, once for each write: with their number, and the first hundred', async () => {
    const scene = await makeScene();
    await server.make('PUT', `${scene.base}/tables/orders`, { name: 'Orders' });
    await scene.watch('row.added', { left: '{{ event.table }}', op: 'eq', right: 'orders' });
    await scene.publish('write', {
      triggers: [],
      steps: [
        { id: 'one', type: 'table_write', table: 'orders', action: 'append', row: { n: 'a' } },
        {
          id: 'two',
          type: 'table_write',
          table: 'orders',
          action: 'upsert',
          key: ['n'],
          rows: [{ n: 'a' }, { n: 'b' }],
        },
        { id: 'not', type: 'table_write', table: 'orders', action: 'delete', key: ['n'], row: { n: 'x' } },
      ],
    });
    const written = await scene.rows(
      'orders',
      Array.from({ length: 250 }, (_, n) => ({ n })),
    );
    expect(written.status).toBe(200);
    // Of another environment.
    await scene.rows('orders', [{ n: 1 }], 'live');
    const [run] = await ended(scene);
    expect(run.output.event).toMatchObject({
      table: 'orders',
      count: 250,
      environment: 'sandbox',
      revision: 1,
      more: 150,
    });
    expect(run.output.event.rows).toEqual(Array.from({ length: 100 }, (_, n) => ({ n })));
    await scene.operations.call('POST', '/workflows/write/run', {
      ...{ body: {}, headers: { 'idempotency-key': randomUUID() } },
    });
    const [, byFlow, ...more] = await ended(scene, 2);
    expect([byFlow.output.event.count, byFlow.output.event.rows, more]).toEqual([
      2,
      [{ n: 'a' }, { n: 'b' }],
      [],
    ]);
    expect(byFlow.output.event).not.toHaveProperty('more');
  });

  it('by a failed job', async () => {
    const scene = await makeScene();
    await scene.operations.connect('shop', { base_url: 'https://shop.example' });
    await scene.operations.define('order', { connection: 'shop' });
    await scene.watch('job.failed');
    const identity = await scene.dialogs.identity();
    const job = await scene.operations.outcome('order', {
      identity_id: identity,
      input: { sandbox_error: true },
    });
    const [run] = await ended(scene);
    expect(run.output).toMatchObject({
      event: { job_id: job.job_id, operation_id: 'order', error: job.error },
      account: identity,
    });
  });

  it('by a dialog that failed, and by a customer for whom the scenario wants an operator', async () => {
    const scene = await makeScene();
    await scene.watch('dialog.failed');
    await scene.watch('handover.requested', undefined, 'handovers');
    await scene.dialogs.publish({
      triggers: [
        { type: 'event', where: { left: '{{ event.text }}', op: 'eq', right: 'fail' } },
        { type: 'event', start: 'human' },
      ],
      steps: [
        { id: 'bad', type: 'end', status: 'failed' },
        { id: 'human', type: 'handover' },
      ],
    });
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => scene.dialogs.identity()));
    await scene.dialogs.event(one!, 'fail');
    await scene.dialogs.event(two!, 'help');
    const [failed] = await ended(scene);
    expect(failed.output).toMatchObject({
      event: { step: 'bad', version: 1, error: { code: 'ended_as_failed' }, identity_id: one },
      account: one,
    });
    await scene.dialogs.operator(three!, 'hold');
    const [handover] = await ended(scene, 1, 'handovers');
    expect(handover.output).toMatchObject({ event: { by: 'step', until: null }, account: two });
    await followed(scene);
    expect(await scene.runsOf('handovers')).toHaveLength(1);
  });

  it('by an approval that a flow asks for, and by what becomes of it', async () => {
    const scene = await makeScene();
    const asks = {
      ...{ id: 'ask', type: 'wait_for', timeout_seconds: 600, on_rejected: 'end' },
      approval: { text: 'Refund {{ input.sum }}?', options: ['half', 'all'] },
    };
    await scene.publish('refunds', { steps: [asks, { id: 'end', type: 'end' }] });
    await scene.watch('approval.requested', { left: '{{ event.text }}', op: 'contains', right: 'Refund' });
    await scene.watch('approval.approved', undefined, 'approvals');
    await scene.watch('approval.rejected', undefined, 'rejections');
    const asked = async (sum: number) => {
      const answer = await scene.operations.call('POST', '/workflows/refunds/run', {
        ...{ body: { input: { sum } }, headers: { 'idempotency-key': randomUUID() } },
      });
      const run = answer.body.run_id as string;
      const [approval] = await until(async () => {
        const { items } = await server.make('GET', `${scene.base}/approvals`);
        const ofRun = items.filter((each: any) => each.run_id === run);
        return ofRun.length > 0 && ofRun;
      });
      return { run, id: approval.id as string };
    };
    const [one, two] = [await asked(10), await asked(20)];
    const requested = await ended(scene, 2);
    expect(requested.map(({ output }) => output.event)).toMatchObject([
      { source: 'approval.requested', approval_id: one.id, run_id: one.run, step: 'ask', text: 'Refund 10?' },
      { approval_id: two.id, text: 'Refund 20?', options: ['half', 'all'], expires_at: expect.any(String) },
    ]);
    await server.make('POST', `${scene.base}/approvals/${one.id}/approve`, { option: 'half', comment: 'ok' });
    await server.make('POST', `${scene.base}/approvals/${two.id}/reject`);
    const [approved] = await ended(scene, 1, 'approvals');
    const decided = { option: 'half', comment: 'ok', by: ownerEmail };
    expect(approved.output.event).toMatchObject({ approval_id: one.id, ...decided });
    const [rejected] = await ended(scene, 1, 'rejections');
    expect(rejected.output.event).toMatchObject({ approval_id: two.id, option: null, by: ownerEmail });
    expect(await scene.runsOf()).toHaveLength(2);
  });

  it('by an approval, but not by its own', async () => {
    const scene = await makeScene();
    await scene.publish('asks', {
      triggers: [{ type: 'event', source: 'approval.requested' }],
      steps: [{ id: 'ask', type: 'wait_for', approval: { text: 'And this?' }, timeout_seconds: 600 }],
    });
    await scene.publish('first', {
      steps: [
        { id: 'ask', type: 'wait_for', approval: { text: 'This?' }, timeout_seconds: 600 },
        { id: 'end', type: 'end' },
      ],
    });
    await scene.operations.call('POST', '/workflows/first/run', {
      ...{ body: {}, headers: { 'idempotency-key': randomUUID() } },
    });
    await until(async () => {
      const { items } = await server.make('GET', `${scene.base}/approvals`);
      return items.length === 2;
    });
    await followed(scene);
    expect(await scene.runsOf('asks')).toHaveLength(1);
  });

  it('by a login from a new device', async () => {
    const scene = await makeScene();
    await scene.watch('owner.new_device');
    const dora = await join(server, scene.project.id, 'developer');
    const logIn = (agent: string) =>
      server.call('POST', '/api/owner/session', {
        body: { email: dora.email, password: dora.password },
        headers: { 'user-agent': agent },
      });
    expect(
      (await logIn('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).status,
    ).toBe(200);
    const [run] = await ended(scene);
    expect(run.output).toMatchObject({
      event: { source: 'owner.new_device', device: 'Firefox on Linux', email: dora.email },
      account: null,
    });
  });
});

describe('what happens in a project', () => {
  it('starts nothing by a trigger for all custom events, and no workflow that was published later', async () => {
    const scene = await makeScene();
    await scene.watch('*');
    await scene.say('hello');
    await until(async () =>
      (await server.audit(scene.project)).some(({ action }) => action === 'message.ignored'),
    );
    await scene.watch('message.received', undefined, 'later');
    await scene.say('again');
    const [run, ...more] = await ended(scene, 1, 'later');
    expect([run.output.event.text, more, await scene.runsOf()]).toEqual(['again', [], []]);
  });

  it('starts workflows of its own project and environment only, and none that was deleted', async () => {
    const [scene, other] = await Promise.all([makeScene(), makeScene()]);
    await scene.watch('message.received');
    await scene.watch('message.received', undefined, 'live', 'live');
    await scene.watch('message.received', undefined, 'gone');
    await server.make('DELETE', `${scene.base}/workflows/gone`);
    await other.watch('message.received');
    await scene.say('hello');
    await ended(scene);
    await followed(scene);
    expect(
      (await Promise.all([scene.runsOf(), scene.runsOf('live'), other.runsOf()])).map((runs) => runs.length),
    ).toEqual([1, 0, 0]);
  });

  it('lets two workflows that start each other by what they write go on until the depth of 20, and neither start itself', async () => {
    const scene = await makeScene();
    await server.make('PUT', `${scene.base}/tables/orders`, { name: 'Orders' });
    const write = { id: 'write', type: 'table_write', table: 'orders', action: 'append', row: { n: 1 } };
    const loop = { triggers: [{ type: 'event', source: 'row.added' }], steps: [write] };
    await scene.publish('ping', loop);
    await scene.publish('pong', loop);
    await scene.publish('begin', { triggers: [], steps: [write] });
    await scene.operations.call('POST', '/workflows/begin/run', {
      ...{ body: {}, headers: { 'idempotency-key': randomUUID() } },
    });
    const refusals = () =>
      until(async () => {
        const found = (await server.audit(scene.project)).filter(
          ({ action }) => action === 'workflow.not_started',
        );
        return found.length >= 2 && found;
      }, 60_000);
    expect((await refusals()).map(({ data }) => data.error.code)).toEqual(['too_deep', 'too_deep']);
    const [pings, pongs] = await Promise.all([scene.runsOf('ping'), scene.runsOf('pong')]);
    // Two chains that alternate: one begins with ping, and one with pong.
    expect([pings.length, pongs.length]).toEqual([20, 20]);
  });
});
