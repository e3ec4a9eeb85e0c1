import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DialogScene, makeDialogScene } from '../dialogs/scene.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let scene: DialogScene;
let base: string;

const all = [{ from: '00:00', to: '24:00' }];
const always = {
  ...{ monday: all, tuesday: all, wednesday: all, thursday: all, friday: all, saturday: all, sunday: all },
};
const within = { within: 'hours' };
const end = (id: string, output: string) => ({ id, type: 'end', output });

beforeAll(async () => {
  server = await useTestServer();
  scene = await makeDialogScene(server);
  base = `/projects/${scene.project.id}`;
});
afterAll(() => server?.close());

const put = (body: unknown) => server.owner('PUT', `${base}/calendar`, body);

/** Publishes a workflow. @returns the findings of its check */
async function workflow(slug: string, definition: object): Promise<string[]> {
  const path = `${base}/workflows/${slug}`;
  await server.make('PUT', path, { name: slug, environment: 'sandbox', definition });
  const { findings } = await server.make('POST', `${path}/publish`);
  return findings.map(({ code }: { code: string }) => code);
}

const call = (method: string, path: string, body?: object) =>
  server.call(method, `/api/v1/projects/${scene.project.id}${path}`, {
    ...{ key: scene.project.key, headers: { 'idempotency-key': randomUUID() }, ...(body && { body }) },
  });
const read = async (runId: string) => (await call('GET', `/workflow-runs/${runId}`)).body;
async function start(slug: string): Promise<string> {
  const { body, status } = await call('POST', `/workflows/${slug}/run`, { input: {} });
  expect(status).toBe(202);
  return body.run_id;
}
const outputOf = async (runId: string) =>
  (
    await until(async () => {
      const run = await read(runId);
      return run.finished_at !== null && run;
    })
  ).output;

it('a calendar is stored as it was sent, replaced as a whole, and removed by null', async () => {
  const none = { time_zone: null, week: null, holidays: [], open_now: true };
  expect(await server.make('GET', `${base}/calendar`)).toEqual(none);
  const week = {
    monday: [
      { from: '09:00', to: '13:00' },
      { from: '22:00', to: '02:00' },
    ],
  };
  const holidays = [{ date: '2026-12-24', name: 'Eve', hours: [{ from: '09:00', to: '12:00' }] }];
  const made = await put({ time_zone: 'Europe/Berlin', week, holidays });
  expect([made.status, made.body]).toEqual([
    200,
    { time_zone: 'Europe/Berlin', week, holidays, open_now: expect.any(Boolean) },
  ]);
  await server.make('PATCH', `${base}/settings`, { time_zone: 'Asia/Tokyo' });
  expect((await server.make('GET', `${base}/calendar`)).week).toEqual(week);
  expect((await put({ week: {} })).body).toEqual({ ...none, week: {}, open_now: false });
  expect((await put({ week: always })).body).toMatchObject({ time_zone: null, open_now: true });
  expect((await put({ week: null })).body).toEqual(none);
  expect((await put({ week: { monday: [{ from: '1', to: '2' }] } })).status).toBe(422);
  const entries = (await server.audit(scene.project)).filter(({ action }) => action === 'settings.updated');
  expect(entries.some(({ data }: any) => data.calendar?.holidays === 1)).toBe(true);
});

it('a scenario and a workflow branch by the hours of their project, and without a calendar it counts as open', async () => {
  const choose = {
    ...{ id: 'choose', type: 'condition', else: 'closed' },
    branches: [{ if: within, next: 'open' }],
  };
  const say = (id: string) => [{ id, type: 'message', text: id }, end(`${id}_end`, id)];
  await scene.publish({ triggers: [{ type: 'event' }], steps: [choose, ...say('open'), ...say('closed')] });
  const steps = [choose, end('open', 'open'), end('closed', 'closed')];
  expect(await workflow('chooses', { triggers: [], steps })).toEqual(['no_calendar']);
  const readiness = async () =>
    (await server.make('GET', `${base}/readiness`)).items.find(({ id }: any) => id === 'calendar')?.status;
  expect(await readiness()).toBe('warning');
  const identity = await scene.identity();
  await scene.event(identity, 'one');
  await scene.waitForTold(identity, 1);
  expect(await outputOf(await start('chooses'))).toBe('open');
  await put({ week: {} });
  await scene.event(identity, 'two');
  expect(await scene.waitForTold(identity, 2)).toEqual(['open', 'closed']);
  expect(await outputOf(await start('chooses'))).toBe('closed');
  expect(await readiness()).toBe('ok');
  expect(await workflow('chooses', { triggers: [], steps })).toEqual([]);
});

it('triggers ask for the hours, too, and for those of a moment that they name', async () => {
  await put({ week: {}, holidays: [{ date: '2026-12-24', hours: all }], time_zone: 'UTC' });
  const say = (id: string) => [{ id, type: 'message', text: id }, end(`${id}_end`, id)];
  await scene.publish({
    triggers: [
      { type: 'event', where: within, start: 'open' },
      { type: 'event', where: { within: 'hours', at: '{{ event.due }}' }, start: 'later' },
      { type: 'event', start: 'closed' },
    ],
    steps: ['open', 'later', 'closed'].flatMap(say),
  });
  const identity = await scene.identity();
  await scene.event(identity, 'one', { data: { due: '2026-12-24T10:00:00Z' } });
  await scene.waitForTold(identity, 1);
  await scene.event(identity, 'two', { data: { due: '2026-12-25T10:00:00Z' } });
  await scene.waitForTold(identity, 2);
  await put({ week: always });
  await scene.event(identity, 'three');
  expect(await scene.waitForTold(identity, 3)).toEqual(['later', 'closed', 'open']);
});

it('a wait for an event takes one only in the hours that its condition asks for', async () => {
  await put({ week: {} });
  const waits = {
    ...{ id: 'wait', type: 'wait_for', event: { source: 'custom.call', where: within } },
  };
  await workflow('waits', { triggers: [], steps: [waits, end('end', '{{ steps.wait.event.n }}')] });
  const run = await start('waits');
  await until(async () => (await read(run)).status === 'waiting');
  const send = async (n: number) => {
    const event_id = randomUUID();
    const body = { event_id, source: 'custom.call', environment: 'sandbox', data: { n } };
    expect((await call('POST', '/automation-events', body)).status).toBe(202);
    const isDone = ({ action, subject }: any) => subject.id === event_id && /ignored|awaited/.test(action);
    await until(async () => (await server.audit(scene.project)).some(isDone));
  };
  await send(1);
  expect((await read(run)).status).toBe('waiting');
  await put({ week: always });
  await send(2);
  expect(await outputOf(run)).toBe(2);
});

it('a workflow that is started by an event or by what happens asks for the hours first', async () => {
  await put({ week: {} });
  await server.make('PUT', `${base}/tables/orders`, { name: 'Orders' });
  const steps = [end('end', 'done')];
  const started = async (slug: string) =>
    (await server.make('GET', `${base}/workflows/${slug}/runs`)).items.length as number;
  const triggers = (source: string, more: object) => [{ type: 'event', source, ...more }];
  await workflow('in-hours', { triggers: triggers('custom.*', { where: within }), steps });
  await workflow('after-hours', { triggers: triggers('custom.*', { where: { not: within } }), steps });
  await workflow('told-in-hours', { triggers: triggers('row.added', { where: within }), steps });
  await workflow('told-later', {
    triggers: triggers('row.added', { where: { not: within } }),
    steps,
  });
  const arrive = async () => {
    await call('POST', '/automation-events', {
      ...{ event_id: randomUUID(), source: 'custom.call', environment: 'sandbox', data: { n: 1 } },
    });
    await call('POST', '/tables/orders/rows', { environment: 'sandbox', rows: [{ n: 1 }] });
  };
  const counts = async () => [
    ...[await started('in-hours'), await started('after-hours')],
    ...[await started('told-in-hours'), await started('told-later')],
  ];
  await arrive();
  await until(async () => (await counts()).join() === '0,1,0,1');
  await put({ week: always });
  await arrive();
  await until(async () => (await counts()).join() === '1,1,1,1');
});
