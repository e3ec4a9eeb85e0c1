import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { makeDialogScene } from '../dialogs/scene.ts';
import type { TestProject } from '../harness/client.ts';
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

const path = (slug: string) => `/projects/${project.id}/workflows/${slug}`;
const save = (slug: string, ...started: string[]) =>
  server.make('PUT', path(slug), {
    name: slug,
    definition: {
      steps: [
        ...started.map((workflow, i) => ({ id: `start${i}`, type: 'workflow', workflow })),
        { id: 'end', type: 'end' },
      ],
    },
  });
const publish = (slug: string) => server.owner('POST', `${path(slug)}/publish`);
const findingsOf = ({ findings }: any) => findings.map(({ code }: any) => code);

it('a workflow that starts itself gets a finding when it is saved, and cannot be published', async () => {
  await save('self');
  const saved = await save('self', 'self');
  expect(findingsOf(saved)).toEqual(['starts_itself']);
  const refused = await publish('self');
  expect([refused.status, refused.body.code, findingsOf(refused.body)]).toEqual([
    409,
    'not_publishable',
    ['starts_itself'],
  ]);
});

it('of two workflows that start each other only one can be published, even if both are published at once', async () => {
  await save('ping');
  await save('pong', 'ping');
  await save('ping', 'pong');
  const answers = await Promise.all([publish('ping'), publish('pong')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.flatMap(({ body }) => findingsOf(body))).toContain('starts_itself');
});

it('a scenario that leads into workflows that start each other gets a finding', async () => {
  await save('old');
  await publish('old');
  await republish('old', ['old']);
  const definition = { triggers: [{ type: 'any' }], steps: [{ id: 's', type: 'workflow', workflow: 'old' }] };
  const check = await server.make('POST', `/projects/${project.id}/scenario/check`, { definition });
  expect([check.publishable, findingsOf(check)]).toEqual([false, ['starts_itself']]);
});

/** Changes a published definition to one that an earlier version of the server allowed. */
async function republish(slug: string, started: string[]): Promise<void> {
  const steps = started.map((workflow, i) => ({ id: `start${i}`, type: 'workflow', workflow }));
  await server.server.parts.database.query(
    `UPDATE dialog.workflow_versions SET definition = $3::json WHERE project_id = $1 AND slug = $2`,
    [readId('project', project.id), slug, JSON.stringify({ triggers: [], steps })],
  );
}

/** Runs of a workflow, newest first. */
const runsOf = async (slug: string) => (await server.make('GET', `${path(slug)}/runs`)).items;

it('runs that start each other end after 20, with a reason in the run and the audit log', async () => {
  await save('chain');
  await publish('chain');
  await republish('chain', ['chain']);
  const scene = await makeDialogScene(server, project);
  await server.server.parts.database.query(
    `INSERT INTO dialog.scenario_versions (project_id, version, definition, published_by)
     VALUES ($1, 1, $2::json, 'owner@example.com')`,
    [
      readId('project', project.id),
      JSON.stringify({
        triggers: [{ type: 'event' }],
        steps: [{ id: 's', type: 'workflow', workflow: 'chain' }],
      }),
    ],
  );
  await scene.event(await scene.identity(), 'go');
  const failed = await until(async () => {
    const found = (await server.audit(project)).filter(({ action }) => action === 'run.failed');
    return found.length > 0 && found;
  });
  expect(failed).toHaveLength(1);
  expect(failed[0].data.error).toEqual({ code: 'too_deep', message: expect.stringContaining('20 flows') });
  const runs = await runsOf('chain');
  expect(runs).toHaveLength(20);
  expect(runs.filter(({ status }: any) => status === 'failed')).toHaveLength(1);
  const { body: last } = await server.call(
    'GET',
    `/api/v1/projects/${project.id}/workflow-runs/${failed[0].subject.id}`,
    { key: project.key },
  );
  expect(last.steps.at(-1)).toMatchObject({ id: 'start0', status: 'failed', error: { code: 'too_deep' } });
});

it('a run that starts itself twice ends when all runs are canceled', async () => {
  await save('storm');
  await publish('storm');
  await republish('storm', ['storm', 'storm']);
  const answer = await server.call('POST', `/api/v1/projects/${project.id}/workflows/storm/run`, {
    ...{ key: project.key, body: {}, headers: { 'idempotency-key': randomUUID() } },
  });
  expect(answer.status).toBe(202);
  await until(async () => (await runsOf('storm')).length >= 20);
  const { database } = server.server.parts;
  const left = async () => {
    const { rows } = await database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM dialog.tasks
       WHERE project_id = $1 AND payload->>'workflow' = 'storm' AND state IN ('queued', 'running')`,
      [readId('project', project.id)],
    );
    return rows[0]!.n;
  };
  expect(await left()).toBeGreaterThan(0);
  expect((await server.owner('POST', `${path('storm')}/cancel`)).status).toBe(200);
  await until(async () => (await left()) === 0, 25_000);
  const ends = (await server.audit(project)).filter(({ action }) => action === 'run.failed');
  expect(ends.filter(({ data }) => data.error.code === 'canceled').length).toBeGreaterThan(0);
});

it('two workflows that each cause the other twice have one run a round when their starts are held back', async () => {
  const own = await server.makeProject();
  const tables = { ping: ['a', 'b'], pong: ['c', 'd'] };
  const at = (kind: string, slug: string) => `/projects/${own.id}/${kind}/${slug}`;
  for (const slug of Object.values(tables).flat())
    await server.make('PUT', at('tables', slug), { name: slug });
  for (const slug of ['ping', 'pong'] as const) {
    const where = { left: '{{ event.table }}', op: 'in', right: tables[slug] };
    const caused = tables[slug === 'ping' ? 'pong' : 'ping'];
    const definition = {
      triggers: [{ type: 'event', source: 'row.added', where }],
      debounce: { seconds: 2 },
      steps: caused.map((table) => ({
        id: table,
        type: 'table_write',
        table,
        action: 'append',
        row: { n: 1 },
      })),
    };
    await server.make('PUT', at('workflows', slug), { name: slug, environment: 'live', definition });
    await server.make('POST', `${at('workflows', slug)}/publish`);
  }
  const first = await server.call('POST', `/api/v1/projects/${own.id}/tables/a/rows`, {
    key: own.key,
    body: { environment: 'live', rows: [{ n: 1 }] },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(first.status).toBe(200);
  const depths = async (): Promise<number[]> => {
    const { rows } = await server.server.parts.database.query<{ depth: number }>(
      'SELECT depth FROM dialog.workflow_runs WHERE project_id = $1 ORDER BY depth',
      [readId('project', own.id)],
    );
    return rows.map(({ depth }) => depth);
  };
  await until(async () => (await depths()).length >= 4, 60_000);
  const found = await depths();
  expect(found).toEqual(found.map((_, depth) => depth));
  for (const slug of ['ping', 'pong']) await server.make('DELETE', at('workflows', slug));
});
