import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
});
afterAll(() => server?.close());

const call = (method: string, path: string, body?: object) =>
  server.call(method, `/api/v1/projects/${project.id}${path}`, {
    ...{ key: project.key, headers: { 'idempotency-key': randomUUID() }, ...(body && { body }) },
  });
const becomes = (runId: string, status: string) =>
  until(async () => {
    const { body } = await call('GET', `/workflow-runs/${runId}`);
    return body.status === status && body;
  });

it('variables of a run begin with the values of its document, keep their types over its waits, and are of that run only', async () => {
  const definition = {
    vars: { sum: 0, seen: [], last: null },
    steps: [
      {
        id: 'each',
        type: 'for_each',
        items: '{{ input.items }}',
        steps: [
          {
            id: 'add',
            type: 'set',
            vars: { sum: '{{ vars.sum | plus: steps.each.item.n }}', last: '{{ steps.each.item }}' },
          },
        ],
      },
      { id: 'wait', type: 'wait_for', event: { source: 'custom.go', match: { n: '{{ vars.sum }}' } } },
      { id: 'more', type: 'set', vars: { seen: ['{{ vars.last }}', '{{ steps.wait.event.n }}'] } },
      { id: 'end', type: 'end', output: '{{ vars }}' },
    ],
  };
  await server.make('PUT', `/projects/${project.id}/workflows/sum`, {
    ...{ name: 'Sum', environment: 'live', definition },
  });
  await server.make('POST', `/projects/${project.id}/workflows/sum/publish`);
  const runs = await Promise.all(
    [[{ n: 1 }, { n: 2.5, of: ['x'] }], []].map(async (items) => {
      const { status, body } = await call('POST', '/workflows/sum/run', { input: { items } });
      expect(status).toBe(202);
      return body.run_id as string;
    }),
  );
  for (const runId of runs) await becomes(runId, 'waiting');
  for (const n of [3.5, 0]) {
    const event = { event_id: randomUUID(), source: 'custom.go', environment: 'live', data: { n } };
    expect((await call('POST', '/automation-events', event)).status).toBe(202);
  }
  const [some, none] = await Promise.all(runs.map((runId) => becomes(runId, 'succeeded')));
  const last = { n: 2.5, of: ['x'] };
  expect(some.output).toEqual({ sum: 3.5, seen: [last, 3.5], last });
  expect(none.output).toEqual({ sum: 0, seen: [null, 0], last: null });
});
