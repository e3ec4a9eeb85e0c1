import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let server: TestServer;
let scene: Scene;

beforeAll(async () => {
  server = await useTestServer();
  scene = new Scene(server, await server.makeProject());
});
afterAll(async () => {
  await server?.close();
});

async function run(steps: object[]): Promise<any> {
  const definition = { triggers: [], vars: { offset: 0, seen: [] }, steps };
  await scene.owner('PUT', '/workflows/pages', { name: 'Pages', definition });
  expect((await scene.owner('POST', '/workflows/pages/publish')).body.findings).toEqual([]);
  const { body } = await scene.owner('POST', '/workflows/pages/runs', {});
  return until(async () => {
    const found = (await scene.owner('GET', `/runs/${body.run_id}`)).body;
    return (found.finished_at ?? false) && found;
  });
}

it('a workflow goes through a table of any length page by page, in an order of its own', async () => {
  await scene.owner('PUT', '/tables/numbers', { name: 'Numbers' });
  const written = await scene.call('POST', '/tables/numbers/rows', {
    headers: { 'idempotency-key': randomUUID() },
    body: { environment: 'sandbox', rows: Array.from({ length: 250 }, (_, n) => ({ n })) },
  });
  expect(written.status).toBe(200);
  const sort = [{ column: 'n', direction: 'desc' }];
  const isMore = { left: '{{ steps.page.count }}', op: 'eq', right: 100, as: 'number' };
  const steps = [
    { id: 'page', type: 'table_read', table: 'numbers', sort, offset: '{{ vars.offset }}' },
    {
      id: 'note',
      type: 'set',
      vars: {
        offset: '{{ vars.offset | plus: 100 }}',
        seen: '{{ vars.seen | push: steps.page.count | push: steps.page.first.n }}',
      },
    },
    { id: 'pause', type: 'delay', seconds: 1 },
    { id: 'more', type: 'condition', branches: [{ if: isMore, next: 'page' }] },
    { id: 'end', type: 'end', output: '{{ vars.seen }}' },
  ];
  const { status, output, steps: did } = await run(steps);
  expect([status, output]).toEqual(['succeeded', [100, 249, 100, 149, 50, 49]]);
  // A read from the beginning is on record as it always was.
  expect(did.filter(({ id }: any) => id === 'page').map(({ input }: any) => input.offset)).toEqual([
    undefined,
    100,
    200,
  ]);
});

it.each([['-1'], ['some'], ['1.5']])(
  'an offset that a template makes to %s fails its step',
  async (offset) => {
    const { error } = await run([
      { id: 'page', type: 'table_read', table: 'numbers', offset: `{{ '${offset}' }}` },
    ]);
    expect(error).toEqual({ code: 'bad_input', message: '"offset" gives no whole number from 0 on' });
  },
);
