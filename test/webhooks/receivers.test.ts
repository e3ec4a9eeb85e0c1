import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowTrigger } from '../../src/dialog/scenario/triggers.ts';
import { replaceTriggers } from '../../src/dialog/workflows/triggers.ts';
import { newId, readId, showId } from '../../src/platform/ids.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { deliver, type MadeReceiver, makeReceiver, signedBy } from './sender.ts';

let server: TestServer;
let project: TestProject;
let receiver: MadeReceiver;

beforeAll(async () => {
  // Addresses as sent by a proxy, so that each test can use its own.
  server = await startTestServer({ TRUST_PROXY: 'true' });
  project = await server.makeProject();
  receiver = await makeReceiver(server, project.id);
});
afterAll(() => server?.close());

const now = () => Math.floor(Date.now() / 1000);
const from = (address: string) => ({ 'x-forwarded-for': address });
const query = async (text: string, values: unknown[] = []) =>
  (await server.server.parts.database.query<any>(text, values)).rows;
const entry = (eventId: string, action: RegExp) =>
  until(async () =>
    (await server.audit(project)).find((e) => e.subject.id === eventId && action.test(e.action)),
  );
const arrivals = async (slug: string) =>
  (await server.make('GET', `/projects/${project.id}/receivers/${slug}/deliveries`)).items;

describe('a signed call to a receiver', () => {
  it('is accepted with an event id, and is in the audit log', async () => {
    const answer = await deliver(server, receiver, { event: 'order.paid' });
    expect([answer.status, answer.body]).toEqual([
      202,
      { event_id: expect.stringMatching(/^evt_/), status: 'queued', duplicate: false },
    ]);
    expect(await entry(answer.body.event_id, /accepted/)).toMatchObject({
      action: 'webhook.accepted',
      actor: { type: 'receiver', id: receiver.id, name: 'Shop' },
      subject: { type: 'webhook' },
      request_id: answer.headers.get('x-request-id'),
    });
    expect((await entry(answer.body.event_id, /handled/)).data).toMatchObject({ receiver: receiver.slug });
  });

  it('is accepted once, even if it arrives again at the same instant, or with its signature in other letters', async () => {
    const headers = signedBy(receiver.secret, '{"n":1}');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => deliver(server, receiver, '{"n":1}', headers)),
    );
    const again = await deliver(server, receiver, '{"n":1}', {
      ...headers,
      'x-service-signature': headers['x-service-signature']!.toUpperCase(),
    });
    expect(new Set([...answers, again].map((a) => a.status))).toEqual(new Set([202]));
    expect(new Set([...answers, again].map((a) => a.body.event_id)).size).toBe(1);
    expect(answers.filter((a) => !a.body.duplicate)).toHaveLength(1);
    expect(again.body.duplicate).toBe(true);
    const later = await deliver(
      server,
      receiver,
      '{"n":1}',
      signedBy(receiver.secret, '{"n":1}', now() - 100),
    );
    expect(later.body).toMatchObject({ duplicate: false });
  });

  it('is signed over its raw bytes, whatever its content type, and its numbers keep their digits', async () => {
    const raw = Buffer.from('  {"name" : "Jörg \\u00e9", "n": 12345678901234567890 }\n');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      const headers = { ...signedBy(receiver.secret, raw, now() - type.length), 'content-type': type };
      expect((await deliver(server, receiver, raw, headers)).status).toBe(202);
    }
    const [kept] = await query(
      `SELECT payload, payload::text AS text FROM dialog.tasks WHERE kind = 'webhook_in' ORDER BY seq DESC LIMIT 1`,
    );
    expect(kept.text).toContain('12345678901234567890');
    expect(Object.keys(kept.payload.headers)).not.toContain('x-service-signature');
  });

  it.each([
    ['{"a":', 'json_invalid'],
    ['', 'missing'],
    ['{"a":"\\u0000"}', 'value_error'],
    ['{"\\ud800":1}', 'value_error'],
  ])('must be JSON that can be stored, not %j', async (body, type) => {
    const answer = await deliver(server, receiver, body);
    expect([answer.status, answer.body.detail[0].type]).toEqual([422, type]);
  });

  it('may have 1 MiB', async () => {
    const body = (length: number) => `"${'x'.repeat(length - 2)}"`;
    expect((await deliver(server, receiver, body(2 ** 20))).status).toBe(202);
    const tooLarge = await deliver(server, receiver, body(2 ** 20 + 1));
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'body_too_large']);
  });
});

describe('a call with a wrong signature', () => {
  it('is refused like a call to an unknown address', async () => {
    const body = '{"n":2}';
    const right = signedBy(receiver.secret, body);
    // Signed just before they are sent, since earlier calls may take seconds on a busy machine.
    const faults: (() => Record<string, string>)[] = [
      () => ({ 'x-service-signature': '0'.repeat(64) }),
      () => ({ 'x-service-signature': 'nonsense' }),
      () => ({ 'x-service-signature': '' }),
      () => ({ 'x-service-timestamp': '' }),
      () => ({ 'x-service-timestamp': String(Number(right['x-service-timestamp']) - 1) }),
      () => signedBy(receiver.secret, body, now() - 301),
      // Far enough ahead to be so still when it arrives.
      () => signedBy(receiver.secret, body, now() + 330),
      () => signedBy('another secret', body),
    ];
    const answers = [];
    for (const fault of faults) {
      answers.push(await deliver(server, receiver, body, { ...right, ...fault(), ...from('10.0.0.1') }));
    }
    for (const id of [showId('receiver', newId()), 'rcv_x', 'nonsense', '%00']) {
      const headers = { ...right, ...from('10.0.0.1') };
      answers.push(await server.call('POST', `/api/webhooks/${id}`, { raw: body, headers }));
    }
    answers.push(await server.call('POST', `/api/webhooks/${receiver.id}`, { headers: from('10.0.0.1') }));
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([401]));
    expect(new Set(answers.map((a) => a.text)).size).toBe(1);
    expect(answers[0]!.body.code).toBe('invalid_signature');
  });

  it('is limited by address, without affecting right ones', async () => {
    const wrong = { 'x-service-signature': '0'.repeat(64), ...from('10.0.0.2') };
    const statuses = [];
    for (let i = 0; i < 62; i++) statuses.push((await deliver(server, receiver, '{"n":3}', wrong)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    const last = await deliver(server, receiver, '{"n":3}', wrong);
    expect([last.status, last.body.code]).toEqual([429, 'too_many_wrong_keys']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await deliver(server, receiver, '{"n":3}', from('10.0.0.2'))).status).toBe(202);
  });

  it('uses one row for each minute and reason, however often it comes', async () => {
    const flooded = await makeReceiver(server, project.id);
    const wrong = { 'x-service-signature': 'f'.repeat(64), ...from('10.0.0.3') };
    await Promise.all(Array.from({ length: 40 }, () => deliver(server, flooded, '{}', wrong)));
    await deliver(server, flooded, '{"n":4}');
    const items = await arrivals(flooded.slug);
    const rejected = items.filter((item: any) => item.status === 'rejected');
    expect(rejected.length).toBeLessThanOrEqual(2);
    expect(rejected.reduce((sum: number, item: any) => sum + item.count, 0)).toBe(40);
    expect(rejected[0]).toMatchObject({ reason: 'signature_wrong', address: '10.0.0.3', size: 2 });
    expect(items[0]).toMatchObject({
      status: 'accepted',
      count: 1,
      event_id: expect.stringMatching(/^evt_/),
    });
  });
});

describe("a change of a receiver's secret", () => {
  it('shows the new one once, and both are valid for a day', async () => {
    const old = await makeReceiver(server, project.id);
    const path = `/projects/${project.id}/receivers/${old.slug}`;
    const { secret, id, previous_secret_until: last } = await server.make('POST', `${path}/rotate`);
    expect(id).toBe(old.id);
    expect(secret).not.toBe(old.secret);
    expect(Date.parse(last) - Date.now()).toBeGreaterThan(23.9 * 3600_000);
    expect((await server.make('GET', path)).secret).toBe('set');
    const renewed = { ...old, secret };
    expect((await deliver(server, old, '{"n":5}')).status).toBe(202);
    expect((await deliver(server, renewed, '{"n":5}')).status).toBe(202);
    await query('UPDATE dialog.receivers SET previous_until = now() WHERE slug = $1', [old.slug]);
    expect((await deliver(server, old, '{"n":6}')).status).toBe(401);
    expect((await deliver(server, renewed, '{"n":6}')).status).toBe(202);
  });
});

describe('the target of a receiver', () => {
  it('may be an event for the customer that a template names, processed in the order of the calls', async () => {
    const channel = await server.makeChannel(project.id);
    const anna = await server.makeIdentity(project.id, channel.id, 'anna');
    const bert = await server.makeIdentity(project.id, channel.id, '77');
    const target = {
      event: {
        identity: { channel_id: channel.id, external_id: '{{ body.customer }}' },
        text: 'Order {{ body.order.no }} from {{ headers.x-shop }}',
        data: { total: '{{ body.order.total }}', lines: '{{ body.order.lines }}' },
      },
    };
    const mapped = await makeReceiver(server, project.id, { target });
    const direct = await makeReceiver(server, project.id, {
      target: { event: { identity: '{{ body.identity }}', text: 'Hello' } },
    });
    const order = (no: number) => ({ customer: 'anna', order: { no, total: 9.5, lines: ['a', 'b'] } });
    const first = await deliver(server, mapped, order(1), { 'x-shop': 'north' });
    await deliver(server, mapped, order(2));
    await deliver(server, mapped, { customer: 77, order: { no: 3 } });
    const last = await deliver(server, direct, { identity: anna.id });
    await entry(last.body.event_id, /^webhook\.handled/);
    const queued = await until(async () => {
      const rows = await query(`SELECT * FROM dialog.tasks WHERE kind = 'event' ORDER BY seq`);
      return rows.length === 4 && rows;
    });
    const ofFirst = queued.find(({ payload }: any) => payload.event_id === first.body.event_id);
    expect(ofFirst.payload).toEqual({
      answers: false,
      event_id: first.body.event_id,
      text: 'Order 1 from north',
      data: { total: 9.5, lines: ['a', 'b'] },
    });
    const ofAnna = queued.filter((task: any) => showId('identity', task.identity_id) === anna.id);
    expect(ofAnna.map((task: any) => task.payload.text).filter((text: string) => text !== 'Hello')).toEqual([
      'Order 1 from north',
      'Order 2 from ',
    ]);
    const ofBert = queued.filter((task: any) => showId('identity', task.identity_id) === bert.id);
    expect(ofBert.map((task: any) => task.payload.text)).toEqual(['Order 3 from ']);
    expect(await entry(first.body.event_id, /^event\.accepted/)).toMatchObject({
      actor: { type: 'receiver', id: mapped.id },
      environment: 'sandbox',
      data: { identity_id: anna.id },
    });
  });

  it.each([
    ['no text', { text: '' }, 'mapping_failed'],
    ['a text too long', { text: 'x'.repeat(3001) }, 'mapping_failed'],
    ['no customer', { customer: '' }, 'mapping_failed'],
    ['a customer that is none', { customer: ['x'] }, 'mapping_failed'],
    ['an unknown customer', { customer: 'nobody' }, 'identity_not_found'],
  ])('fails for a call with %s, and the next one goes on', async (_name, change, code) => {
    const channel = await server.makeChannel(project.id);
    await server.makeIdentity(project.id, channel.id, 'clara');
    const identity = { channel_id: channel.id, external_id: '{{ body.customer }}' };
    const target = { event: { identity, text: '{{ body.text }}' } };
    const mapped = await makeReceiver(server, project.id, { target });
    const { body } = await deliver(server, mapped, { customer: 'clara', text: 'Hello', ...change });
    const failed = await entry(body.event_id, /^webhook\.failed/);
    expect(failed.data.error.code).toBe(code);
    const good = await deliver(server, mapped, { customer: 'clara', text: 'Hello' });
    await entry(good.body.event_id, /^webhook\.handled/);
  });
});

describe('a workflow that a receiver starts', () => {
  /** Published without a draft; other tests cover the publication. */
  const publish = (slug: string, triggers: WorkflowTrigger[], environment = 'sandbox') =>
    server.server.parts.database.transaction(async (tx) => {
      const projectId = readId('project', project.id)!;
      const definition = JSON.stringify({ triggers, steps: [{ id: 'end', type: 'end' }] });
      await tx.query(
        `WITH version AS (
           INSERT INTO dialog.workflow_versions (project_id, slug, version, definition, published_by)
           VALUES ($1, $2, 1, $4, 'owner')
         )
         INSERT INTO dialog.workflows (project_id, slug, name, environment, definition, version)
         VALUES ($1, $2, $2, $3, $4, 1)`,
        [projectId, slug, environment, definition],
      );
      await replaceTriggers(tx, projectId, slug, triggers);
    });
  const runOf = (id: string) =>
    server.call('GET', `/api/v1/projects/${project.id}/workflow-runs/${id}`, { key: project.key });

  it("is started once by each call if it has the receiver's trigger, in its own environment", async () => {
    const orders = await makeReceiver(server, project.id, {}, 'orders');
    const trigger = { type: 'receiver' as const, receiver: 'orders' };
    await publish('on-order', [trigger]);
    await publish('on-order-live', [trigger], 'live');
    const headers = signedBy(orders.secret, '{"order":7}');
    const { body } = await deliver(server, orders, '{"order":7}', headers);
    await deliver(server, orders, '{"order":7}', headers);
    const handled = await entry(body.event_id, /^webhook\.handled/);
    const runs = await Promise.all(handled.data.runs.map(runOf));
    expect(runs.map(({ body: run }) => [run.workflow, run.environment])).toEqual([
      ['on-order', 'sandbox'],
      ['on-order-live', 'live'],
    ]);
    const calls = await until(async () => {
      const { items } = await server.make('GET', `/projects/${project.id}/receivers/orders/deliveries`);
      return items.every(({ status, outcome }: any) => status === 'duplicate' || outcome) && items;
    });
    expect(calls.map(({ status, outcome }: any) => [status, outcome])).toEqual([
      ['duplicate', null],
      ['accepted', { status: 'handled', runs: handled.data.runs, flows: 0, error: null }],
    ]);
    const [{ event }] = await query(
      `SELECT payload->'event' AS event FROM dialog.tasks WHERE kind = 'run' ORDER BY seq DESC LIMIT 1`,
    );
    expect(event).toMatchObject({ body: { order: 7 }, headers: { 'content-type': 'application/json' } });
  });

  it('runs for the customer whom its trigger names, and is not started for one who is not known', async () => {
    const code = await makeReceiver(server, project.id, {}, 'code');
    const channel = await server.makeChannel(project.id);
    const identity = await server.makeIdentity(project.id, channel.id, 'team');
    const trigger = { type: 'receiver' as const, receiver: 'code' };
    const inChannel = { channel_id: channel.id, external_id: '{{ event.body.who }}' };
    await publish('to-team', [{ ...trigger, customer: { identity_id: identity.id } }]);
    await publish('to-whom', [{ ...trigger, customer: inChannel }]);
    await publish('to-nobody', [{ ...trigger, customer: { identity_id: '{{ event.body.none }}' } }]);
    const { body } = await deliver(server, code, { who: 'team' });
    const handled = await entry(body.event_id, /^webhook\.handled/);
    const runs = await Promise.all(handled.data.runs.map(runOf));
    expect(runs.map(({ body: run }) => [run.workflow, run.identity_id])).toEqual([
      ['to-team', identity.id],
      ['to-whom', identity.id],
    ]);
    expect(handled.data.trigger_faults).toMatchObject([
      { workflow: 'to-nobody', trigger: 0, error: { code: 'identity_not_found' } },
    ]);
    const other = await deliver(server, code, { who: 'somebody else' });
    const later = await entry(other.body.event_id, /^webhook\.handled/);
    expect(later.data.runs).toHaveLength(1);
    const calls = await server.make('GET', `/projects/${project.id}/receivers/code/deliveries`);
    expect(
      calls.items.map(({ outcome }: any) => outcome.not_started.map(({ workflow }: any) => workflow)),
    ).toEqual([['to-nobody', 'to-whom'], ['to-nobody']]);
    const told = (await server.audit(project)).filter((e) => e.action === 'workflow.not_started');
    expect(told.map(({ subject, data }) => [subject.id, data.trigger_faults[0].error.code])).toEqual([
      ['to-whom', 'identity_not_found'],
    ]);
  });

  it('is started with the rendered input if the receiver names it, whatever its trigger', async () => {
    const named = await makeReceiver(
      server,
      project.id,
      { target: { workflow: 'bill', input: { sum: '{{ body.total }}', of: 'Order {{ body.no }}' } } },
      'bills',
    );
    const early = await deliver(server, named, { total: 12.5, no: 3 });
    const failed = await entry(early.body.event_id, /^webhook\.failed/);
    expect(failed.data.error.code).toBe('workflow_not_published');
    await publish('bill', [{ type: 'receiver', receiver: 'bills' }]);
    const { body } = await deliver(server, named, { total: 12.5, no: 4 });
    const handled = await entry(body.event_id, /^webhook\.handled/);
    expect(handled.data.runs).toHaveLength(1);
    const run = await runOf(handled.data.runs[0]);
    expect(run.body).toMatchObject({ workflow: 'bill', input: { sum: 12.5, of: 'Order 4' } });
  });
});

describe('a receiver', () => {
  it('needs only a name, and its secret is shown once', async () => {
    const path = `/projects/${project.id}/receivers/plain`;
    const made = await server.owner('PUT', path, { name: 'Plain' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^rcv_/),
      slug: 'plain',
      target: null,
      url: `${server.url}/api/webhooks/${made.body.id}`,
      secret: expect.stringMatching(/^rsec_.{43}$/),
    });
    const again = await server.owner('PUT', path, { name: 'Renamed' });
    expect([again.status, again.body]).toMatchObject([
      200,
      { id: made.body.id, name: 'Renamed', secret: 'set' },
    ]);
    expect((await deliver(server, made.body, { n: 7 })).status).toBe(202);
    const listed = await server.make('GET', `/projects/${project.id}/receivers`);
    expect(JSON.stringify(listed)).not.toContain(made.body.secret);
    expect((await server.owner('DELETE', path)).status).toBe(204);
    expect((await deliver(server, made.body, { n: 8 })).status).toBe(401);
    expect((await server.owner('GET', path)).body.code).toBe('receiver_not_found');
    const actions = (await server.audit(project)).filter((e) => e.subject.id === made.body.id);
    expect(actions.map((e) => e.action)).toEqual([
      'receiver.created',
      'receiver.updated',
      'receiver.deleted',
    ]);
  });

  it.each([
    [{}, ['body', 'name']],
    [{ name: 'x', secret: '          ' }, ['body', 'secret']],
    [{ name: 'x', target: {} }, ['body', 'target']],
    [{ name: 'x', target: { workflow: 'Not a slug' } }, ['body', 'target', 'workflow']],
    [
      { name: 'x', target: { event: { identity: 'x', text: '{{ body.' } } },
      ['body', 'target', 'event', 'text'],
    ],
    [
      { name: 'x', target: { event: { identity: 'x', text: 'y', data: { a: ['{% if %}'] } } } },
      ['body', 'target', 'event', 'data', 'a', 0],
    ],
    [
      { name: 'x', target: { event: { identity: '{{ customer }}', text: 'y' } } },
      ['body', 'target', 'event', 'identity'],
    ],
    [
      { name: 'x', target: { workflow: 'w', input: { a: ['{{ event.body.total }}'] } } },
      ['body', 'target', 'input', 'a', 0],
    ],
    [{ name: 'a\u0000b' }, ['body', 'name']],
  ])('is refused at its wrong field: %j', async (body, loc) => {
    const answer = await server.owner('PUT', `/projects/${project.id}/receivers/wrong`, body);
    expect([answer.status, answer.body.detail?.[0]?.loc]).toEqual([422, loc]);
  });

  it.each(['Upper', '-x', 'x'.repeat(64), '%00'])('has a slug, not %s', async (slug) => {
    const answer = await server.owner('PUT', `/projects/${project.id}/receivers/${slug}`, { name: 'x' });
    expect([answer.status, answer.body.detail?.[0]?.loc]).toEqual([422, ['path', 'slug']]);
    const missing = await server.owner('GET', `/projects/${project.id}/receivers/${slug}`);
    expect([missing.status, missing.body.code]).toEqual([404, 'receiver_not_found']);
  });

  it('of a deleted project cannot be called', async () => {
    const other = await server.makeProject();
    const gone = await makeReceiver(server, other.id);
    await server.make('DELETE', `/projects/${other.id}`);
    expect((await deliver(server, gone, { n: 9 })).status).toBe(401);
  });
});

it('a receiver cannot use a channel of another project, or a deleted one', async () => {
  const other = await server.makeProject();
  const [foreign, gone] = [await server.makeChannel(other.id), await server.makeChannel(project.id)];
  await server.make('DELETE', `/projects/${project.id}/channels/${gone.id}`);
  for (const channel_id of [foreign.id, gone.id, 'nonsense']) {
    const identity = { channel_id, external_id: '{{ body.customer }}' };
    const answer = await server.owner('PUT', `/projects/${project.id}/receivers/foreign`, {
      ...{ name: 'Foreign', target: { event: { identity, text: 'x' } } },
    });
    expect([answer.status, answer.body.code]).toEqual([404, 'channel_not_found']);
  }
});
