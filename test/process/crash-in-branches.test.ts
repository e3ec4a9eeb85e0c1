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
 * flow and one in a run for which a branch waits; one branch waits for an event, and one for time to pass. Another run has three rounds
 * of a for_each at once, and more to come. One dialog waits for an answer in a called flow, another one on the second page of a choice of
 * several, with one taken.
 */
const order = (id: string, n: number | string) => ({
  id,
  type: 'operation',
  operation: 'order',
  input: { n },
});
/** Of five rounds the first has an operation under way, the second waits for an event, the third has ended, and the fourth is as the first. */
const rounds = {
  vars: { did: [] },
  steps: [
    {
      ...{ id: 'each', type: 'for_each', items: '{{ input.items }}', concurrency: 3 },
      steps: [
        {
          ...{ id: 'which', type: 'condition', else: 'o' },
          branches: [{ if: { left: '{{ steps.each.item }}', op: 'eq', right: 'event' }, next: 'w' }],
        },
        { id: 'w', type: 'wait_for', event: { source: 'custom.go' }, next: 'add' },
        { ...order('o', '{{ steps.each.item }}'), on_unknown: 'add' },
        {
          ...{ id: 'add', type: 'transform', expression: 'item & " " & status' },
          input: { item: '{{ steps.each.item }}', status: '{{ steps.o.status }}{{ steps.w.status }}' },
        },
        { id: 'keep', type: 'set', vars: { did: '{{ vars.did | push: steps.add.value }}' } },
      ],
    },
    { id: 'end', type: 'end', output: '{{ vars.did }}' },
  ],
};
const items = ['hang 1', 'event', 'quick 1', 'hang 2', 'quick 2', 'quick 3'];
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
  triggers: [
    { type: 'event', where: { left: '{{ event.text }}', op: 'eq', right: 'pick' }, start: 'wishes' },
    { type: 'event' },
  ],
  steps: [
    { id: 'ask', type: 'call', flow: 'city', input: { what: 'Your city?' } },
    { id: 'tell', type: 'message', text: '{{ steps.ask.output }} {{ vars.city }}!', next: 'done' },
    {
      ...{ id: 'wishes', type: 'choice', text: 'What?', multiple: { max: 3 }, pages: { size: 2 } },
      options_from: { items: '{{ event.goods }}', text: '{{ item.name }}', value: '{{ item }}' },
    },
    { id: 'taken', type: 'message', text: '{{ steps.wishes.values | map: "price" | join: "+" }}' },
    { id: 'done', type: 'end' },
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

const api = (method: string, path: string, body?: object) =>
  client.call(method, `/api/v1/projects/${scene.project.id}${path}`, {
    ...{ key: scene.project.key, headers: { 'idempotency-key': randomUUID() }, ...(body && { body }) },
  });

beforeAll(async () => {
  [scene, target] = await Promise.all([makeProcessScene(), startTarget()]);
  target.manner = ({ body }) => (body.includes('quick') ? { does: 'answer' } : { does: 'hang' });
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
  await put('/workflows/rounds', { name: 'Rounds', environment: 'live', definition: rounds });
  await client.make('POST', `/projects/${project.id}/workflows/rounds/publish`);
  await put('/workflows/all', { name: 'All', environment: 'live', definition: workflow });
  await client.make('POST', `/projects/${project.id}/workflows/all/publish`);
});
afterAll(async () => {
  await scene?.close();
  await target?.close();
});

const begun = async (slug: string, body: object = {}): Promise<string> => {
  const run = await api('POST', `/workflows/${slug}/run`, body);
  expect(run.status).toBe(202);
  return run.body.run_id;
};
const ended = (runId: string) =>
  until(async () => {
    const { body } = await api('GET', `/workflow-runs/${runId}`);
    return body.finished_at !== null && body;
  });
const saidTo = (identity: string) =>
  scene.receiver.received
    .filter(({ body }) => body.identity_id === identity)
    .map(({ body }) => body.text as string);

it('branches, rounds, called flows and choices go on in another process, and nothing in them is done twice', async () => {
  const dialogs = await makeDialogScene(client, scene.project);
  await dialogs.publish(scenario);
  const [asked, picks] = [await scene.identity(), await scene.identity()];
  const tell = async (identity_id: string, text: string, data = {}) => {
    const event = { event_id: randomUUID(), identity_id, text, data };
    expect((await api('POST', '/events', event)).status).toBe(202);
  };
  await tell(asked, 'go');
  const goods = ['Tea', 'Jam', 'Rye', 'Oil', 'Egg'].map((name, i) => ({ name, price: i + 1 }));
  await tell(picks, 'pick', { goods });
  await until(() => saidTo(picks).length === 1);
  await tell(picks, 'jam');
  await until(() => saidTo(picks).length === 2);
  await tell(picks, 'More');
  await until(() => saidTo(picks).length === 3);
  const inBranches = await begun('all');
  const inRounds = await begun('rounds', { input: { items } });
  const called = () => target.arrivals.map(({ body }) => String(JSON.parse(body).n)).sort();
  await until(() => called().join() === '1,2,3,hang 1,hang 2,quick 1' && saidTo(asked).length === 1);
  await first.kill();

  client = await scene.owner(await scene.start());
  await tell(asked, 'Bonn');
  for (const text of ['oil', 'done']) await tell(picks, text);
  const event = { event_id: randomUUID(), source: 'custom.go', environment: 'live', data: { n: 3 } };
  expect((await api('POST', '/automation-events', event)).status).toBe(202);
  const all = await ended(inBranches);
  expect(all).toMatchObject({ status: 'succeeded', output: 'unknown outcome_unknown 3 unknown' });
  expect(all.steps.map(({ id }: any) => id).sort()).toEqual(
    ['all', 'a', 'a2', 'b', 'b2', 'c', 'c2', 'd', 'end', 'o', 'w', 'w2'].sort(),
  );
  const run = await ended(inRounds);
  expect(run.status).toBe('succeeded');
  expect([...run.output].sort()).toEqual([
    ...['event received', 'hang 1 unknown', 'hang 2 unknown'],
    ...['quick 1 succeeded', 'quick 2 succeeded', 'quick 3 succeeded'],
  ]);
  // Each round came to each of its steps once, and the history says which round it was.
  const places = run.steps.filter(({ id }: any) => id === 'keep').map(({ within }: any) => within[0].round);
  expect(places.sort()).toEqual([0, 1, 2, 3, 4, 5]);
  await until(() => saidTo(asked).length === 2 && saidTo(picks).length === 5);
  expect(saidTo(asked)).toEqual(['Your city?', 'BONN !']);
  expect(saidTo(picks).at(-1)).toBe('2+4');
  expect(called()).toEqual(['1', '2', '3', 'hang 1', 'hang 2', 'quick 1', 'quick 2', 'quick 3']);
});
