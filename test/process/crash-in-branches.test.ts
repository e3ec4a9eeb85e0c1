import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDialogScene } from '../dialogs/scene.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import type { Client } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/**
 * A process is killed while a run has five branches: three operations are under way and get no answer, one of them in a called
 * flow and one in a run for which a branch waits; one branch waits for an event, and one for time to pass. A dialog waits for an answer in a called flow.
 */
const order = (id: string, n: number) => ({ id, type: 'operation', operation: 'order', input: { n } });
const workflow = {
  steps: [
    {
      id: 'all',
      type: 'parallel',
      branches: [
        {
          steps: [
            { ...order('a', 1), on_unknown: 'a2' },
            { id: 'a2', type: 'set', vars: { a: '{{ steps.a.status }}' } },
          ],
        },
        {
          steps: [
            { id: 'b', type: 'call', flow: 'ask', on_failed: 'b2' },
            { id: 'b2', type: 'set', vars: { b: '{{ steps.b.error.code }}' } },
          ],
        },
        {
          steps: [
            { id: 'c', type: 'wait_for', event: { source: 'custom.go' } },
            { id: 'c2', type: 'set', vars: { c: '{{ steps.c.event.n }}' } },
          ],
        },
        { steps: [{ id: 'd', type: 'delay', seconds: 1 }] },
        {
          steps: [
            { id: 'w', type: 'workflow', workflow: 'child', wait: true, on_unknown: 'w2' },
            { id: 'w2', type: 'set', vars: { w: '{{ steps.w.status }}' } },
          ],
        },
      ],
    },
    { id: 'end', type: 'end', output: '{{ vars.a }} {{ vars.b }} {{ vars.c }} {{ vars.w }}' },
  ],
  flows: { ask: { steps: [order('o', 2)] } },
};
const scenario = {
  triggers: [{ type: 'event' }],
  steps: [
    { id: 'ask', type: 'call', flow: 'city', input: { what: 'Your city?' } },
    { id: 'tell', type: 'message', text: '{{ steps.ask.output }} {{ vars.city }}!' },
  ],
  flows: {
    city: {
      steps: [
        { id: 'q', type: 'question', text: '{{ input.what }}', var: 'city' },
        { id: 'r', type: 'end', output: '{{ vars.city | upcase }}' },
      ],
    },
  },
};

let scene: ProcessScene;
let target: Target;
let first: ServerProcess;
let client: Client;
let runId: string;

const api = (method: string, path: string, body?: object) =>
  client.call(method, `/api/v1/projects/${scene.project.id}${path}`, {
    ...{ key: scene.project.key, headers: { 'idempotency-key': randomUUID() }, ...(body && { body }) },
  });

beforeAll(async () => {
  [scene, target] = await Promise.all([makeProcessScene(), startTarget()]);
  target.manner = () => ({ does: 'hang' });
  first = await scene.start();
  client = await scene.owner(first);
  const { project } = scene;
  const put = (path: string, body: object) => client.make('PUT', `/projects/${project.id}${path}`, body);
  const settings = { base_url: target.url, idempotency_header: 'Idempotency-Key' };
  await put('/connections/shop', { name: 'Shop', kind: 'http', settings });
  const request = { path: '/orders', body: { n: '{{ input.n }}' } };
  // Only the death of the process ends the wait.
  await put('/operations/order', { name: 'Order', connection: 'shop', request, timeout_ms: 60_000 });
  const child = { steps: [order('own', 3)] };
  await put('/workflows/child', { name: 'Child', environment: 'live', definition: child });
  await client.make('POST', `/projects/${project.id}/workflows/child/publish`);
  await put('/workflows/all', { name: 'All', environment: 'live', definition: workflow });
  await client.make('POST', `/projects/${project.id}/workflows/all/publish`);
});
afterAll(async () => {
  await scene?.close();
  await target?.close();
});

it('branches and called flows go on in another process, and nothing in them is done twice', async () => {
  const dialogs = await makeDialogScene(client, scene.project);
  await dialogs.publish(scenario);
  const identity = await scene.identity();
  await dialogs.event(identity, 'go');
  const run = await api('POST', '/workflows/all/run', {});
  expect(run.status).toBe(202);
  runId = run.body.run_id;
  await until(() => target.arrivals.length === 3 && scene.receiver.received.length === 1);
  await first.kill();

  client = await scene.owner(await scene.start());
  expect(
    (await api('POST', '/events', { event_id: randomUUID(), identity_id: identity, text: 'Bonn' })).status,
  ).toBe(202);
  const event = { event_id: randomUUID(), source: 'custom.go', environment: 'live', data: { n: 3 } };
  expect((await api('POST', '/automation-events', event)).status).toBe(202);
  const ended = await until(async () => {
    const { body } = await api('GET', `/workflow-runs/${runId}`);
    return body.finished_at !== null && body;
  });
  expect(ended).toMatchObject({ status: 'succeeded', output: 'unknown outcome_unknown 3 unknown' });
  expect(ended.steps.map(({ id }: any) => id).sort()).toEqual(
    ['all', 'a', 'a2', 'b', 'b2', 'c', 'c2', 'd', 'end', 'o', 'w', 'w2'].sort(),
  );
  const said = await scene.receiver.waitFor(2);
  expect(said.map(({ body }) => (body as any).text)).toEqual(['Your city?', 'BONN !']);
  expect(target.arrivals.map(({ body }) => JSON.parse(body).n).sort()).toEqual([1, 2, 3]);
});
