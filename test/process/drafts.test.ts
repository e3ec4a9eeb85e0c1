import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTarget, type Target } from '../fakes/target.ts';
import type { Client } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;
let target: Target;

beforeAll(async () => {
  [scene, target] = await Promise.all([makeProcessScene(), startTarget()]);
});
afterEach(() => scene.killAll());
afterAll(async () => {
  await scene?.close();
  await target?.close();
});

const becomes = (client: Client, runId: string, ...statuses: string[]) =>
  until(async () => {
    const run = await client.make('GET', `/projects/${scene.project.id}/runs/${runId}`);
    return statuses.includes(run.status) && run;
  }, 60_000);

it('a run of a draft that was killed in the middle goes on as the draft was when it was started', async () => {
  const one = await scene.start();
  const before = await scene.owner(one);
  const path = `/projects/${scene.project.id}/workflows/tried`;
  const save = (client: Client, said: string) =>
    client.make('PUT', path, {
      ...{ name: 'Tried', environment: 'live' },
      definition: {
        triggers: [],
        steps: [
          { id: 'wait', type: 'wait_for', event: { source: 'custom.go' } },
          { id: 'book', type: 'transform', expression: '1', input: {} },
          { id: 'end', type: 'end', output: `${said} {{ steps.book.value }}` },
        ],
      },
    });
  await save(before, 'as it was');
  const { run_id } = await before.make('POST', `${path}/draft/runs`, {
    pinned: { book: { value: 'pinned' } },
  });
  await becomes(before, run_id, 'waiting');
  await save(before, 'changed');
  await one.kill();
  const after = await scene.owner(await scene.start());
  const { id, key } = scene.project;
  const body = { event_id: 'go-after-kill', source: 'custom.go', environment: 'sandbox' };
  await after.call('POST', `/api/v1/projects/${id}/automation-events`, { key, body });
  const run = await becomes(after, run_id, 'succeeded', 'failed');
  expect([run.output, run.environment]).toEqual(['as it was pinned', 'sandbox']);
});

it('a run that begins at a step does nothing of the steps before, although its process is killed', async () => {
  const one = await scene.start();
  const before = await scene.owner(one);
  const base = `/projects/${scene.project.id}`;
  await before.make('PUT', `${base}/connections/shop`, {
    ...{ name: 'Shop', kind: 'http' },
    settings: { base_url: target.url },
  });
  for (const slug of ['reserve', 'pay']) {
    await before.make('PUT', `${base}/operations/${slug}`, {
      ...{ name: slug, connection: 'shop', request: { path: `/${slug}`, body: {} } },
    });
  }
  await before.make('PUT', `${base}/workflows/order`, {
    ...{ name: 'Order', environment: 'live' },
    definition: {
      triggers: [],
      steps: [
        { id: 'reserve', type: 'operation', operation: 'reserve' },
        { id: 'wait', type: 'wait_for', event: { source: 'custom.pay' } },
        { id: 'pay', type: 'operation', operation: 'pay' },
        { id: 'end', type: 'end', output: '{{ steps.reserve.status }}' },
      ],
    },
  });
  await before.make('POST', `${base}/workflows/order/publish`);
  const first = await before.make('POST', `${base}/workflows/order/runs`, {});
  await becomes(before, first.run_id, 'waiting');
  await until(() => target.arrivals.length === 1);
  await becomes(before, first.run_id, 'waiting');
  await until(
    async () => (await before.make('GET', `${base}/runs/${first.run_id}`)).steps.at(-1)?.id === 'wait',
  );
  await before.make('POST', `${base}/workflows/order/runs/${first.run_id}/cancel`);
  await becomes(before, first.run_id, 'failed');
  const again = await before.make('POST', `${base}/workflows/order/runs/${first.run_id}/rerun`, {
    from: 'failed',
  });
  await one.kill();
  const after = await scene.owner(await scene.start());
  await becomes(after, again.run_id, 'waiting');
  const { id, key } = scene.project;
  const body = { event_id: 'pay-after-kill', source: 'custom.pay', environment: 'live' };
  await after.call('POST', `/api/v1/projects/${id}/automation-events`, { key, body });
  const run = await becomes(after, again.run_id, 'succeeded', 'failed');
  expect([run.status, run.output]).toEqual(['succeeded', 'succeeded']);
  expect(target.arrivals.map(({ url }) => url)).toEqual(['/reserve', '/pay']);
});
