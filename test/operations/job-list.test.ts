import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type jobFilters, jobsBy } from '../../src/dialog/operations/job-list.ts';
import { readId } from '../../src/platform/ids.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { Scene } from './scene.ts';

let server: TestServer;
let scene: Scene;
let customer: string;
/** By what they are. */
const jobs: Record<string, string> = {};

beforeAll(async () => {
  // Its own: how Postgres finds a page depends on all rows of a table, also on those that other files left.
  server = await startTestServer();
  const project = await server.makeProject();
  scene = new Scene(server, project);
  const channel = await server.makeChannel(project.id);
  customer = (await server.makeIdentity(project.id, channel.id)).id;
  // Nothing listens there, so a live run is tried again and stays queued.
  for (const slug of ['shop', 'crm']) await scene.connect(slug, { base_url: 'http://127.0.0.1:9' });
  await scene.define('order', { connection: 'shop', mock: { result: 1 } });
  await scene.define('lead', {
    connection: 'crm',
    mock: { variants: [{ name: 'no', error: { code: 'no', message: 'No.' } }] },
  });
  const ended = async (...given: Parameters<Scene['outcome']>) => (await scene.outcome(...given)).job_id;
  jobs.first = await ended('order');
  jobs.failed = await ended('lead');
  jobs.theirs = await ended('order', { identity_id: customer });
  // Another revision of the same operation.
  await scene.define('order', { connection: 'shop', mock: { result: 2 } });
  jobs.second = await ended('order');
  jobs.live = (await scene.run('order', { environment: 'live' })).body.job_id;
});
afterAll(() => server?.close());

const list = async (query: Record<string, string>) =>
  (await scene.call('GET', `/jobs?${new URLSearchParams(query)}`)).body;
const names = ({ items }: any): string[] =>
  items.map(({ job_id }: any) => Object.keys(jobs).find((name) => jobs[name] === job_id));

describe('the list of jobs', () => {
  it.each<[Record<string, string>, string[]]>([
    [{}, ['live', 'second', 'theirs', 'failed', 'first']],
    [{ operation_id: 'order' }, ['live', 'second', 'theirs', 'first']],
    [{ operation_id: 'order', status: 'succeeded' }, ['second', 'theirs', 'first']],
    [{ operation_id: 'none' }, []],
    [{ connection: 'crm' }, ['failed']],
    [{ connection: 'shop', environment: 'live' }, ['live']],
    [{ connection: 'shop', operation_id: 'lead' }, []],
    [{ connection: 'none' }, []],
    [{ environment: 'live' }, ['live']],
    [{ status: 'failed' }, ['failed']],
    [{ status: 'unknown' }, []],
    [{ identity_id: 'CUSTOMER' }, ['theirs']],
    [{ identity_id: 'CUSTOMER', operation_id: 'order', status: 'succeeded' }, ['theirs']],
    [{ identity_id: 'CUSTOMER', operation_id: 'lead' }, []],
    [{ identity_id: 'idn_none' }, []],
    [{ to: '2020-01-01T00:00:00Z' }, []],
    [{ from: '2020-01-01T02:00:00+02:00', status: 'failed' }, ['failed']],
  ])('has by %j the jobs that it names, the newest first', async (query, expected) => {
    const real = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, value.replace('CUSTOMER', customer)]),
    );
    expect(names(await list(real))).toEqual(expected);
  });

  it('says of each what it is, why it failed, and neither what it was given nor what came of it', async () => {
    const { items } = await list({ status: 'failed' });
    expect(items).toEqual([
      {
        job_id: jobs.failed,
        operation_id: 'lead',
        environment: 'sandbox',
        status: 'failed',
        error: { code: 'no', message: 'No.' },
        identity_id: null,
        created_at: expect.any(String),
        started_at: expect.any(String),
        finished_at: expect.any(String),
      },
    ]);
  });

  it('goes on after a page where it ended, whatever was asked for meanwhile', async () => {
    const started: string[] = [];
    await scene.define('many', { connection: 'shop', mock: { result: 1 } });
    for (let n = 0; n < 103; n++) started.push((await scene.run('many')).body.job_id);
    await until(async () => (await list({ operation_id: 'many', status: 'succeeded' })).next_cursor !== null);
    const first = await list({ operation_id: 'many' });
    await scene.run('many');
    const second = await list({ operation_id: 'many', cursor: first.next_cursor });
    const ids = [...first.items, ...second.items].map(({ job_id }: any) => job_id);
    expect([first.items.length, second.next_cursor]).toEqual([100, null]);
    expect(ids).toEqual([...started].sort().reverse());
  });

  it('shows owners the same, and one job of theirs, and nobody those of another project', async () => {
    const owned = await scene.owner('GET', '/jobs?status=failed');
    expect(owned.body).toEqual(await list({ status: 'failed' }));
    const one = await scene.owner('GET', `/jobs/${jobs.failed}`);
    expect(one.body).toEqual({
      ...(await scene.call('GET', `/jobs/${jobs.failed}`)).body,
      ...{ request: null, attempts: 1, tried: [], next_attempt_at: null },
    });
    const other = new Scene(server, await server.makeProject());
    expect((await other.call('GET', '/jobs')).body.items).toEqual([]);
    expect((await other.owner('GET', `/jobs/${jobs.failed}`)).status).toBe(404);
  });

  it.each([
    ['status=done', 'literal_error'],
    ['environment=test', 'literal_error'],
    ['from=yesterday', 'value_error'],
    ['to=0000-01-01T00:00:00Z', 'value_error'],
    ['cursor=run_1', 'value_error'],
  ])('refuses %s with the place of the fault', async (query, type) => {
    const answer = await scene.call('GET', `/jobs?${query}`);
    expect([answer.status, answer.body.detail?.[0].type]).toEqual([422, type]);
    expect((await scene.owner('GET', `/jobs?${query}`)).status).toBe(422);
  });

  it('reads a page of any size of project by the index of its filter', async () => {
    const { database } = server.server.parts;
    const { id } = await server.makeProject();
    const projectId = readId('project', id)!;
    await database.query(
      `INSERT INTO dialog.operation_revisions (project_id, id, slug, kind, input_schema, definition)
       SELECT $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'op' || n % 10, 'http', '{}', '{}'
       FROM generate_series(0, 39) AS n`,
      [projectId],
    );
    // One of a thousand has failed, is of a rare operation, or of one customer.
    await database.query(
      `INSERT INTO dialog.tasks (project_id, id, kind, state, environment, lane, payload, identity_id, deadline_at)
       SELECT $1, gen_random_uuid(), 'job', CASE WHEN n % 1000 = 0 THEN 'failed' ELSE 'succeeded' END, 'live', 'job:' || n,
         json_build_object('revision', '00000000-0000-7000-8000-' ||
           lpad((CASE WHEN n % 1000 = 1 THEN 5 ELSE n % 4 * 10 END)::text, 12, '0'), 'input', json_build_object()),
         CASE WHEN n % 1000 = 2 THEN $1::uuid END, now()
       FROM generate_series(1, 40000) AS n`,
      [projectId],
    );
    await database.query('ANALYZE dialog.tasks');
    const none = { from: '', to: '', cursor: '' };
    const searches: [Partial<Parameters<typeof jobFilters.parse>[0] & object>, string][] = [
      [{}, 'tasks_jobs'],
      [{ status: 'failed' }, 'tasks_jobs'],
      [{ operation_id: 'op5' }, 'tasks_jobs_by_revision'],
      [{ operation_id: 'op0', status: 'failed' }, 'tasks_jobs_by_revision'],
      [{ connection: 'none' }, 'tasks_jobs_by_revision'],
      [{ identity_id: id.replace('prj_', 'idn_') }, 'tasks_jobs_by_identity'],
    ];
    for (const [filters, index] of searches) {
      const { text, values } = jobsBy(projectId, { ...none, ...filters });
      const { rows } = await database.query<any>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
      const plan = JSON.stringify(rows);
      expect([filters, /"Index Name":"(tasks_\w+)"/.exec(plan)?.[1]]).toEqual([filters, index]);
      expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"tasks"/);
      const { Plan: top } = rows[0]['QUERY PLAN'][0];
      expect(top['Shared Hit Blocks'] + top['Shared Read Blocks'], plan).toBeLessThan(3000);
    }
  });
});
