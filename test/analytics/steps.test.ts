import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpired } from '../../src/dialog/maintenance.ts';
import { readId } from '../../src/platform/ids.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { makeDialogScene, signedCall } from '../dialogs/scene.ts';
import { startReceiver } from '../fakes/receiver.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { withinOneDay } from '../harness/within-one-day.ts';
import { foldedSteps, recountDialogs, recountRuns, sorted } from './recount-steps.ts';

let server: TestServer;
let project: TestProject;
let database: Database;

beforeAll(async () => {
  await withinOneDay();
  server = await startTestServer();
  database = openDatabase(server.database.address, { connections: 4, onError: () => {} });
  project = await server.makeProject();
});
afterAll(async () => {
  await database?.close();
  await server?.close();
});

const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const uuidOf = ({ id }: TestProject) => readId('project', id)!;
/** The same, through both APIs. */
async function figuresOf(of: string, query = '', { id, key } = project): Promise<any> {
  const path = `/analytics/${of}/steps?${query}`;
  const [client, owner] = [
    await server.call('GET', `/api/v1/projects/${id}${path}`, { key }),
    await server.owner('GET', `/projects/${id}${path}`),
  ];
  expect([client.status, client.body]).toEqual([200, owner.body]);
  return client.body;
}
/** `[reached, left, failed, waiting]` by step. */
const table = ({ steps }: any) =>
  Object.fromEntries(
    steps.map(({ id, reached, left, failed, waiting }: any) => [id, [reached, left, failed, waiting]]),
  );

async function publish(
  slug: string,
  steps: object[],
  environment = 'live',
  more: object = {},
): Promise<number> {
  const path = `/projects/${project.id}/workflows/${slug}`;
  await server.make('PUT', path, { name: 'Flow', environment, definition: { steps, ...more } });
  return (await server.make('POST', `${path}/publish`)).version;
}
const call = (method: string, path: string, body?: object) =>
  server.call(method, `/api/v1/projects/${project.id}${path}`, {
    ...{ key: project.key, headers: { 'idempotency-key': randomUUID() }, ...(body && { body }) },
  });
/** Starts a run. @returns its id when it has come to this status */
async function start(slug: string, input: object, status: string): Promise<string> {
  const { body } = await call('POST', `/workflows/${slug}/run`, { input });
  await until(async () => (await call('GET', `/workflow-runs/${body.run_id}`)).body.status === status);
  return body.run_id;
}
const send = (source: string, data: object) =>
  call('POST', '/automation-events', { event_id: randomUUID(), source, environment: 'live', data });

describe('the figures of the steps of a workflow', () => {
  it('say how often each step was reached, left and failed, and how many runs wait at it now', async () => {
    const slug = `flow-${randomUUID().slice(0, 8)}`;
    const steps = [
      {
        id: 'each',
        type: 'for_each',
        items: '{{ input.items }}',
        steps: [{ id: 'note', type: 'set', vars: { last: '{{ steps.each.item }}' } }],
      },
      { id: 'wait', type: 'wait_for', event: { source: 'custom.step', match: { n: '{{ input.n }}' } } },
      {
        id: 'odd',
        type: 'condition',
        branches: [{ if: { left: '{{ input.n }}', op: 'eq', right: 1 }, next: 'bad' }],
      },
      { id: 'good', type: 'end' },
      { id: 'bad', type: 'end', status: 'failed' },
      { id: 'never', type: 'end' },
    ];
    expect(await publish(slug, steps)).toBe(1);
    const runs: string[] = [];
    for (let n = 0; n < 4; n++) runs.push(await start(slug, { n, items: [1, 2, 3] }, 'waiting'));
    expect(table(await figuresOf(`workflows/${slug}`))).toEqual({
      ...{ each: [4, 4, 0, 0], note: [12, 12, 0, 0], wait: [4, 0, 0, 4] },
      ...{ odd: [0, 0, 0, 0], good: [0, 0, 0, 0], bad: [0, 0, 0, 0], never: [0, 0, 0, 0] },
    });
    await send('custom.step', { n: 0 });
    await send('custom.step', { n: 1 });
    const isOver = async (runId: string) =>
      (await call('GET', `/workflow-runs/${runId}`)).body.finished_at !== null;
    await until(async () => (await isOver(runs[0]!)) && (await isOver(runs[1]!)));
    await server.make('POST', `/projects/${project.id}/workflows/${slug}/runs/${runs[2]}/cancel`);
    const after = await figuresOf(`workflows/${slug}`);
    // The canceled run has failed at the step, as its history says.
    expect(table(after)).toMatchObject({ wait: [4, 2, 1, 1], odd: [2, 2, 0, 0], good: [1, 1, 0, 0] });
    expect(table(after)).toMatchObject({ bad: [1, 0, 1, 0], never: [0, 0, 0, 0] });
    expect(after).toMatchObject({ version: 1, versions: [1], environment: 'live', to: today() });
    expect(after.from).toBe(daysAgo(29));
    expect(after.steps.map(({ id, type }: any) => [id, type])).toEqual([
      ...[
        ['each', 'for_each'],
        ['note', 'set'],
        ['wait', 'wait_for'],
        ['odd', 'condition'],
      ],
      ...[
        ['good', 'end'],
        ['bad', 'end'],
        ['never', 'end'],
      ],
    ]);
    expect(after.steps[2].series).toEqual([{ date: today(), reached: 4, left: 2, failed: 1 }]);
    expect(sorted(await foldedSteps(database, uuidOf(project)))).toEqual(
      sorted(await recountRuns(database, uuidOf(project))),
    );
  });

  it('are those of a version and an environment', async () => {
    const slug = `flow-${randomUUID().slice(0, 8)}`;
    await publish(slug, [{ id: 'one', type: 'end' }]);
    await start(slug, {}, 'succeeded');
    await publish(slug, [{ id: 'two', type: 'end' }], 'sandbox');
    await start(slug, {}, 'succeeded');
    await start(slug, {}, 'succeeded');
    const of = async (query: string) => {
      const { version, versions, ...figures } = await figuresOf(`workflows/${slug}`, query);
      return [version, versions, table(figures)];
    };
    expect(await of('')).toEqual([2, [1], { two: [0, 0, 0, 0] }]);
    expect(await of('version=1')).toEqual([1, [1], { one: [1, 1, 0, 0] }]);
    expect(await of('environment=sandbox')).toEqual([2, [2], { two: [2, 2, 0, 0] }]);
    expect(await of(`environment=sandbox&to=${daysAgo(1)}`)).toEqual([2, [], { two: [0, 0, 0, 0] }]);
  });

  it('count a failure that on_error took, and what came then', async () => {
    const slug = `flow-${randomUUID().slice(0, 8)}`;
    const steps = [
      { id: 'bad', type: 'transform', expression: '$error("no")', input: {} },
      { id: 'on', type: 'end' },
      { id: 'mend', type: 'end', output: 'mended' },
    ];
    await publish(slug, steps, 'live', { on_error: 'mend' });
    await start(slug, {}, 'succeeded');
    expect(table(await figuresOf(`workflows/${slug}`))).toEqual({
      ...{ bad: [1, 0, 1, 0], on: [0, 0, 0, 0], mend: [1, 1, 0, 0] },
    });
  });
});

describe('the figures of the steps of the scenario', () => {
  it('equal the history of the dialogs, with what was answered beside them and what began anew', async () => {
    const secret = newSigningSecret();
    const receiver = await startReceiver(secret);
    const own = await server.makeProject();
    const channel = await server.makeChannel(own.id, receiver.url, { signing_secret: secret });
    const scene = await makeDialogScene(server, own, channel.id);
    await scene.publish({
      triggers: [{ type: 'command', command: '/start' }],
      on_unsupported: 'words',
      steps: [
        {
          id: 'age',
          type: 'question',
          text: 'Age?',
          field: 'age',
          validate: { type: 'number' },
          attempts: 2,
          on_invalid: 'stop',
        },
        { id: 'name', type: 'question', text: 'Name?', field: 'name' },
        { id: 'end', type: 'end' },
        { id: 'stop', type: 'end', status: 'failed' },
        { id: 'words', type: 'message', text: 'Words only.' },
        { id: 'again', type: 'question', text: 'So?', field: 'so' },
      ],
    });
    const say = async (external_id: string, said: object) => {
      const { raw, headers } = signedCall(secret, { external_id, message_id: randomUUID(), ...said });
      const answer = await server.call('POST', `/api/channels/${channel.id}/webhook`, { raw, headers });
      expect(answer.status).toBe(202);
    };
    const location = { attachments: [{ type: 'location', latitude: 1, longitude: 2 }] };
    const talks: Record<string, object[]> = {
      ann: [{ text: '/start' }, { text: '7' }, { text: 'Ann' }],
      bob: [{ text: '/start' }, { text: 'x' }, { text: '/start' }, { text: 'x' }, { text: 'y' }],
      cyd: [{ text: '/start' }, location, { text: '8' }, location, location],
      dan: [location],
    };
    for (const [who, said] of Object.entries(talks)) for (const each of said) await say(who, each);
    const counted = await until(async () => {
      const { rows } = await database.query<{ left: number }>(
        `SELECT count(*)::int AS left FROM dialog.tasks
         WHERE project_id = $1 AND state NOT IN ('succeeded', 'failed')`,
        [uuidOf(own)],
      );
      return rows[0]!.left === 0 && figuresOf('scenario', '', own);
    });
    expect(table(counted)).toEqual({
      // Bob began anew at it, and then gave no number; nobody waits there now.
      ...{ age: [4, 2, 1, 0], name: [2, 1, 0, 1], end: [1, 1, 0, 0], stop: [1, 0, 1, 0] },
      // Three times beside a question, and Dan's dialog began there.
      ...{ words: [4, 4, 0, 0], again: [1, 0, 0, 1] },
    });
    expect(sorted(await foldedSteps(database, uuidOf(own)))).toEqual(
      sorted(await recountDialogs(database, uuidOf(own))),
    );
    await receiver.close();
  });

  it('belong to the version on which each dialog is', async () => {
    const own = await server.makeProject();
    const scene = await makeDialogScene(server, own);
    const steps = (id: string) => ({
      triggers: [{ type: 'event' }],
      steps: [{ id, type: 'question', text: '?', field: 'x' }],
    });
    await scene.publish(steps('first'));
    const [one, two] = [await scene.identity(), await scene.identity()];
    await scene.event(one, 'go');
    await scene.settled(one);
    await scene.publish(steps('second'));
    await scene.event(two, 'go');
    await scene.event(one, 'an answer');
    await scene.settled(one);
    await scene.settled(two);
    const of = async (query: string) =>
      table(await figuresOf('scenario', `environment=sandbox&${query}`, own));
    expect(await of('version=1')).toEqual({ first: [1, 1, 0, 0] });
    expect(await of('')).toEqual({ second: [1, 0, 0, 1] });
    const live = await figuresOf('scenario', '', own);
    expect([table(live), live.versions]).toEqual([{ second: [0, 0, 0, 0] }, []]);
  });
});

it('the figures of steps are counted by UTC day, and a period has its first and its last day', async () => {
  const slug = `flow-${randomUUID().slice(0, 8)}`;
  await publish(slug, [{ id: 'one', type: 'end' }]);
  const midnight = Date.parse(today());
  for (const [i, ms] of [-86_400_001, -86_400_000, -1, 0].entries()) {
    await database.query(
      `INSERT INTO dialog.audit_inbox
         (project_id, at, actor_type, action, subject_type, subject_id, environment, steps)
       VALUES ($1, $2, 'system', 'run.succeeded', 'run', 'r', 'live', $3)`,
      [uuidOf(project), new Date(midnight + ms), JSON.stringify([[slug, 1, 'one', 1 + i, 0, 10]])],
    );
  }
  const of = async (query: string) => (await figuresOf(`workflows/${slug}`, query)).steps[0];
  expect(await of('')).toMatchObject({
    ...{ reached: 10, failed: 40 },
    series: [
      { date: daysAgo(2), reached: 1, left: 0, failed: 10 },
      { date: daysAgo(1), reached: 5, left: 0, failed: 20 },
      { date: today(), reached: 4, left: 0, failed: 10 },
    ],
  });
  expect((await of(`from=${daysAgo(1)}&to=${daysAgo(1)}`)).reached).toBe(5);
  expect((await of(`from=${daysAgo(2)}&to=${daysAgo(1)}`)).reached).toBe(6);
});

describe('a request for the figures of steps', () => {
  it.each([
    ['version=0', 'greater_than_equal'],
    ['version=x', 'int_parsing'],
    ['environment=both', 'literal_error'],
    ['from=2026-13-01', 'value_error'],
    ['from=1999-12-31', 'value_error'],
    ['to=yesterday', 'value_error'],
    ['from=2026-11-20&to=2026-11-19', 'value_error'],
    ['from=2026-01-01&to=2026-11-19', 'value_error'],
  ])('with %s is a 422', async (query, type) => {
    const { status, body } = await call('GET', `/analytics/scenario/steps?${query}`);
    expect([status, body.detail[0].type]).toEqual([422, type]);
  });

  it('for what does not exist is a 404 that says so', async () => {
    const unpublished = `flow-${randomUUID().slice(0, 8)}`;
    await server.make('PUT', `/projects/${project.id}/workflows/${unpublished}`, {
      ...{ name: 'Flow', definition: { steps: [{ id: 'one', type: 'end' }] } },
    });
    const codeOf = async (path: string) => {
      const { status, body } = await call('GET', `/analytics/${path}`);
      return [status, body.code];
    };
    expect(await codeOf('scenario/steps')).toEqual([404, 'version_not_found']);
    expect(await codeOf(`workflows/${unpublished}/steps`)).toEqual([404, 'version_not_found']);
    expect(await codeOf(`workflows/${unpublished}/steps?version=3`)).toEqual([404, 'version_not_found']);
    expect(await codeOf('workflows/unknown/steps')).toEqual([404, 'workflow_not_found']);
    expect(await codeOf('workflows/%00/steps')).toEqual([404, 'workflow_not_found']);
  });
});

it('figures of steps are deleted after 400 days', async () => {
  const projectId = uuidOf(await server.makeProject());
  await database.query(
    `INSERT INTO dialog.step_figures (project_id, flow, environment, day, version, step, reached)
     SELECT $1, 'x', 'live', (now() AT TIME ZONE 'UTC')::date - ago, 1, 'one', 1 FROM generate_series(398, 402) AS ago`,
    [projectId],
  );
  await removeExpired(database, { idempotencyRetentionDays: 7, deliveryRetentionDays: 30 });
  const { rows } = await database.query<{ ago: number }>(
    `SELECT (now() AT TIME ZONE 'UTC')::date - day AS ago FROM dialog.step_figures WHERE project_id = $1 ORDER BY 1`,
    [projectId],
  );
  expect(rows.map(({ ago }) => ago)).toEqual([398, 399, 400]);
});
