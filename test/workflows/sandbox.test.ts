import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type DialogScene, makeDialogScene } from '../dialogs/scene.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { refuseSockets } from '../harness/sockets.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let server: TestServer;
let operations: Scene;
let dialogs: DialogScene;
/** A target that would get a request if a socket were opened. */
let real: Target;

/** Calls an HTTP operation and a webhook, and combines the results of their mocks. */
const both = (arg: string) => [
  { id: 'call', type: 'operation', operation: 'call', input: { n: arg } },
  { id: 'tell', type: 'operation', operation: 'tell', input: { n: '{{ steps.call.result.n }}' } },
];
const given = '{{ steps.call.result.n }} {{ steps.tell.result.of }}';
const scenario = {
  triggers: [{ type: 'event' }],
  steps: [...both('{{ event.n }}'), { id: 'say', type: 'message', text: given }],
};
const workflow = {
  triggers: [],
  steps: [...both('{{ input.n }}'), { id: 'end', type: 'end', output: given }],
};

beforeAll(async () => {
  server = await useTestServer();
  const project = await server.makeProject();
  operations = new Scene(server, project);
  dialogs = await makeDialogScene(server, project);
  real = await startTarget();
  await operations.connect('shop', { base_url: real.url });
  await operations.connect('hook', { url: `${real.url}/hook` }, 'webhook');
  await operations.define('call', { connection: 'shop', mock: { result: { n: '{{ input.n }}' } } });
  await operations.define('tell', {
    kind: 'webhook',
    connection: 'hook',
    mock: { result: { of: '{{ input.n }}' } },
  });
  await dialogs.publish(scenario);
  for (const environment of ['sandbox', 'live']) {
    const path = `/projects/${project.id}/workflows/${environment}`;
    await server.make('PUT', path, { name: 'Both', environment, definition: workflow });
    await server.make('POST', `${path}/publish`);
  }
});

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(async () => {
  await server?.close();
  await real?.close();
});

const run = async (slug: string): Promise<string> => {
  const answer = await operations.call('POST', `/workflows/${slug}/run`, {
    body: { input: { n: 'x7' } },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(answer.status).toBe(202);
  return answer.body.run_id;
};
const ended = (runId: string): Promise<any> =>
  until(async () => {
    const { body } = await operations.call('GET', `/workflow-runs/${runId}`);
    return /succeeded|failed|unknown/.test(body.status) && body;
  });

it('a scenario and a workflow open no socket in the sandbox: operations of every kind return their mocks', async () => {
  const refused = refuseSockets(server);
  const identity = await dialogs.identity();
  expect((await dialogs.event(identity, 'go', { data: { n: 'x5' } })).status).toBe(202);
  expect(await dialogs.waitForTold(identity, 1)).toEqual(['x5 x5']);
  expect(await ended(await run('sandbox'))).toMatchObject({ status: 'succeeded', output: 'x7 x7' });
  expect([refused.ports, real.connections]).toEqual([[], 0]);

  // The same guard does stop live work, so it would have noticed a socket above.
  const live = await run('live');
  await until(() => refused.ports.includes(real.port));
  refused.letOut();
  expect((await ended(live)).status).toBe('succeeded');
  expect(real.arrivals.map(({ url }) => url)).toEqual(['/', '/hook']);
});
