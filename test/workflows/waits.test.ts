import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { makeDialogScene } from '../dialogs/scene.ts';
import type { TestProject } from '../harness/client.ts';
import { wholeSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.makeProject();
});
afterAll(async () => {
  await server?.close();
});

async function publish(wait: object): Promise<string> {
  const slug = `flow-${randomUUID().slice(0, 8)}`;
  const path = `/projects/${project.id}/workflows/${slug}`;
  const output = '{{ steps.wait }}';
  const steps = [
    { id: 'wait', type: 'wait_for', ...wait },
    { id: 'done', type: 'end', output },
    { id: 'branch', type: 'end', output },
  ];
  await server.make('PUT', path, { name: 'Flow', environment: 'live', definition: { steps } });
  await server.make('POST', `${path}/publish`);
  return slug;
}
const call = (method: string, path: string, body?: object) =>
  server.call(method, `/api/v1/projects/${project.id}${path}`, {
    ...{ key: project.key, headers: { 'idempotency-key': randomUUID() }, ...(body && { body }) },
  });
const read = async (runId: string) => (await call('GET', `/workflow-runs/${runId}`)).body;
/** Starts a run. @returns its id, once it is `waiting` */
async function startWaiting(slug: string, input: object = {}): Promise<string> {
  const { body, status } = await call('POST', `/workflows/${slug}/run`, { input });
  expect(status).toBe(202);
  await until(async () => (await read(body.run_id)).status === 'waiting');
  return body.run_id;
}
const ended = (runId: string) =>
  until(async () => {
    const run = await read(runId);
    return run.finished_at !== null && run;
  });
async function send(source: string, data: object, environment = 'live'): Promise<string> {
  const event_id = randomUUID();
  const { status } = await call('POST', '/automation-events', { event_id, source, environment, data });
  expect(status).toBe(202);
  return event_id;
}
const entry = (action: RegExp, id: string) =>
  until(async () => {
    const entries = await server.audit(project);
    return entries.find((each) => action.test(each.action) && each.subject.id === id);
  });
const approvals = async (query = '') =>
  (await server.make('GET', `/projects/${project.id}/approvals${query}`)).items as any[];
const decide = (id: string, how: 'approve' | 'reject', body: object = {}) =>
  server.owner('POST', `/projects/${project.id}/approvals/${id}/${how}`, body);
const approvalOf = (runId: string) =>
  until(async () => (await approvals()).find(({ run_id }) => run_id === runId));

describe('a wait for an event', () => {
  it('ends with the first event of its source, values and condition, in its environment, and with it only', async () => {
    const slug = await publish({
      event: {
        source: 'custom.order.*',
        match: { 'order.id': '{{ input.order }}' },
        where: { left: '{{ event.amount }}', op: 'gt', right: 10, as: 'number' },
      },
    });
    const [one, two] = [await startWaiting(slug, { order: 1 }), await startWaiting(slug, { order: '2' })];
    const misses = [
      await send('custom.parcel.sent', { order: { id: 1 }, amount: 20 }),
      await send('custom.order.paid', { order: { id: 3 }, amount: 20 }),
      await send('custom.order.paid', { order: { id: 1 }, amount: 5 }),
      await send('custom.order.paid', { order: { id: 1 }, amount: 20 }, 'sandbox'),
    ];
    for (const id of misses) await entry(/^automation_event\.ignored$/, id);
    const id = await send('custom.order.paid', { order: { id: 1 }, amount: 20 });
    const run = await ended(one);
    expect(run.output).toEqual({
      status: 'received',
      event: { event_id: id, source: 'custom.order.paid', order: { id: 1 }, amount: 20 },
    });
    expect((await entry(/^automation_event\.awaited$/, id))!.data).toMatchObject({ flows: 1, runs: [] });
    expect((await read(two)).status).toBe('waiting');
    // The wait is over, so the same again finds nothing.
    await entry(/\.ignored$/, await send('custom.order.paid', { order: { id: 1 }, amount: 20 }));
    await send('custom.order.paid', { order: { id: 2 }, amount: 20 });
    expect((await ended(two)).status).toBe('succeeded');
  });

  it('of many flows ends with one event', async () => {
    const slug = await publish({ event: { source: 'custom.open' } });
    const runs: string[] = [];
    for (let i = 0; i < 5; i++) runs.push(await startWaiting(slug));
    const id = await send('custom.open', {});
    for (const runId of runs) expect((await ended(runId)).output.event.event_id).toBe(id);
  });

  it('of more flows than one transaction takes ends with one event too, in slices', async () => {
    const slug = await publish({ event: { source: 'custom.crowd' } });
    const count = 520;
    const runs: string[] = [];
    for (let n = 0; n < count; n += 20) {
      const some = await Promise.all(
        Array.from({ length: 20 }, () => call('POST', `/workflows/${slug}/run`, { input: {} })),
      );
      for (const { status, body } of some) {
        expect(status).toBe(202);
        runs.push(body.run_id);
      }
    }
    const { database } = server.server.parts;
    const inState = async (status: string) => {
      const { rows } = await database.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM dialog.workflow_runs WHERE slug = $1 AND status = $2',
        [slug, status],
      );
      return rows[0]!.n;
    };
    await until(async () => (await inState('waiting')) === count, 60_000);
    const id = await send('custom.crowd', { n: 1 });
    await until(async () => (await inState('succeeded')) === count, 60_000);
    const first = (await entry(/^automation_event\.awaited$/, id))!;
    expect(first.data.flows).toBe(500);
    const rest = (await server.audit(project)).filter(({ action }) => action === 'arrival.handled');
    expect(rest.map(({ data }) => data.flows)).toEqual([20]);
    expect((await read(runs[0]!)).output.event.event_id).toBe(id);
    expect((await read(runs.at(-1)!)).output.event.event_id).toBe(id);
  });

  it('in a dialog is moved by an event that names its customer, or nobody, and by no other', async () => {
    const scene = await makeDialogScene(server);
    await scene.publish({
      triggers: [{ type: 'event' }],
      steps: [
        { id: 'paid', type: 'wait_for', event: { source: 'custom.paid' }, timeout_seconds: 3600 },
        { id: 'thanks', type: 'message', text: 'Thank you for {{ steps.paid.event.sum }}' },
        { id: 'boss', type: 'wait_for', approval: { text: 'Send {{ steps.paid.event.sum }} back?' } },
        { id: 'back', type: 'message', text: '{{ steps.boss.status }}: {{ steps.boss.comment }}' },
      ],
    });
    const [ann, bob] = [await scene.identity(), await scene.identity()];
    for (const who of [ann, bob]) expect((await scene.event(who, 'go')).status).toBe(202);
    for (const who of [ann, bob]) await until(async () => (await scene.dialog(who))?.state === 'waiting');
    const paid = (sum: number, identity_id?: string) =>
      server.call('POST', `/api/v1/projects/${scene.project.id}/automation-events`, {
        key: scene.project.key,
        body: {
          ...{ event_id: randomUUID(), source: 'custom.paid', environment: 'sandbox', data: { sum } },
          ...(identity_id !== undefined && { identity_id }),
        },
      });
    expect((await paid(5, ann)).status).toBe(202);
    expect(await scene.waitForTold(ann, 1)).toEqual(['Thank you for 5']);
    expect(await scene.told(bob)).toEqual([]);
    expect((await paid(7)).status).toBe(202);
    expect(await scene.waitForTold(bob, 1)).toEqual(['Thank you for 7']);
    const approvals = `/projects/${scene.project.id}/approvals`;
    const asked = await until(async () => {
      const { items } = await server.make('GET', `${approvals}?status=pending`);
      return items.length === 2 && (items as any[]).find(({ identity_id }) => identity_id === ann);
    });
    expect(asked).toMatchObject({ text: 'Send 5 back?', run_id: null, step: 'boss' });
    await server.make('POST', `${approvals}/${asked.id}/approve`, { comment: 'fine' });
    expect(await scene.waitForTold(ann, 2)).toEqual(['Thank you for 5', 'approved: fine']);
    expect(await scene.told(bob)).toHaveLength(1);
  });

  it('runs out once, whatever arrives at the same instant', async () => {
    const seconds = wholeSeconds(2);
    const slug = await publish({
      event: { source: 'custom.race', match: { n: '{{ input.n }}' } },
      ...{ timeout_seconds: seconds, on_timeout: 'branch' },
    });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const runId = await startWaiting(slug, { n });
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000 - 300 + n * 100));
        const id = await send('custom.race', { n });
        const run = await ended(runId);
        const { action } = (await entry(/^automation_event\.(awaited|ignored)$/, id))!;
        return [run.output.status, action, run.steps.length];
      }),
    );
    for (const outcome of outcomes) {
      expect([
        ['received', 'automation_event.awaited', 2],
        ['timed_out', 'automation_event.ignored', 2],
      ]).toContainEqual(outcome);
    }
  });

  it('of a canceled run is over', async () => {
    const slug = await publish({ event: { source: 'custom.never' } });
    const runId = await startWaiting(slug);
    await server.make('POST', `/projects/${project.id}/workflows/${slug}/runs/${runId}/cancel`);
    await entry(/\.ignored$/, await send('custom.never', {}));
  });
});

describe('an approval', () => {
  it('is listed, moves its run with what was decided, and is decided once', async () => {
    const runId = await startWaiting(
      await publish({ approval: { text: 'Refund {{ input.n }}?', options: ['half', 'all'] } }),
      { n: 5 },
    );
    const approval = await approvalOf(runId);
    expect(approval).toMatchObject({ status: 'pending', text: 'Refund 5?', options: ['half', 'all'] });
    expect((await decide(approval.id, 'approve')).status).toBe(422);
    const answers = await Promise.all([
      decide(approval.id, 'approve', { option: 'half', comment: 'ok' }),
      decide(approval.id, 'reject', { comment: 'no' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const run = await ended(runId);
    const won = answers.find(({ status }) => status === 200)!.body;
    expect(run.status).toBe(won.status === 'approved' ? 'succeeded' : 'failed');
    const again = await decide(approval.id, 'approve', { option: 'all' });
    expect([again.status, again.body.code]).toEqual([409, 'already_decided']);
    expect(again.text).toContain(won.decided_by);
    expect((await approvals('?status=pending')).map(({ id }) => id)).not.toContain(approval.id);
    await entry(/^approval\.requested$/, approval.id);
    await entry(new RegExp(`^approval.${won.status}$`), approval.id);
  });

  it('that is rejected leads to its branch, with who said so and why', async () => {
    const runId = await startWaiting(await publish({ approval: { text: 'Go?' }, on_rejected: 'branch' }));
    const { id } = await approvalOf(runId);
    const { body } = await decide(id, 'reject', { comment: 'not now' });
    const run = await ended(runId);
    expect(run.output).toEqual({
      ...{ status: 'rejected', by: body.decided_by, comment: 'not now', option: null },
    });
  });

  it('runs out with its flow, and cannot be decided then', async () => {
    const seconds = wholeSeconds(1);
    const step = { approval: { text: 'Go?' }, timeout_seconds: seconds, on_timeout: 'branch' };
    const runId = await startWaiting(await publish(step));
    const { id } = await approvalOf(runId);
    expect((await ended(runId)).output.status).toBe('timed_out');
    await entry(/^approval\.timed_out$/, id);
    expect((await decide(id, 'approve')).status).toBe(409);
  });
});

it('a run that ends by the longest time of a run fails at the steps at which it waits, and waits for nothing any more', async () => {
  const runId = await startWaiting(await publish({ approval: { text: 'Go on?' } }));
  // Its row is there as soon as its first turn is over.
  await until(async () => {
    const { rowCount } = await server.server.parts.database.query(
      `UPDATE dialog.workflow_runs SET created_at = now() - interval '61 days', wake_at = now() WHERE id = $1`,
      [readId('run', runId)],
    );
    return rowCount === 1;
  });
  const error = { code: 'run_too_long', message: 'A run lasts at most 60 days.' };
  const run = await ended(runId);
  expect(run).toMatchObject({ status: 'failed', error, output: null });
  expect(run.steps).toMatchObject([{ id: 'wait', status: 'failed', error }]);
  expect(run.steps[0].finished_at).not.toBeNull();
  expect((await entry(/^run\.failed$/, runId)).data.error).toEqual(error);
  const approvals = await server.owner('GET', `/projects/${project.id}/approvals`);
  expect(approvals.body.items.find(({ run_id }: any) => run_id === runId).status).toBe('canceled');
});
