import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDialogScene } from '../dialogs/scene.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import type { Client } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/**
 * A process is killed while an operation is under way for a dialog and for a run: the target has the request and never
 * answers. Another process finds the tasks when the lease has run out.
 */
const steps = (ref: string, text: object) => [
  { id: 'order', type: 'operation', operation: 'order', input: { ref }, on_unknown: 'unsure' },
  { id: 'sure', ...text },
  { id: 'done', type: 'end', output: 'sure' },
  { id: 'unsure', ...text },
];
const scenario = {
  triggers: [{ type: 'event' }],
  steps: steps('dialog', {
    type: 'message',
    text: 'It is {{ steps.order.status }}: {{ steps.order.error.code }}',
  }),
};
const workflow = {
  triggers: [],
  steps: steps('run', { type: 'end', output: '{{ steps.order.status }}' }),
};

let scene: ProcessScene;
let target: Target;
let first: ServerProcess;
let client: Client;
let runId: string;
let identity: string;

beforeAll(async () => {
  [scene, target] = await Promise.all([makeProcessScene(), startTarget()]);
  target.manner = () => ({ does: 'hang' });
  first = await scene.start();
  client = await scene.owner(first);
  const { project } = scene;
  const put = (path: string, body: object) => client.make('PUT', `/projects/${project.id}${path}`, body);
  await put('/connections/shop', {
    name: 'Shop',
    kind: 'http',
    settings: { base_url: target.url, idempotency_header: 'Idempotency-Key' },
  });
  await put('/operations/order', {
    name: 'Order',
    connection: 'shop',
    request: { path: '/orders', body: { ref: '{{ input.ref }}' } },
    // Only the death of the process ends the wait.
    timeout_ms: 60_000,
  });
  await put('/workflows/order', { name: 'Order', environment: 'live', definition: workflow });
  await client.make('POST', `/projects/${project.id}/workflows/order/publish`);
  const dialogs = await makeDialogScene(client, project);
  await dialogs.publish(scenario);

  identity = await scene.identity();
  const event = await dialogs.event(identity, 'order');
  const run = await client.call('POST', `/api/v1/projects/${project.id}/workflows/order/run`, {
    key: project.key,
    body: {},
    headers: { 'idempotency-key': randomUUID() },
  });
  expect([event.status, run.status]).toEqual([202, 202]);
  runId = run.body.run_id;
  await until(() => target.arrivals.length === 2);
  await first.kill();
  client = await scene.owner(await scene.start());
});

afterAll(async () => {
  await scene?.close();
  await target?.close();
});

describe('a process killed while an operation is under way', () => {
  it('makes the waiting dialog take its branch for an unknown outcome', async () => {
    const [said] = await scene.receiver.waitFor(1);
    expect(said!.body).toMatchObject({ identity_id: identity, text: 'It is unknown: process_lost' });
  });

  it('makes the waiting run take its branch for an unknown outcome', async () => {
    const { project } = scene;
    const run = await until(async () => {
      const { body } = await client.call(
        'GET',
        `/api/v1/projects/${project.id}/workflow-runs/${runId}`,
        project,
      );
      return body.status === 'succeeded' && body;
    });
    expect([run.output, run.error]).toEqual(['unknown', null]);
    const [order] = run.steps;
    expect(order).toMatchObject({
      id: 'order',
      output: { status: 'unknown', error: { code: 'process_lost' }, job_id: expect.stringMatching(/^job_/) },
    });
    const { body: job } = await client.call(
      'GET',
      `/api/v1/projects/${project.id}/jobs/${order.output.job_id}`,
      project,
    );
    expect([job.status, job.error.code]).toEqual(['unknown', 'process_lost']);
  });

  it('does not cause a second call, and leaves both outcomes to the owner', async () => {
    // Longer than the first back-off and than the pause between two sweeps, so any repetition would have happened.
    await new Promise((resolve) => setTimeout(resolve, 2600));
    expect(target.arrivals.map(({ body }) => JSON.parse(body).ref).sort()).toEqual(['dialog', 'run']);
    expect(scene.receiver.received).toHaveLength(1);
    const { items } = await client.make('GET', `/projects/${scene.project.id}/unsettled`);
    expect(items.map(({ kind }: any) => kind)).toEqual(['job', 'job']);
  });
});
