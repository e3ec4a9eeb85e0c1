import { afterAll, beforeAll, expect, it } from 'vitest';
import { mostCounted } from '../../src/dialog/tasks/depth.ts';
import { readId } from '../../src/platform/ids.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

let server: TestServer;

beforeAll(async () => {
  // Nothing is carried out here.
  server = await startTestServer({ ROLE: 'api' });
});
afterAll(() => server?.close());

const insert = (projectId: string, count: number, kind: string, state: string, dueIn: string) =>
  server.server.parts.database.query(
    `INSERT INTO dialog.tasks (project_id, id, kind, state, environment, lane, payload, due_at, deadline_at)
     SELECT $1, gen_random_uuid(), $3, $4, 'live', $3 || n, '{}', now() + $5::interval, now() + interval '1 day'
     FROM generate_series(1, $2::int) AS n`,
    [projectId, count, kind, state, dueIn],
  );

it('the depth of the queue is counted by kind, and its age is that of what has been due longest', async () => {
  const { id } = await server.makeProject();
  const other = await server.makeProject();
  const projectId = readId('project', id)!;
  const depth = () => server.make('GET', `/projects/${id}/queue`);
  expect(await depth()).toEqual({ items: [], exact: true });
  await insert(projectId, 3, 'message', 'queued', '-2 hours');
  await insert(projectId, 1, 'message', 'unknown', '0');
  await insert(projectId, 2, 'job', 'running', '0');
  await insert(projectId, 5, 'delivery', 'queued', '1 hour');
  await insert(projectId, 7, 'job', 'succeeded', '0');
  await insert(readId('project', other.id)!, 9, 'job', 'queued', '0');
  const { items, exact } = await depth();
  expect(exact).toBe(true);
  expect(items).toEqual([
    { kind: 'delivery', queued: 5, running: 0, unknown: 0, oldest_due_at: null },
    { kind: 'job', queued: 0, running: 2, unknown: 0, oldest_due_at: null },
    { kind: 'message', queued: 3, running: 0, unknown: 1, oldest_due_at: expect.any(String) },
  ]);
  const age = Date.now() - Date.parse(items[2].oldest_due_at);
  expect(Math.round(age / 3600_000)).toBe(2);
});

it('a backlog of any length is counted up to a limit, and the answer says so', async () => {
  const { id } = await server.makeProject();
  await insert(readId('project', id)!, mostCounted + 500, 'message', 'queued', '0');
  const { items, exact } = await server.make('GET', `/projects/${id}/queue`);
  expect([items[0].queued, exact]).toEqual([mostCounted, false]);
});
