import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from '../fakes/target.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import type { Client, TestProject } from '../harness/client.ts';
import { wholeSeconds } from '../harness/patience.ts';
import { until } from '../harness/until.ts';
import { deliver, type MadeReceiver, makeReceiver } from '../webhooks/sender.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/**
 * A process is killed while runs wait for an event, a call of a receiver and a decision, between two attempts of an operation, and
 * while the time of an operation runs. What ends the waits comes to the processes after it.
 */
const output = '{{ steps.wait }}';
const ends = [
  { id: 'went_on', type: 'end', output },
  { id: 'branch', type: 'end', output },
];
const waits: Record<string, object> = {
  event: { type: 'wait_for', event: { source: 'custom.go', match: { n: '{{ input.n }}' } } },
  call: { type: 'wait_for', receiver: { slug: 'crm', match: { 'body.n': '{{ input.n }}' } } },
  decision: { type: 'wait_for', approval: { text: 'Go on with {{ input.n }}?' } },
  attempts: {
    type: 'operation',
    operation: 'order',
    retry: { attempts: 3, backoff_seconds: wholeSeconds(2) },
  },
  time: {
    ...{ type: 'operation', operation: 'hang', timeout_seconds: wholeSeconds(1) },
    ...{ on_timeout: 'branch', on_unknown: 'branch' },
  },
};

let scene: ProcessScene;
let target: Target;
let receiver: MadeReceiver;
let project: TestProject;
let processes: [ServerProcess, ServerProcess];
let clients: [Client, Client];
const runs: Record<string, string> = {};

const call = (client: Client, method: string, path: string, body?: object) =>
  client.call(method, `/api/v1/projects/${project.id}${path}`, {
    ...{ key: project.key, headers: { 'idempotency-key': randomUUID() }, ...(body && { body }) },
  });
async function start(client: Client, slug: string, n: number): Promise<string> {
  const { status, body } = await call(client, 'POST', `/workflows/${slug}/run`, { input: { n } });
  expect(status).toBe(202);
  return body.run_id;
}
const read = async (runId: string) => (await call(clients[0], 'GET', `/workflow-runs/${runId}`)).body;
const ended = (runId: string) =>
  until(async () => {
    const run = await read(runId);
    return run.finished_at !== null && run;
  });
const stepsOf = (run: any) => run.steps.map(({ id, status }: any) => [id, status]);
const pending = async (client: Client) =>
  (await client.make('GET', `/projects/${project.id}/approvals?status=pending`)).items as any[];

beforeAll(async () => {
  [scene, target] = await Promise.all([makeProcessScene(), startTarget()]);
  // The first order fails, every later one succeeds.
  target.manner = ({ url }) => {
    if (url === '/hang') return { does: 'hang' };
    const isFirst = target.arrivals.filter((each) => each.url === '/orders').length === 1;
    return isFirst ? { does: 'answer', status: 409 } : { does: 'answer', body: '{"n":7}' };
  };
  project = scene.project;
  const first = await scene.start();
  const client = await scene.owner(first);
  const put = (path: string, body: object) => client.make('PUT', `/projects/${project.id}${path}`, body);
  const settings = { base_url: target.url, idempotency_header: 'Idempotency-Key' };
  await put('/connections/shop', { name: 'Shop', kind: 'http', settings });
  await put('/operations/order', { name: 'Order', connection: 'shop', request: { path: '/orders' } });
  await put('/operations/hang', {
    ...{ name: 'Hang', connection: 'shop', request: { path: '/hang' }, timeout_ms: 60_000 },
  });
  receiver = await makeReceiver(client, project.id, {}, 'crm');
  for (const [slug, wait] of Object.entries(waits)) {
    const definition = { steps: [{ id: 'wait', ...wait }, ...ends] };
    await put(`/workflows/${slug}`, { name: slug, environment: 'live', definition });
    await client.make('POST', `/projects/${project.id}/workflows/${slug}/publish`);
    runs[slug] = await start(client, slug, 1);
  }
  clients = [client, client];
  for (const slug of ['event', 'call', 'decision']) {
    await until(async () => (await read(runs[slug]!)).status === 'waiting');
  }
  // The first attempt has failed, and the other operation is under way.
  await until(async () => (await read(runs.attempts!)).steps[0]?.status === 'failed');
  await until(() => target.arrivals.some(({ url }) => url === '/hang'));
  await first.kill();
  processes = await Promise.all([scene.start(), scene.start()]);
  clients = [await scene.owner(processes[0]), await scene.owner(processes[1])];
});
afterAll(async () => {
  await scene?.close();
  await target?.close();
});

describe('after a process was killed, a run', () => {
  it('that waited for an event goes on with it, once', async () => {
    const event = { event_id: randomUUID(), source: 'custom.go', environment: 'live', data: { n: 1 } };
    // The same event to both processes at once is one event.
    const answers = await Promise.all(
      clients.map((client) => call(client, 'POST', '/automation-events', event)),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const run = await ended(runs.event!);
    expect([run.output.status, run.output.event.event_id]).toEqual(['received', event.event_id]);
    expect(stepsOf(run)).toEqual([
      ['wait', 'succeeded'],
      ['went_on', 'succeeded'],
    ]);
  });

  it('that waited for a call of a receiver goes on with it, and not with another one', async () => {
    expect((await deliver(clients[0], receiver, { n: 2 })).status).toBe(202);
    const { status } = await deliver(clients[1], receiver, { n: 1, more: 'x' });
    expect(status).toBe(202);
    const run = await ended(runs.call!);
    expect(run.output).toMatchObject({
      status: 'received',
      event: { body: { n: 1, more: 'x' } },
    });
    expect(stepsOf(run)).toHaveLength(2);
  });

  it('that waited for a decision goes on with it', async () => {
    const approval = (await pending(clients[0])).find(({ run_id }) => run_id === runs.decision);
    expect(approval.text).toBe('Go on with 1?');
    const path = `/projects/${project.id}/approvals/${approval.id}/approve`;
    expect((await clients[1].owner('POST', path, { comment: 'yes' })).status).toBe(200);
    const run = await ended(runs.decision!);
    expect(run.output).toMatchObject({ status: 'approved', comment: 'yes' });
    expect(stepsOf(run)).toHaveLength(2);
  });

  it('that was between two attempts makes the next one, and no more than it needs', async () => {
    const run = await ended(runs.attempts!);
    expect([run.output.status, run.output.result]).toEqual(['succeeded', { n: 7 }]);
    expect(stepsOf(run)).toEqual([
      ['wait', 'failed'],
      ['wait', 'succeeded'],
      ['went_on', 'succeeded'],
    ]);
    const calls = target.arrivals.filter(({ url }) => url === '/orders');
    expect([calls.length, new Set(calls.map(({ jobId }) => jobId)).size]).toEqual([2, 2]);
  });

  it('whose operation was under way does not call it again, and ends once', async () => {
    const run = await ended(runs.time!);
    // Whatever was noticed first: that the time is up, or that the process was lost.
    expect(['timed_out', 'unknown']).toContain(run.output.status);
    expect(stepsOf(run)).toEqual([
      ['wait', 'failed'],
      ['branch', 'succeeded'],
    ]);
    const { job_id } = await until(async () => {
      const { items } = await clients[0].make('GET', `/projects/${project.id}/unsettled`);
      return items[0] && { job_id: items[0].id };
    });
    expect(target.of(job_id)).toHaveLength(1);
    expect(await read(runs.time!)).toEqual(run);
  });
});

describe('one decision at two processes at the same moment', () => {
  it('is made once, and the other owner is told by whom', async () => {
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, n) => start(clients[n % 2]!, 'decision', n + 10)),
    );
    const approvals = await until(async () => {
      const found = (await pending(clients[0])).filter(({ run_id }) => asked.includes(run_id));
      return found.length === asked.length && found;
    });
    const outcomes = await Promise.all(
      approvals.map(({ id }) => {
        const path = `/projects/${project.id}/approvals/${id}`;
        return Promise.all([
          clients[0].owner('POST', `${path}/approve`, { comment: 'yes' }),
          clients[1].owner('POST', `${path}/reject`, { comment: 'no' }),
        ]);
      }),
    );
    for (const [i, answers] of outcomes.entries()) {
      const [won, lost] = answers[0].status === 200 ? answers : answers.toReversed();
      expect([won!.status, lost!.status, lost!.body.code]).toEqual([200, 409, 'already_decided']);
      expect(lost!.body.detail).toContain(`${won!.body.decided_by} has ${won!.body.status} this already`);
      const run = await ended(approvals[i]!.run_id);
      const went = won!.body.status === 'approved' ? ['succeeded', 'approved'] : ['failed', undefined];
      expect([run.status, run.output?.status]).toEqual(went);
    }
  });
});
