import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Manner, startTarget, type Target } from '../fakes/target.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;
let target: Target;

beforeAll(async () => {
  [server, target] = await Promise.all([startTestServer(), startTarget()]);
  project = await server.makeProject();
  const put = (path: string, body: object) => server.make('PUT', `/projects/${project.id}${path}`, body);
  const settings = { base_url: target.url, idempotency_header: 'Idempotency-Key' };
  await put('/connections/shop', { name: 'Shop', kind: 'http', settings });
  const request = { path: '/orders', body: { n: '{{ input.n }}' } };
  await put('/operations/order', { name: 'Order', connection: 'shop', request });
  await put('/tables/seen', { name: 'Seen', columns: [] });
});
afterAll(async () => {
  await server?.close();
  await target?.close();
});
beforeEach(() => {
  target.arrivals.length = 0;
});

async function start(definition: object, input: object = {}): Promise<string> {
  const slug = `flow-${randomUUID().slice(0, 8)}`;
  const path = `/projects/${project.id}/workflows/${slug}`;
  await server.make('PUT', path, { name: 'Flow', environment: 'live', definition });
  await server.make('POST', `${path}/publish`);
  const answer = await server.call('POST', `/api/v1/projects/${project.id}/workflows/${slug}/run`, {
    ...{ key: project.key, body: { input }, headers: { 'idempotency-key': randomUUID() } },
  });
  expect(answer.status).toBe(202);
  return answer.body.run_id;
}
const read = async (runId: string) =>
  (await server.call('GET', `/api/v1/projects/${project.id}/workflow-runs/${runId}`, { key: project.key }))
    .body;
const ended = (runId: string) =>
  until(async () => {
    const run = await read(runId);
    return run.finished_at !== null && run;
  });
/** The external system answers each call with its number, when it is told to. */
function holdAnswers() {
  const held = new Map<number, (manner: Manner) => void>();
  target.manner = ({ body }) => {
    const n = Number(JSON.parse(body).n);
    return new Promise((resolve) => held.set(n, resolve));
  };
  return {
    held,
    async answer(n: number, status = 200) {
      await until(() => held.has(n));
      held.get(n)!({ does: 'answer', status, body: JSON.stringify({ n }) });
      held.delete(n);
    },
  };
}
const order = (id: string, n: string | number, more: object = {}) => ({
  ...{ id, type: 'operation', operation: 'order', input: { n }, ...more },
});

it('branches call another system at the same time, each once, and the run goes on when all have ended', async () => {
  const answers = holdAnswers();
  const runId = await start({
    steps: [
      {
        id: 'both',
        type: 'parallel',
        branches: [
          { steps: [order('a', 1), { id: 'a2', type: 'set', vars: { last: 'a' } }] },
          { steps: [{ id: 'b', type: 'call', flow: 'ask', input: { n: 2 } }] },
        ],
      },
      { id: 'end', type: 'end', output: '{{ steps.a.result.n }} {{ steps.b.output }} {{ vars.last }}' },
    ],
    flows: { ask: { steps: [order('o', '{{ input.n }}'), { id: 'r', type: 'end', output: 'two' }] } },
  });
  await until(() => answers.held.size === 2);
  expect(await read(runId)).toMatchObject({ status: 'waiting' });
  await answers.answer(2);
  await until(async () => (await read(runId)).steps.some(({ id }: any) => id === 'r'));
  expect(await read(runId)).toMatchObject({ status: 'waiting' });
  await answers.answer(1);
  const run = await ended(runId);
  expect(run.output).toBe('1 two a');
  expect(run.steps.map(({ id, status }: any) => [id, status])).toEqual(
    ['both', 'a', 'b', 'o', 'r', 'a2', 'end'].map((id) => [id, 'succeeded']),
  );
  expect(target.arrivals).toHaveLength(2);
});

it('with join first the run goes on with the first branch, and the other result comes too late', async () => {
  const answers = holdAnswers();
  const runId = await start({
    steps: [
      {
        id: 'race',
        type: 'parallel',
        join: 'first',
        branches: [{ steps: [order('a', 1)] }, { steps: [order('b', 2)] }],
      },
      { id: 'wait', type: 'wait_for', approval: { text: 'Go on?' } },
      { id: 'end', type: 'end', output: '{{ steps.race.branch }}' },
    ],
  });
  await until(() => answers.held.size === 2);
  await answers.answer(2);
  const approval = await until(async () =>
    (await server.make('GET', `/projects/${project.id}/approvals`)).items.find(
      ({ run_id }: any) => run_id === runId,
    ),
  );
  await answers.answer(1);
  await until(async () =>
    (await server.audit(project)).some(
      ({ action, subject }) => action === 'run.ignored' && subject.id === runId,
    ),
  );
  await server.owner('POST', `/projects/${project.id}/approvals/${approval.id}/approve`, {});
  const run = await ended(runId);
  expect(run.output).toBe(1);
  expect(run.steps.map(({ id, status, error }: any) => [id, status, error?.code])).toEqual([
    ['race', 'succeeded', undefined],
    ['a', 'failed', 'canceled'],
    ['b', 'succeeded', undefined],
    ['wait', 'succeeded', undefined],
    ['end', 'succeeded', undefined],
  ]);
  // The job of the branch that was left goes on, and both name each other.
  const [, left, won] = run.steps;
  expect([left.within, won.within]).toEqual([[{ step: 'race', branch: 0 }], [{ step: 'race', branch: 1 }]]);
  expect(new Set([left.job_id, won.job_id])).toEqual(new Set(target.arrivals.map(({ jobId }) => jobId)));
  const job = await server.make('GET', `/projects/${project.id}/jobs/${left.job_id}`);
  expect(job.run_id).toBe(runId);
});

it('a for_each has as many rounds at once as it may, and each item is done once', async () => {
  const answers = holdAnswers();
  const runId = await start(
    {
      vars: { done: [] },
      steps: [
        {
          ...{ id: 'all', type: 'for_each', items: '{{ input.list }}', concurrency: 3 },
          steps: [
            order('o', '{{ steps.all.item }}'),
            {
              id: 'keep',
              type: 'table_write',
              table: 'seen',
              action: 'append',
              row: { n: '{{ steps.o.result.n }}' },
            },
            { id: 's', type: 'set', vars: { done: '{{ vars.done | push: steps.o.result.n }}' } },
          ],
        },
        { id: 'seen', type: 'table_read', table: 'seen' },
        { id: 'end', type: 'end', output: { done: '{{ vars.done }}', seen: '{{ steps.seen.count }}' } },
      ],
    },
    { list: [1, 2, 3, 4, 5] },
  );
  await until(() => answers.held.size === 3);
  expect([...answers.held.keys()].sort()).toEqual([1, 2, 3]);
  const order_ = [3, 1, 4, 5, 2];
  for (const n of order_) {
    await answers.answer(n);
    await until(
      async () => (await read(runId)).steps.filter(({ id }: any) => id === 's').length > order_.indexOf(n),
    );
    expect(answers.held.size).toBeLessThanOrEqual(3);
  }
  const run = await ended(runId);
  expect(run.output).toEqual({ done: order_, seen: 5 });
  expect(target.arrivals).toHaveLength(5);
});

it('a for_each whose round failed has failed in the trace, and with continue_on_error the run goes on after it', async () => {
  target.manner = ({ body }) => ({
    does: 'answer',
    status: JSON.parse(body).n === 'bad' ? 400 : 200,
    body: '{}',
  });
  for (const concurrency of [undefined, 1, 2]) {
    const loop = {
      ...{ id: 'all', type: 'for_each', items: '{{ input.list }}', concurrency },
      steps: [order('o', '{{ steps.all.item }}')],
    };
    const end = { id: 'e', type: 'end', output: { code: '{{ steps.all.error.code }}' } };
    const list = concurrency === 2 ? ['bad'] : ['bad', 'c'];
    const failed = await ended(await start({ steps: [loop, end] }, { list }));
    const error = { code: 'http_400' };
    expect(failed).toMatchObject({ status: 'failed', error });
    expect(failed.steps).toMatchObject([
      { id: 'all', status: 'failed', output: null, error },
      { id: 'o', status: 'failed', error },
    ]);
    const [all, o] = failed.steps;
    expect(Date.parse(all.finished_at)).toBeGreaterThanOrEqual(Date.parse(o.finished_at));
    const steps = [{ ...loop, continue_on_error: true }, end];
    const went = await ended(await start({ steps }, { list }));
    expect(went).toMatchObject({ status: 'succeeded', output: { code: 'http_400' } });
    expect(went.steps.map(({ id, status }: any) => [id, status])).toEqual([
      ['all', 'failed'],
      ['o', 'failed'],
      ['e', 'succeeded'],
    ]);
    const good = await ended(await start({ steps: [loop, end] }, { list: ['a', 'b'] }));
    expect(good.steps[0]).toMatchObject({ id: 'all', status: 'succeeded', output: { count: 2 } });
  }
});

it('results of rounds at once, pushed with their index, can be put in the order of the items', async () => {
  const answers = holdAnswers();
  const runId = await start({
    vars: { all: [] },
    steps: [
      {
        ...{ id: 'ask', type: 'for_each', items: [1, 2, 3], concurrency: 3 },
        steps: [
          order('o', '{{ steps.ask.item }}'),
          {
            ...{ id: 'entry', type: 'transform', expression: '$' },
            input: { n: '{{ steps.ask.index }}', got: '{{ steps.o.result }}' },
          },
          { id: 'add', type: 'set', vars: { all: '{{ vars.all | push: steps.entry.value }}' } },
        ],
      },
      { id: 'end', type: 'end', output: '{{ vars.all | sort: "n" | map: "got" }}' },
    ],
  });
  for (const n of [3, 1, 2]) await answers.answer(n);
  expect((await ended(runId)).output).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

it('a run that is canceled leaves all its branches: their jobs, their waits and their steps', async () => {
  target.manner = () => ({ does: 'hang' });
  const slug = `flow-${randomUUID().slice(0, 8)}`;
  const path = `/projects/${project.id}/workflows/${slug}`;
  const branches = [
    { steps: [{ id: 'ask', type: 'wait_for', approval: { text: 'May I?' } }] },
    { steps: [{ id: 'pause', type: 'delay', seconds: 3600 }] },
    { steps: [{ id: 'event', type: 'wait_for', event: { source: 'custom.never' } }] },
  ];
  const definition = { steps: [{ id: 'all', type: 'parallel', branches }] };
  await server.make('PUT', path, { name: 'Flow', environment: 'live', definition });
  await server.make('POST', `${path}/publish`);
  const { body } = await server.call('POST', `/api/v1/projects/${project.id}/workflows/${slug}/run`, {
    ...{ key: project.key, body: {}, headers: { 'idempotency-key': randomUUID() } },
  });
  await until(async () => (await read(body.run_id)).status === 'waiting');
  await server.owner('POST', `${path}/runs/${body.run_id}/cancel`);
  const run = await ended(body.run_id);
  expect(run).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
  expect(run.steps.map(({ id, status }: any) => [id, status])).toEqual(
    ['all', 'ask', 'pause', 'event'].map((id) => [id, 'failed']),
  );
  const { rows } = await server.server.parts.database.query<{ waits: number; pending: number }>(
    `SELECT (SELECT count(*)::int FROM dialog.flow_waits) AS waits,
       (SELECT count(*)::int FROM dialog.approvals WHERE state = 'pending') AS pending`,
    [],
  );
  expect(rows).toEqual([{ waits: 0, pending: 0 }]);
});

it('time-outs and calls of branches come each in their time, in whatever order', async () => {
  const runId = await start({
    steps: [
      {
        id: 'all',
        type: 'parallel',
        branches: [
          {
            steps: [
              { id: 'one', type: 'delay', seconds: 1 },
              { id: 'x', type: 'set', vars: { a: 1 } },
            ],
          },
          {
            steps: [
              {
                ...{ id: 'two', type: 'wait_for', event: { source: 'custom.none' } },
                ...{ timeout_seconds: 1, on_timeout: 'y' },
              },
              { id: 'y', type: 'set', vars: { b: 2 } },
            ],
          },
          {
            steps: [
              { id: 'three', type: 'delay', seconds: 2 },
              { id: 'z', type: 'set', vars: { c: 3 } },
            ],
          },
        ],
      },
      { id: 'end', type: 'end', output: '{{ vars.a }}{{ vars.b }}{{ vars.c }}' },
    ],
  });
  expect((await ended(runId)).output).toBe('123');
});
