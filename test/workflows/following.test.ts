import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FollowOptions, workflowFollower } from '../../src/dialog/workflows/follow.ts';
import { readId } from '../../src/platform/ids.ts';
import type { Database, Queryable } from '../../src/platform/postgres.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

/** The server has no worker, so that the log is followed only when a test says so. */
let server: TestServer;
let project: TestProject;
let projectId: string;
/** The names of the statements of followers. */
let statements: string[];

beforeAll(async () => {
  server = await startTestServer({ ROLE: 'api' });
});
afterAll(() => server?.close());
beforeEach(async () => {
  project = await server.makeProject();
  projectId = readId('project', project.id)!;
  statements = [];
});

const database = () => server.server.parts.database;

/** A follower whose statements are listed. */
function follower(more: Partial<FollowOptions> = {}) {
  const listed = (on: Queryable): Queryable['query'] =>
    ((text: { name?: string }, values: unknown) => {
      statements.push(text.name ?? 'unnamed');
      return on.query(text as never, values as never);
    }) as never;
  const watched: Database = {
    ...database(),
    query: listed(database()),
    transaction: (work) =>
      database().transaction((tx) => work({ ...tx, orm: tx.orm, query: listed(tx) } as typeof tx)),
  };
  const { queue, workflows } = server.server.parts;
  return workflowFollower({
    ...{ database: watched, queue, workflows, projectQueueLimit: 100_000, told: () => {} },
    ...more,
  });
}

async function watch(slug: string, source = 'row.added', of = project): Promise<void> {
  const definition = { triggers: [{ type: 'event', source }], steps: [{ id: 'end', type: 'end' }] };
  const path = `/projects/${of.id}/workflows/${slug}`;
  await server.make('PUT', path, { name: slug, environment: 'sandbox', definition });
  await server.make('POST', `${path}/publish`);
}

/** Writes entries of the audit log, and gives them their numbers. */
async function tell(
  count: number,
  { cause = null as object | null, action = 'table.written' } = {},
): Promise<void> {
  await database().query(
    `INSERT INTO dialog.audit_inbox
       (project_id, actor_type, action, subject_type, subject_id, environment, data, cause)
     SELECT $1, 'system', $2, 'table', 'orders', 'sandbox', json_build_object('added', 1, 'last', n), $3::json
     FROM generate_series(1, $4::int) AS n`,
    [projectId, action, cause && JSON.stringify(cause), count],
  );
  await server.audit(project);
}

/** The starts of runs that wait, in the order of their tasks. */
async function starts(): Promise<{ workflow: string; entry: number; depth: number | null }[]> {
  const { rows } = await database().query<{ workflow: string; entry: string; depth: number | null }>(
    `SELECT payload ->> 'workflow' AS workflow, payload -> 'event' ->> 'event_id' AS entry,
       (payload ->> 'depth')::int AS depth
     FROM dialog.tasks WHERE project_id = $1 AND kind = 'run' ORDER BY seq`,
    [projectId],
  );
  return rows.map((row) => ({ ...row, entry: Number(row.entry.replace('entry-', '')) }));
}

it('a thousand entries start two thousand runs with a dozen statements, in the order of the log', async () => {
  await watch('one');
  await watch('two');
  await tell(1000);
  await follower().run();
  const made = await starts();
  expect(made.map(({ workflow }) => workflow)).toEqual(
    Array.from({ length: 2000 }, (_, n) => (n % 2 ? 'two' : 'one')),
  );
  const entries = made.map(({ entry }) => entry);
  expect(entries).toEqual([...entries].sort((a, b) => a - b));
  expect(new Set(entries).size).toBe(1000);
  // Publication made some entries too, so there are two slices.
  expect(statements.length).toBeLessThan(30);
});

it('two followers at once start each workflow once for each entry', async () => {
  await watch('one');
  await tell(300);
  const followers = [follower(), follower(), follower()];
  await Promise.all(followers.map((each) => each.run()));
  await tell(300);
  await Promise.all(
    followers.map((each) => {
      each.hear([projectId]);
      return each.run();
    }),
  );
  for (const each of followers) await each.run();
  const entries = (await starts()).map(({ entry }) => entry);
  expect([entries.length, new Set(entries).size]).toEqual([600, 600]);
});

it('projects without such triggers cost nothing but a part of one statement for all announced projects', async () => {
  const watcher = follower();
  await watcher.run();
  await tell(50);
  statements = [];
  watcher.hear([projectId]);
  await watcher.run();
  expect(statements).toHaveLength(1);
  await watch('one');
  await watch('two', '*');
  const cursors = () =>
    database().query('SELECT FROM dialog.workflow_cursors WHERE project_id = $1', [projectId]);
  expect((await cursors()).rowCount).toBe(1);
  await server.make('DELETE', `/projects/${project.id}/workflows/one`);
  expect((await cursors()).rowCount).toBe(0);
});

it('a workflow is started by what happens after its first publication with such a trigger, also while it is published again', async () => {
  await tell(5);
  await watch('one');
  await tell(5);
  await watch('one');
  await watch('two');
  await follower().run();
  expect((await starts()).map(({ workflow }) => workflow)).toEqual(['one', 'one', 'one', 'one', 'one']);
});

it('what a workflow caused itself does not start it, but others, one deeper, and none beyond the depth of 20', async () => {
  await watch('one');
  await watch('two');
  const root_at = new Date().toISOString();
  await tell(1, { cause: { workflow: 'one', depth: 3, root_at } });
  await tell(1, { cause: { workflow: null, depth: 0, root_at } });
  await tell(1, { cause: { workflow: 'one', depth: 20, root_at } });
  await follower().run();
  expect((await starts()).map(({ workflow, depth }) => [workflow, depth])).toEqual([
    ['two', 4],
    ['one', 1],
    ['two', 1],
  ]);
  const refused = (await server.audit(project)).filter(({ action }) => action === 'workflow.not_started');
  expect(refused).toMatchObject([
    { subject: { type: 'workflow', id: 'two' }, data: { source: 'row.added', error: { code: 'too_deep' } } },
  ]);
});

it('a project with as much unfinished work as it may have is followed further when it has less', async () => {
  await watch('one');
  await tell(10);
  const crowded = follower({ projectQueueLimit: 0 });
  await crowded.run();
  expect(await starts()).toEqual([]);
  await follower().run();
  expect(await starts()).toHaveLength(10);
});
