import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { type DialogScene, makeDialogScene } from './scene.ts';

let server: TestServer;
let scene: DialogScene;

beforeAll(async () => {
  server = await useTestServer();
  scene = await makeDialogScene(server);
});
afterAll(() => server?.close());

async function publish(slug: string, steps: object[]): Promise<void> {
  const path = `/projects/${scene.project.id}/workflows/${slug}`;
  await server.make('PUT', path, { name: 'Flow', environment: 'live', definition: { steps } });
  await server.make('POST', `${path}/publish`);
}

const run = async (slug: string, input: object = {}) => {
  const { id, key } = scene.project;
  const path = `/api/v1/projects/${id}`;
  const headers = { 'idempotency-key': randomUUID() };
  const started = await server.call('POST', `${path}/workflows/${slug}/run`, {
    key,
    body: { input },
    headers,
  });
  expect(started.status).toBe(202);
  return until(async () => {
    const { body } = await server.call('GET', `${path}/workflow-runs/${started.body.run_id}`, { key });
    return body.finished_at !== null && body;
  });
};

it('a dialog goes on with what an expression made of a variable', async () => {
  await scene.publish({
    triggers: [{ type: 'event' }],
    vars: {
      lines: [
        { item: 'tea', n: 2 },
        { item: 'cup', n: 1 },
        { item: 'tea', n: 3 },
      ],
    },
    steps: [
      { id: 't', type: 'transform', input: '{{ vars.lines }}', expression: '$ {item: $sum(n)}' },
      { id: 'm', type: 'message', text: '{{ steps.t.value.tea }} {{ steps.t.value | json }}' },
    ],
  });
  const identity = await scene.identity('transform-1');
  await scene.event(identity, 'go');
  expect(await scene.waitForTold(identity, 1)).toEqual(['5 {"tea":5,"cup":1}']);
});

describe('in a workflow', () => {
  const branching = (expression: string, input: unknown = '{{ input }}') => [
    { id: 't', type: 'transform', input, expression, on_failed: 'sorry' },
    { id: 'done', type: 'end', output: '{{ steps.t.value }}' },
    { id: 'sorry', type: 'end', output: '{{ steps.t.error.code }}' },
  ];

  it('an expression keeps types, replaces what the database cannot store, and reads no template of its own', async () => {
    await publish('types', branching('{"n": n + 1, "nul": "\\u0000", "by": [{"k": "a"}]{k: 1}}'));
    const { status, output } = await run('types', { n: 41 });
    expect([status, output]).toEqual(['succeeded', { n: 42, nul: '\ufffd', by: { a: 1 } }]);
  });

  it('expressions that never end, take any memory, give too much or a rounded number take the branch for failures', async () => {
    const hostile = {
      endless: ['( $f := function(){ $f() }; $f() )', 'transform_too_slow'],
      hungry: [
        '( $f := function($a,$n){ $n=0 ? $a : $f([$a,$a],$n-1) }; $f(1,60) )',
        /^transform_(too_slow|too_large|failed)$/,
      ],
      long: ['$pad("", 70000, "x")', 'output_too_large'],
      rounded: ['9007199254740991 + 2', 'number_too_large'],
      wrong: ['$sum("a")', 'transform_failed'],
      waiting: ['{"then": /a/}', 'transform_failed'],
    } as const;
    for (const [slug, [expression, code]] of Object.entries(hostile)) {
      await publish(slug, branching(expression));
      const { output } = await run(slug);
      expect(output, slug).toMatch(code);
    }
    expect((await run('types', { n: 1 })).output.n).toBe(2);
  });

  it('more work than the processes take at once is done all the same', async () => {
    const runs = await Promise.all(Array.from({ length: 80 }, (_, n) => run('types', { n })));
    expect(runs.map(({ output }) => output.n)).toEqual(runs.map((_, n) => n + 1));
  });
});
