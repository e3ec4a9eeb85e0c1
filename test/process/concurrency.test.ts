import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import type { Client } from '../harness/client.ts';
import { wholeSeconds } from '../harness/patience.ts';
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

async function publish(client: Client, slug: string, definition: object, environment = 'live') {
  const path = `/projects/${scene.project.id}/workflows/${slug}`;
  await client.make('PUT', path, { name: 'Flow', environment, definition: { triggers: [], ...definition } });
  await client.make('POST', `${path}/publish`);
}
async function start(client: Client, slug: string, input: object = {}): Promise<string> {
  const { id, key } = scene.project;
  const answer = await client.call('POST', `/api/v1/projects/${id}/workflows/${slug}/run`, {
    ...{ key, body: { input }, headers: { 'idempotency-key': randomUUID() } },
  });
  expect(answer.status).toBe(202);
  return answer.body.run_id;
}
const read = async (client: Client, runId: string) =>
  (await client.call('GET', `/api/v1/projects/${scene.project.id}/workflow-runs/${runId}`, scene.project))
    .body;
const becomes = (client: Client, runId: string, ...statuses: string[]) =>
  until(async () => {
    const run = await read(client, runId);
    return statuses.includes(run.status) && run;
  }, 60_000);
const query = (text: string, values: unknown[]) => scene.session.query(text, values);

describe('runs with one key', () => {
  it('never overlap, although two processes take them at once and one is killed in the middle', async () => {
    let now = 0;
    let most = 0;
    target.manner = async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 20));
      now--;
      return { does: 'answer' };
    };
    const [one, two] = await Promise.all([scene.start(), scene.start()]);
    const [first, second] = await Promise.all([scene.owner(one), scene.owner(two)]);
    const base = `/projects/${scene.project.id}`;
    await second.make('PUT', `${base}/connections/shop`, {
      ...{ name: 'Shop', kind: 'http' },
      settings: { base_url: target.url, idempotency_header: 'Idempotency-Key' },
    });
    await second.make('PUT', `${base}/operations/work`, {
      ...{ name: 'Work', connection: 'shop', request: { path: '/', body: {} } },
    });
    await publish(second, 'one-at-a-time', {
      concurrency: { key: '{{ input.key }}' },
      steps: [
        { id: 'work', type: 'operation', operation: 'work', on_unknown: 'end' },
        { id: 'end', type: 'end' },
      ],
    });
    const runs = await Promise.all(
      Array.from({ length: 16 }, (_, n) => start(n % 2 ? first : second, 'one-at-a-time', { key: 'a' })),
    );
    await until(() => target.arrivals.length >= 4);
    await one.kill();
    for (const runId of runs) await becomes(second, runId, 'succeeded');
    expect(most).toBe(1);
    expect(target.arrivals.length).toBeLessThanOrEqual(runs.length);
    expect(await query('SELECT FROM dialog.run_slots', [])).toEqual([]);
  });

  it('still begin one after the other when every process was killed while they waited', async () => {
    const one = await scene.start();
    const before = await scene.owner(one);
    await publish(before, 'held', { concurrency: {}, steps: [{ id: 'wait', type: 'delay', seconds: 3600 }] });
    const holding = await start(before, 'held');
    await becomes(before, holding, 'waiting');
    const queued = await start(before, 'held');
    await until(
      async () =>
        (await query('SELECT FROM dialog.run_slots WHERE run_id = $1', [readId('run', queued)])).length === 1,
    );
    await one.kill();
    const after = await scene.owner(await scene.start());
    expect((await read(after, queued)).status).toBe('queued');
    await after.owner('POST', `/projects/${scene.project.id}/workflows/held/runs/${holding}/cancel`);
    await becomes(after, queued, 'waiting');
  });
});

describe('a run that waits for the last of many events', () => {
  it('begins once, with the last of them, although every process was killed meanwhile', async () => {
    const one = await scene.start();
    const before = await scene.owner(one);
    await publish(
      before,
      'debounced',
      {
        triggers: [{ type: 'event', source: 'custom.order' }],
        debounce: { key: '{{ event.order }}', seconds: wholeSeconds(2) },
        steps: [{ id: 'end', type: 'end', output: '{{ event.n }}' }],
      },
      'sandbox',
    );
    for (const n of [1, 2, 3]) {
      const { id, key } = scene.project;
      const body = { event_id: randomUUID(), source: 'custom.order', data: { order: 'a', n } };
      await before.call('POST', `/api/v1/projects/${id}/automation-events`, { key, body });
      await until(
        async () =>
          (
            await query(
              `SELECT FROM dialog.tasks WHERE kind = 'run' AND (payload #>> '{event,n}')::int = $1
                 AND payload ->> 'workflow' = 'debounced'`,
              [n],
            )
          ).length === 1,
      );
    }
    await one.kill();
    const after = await scene.owner(await scene.start());
    const runs = () => after.make('GET', `/projects/${scene.project.id}/workflows/debounced/runs`);
    const [run] = await until(async () => {
      const { items } = await runs();
      return items[0]?.status === 'succeeded' && items;
    }, 60_000);
    expect((await read(after, run.run_id)).output).toBe(3);
    // Longer than the pause between two sweeps.
    await new Promise((resolve) => setTimeout(resolve, 2600));
    expect((await runs()).items).toHaveLength(1);
  });
});
