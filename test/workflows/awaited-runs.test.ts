import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDialogScene } from '../dialogs/scene.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;
let target: Target;

beforeAll(async () => {
  [server, target] = await Promise.all([useTestServer(), startTarget()]);
  project = await server.makeProject();
  const put = (path: string, body: object) => server.make('PUT', `/projects/${project.id}${path}`, body);
  const settings = { base_url: target.url, idempotency_header: 'Idempotency-Key' };
  await put('/connections/shop', { name: 'Shop', kind: 'http', settings });
  await put('/operations/order', { name: 'Order', connection: 'shop', request: { path: '/orders' } });
});
afterAll(async () => {
  await server?.close();
  await target?.close();
});

async function publish(definition: object, environment = 'live'): Promise<string> {
  const slug = `flow-${randomUUID().slice(0, 8)}`;
  const path = `/projects/${project.id}/workflows/${slug}`;
  await server.make('PUT', path, { name: 'Flow', environment, definition });
  await server.make('POST', `${path}/publish`);
  return slug;
}
const call = (method: string, path: string, body?: object) =>
  server.call(method, `/api/v1/projects/${project.id}${path}`, {
    ...{ key: project.key, headers: { 'idempotency-key': randomUUID() }, ...(body && { body }) },
  });
async function start(slug: string, input: object = {}): Promise<string> {
  const answer = await call('POST', `/workflows/${slug}/run`, { input });
  expect(answer.status).toBe(202);
  return answer.body.run_id;
}
const read = async (runId: string) => (await call('GET', `/workflow-runs/${runId}`)).body;
const ended = (runId: string) =>
  until(async () => {
    const run = await read(runId);
    return run.finished_at !== null && run;
  });
const cancel = (slug: string, runId: string) =>
  server.owner('POST', `/projects/${project.id}/workflows/${slug}/runs/${runId}/cancel`);
/** A run that waits for another one, and ends with what the step then has. */
const waitsFor = (workflow: string, more: object = {}) => ({
  steps: [
    { id: 'w', type: 'workflow', workflow, wait: true, input: { n: '{{ input.n }}' }, ...more },
    { id: 'e', type: 'end', output: '{{ steps.w }}' },
    { id: 'other', type: 'end', output: '{{ steps.w }}' },
  ],
});
const branches = { on_failed: 'other', on_unknown: 'other', on_timeout: 'other' };
/** The run for which another one waits. */
const awaitedBy = (runId: string): Promise<string> =>
  until(async () => {
    const { steps } = await read(runId);
    return steps.find(({ id }: any) => id === 'w')?.output?.run_id;
  });

describe('a flow that waits for a workflow', () => {
  it('goes on with its output when it has ended', async () => {
    const child = await publish({
      steps: [
        { id: 'd', type: 'delay', seconds: 1 },
        { id: 'end', type: 'end', output: { double: '{{ input.n | times: 2 }}' } },
      ],
    });
    const runId = await start(await publish(waitsFor(child)), { n: 4 });
    const childId = await awaitedBy(runId);
    const run = await ended(runId);
    expect(run.output).toEqual({ run_id: childId, status: 'succeeded', output: { double: 8 }, error: null });
    expect((await read(childId)).status).toBe('succeeded');
    const actions = (await server.audit(project)).filter(({ subject }) => subject.id === runId);
    expect(actions.filter(({ action }) => action === 'run.ignored')).toEqual([]);
  });

  it('goes on in its own environment, though the workflow runs in the sandbox', async () => {
    const child = await publish({ steps: [{ id: 'end', type: 'end', output: 1 }] }, 'sandbox');
    target.manner = () => ({ does: 'answer', body: '{"real":true}' });
    const steps = [
      { id: 'w', type: 'workflow', workflow: child, wait: true },
      { id: 'o', type: 'operation', operation: 'order' },
      { id: 'e', type: 'end', output: '{{ steps.o.result.real }}' },
    ];
    const runId = await start(await publish({ steps }));
    expect((await ended(runId)).output).toBe(true);
    expect((await read(await awaitedBy(runId))).environment).toBe('sandbox');
  });

  it('learns of a failure, of an unknown outcome and of a run that was skipped or could not start', async () => {
    target.manner = () => ({ does: 'cut after reading' });
    const failing = await publish({ steps: [{ id: 'end', type: 'end', status: 'failed', output: 'why' }] });
    const unknown = await publish({ steps: [{ id: 'o', type: 'operation', operation: 'order' }] });
    const waiting = await publish({
      concurrency: { when_full: 'skip' },
      steps: [{ id: 'd', type: 'delay', seconds: 3600 }],
    });
    const busy = await start(waiting);
    await until(async () => (await read(busy)).status === 'waiting');
    const draft = `flow-${randomUUID().slice(0, 8)}`;
    await server.make('PUT', `/projects/${project.id}/workflows/${draft}`, {
      ...{ name: 'Draft', environment: 'live', definition: { steps: [{ id: 'end', type: 'end' }] } },
    });
    const outcomes = [];
    for (const child of [failing, unknown, waiting, draft]) {
      const { output } = await ended(await start(await publish(waitsFor(child, branches))));
      outcomes.push([output.status, output.output, output.error.code]);
    }
    expect(outcomes).toEqual([
      ['failed', 'why', 'ended_as_failed'],
      ['unknown', null, 'outcome_unknown'],
      ['failed', null, 'skipped'],
      ['failed', null, 'workflow_not_published'],
    ]);
    const alone = await ended(await start(await publish(waitsFor(failing))));
    expect(alone).toMatchObject({ status: 'failed', error: { code: 'ended_as_failed' } });
    await cancel(waiting, busy);
  });

  it('stops waiting when its time is up, and the workflow goes on', async () => {
    const child = await publish({ steps: [{ id: 'd', type: 'delay', seconds: 3600 }] });
    const runId = await start(await publish(waitsFor(child, { ...branches, timeout_seconds: 1 })));
    const { output } = await ended(runId);
    const childId = await awaitedBy(runId);
    expect(output).toMatchObject({ run_id: childId, status: 'timed_out', error: { code: 'timed_out' } });
    await until(async () => (await read(childId)).status === 'waiting');
    await cancel(child, childId);
    const late = await until(async () =>
      (await server.audit(project)).find(
        ({ action, subject }) => action === 'run.ignored' && subject.id === runId,
      ),
    );
    expect(late.data.late.call).toMatch(/^w:/);
  });

  it('learns that an owner canceled the workflow', async () => {
    const child = await publish({ steps: [{ id: 'd', type: 'delay', seconds: 3600 }] });
    const runId = await start(await publish(waitsFor(child, branches)));
    const childId = await awaitedBy(runId);
    await until(async () => (await read(childId)).status === 'waiting');
    await cancel(child, childId);
    expect((await ended(runId)).output).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
  });

  it('is canceled together with a run that has not begun, and its place in the queue is free', async () => {
    const child = await publish({
      concurrency: { limit: 1 },
      steps: [{ id: 'd', type: 'wait_for', event: { source: 'custom.end', match: { n: '{{ input.n }}' } } }],
    });
    const busy = await start(child, { n: 'busy' });
    await until(async () => (await read(busy)).status === 'waiting');
    const parent = await publish(waitsFor(child));
    const [first, second] = [await start(parent, { n: '1' }), await start(parent, { n: '2' })];
    const [firstChild, secondChild] = [await awaitedBy(first), await awaitedBy(second)];
    const isQueued = async (runId: string) => {
      const rows = await server.make('GET', `/projects/${project.id}/runs?workflow=${child}&status=queued`);
      return rows.items.some(({ run_id }: any) => run_id === runId);
    };
    await until(async () => (await isQueued(firstChild)) && (await isQueued(secondChild)));
    await cancel(parent, first);
    expect(await ended(firstChild)).toMatchObject({
      status: 'failed',
      error: { code: 'canceled' },
      steps: [],
    });
    await cancel(child, busy);
    await until(async () => (await read(secondChild)).status === 'waiting');
    await cancel(child, secondChild);
    expect(await ended(second)).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
  });

  it('leaves the workflow alone when it is canceled itself', async () => {
    const child = await publish({ steps: [{ id: 'd', type: 'delay', seconds: 3600 }] });
    const parent = await publish(waitsFor(child));
    const runId = await start(parent);
    const childId = await awaitedBy(runId);
    await until(async () => (await read(childId)).status === 'waiting');
    const answer = await cancel(parent, runId);
    expect(answer.status).toBe(200);
    expect(await ended(runId)).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
    expect((await read(childId)).status).toBe('waiting');
    await cancel(child, childId);
    expect((await ended(childId)).error.code).toBe('canceled');
  });

  it('may be a dialog, and may wait for several at once', async () => {
    const child = await publish({
      steps: [
        { id: 'd', type: 'delay', seconds: 1 },
        { id: 'end', type: 'end', output: '{{ input.n | times: 10 }}' },
      ],
    });
    const scene = await makeDialogScene(server, project);
    await scene.publish({
      triggers: [{ type: 'event' }],
      steps: [
        {
          ...{ id: 'all', type: 'for_each', items: [1, 2, 3], concurrency: 3 },
          steps: [
            { id: 'w', type: 'workflow', workflow: child, wait: true, input: { n: '{{ steps.all.item }}' } },
            { id: 's', type: 'set', vars: { sum: '{{ vars.sum | plus: steps.w.output }}' } },
          ],
        },
        { id: 'tell', type: 'message', text: 'Sum {{ vars.sum }}' },
      ],
    });
    const identity = await scene.identity();
    await scene.event(identity, 'go');
    expect(await scene.waitForTold(identity, 1)).toEqual(['Sum 60']);
  });
});
