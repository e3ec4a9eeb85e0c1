import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchLog } from '../../src/dialog/gate/log-search.ts';
import { readId } from '../../src/platform/ids.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

let server: TestServer;
let project: TestProject;
let otherKey: { id: string; key: string };
let base: string;

beforeAll(async () => {
  server = await startTestServer({ ROLE: 'api' });
  project = await server.makeProject();
  otherKey = await server.makeKey(project.id, ['profiles:read']);
  base = `/api/v1/projects/${project.id}`;
  const ask = (path: string, { key }: { key: string }) => server.call('GET', base + path, { key });
  await ask('/profiles', project);
  await ask('/profiles/nobody', project);
  await ask('/profiles?offset=-1', otherKey);
  await ask('/audit', otherKey);
  await ask('/audit?after=7', project);
});

afterAll(() => server?.close());

async function found(query: Record<string, string>): Promise<string[]> {
  const { items } = await server.make('GET', `/projects/${project.id}/log?${new URLSearchParams(query)}`);
  return items.map((item: any) => `${item.path.slice(base.length)} ${item.status}`);
}

describe('the request log', () => {
  it.each<[Record<string, string>, string[]]>([
    [{ status: '4xx' }, ['/audit 403', '/profiles?offset=-1 422', '/profiles/nobody 404']],
    [{ status: '404' }, ['/profiles/nobody 404']],
    [{ status: '2xx' }, ['/audit?after=7 200', '/profiles 200']],
    [{ status: '200' }, ['/audit?after=7 200', '/profiles 200']],
    [{ status: '5xx' }, []],
    [
      { status: '' },
      [
        '/audit?after=7 200',
        '/audit 403',
        '/profiles?offset=-1 422',
        '/profiles/nobody 404',
        '/profiles 200',
      ],
    ],
    [{ path: 'BASE/profiles/' }, ['/profiles/nobody 404']],
    [{ path: 'BASE/aud', status: '200' }, ['/audit?after=7 200']],
    [{ path: 'BASE/%' }, []],
    [{ path: '_api' }, []],
    [{ key_id: 'OTHER' }, ['/audit 403', '/profiles?offset=-1 422']],
    [{ key_id: 'OTHER', status: '403', path: 'BASE/audit' }, ['/audit 403']],
    [{ key_id: 'key_nonsense' }, []],
    [{ to: '2020-01-01T00:00:00Z' }, []],
    [{ from: '2020-01-01T02:00:00+02:00', to: '2999-01-01T00:00:00.000Z', status: '403' }, ['/audit 403']],
    [{ offset: '4' }, ['/profiles 200']],
  ])('is filtered by %j', async (query, expected) => {
    const of = (text: string) => text.replace('BASE', base).replace('OTHER', otherKey.id);
    const real = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, of(value)]));
    expect(await found(real)).toEqual(expected);
  });

  it('begins at `from` and ends before `to`', async () => {
    const { items } = await server.make('GET', `/projects/${project.id}/log`);
    const at = items[2].at as string;
    expect((await found({ from: at })).length).toBeGreaterThanOrEqual(3);
    expect(await found({ to: at })).not.toContain('/profiles?offset=-1 422');
  });

  it.each([
    ['status=600', 'string_pattern_mismatch'],
    ['status=6xx', 'string_pattern_mismatch'],
    ['status=4xxx', 'string_pattern_mismatch'],
    ['from=yesterday', 'value_error'],
    ['to=2026-13-01T00:00:00Z', 'value_error'],
    ['path=%00', 'value_error'],
    [`path=${'x'.repeat(121)}`, 'string_too_long'],
    ['offset=-1', 'greater_than_equal'],
  ])('with %s is a 422', async (query, type) => {
    const { status, body } = await server.owner('GET', `/projects/${project.id}/log?${query}`);
    expect([status, body.detail[0].type]).toEqual([422, type]);
  });

  it('uses an index for each filter, among very many requests', async () => {
    const { database } = server.server.parts;
    const busy = await server.makeProject();
    const quiet = (await server.makeKey(busy.id)).id;
    const projectId = readId('project', busy.id)!;
    const [busyKey, quietKey] = [readId('key', busy.keyId), readId('key', quiet)];
    await database.query(
      `INSERT INTO dialog.request_log (project_id, at, key_id, method, path, status, duration_ms, request_id, address)
       SELECT $1, now() - make_interval(secs => n), CASE WHEN n % 5000 = 0 THEN $2::uuid ELSE $3 END, 'GET',
         CASE WHEN n % 2000 = 0 THEN '/rare/' ELSE '/often/' END || n, CASE WHEN n % 1000 = 0 THEN 404 ELSE 200 END,
         1, 'r', 'a'
       FROM generate_series(1, 50000) AS n`,
      [projectId, quietKey, busyKey],
    );
    await database.query('ANALYZE dialog.request_log');
    const none = { offset: 0, key_id: '', status: '', path: '', from: '', to: '' };
    const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();
    const indexes: string[] = [];
    for (const filter of [
      {},
      { key_id: quiet },
      { status: '4xx' },
      { status: '404' },
      { path: '/rare/' },
      { from: hour(10), to: hour(9) },
    ]) {
      const { text, values } = searchLog(projectId, { ...none, ...filter });
      const { rows } = await database.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
      const plan = JSON.stringify(rows);
      expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"request_log"/);
      indexes.push(/"Index Name":"(request_log\w+)"/.exec(plan)![1]!);
      expect(rows[0]!['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(400);
    }
    expect(indexes).toEqual([
      'request_log_project_id_at_id_pk',
      'request_log_by_key',
      'request_log_faults',
      'request_log_faults',
      'request_log_by_path',
      'request_log_project_id_at_id_pk',
    ]);
  });
});
