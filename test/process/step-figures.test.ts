import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { foldedSteps, recountDialogs, recountRuns, sorted } from '../analytics/recount-steps.ts';
import { makeDialogScene, signedCall } from '../dialogs/scene.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import type { Client, TestProject } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/** Runs and dialogs that take turns of every form, of their own choice, while one process after the other is killed. */

const workflow = {
  on_error: 'mend',
  steps: [
    {
      id: 'each',
      type: 'for_each',
      items: '{{ input.items }}',
      steps: [
        { id: 'sum', type: 'set', vars: { last: '{{ steps.each.item }}' } },
        {
          id: 'row',
          type: 'table_write',
          table: 'seen',
          action: 'append',
          row: { n: '{{ steps.each.item }}' },
        },
      ],
    },
    {
      id: 'way',
      type: 'condition',
      branches: [
        { if: { left: '{{ input.way }}', op: 'eq', right: 'call' }, next: 'call' },
        { if: { left: '{{ input.way }}', op: 'eq', right: 'wait' }, next: 'wait' },
        { if: { left: '{{ input.way }}', op: 'eq', right: 'both' }, next: 'both' },
        { if: { left: '{{ input.way }}', op: 'eq', right: 'bad' }, next: 'bad' },
      ],
    },
    { id: 'none', type: 'end' },
    {
      id: 'call',
      type: 'operation',
      operation: 'order',
      retry: { attempts: 3, backoff_seconds: 1 },
      on_failed: 'none',
      on_unknown: 'none',
    },
    { id: 'called', type: 'goto', to: 'none' },
    { id: 'wait', type: 'call', flow: 'waiting', input: { n: '{{ input.n }}' } },
    { id: 'came', type: 'end' },
    {
      id: 'both',
      type: 'parallel',
      branches: [
        {
          steps: [
            { id: 'soon', type: 'delay', seconds: 1 },
            { id: 'noted', type: 'set', vars: { noted: true } },
          ],
        },
        { steps: [{ id: 'there', type: 'call', flow: 'waiting', input: { n: '{{ input.n }}' } }] },
      ],
    },
    { id: 'joined', type: 'end' },
    { id: 'bad', type: 'transform', expression: '$error("no")', input: {} },
    { id: 'well', type: 'end' },
    { id: 'mend', type: 'delay', seconds: 1 },
    { id: 'mended', type: 'end', status: 'failed' },
  ],
  flows: {
    waiting: {
      steps: [
        { id: 'inside', type: 'wait_for', event: { source: 'custom.go', match: { n: '{{ input.n }}' } } },
      ],
    },
  },
};
const scenario = {
  triggers: [{ type: 'command', command: '/start' }],
  on_unsupported: 'words',
  steps: [
    {
      ...{ id: 'age', type: 'question', text: 'Age?', field: 'age' },
      ...{ validate: { type: 'number' }, attempts: 2, on_invalid: 'no' },
    },
    {
      ...{ id: 'size', type: 'choice', text: 'Size?', field: 'size' },
      options: [
        { text: 'Small', value: 's' },
        { text: 'Large', value: 'l' },
      ],
    },
    { id: 'told', type: 'message', text: '{{ state.age }}, {{ state.size }}' },
    { id: 'end', type: 'end' },
    { id: 'no', type: 'end', status: 'failed' },
    { id: 'words', type: 'message', text: 'Words only.' },
    { id: 'more', type: 'call', flow: 'asking' },
  ],
  flows: { asking: { steps: [{ id: 'so', type: 'question', text: 'So?', field: 'so' }] } },
};

let scene: ProcessScene;
let receiver: Receiver;
let target: Target;
let current: ServerProcess;
let client: Client;
let project: TestProject;
let channel: { id: string };
const secret = newSigningSecret();

beforeAll(async () => {
  [scene, target, receiver] = await Promise.all([makeProcessScene(), startTarget(), startReceiver(secret)]);
  target.manner = () => ({ does: 'answer', status: Math.random() < 0.5 ? 409 : 200 });
  current = await scene.start();
  client = await scene.owner(current);
  project = await client.makeProject();
  const put = (path: string, body: object) => client.make('PUT', `/projects/${project.id}${path}`, body);
  const settings = { base_url: target.url, idempotency_header: 'Idempotency-Key' };
  await put('/connections/shop', { name: 'Shop', kind: 'http', settings });
  await put('/operations/order', { name: 'Order', connection: 'shop', request: { path: '/orders' } });
  await put('/tables/seen', { name: 'Seen', columns: [{ name: 'n', type: 'number' }] });
  await put('/workflows/flow', { name: 'Flow', environment: 'live', definition: workflow });
  await client.make('POST', `/projects/${project.id}/workflows/flow/publish`);
  channel = await client.makeChannel(project.id, receiver.url, { signing_secret: secret });
  await (await makeDialogScene(client, project, channel.id)).publish(scenario);
});
afterAll(async () => {
  await scene?.close();
  await receiver?.close();
  await target?.close();
});

const oneOf = <Value>(...values: Value[]): Value => values[Math.floor(Math.random() * values.length)]!;
const call = (method: string, path: string, body?: object) =>
  client.call(method, `/api/v1/projects/${project.id}${path}`, {
    ...{ key: project.key, headers: { 'idempotency-key': randomUUID() }, ...(body && { body }) },
  });
const pin = { attachments: [{ type: 'location', latitude: 1, longitude: 2 }] };

/** A customer says something, or a run is started, moved or canceled. */
async function act(n: number): Promise<void> {
  const does = oneOf('says', 'says', 'says', 'starts', 'starts', 'sends', 'cancels');
  if (does === 'says') {
    const words = oneOf('/start', '7', '8', 'x', 'Small', 'Large');
    const said = Math.random() < 0.2 ? pin : { text: words };
    const { raw, headers } = signedCall(secret, {
      ...{ external_id: `c-${n % 7}`, message_id: randomUUID(), ...said },
    });
    expect((await client.call('POST', `/api/channels/${channel.id}/webhook`, { raw, headers })).status).toBe(
      202,
    );
  } else if (does === 'starts') {
    const items = Array.from({ length: oneOf(0, 1, 3, 60) }, (_, i) => i);
    const input = { items, n: n % 5, way: oneOf('call', 'wait', 'both', 'bad', 'none') };
    expect((await call('POST', '/workflows/flow/run', { input })).status).toBe(202);
  } else if (does === 'sends') {
    const event = { event_id: randomUUID(), source: 'custom.go', environment: 'live', data: { n: n % 5 } };
    expect((await call('POST', '/automation-events', event)).status).toBe(202);
  } else {
    const { items } = (await call('GET', '/workflow-runs?status=waiting')).body;
    const run = oneOf(...items);
    const path = `/projects/${project.id}/workflows/flow/runs`;
    if (run) await client.owner('POST', `${path}/${(run as { run_id: string }).run_id}/cancel`);
  }
}

it('the figures of steps equal the history after random turns, though the process was killed again and again', async () => {
  const projectId = readId('project', project.id)!;
  let n = 0;
  for (let kill = 0; kill < 4; kill++) {
    for (let round = 0; round < 12; round++) {
      await Promise.all(Array.from({ length: 4 }, () => act(n++)));
    }
    // What was accepted last is on its way.
    await current.kill();
    current = await scene.start();
    client = await scene.owner(current);
  }
  const left = () =>
    scene.session.query(
      `SELECT kind, state FROM dialog.tasks WHERE project_id = $1 AND state IN ('queued', 'running')
       UNION ALL SELECT 'delay', status FROM dialog.workflow_runs
       WHERE project_id = $1 AND finished_at IS NULL AND wake_at < now() + interval '1 day'`,
      [projectId],
    );
  await until(async () => (await left()).length === 0, 60_000);

  const figures = async (of: string) => (await call('GET', `/analytics/${of}/steps`)).body.steps as any[];
  const [ofRuns, ofDialogs] = [await figures('workflows/flow'), await figures('scenario')];
  const database = {
    query: async (text: string, values?: unknown[]) => ({ rows: await scene.session.query(text, values) }),
  };
  const counted = new Map([
    ...(await recountRuns(database, projectId)),
    ...(await recountDialogs(database, projectId)),
  ]);
  expect(sorted(await foldedSteps(database, projectId))).toEqual(sorted(counted));
  expect(counted.size).toBeGreaterThan(30);

  // Whoever came to a step of a run is through with it, waits there, or failed there.
  for (const { id, reached, left, failed, waiting } of ofRuns) {
    expect([id, reached]).toEqual([id, left + failed + waiting]);
  }
  // In a called flow and beside each other, a run waits at several steps.
  expect(ofRuns.find(({ id }) => id === 'inside').waiting).toBe(
    (await call('GET', '/workflow-runs?status=waiting')).body.items.length,
  );
  const standing = await scene.session.query(
    `SELECT position ->> 'step' AS id, count(*)::int AS waiting FROM dialog.dialogs
     WHERE project_id = $1 AND position ->> 'step' IS NOT NULL GROUP BY 1
     UNION ALL SELECT 'more', count(*)::int FROM dialog.dialogs
     WHERE project_id = $1 AND position ->> 'step' = 'so' HAVING count(*) > 0 ORDER BY 1`,
    [projectId],
  );
  const shown = ofDialogs.filter(({ waiting }) => waiting > 0).map(({ id, waiting }) => ({ id, waiting }));
  expect(shown.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(standing);
});
