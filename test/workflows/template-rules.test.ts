import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { makeDialogScene } from '../dialogs/scene.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { MethodScene } from '../published/scene.ts';

/**
 * What newly fails in templates fails in what is published or saved from now on. Rows of an earlier release have the first rules,
 * so these tests put rows back to them before anything has read them.
 */

let server: TestServer;
let scene: MethodScene;

beforeAll(async () => {
  server = await useTestServer();
  scene = await MethodScene.make(server);
});
afterAll(async () => {
  await server?.close();
});

type Table =
  | 'scenario_versions'
  | 'workflow_versions'
  | 'operation_revisions'
  | 'method_versions'
  | 'receivers'
  | 'test_conversations';

/** Makes all rows of a project in a table ones of an earlier release. */
async function age(table: Table, project = scene.project.id): Promise<void> {
  const { rowCount } = await server.server.parts.database.query(
    `UPDATE dialog.${table} SET template_rules = 1 WHERE project_id = $1`,
    [readId('project', project)],
  );
  expect(rowCount).toBeGreaterThan(0);
}

const slugOf = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;
const byZero = '{{ 5 | divided_by: 0 }}';

const ofRun = (runId: string) =>
  until(async () => {
    const { body } = await scene.call('GET', `/workflow-runs/${runId}`);
    return body.finished_at !== null && body;
  });
async function run(slug: string, input = {}): Promise<any> {
  const headers = { 'idempotency-key': randomUUID() };
  const { body } = await scene.call('POST', `/workflows/${slug}/run`, { body: { input }, headers });
  return ofRun(body.run_id);
}

it('a workflow published before goes on as it did, until it is published again', async () => {
  const slug = slugOf('flow');
  const steps = [
    {
      id: 'sum',
      type: 'end',
      output: { zero: byZero, day: '{{ "2026-02-31" | date: "%m-%d" }}', tenth: '{{ 0.1 | plus: 0.2 }}' },
    },
  ];
  await scene.publishWorkflow(slug, steps);
  await age('workflow_versions');
  expect(await run(slug)).toMatchObject({
    status: 'succeeded',
    output: { zero: null, day: '03-03', tenth: 0.3 },
  });
  await scene.publishWorkflow(slug, steps);
  expect(await run(slug)).toMatchObject({
    status: 'failed',
    error: { code: 'bad_template', message: 'divided_by: a division by zero' },
  });
  const { body } = await scene.owner('GET', `/workflows/${slug}/versions`);
  expect(body.items.map((each: any) => [each.version, each.template_rules])).toEqual([
    [2, 2],
    [1, 1],
  ]);
});

it('the conditions and keys of its triggers and waits are of its version, too', async () => {
  const [old, fresh] = [slugOf('old'), slugOf('new')];
  const source = `custom.${slugOf('source')}`;
  /** Holds where a division by zero gives nothing. */
  const where = { left: `${byZero}`, op: 'is_empty' };
  const definition = {
    triggers: [{ type: 'event', source, where }],
    concurrency: { key: '{{ 5 | divided_by: 0 }}' },
    steps: [
      {
        id: 'wait',
        type: 'wait_for',
        event: { source: `${source}-next`, where },
        timeout_seconds: 3600,
        on_timeout: 'late',
      },
      { id: 'came', type: 'end', output: 'came' },
      { id: 'late', type: 'end', output: 'late' },
    ],
  };
  const publish = async (slug: string) => {
    const path = `/workflows/${slug}`;
    expect((await scene.owner('PUT', path, { name: slug, environment: 'sandbox', definition })).status).toBe(
      201,
    );
    expect((await scene.owner('POST', `${path}/publish`)).status).toBe(201);
  };
  await publish(old);
  await age('workflow_versions');
  await publish(fresh);
  const send = (from: string) =>
    scene.call('POST', '/automation-events', {
      body: { event_id: randomUUID(), source: from, environment: 'sandbox', data: {} },
    });
  await send(source);
  const runsOf = async (slug: string) => (await scene.owner('GET', `/workflows/${slug}/runs`)).body.items;
  await until(async () => (await runsOf(old))[0]?.status === 'waiting');
  expect(await runsOf(fresh)).toEqual([]);
  await send(`${source}-next`);
  expect(await ofRun((await runsOf(old))[0].run_id)).toMatchObject({ output: 'came' });
  // The new one does not come so far by itself: its key cannot be made.
  expect(await run(fresh)).toMatchObject({ status: 'failed', error: { code: 'bad_template' } });
});

it('a wait of a new version is not met by a condition that cannot be evaluated', async () => {
  const [slug, source] = [slugOf('waits'), `custom.${slugOf('source')}`];
  const where = { left: byZero, op: 'is_empty' };
  await scene.publishWorkflow(slug, [
    { id: 'wait', type: 'wait_for', event: { source, where }, timeout_seconds: 3, on_timeout: 'late' },
    { id: 'came', type: 'end', output: 'came' },
    { id: 'late', type: 'end', output: 'late' },
  ]);
  const headers = { 'idempotency-key': randomUUID() };
  const { body } = await scene.call('POST', `/workflows/${slug}/run`, { body: {}, headers });
  await until(
    async () => (await scene.call('GET', `/workflow-runs/${body.run_id}`)).body.status === 'waiting',
  );
  const data = { event_id: randomUUID(), source, environment: 'sandbox', data: {} };
  expect((await scene.call('POST', '/automation-events', { body: data })).status).toBe(202);
  expect(await ofRun(body.run_id)).toMatchObject({ output: 'late' });
});

it('a dialog that runs when a version is published ends by the rules with which it began', async () => {
  const dialogs = await makeDialogScene(server);
  const definition = {
    triggers: [{ type: 'event' }],
    steps: [
      { id: 'ask', type: 'question', text: 'Which day?', field: 'day' },
      { id: 'say', type: 'message', text: '{{ state.day | date: "%d %B" }}' },
    ],
  };
  await dialogs.publish(definition);
  await age('scenario_versions', dialogs.project.id);
  const identity = await dialogs.identity();
  await dialogs.event(identity, 'begin');
  await dialogs.waitForTold(identity, 1);
  await dialogs.publish(definition);
  await dialogs.event(identity, '03/04/2026');
  expect((await dialogs.waitForTold(identity, 2))[1]).toBe('04 March');
  await dialogs.event(identity, 'begin again');
  await dialogs.waitForTold(identity, 3);
  await dialogs.event(identity, '03/04/2026');
  expect((await dialogs.waitForTold(identity, 4))[3]).toBe('03 April');
  const path = `/projects/${dialogs.project.id}/scenario`;
  const { items } = await server.make('GET', `${path}/versions`);
  expect(items.map((each: any) => each.template_rules)).toEqual([2, 1]);
  expect((await server.make('GET', path)).published.template_rules).toBe(2);
  // An earlier version that is published again is one of now.
  expect((await server.make('POST', `${path}/versions/1/restore`)).template_rules).toBe(2);
});

it('an operation has the rules of when it was saved, also if nothing else changes', async () => {
  const slug = slugOf('sum');
  const definition = { environments: ['sandbox'], mock: { result: { zero: byZero } } };
  expect((await scene.define(slug, definition)).template_rules).toBe(2);
  await age('operation_revisions');
  expect((await scene.owner('GET', `/operations/${slug}`)).body.template_rules).toBe(1);
  expect(await scene.outcome(slug)).toMatchObject({ status: 'succeeded', result: { zero: null } });
  expect((await scene.define(slug, definition)).template_rules).toBe(2);
  expect(await scene.outcome(slug)).toMatchObject({ status: 'failed', error: { code: 'template_failed' } });
});

it('a published method has the rules of its version', async () => {
  const slug = slugOf('method');
  const method = {
    input: [{ name: 'a', type: 'number' }],
    mapping: { zero: '{{ input.a | divided_by: 0 }}' },
    result: [{ name: 'zero', type: 'number', value: '{{ 1 | modulo: 0 }}' }],
  };
  const { key } = await scene.offer(slug, method);
  await age('method_versions');
  const asked = await scene.ask(slug, key, { a: 1 });
  expect(asked.status).toBe(202);
  expect(await scene.end(asked.body.status_url, key)).toMatchObject({
    status: 'succeeded',
    result: { zero: null },
  });
  expect((await scene.publish(slug)).template_rules).toBe(2);
  const again = await server.call('POST', scene.pathOf(slug, 2), { key, body: { a: 1 } });
  expect([again.status, again.body.detail[0].msg]).toEqual([
    422,
    expect.stringContaining('the method cannot work with this input: divided_by: a division by zero'),
  ]);
});

it('a receiver has the rules of when it was saved', async () => {
  const [flow, slug] = [slugOf('flow'), slugOf('receiver')];
  await scene.publishWorkflow(flow, [{ id: 'done', type: 'end', output: '{{ input }}' }]);
  const wanted = {
    name: slug,
    verification: { type: 'none' },
    target: { workflow: flow, input: { zero: byZero } },
    response: { status: 200, content_type: 'text/plain', body: 'zero is {{ 0 | divided_by: 0 }}' },
  };
  const save = async () => (await scene.owner('PUT', `/receivers/${slug}`, wanted)).body;
  const made = await save();
  expect(made.template_rules).toBe(2);
  await age('receivers');
  const call = () => server.call('POST', `/api/webhooks/${made.id}`, { body: { call: randomUUID() } });
  expect(await call()).toMatchObject({ status: 200, text: 'zero is NaN' });
  const runsOf = async () => (await scene.owner('GET', `/workflows/${flow}/runs`)).body.items;
  const [first] = await until(async () => (await runsOf()).length > 0 && runsOf());
  expect(await ofRun(first.run_id)).toMatchObject({ output: { zero: null } });
  expect((await save()).template_rules).toBe(2);
  const refused = await call();
  // The answer of the owner cannot be made; the usual one takes its place, and the mapping fails behind it.
  expect([refused.status, refused.body.event_id]).toEqual([202, expect.any(String)]);
  const entry = await until(async () =>
    (await server.audit(scene.project)).find(
      ({ subject, action }) => subject.id === refused.body.event_id && action === 'webhook.failed',
    ),
  );
  expect(JSON.stringify(entry.data)).toContain('divided_by: a division by zero');
  expect(await runsOf()).toHaveLength(1);
});

it('a draft that is tried has the present rules, also where the same draft was tried before', async () => {
  const slug = slugOf('draft');
  await scene.flow(slug, [{ id: 'sum', type: 'end', output: { zero: byZero } }]);
  const tried = async () => {
    const { body, status } = await scene.owner('POST', `/workflows/${slug}/draft/runs`, {});
    expect(status).toBe(202);
    return until(async () => {
      const { body: shown } = await scene.owner('GET', `/runs/${body.run_id}`);
      return /succeeded|failed/.test(shown.status) && shown;
    });
  };
  const first = await tried();
  expect(first).toMatchObject({ status: 'failed', error: { code: 'bad_template' } });
  expect((await tried()).version).toBe(first.version);
  await age('workflow_versions');
  const again = await tried();
  expect(again).toMatchObject({ status: 'failed', error: { code: 'bad_template' } });
  expect(again.version).toBeLessThan(first.version);
});

it('a conversation in which a draft is tried goes on as it began', async () => {
  const dialogs = await makeDialogScene(server);
  const base = `/projects/${dialogs.project.id}/scenario/draft`;
  const steps = [{ id: 'sum', type: 'message', text: `zero is ${byZero}` }];
  await server.make('PUT', base, { definition: { triggers: [{ type: 'any' }], steps } });
  const says = async (identity: string) => {
    const path = `${base}/conversations/${identity}`;
    expect((await server.owner('POST', `${path}/messages`, { text: 'Hello' })).status).toBe(202);
    return until(async () => {
      const { messages } = await server.make('GET', path);
      const isHandled = messages.some(({ did }: any) => did);
      return (
        isHandled && messages.filter(({ direction }: any) => direction === 'out').map(({ text }: any) => text)
      );
    });
  };
  const begin = async () => (await server.make('POST', `${base}/conversations`, {})).identity_id;
  const old = await begin();
  await age('test_conversations', dialogs.project.id);
  expect(await says(old)).toEqual(['zero is Infinity']);
  expect(await says(await begin())).toEqual([]);
});
