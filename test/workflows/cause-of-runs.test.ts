import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

/** A run tells what started it, and with what. */

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
  await server.make('PUT', at('/workflows/deal'), {
    ...{ name: 'Deal', environment: 'live' },
    definition: {
      triggers: [{ type: 'event', source: 'custom.crm' }],
      steps: [{ id: 'note', type: 'set', vars: { order: '{{ event.body.order }}' } }],
    },
  });
  await server.make('POST', at('/workflows/deal/publish'));
  await server.make('PUT', at('/receivers/shop'), {
    ...{ name: 'Shop', verification: { type: 'none' } },
    target: { workflow: 'deal', input: { order: '{{ body.order }}' } },
  });
});
afterAll(() => server?.close());

const at = (path: string) => `/projects/${project.id}${path}`;
const newest = async () => (await server.make('GET', at('/runs?workflow=deal'))).items[0];
const byOwner = (id: string) => server.make('GET', at(`/runs/${id}`));
const byKey = async (id: string) =>
  (await server.call('GET', `/api/v1/projects/${project.id}/workflow-runs/${id}`, { key: project.key })).body;
const ended = (id: string) =>
  until(async () => {
    const run = await byOwner(id);
    return run.finished_at !== null && run;
  });

it('of a call: the receiver, and the body of the call with its headers', async () => {
  const { url } = await server.make('GET', at('/receivers/shop'));
  const answer = await server.call('POST', new URL(url).pathname, { body: { order: 1042 } });
  expect(answer.status).toBe(202);
  const { run_id } = await until(newest);
  const run = await ended(run_id);
  expect(run).toMatchObject({
    started_by: 'receiver shop',
    input: { order: 1042 },
    event: { body: { order: 1042 }, headers: { 'content-type': expect.stringContaining('json') } },
  });
  expect(await byKey(run_id)).toEqual(run);

  const again = await server.make('POST', at(`/workflows/deal/runs/${run_id}/rerun`));
  expect(await ended(again.run_id)).toMatchObject({
    started_by: `owner again ${run_id}`,
    rerun_of: run_id,
    event: run.event,
  });
});

it('of an event of the project: its source and what it said', async () => {
  const sent = await server.call('POST', `/api/v1/projects/${project.id}/automation-events`, {
    key: project.key,
    body: { event_id: randomUUID(), source: 'custom.crm', environment: 'live', data: { order: 7 } },
  });
  expect([sent.status, sent.text]).toEqual([202, expect.any(String)]);
  const run = await until(async () => {
    const found = await newest();
    const read = found && (await byOwner(found.run_id));
    return read?.started_by === 'event custom.crm' && read;
  });
  expect(run.event).toMatchObject({ order: 7 });
});

it('of a person or a key: who it was, and no event', async () => {
  const { run_id: own } = await server.make('POST', at('/workflows/deal/runs'), { input: { order: 3 } });
  expect((await ended(own)).started_by).toBe('owner');
  expect(await byOwner(own)).not.toHaveProperty('event');
  const started = await server.call('POST', `/api/v1/projects/${project.id}/workflows/deal/run`, {
    key: project.key,
    body: { input: {} },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect((await ended(started.body.run_id)).started_by).toBe('key');
});
