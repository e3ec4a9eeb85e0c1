import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DialogScene, makeDialogScene } from '../dialogs/scene.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let server: TestServer;
let scene: Scene;
let dialogs: DialogScene;

beforeAll(async () => {
  server = await useTestServer();
  const project = await server.makeProject();
  scene = new Scene(server, project);
  dialogs = await makeDialogScene(server, project);
  await scene.define('order', { environments: ['sandbox'], mock: { result: { ok: true } } });
  await server.make('PUT', `/projects/${project.id}/tables/orders`, { name: 'Orders' });
});
afterAll(() => server?.close());

it('a run shows what each of its steps was given, to clients and owners, without secrets', async () => {
  const workflow = `/workflows/inputs`;
  const steps = [
    {
      id: 'call',
      type: 'operation',
      operation: 'order',
      input: { n: '{{ input.n }}', password: 'hunter2', note: 'x'.repeat(3000) },
    },
    {
      id: 'check',
      type: 'condition',
      branches: [{ if: { left: '{{ steps.call.result.ok }}', op: 'eq', right: 'no' }, next: 'end' }],
    },
    { id: 'write', type: 'table_write', table: 'orders', action: 'append', row: { n: '{{ input.n }}' } },
    {
      id: 'each',
      type: 'for_each',
      items: ['a'],
      steps: [{ id: 'read', type: 'table_read', table: 'orders' }],
    },
    { id: 'end', type: 'end' },
  ];
  await scene.owner('PUT', workflow, { name: 'Inputs', definition: { triggers: [], steps } });
  expect((await scene.owner('POST', `${workflow}/publish`)).body.findings).toEqual([]);
  const started = await scene.owner('POST', `${workflow}/runs`, { input: { n: 7 } });
  const run = await until(async () => {
    const { body } = await scene.call('GET', `/workflow-runs/${started.body.run_id}`);
    return body.status === 'succeeded' && body;
  });
  const given = Object.fromEntries(run.steps.map(({ id, input }: any) => [id, input]));
  expect(given.call).toEqual({
    operation: 'order',
    input: { n: 7, password: '[hidden]', note: `${'x'.repeat(1000)}…` },
  });
  expect(given.check).toEqual({ compared: [{ left: true, op: 'eq', right: 'no' }] });
  expect(given.write).toMatchObject({ table: 'orders', action: 'append', rows: [{ n: 7 }] });
  expect([given.each, given.end]).toEqual([{ items: ['a'] }, null]);
  const owned = await scene.owner('GET', `/runs/${run.run_id}`);
  expect(owned.body).toEqual(run);
  const other = new Scene(server, await server.makeProject());
  expect((await other.owner('GET', `/runs/${run.run_id}`)).body.code).toBe('run_not_found');
});

it('the history of a dialog shows what was said by which step, and what was compared', async () => {
  await dialogs.publish({
    triggers: [{ type: 'event' }],
    steps: [
      { id: 'ask', type: 'question', text: 'Your name, {{ event.who }}?', field: 'name' },
      {
        id: 'known',
        type: 'condition',
        branches: [{ if: { left: '{{ state.name }}', op: 'not_empty' }, next: 'bye' }],
      },
      { id: 'bye', type: 'message', text: 'Bye {{ state.name }}' },
    ],
  });
  const identity = await dialogs.identity();
  await dialogs.event(identity, 'Go', { data: { who: 'friend' } });
  await dialogs.event(identity, 'Ann');
  await dialogs.settled(identity);
  const turns = (await dialogs.history(identity)).filter(({ steps }) => steps);
  expect(turns.map(({ steps }) => steps.map(({ id, input }: any) => [id, input?.text ?? input]))).toEqual([
    [['ask', 'Your name, friend?']],
    [
      ['ask', null],
      ['known', { compared: [{ left: 'Ann', op: 'not_empty' }] }],
      ['bye', 'Bye Ann'],
    ],
  ]);
});
