import { afterAll, beforeAll, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { until } from '../harness/until.ts';
import { openSession } from './database.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;
beforeAll(async () => {
  scene = await makeProcessScene();
});
afterAll(() => scene?.close());

it('a process killed after it moved the cursor of the log, and before it commits the runs, loses none and starts none twice', async () => {
  const first = await scene.start();
  const client = await scene.owner(first);
  const path = `/projects/${scene.project.id}/workflows/watch`;
  const definition = {
    triggers: [{ type: 'event', source: 'row.added' }],
    steps: [{ id: 'end', type: 'end' }],
  };
  await client.make('PUT', path, { name: 'Watch', environment: 'live', definition });
  await client.make('POST', `${path}/publish`);
  const projectId = readId('project', scene.project.id)!;
  const other = await openSession(scene.database.address);
  // Runs are counted by the statement that stores them, so it waits for this lock, with the cursor moved already.
  await other.query('BEGIN');
  await other.query('LOCK TABLE dialog.project_counters IN SHARE ROW EXCLUSIVE MODE');
  await scene.session.query(
    `INSERT INTO dialog.audit_inbox (project_id, actor_type, action, subject_type, subject_id, environment, data)
     SELECT $1, 'system', 'table.written', 'table', 'orders', 'live', json_build_object('added', 1, 'last', n)
     FROM generate_series(1, 40) AS n`,
    [projectId],
  );
  await until(async () => {
    const rows = await scene.session.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND query LIKE '%WITH stored AS%'`,
    );
    return rows.length > 0;
  });
  await first.kill();
  await other.query('ROLLBACK');
  await other.close();
  const second = await scene.start();
  const again = await scene.owner(second);
  const ended = async () =>
    (await again.make('GET', `${path}/runs`)).items.filter(({ status }: any) => status === 'succeeded')
      .length;
  await until(async () => (await ended()) >= 40, 30_000);
  const rows = await scene.session.query(
    `SELECT count(*) AS starts, count(DISTINCT payload -> 'event' ->> 'event_id') AS entries FROM dialog.tasks
     WHERE project_id = $1 AND kind = 'run'`,
    [projectId],
  );
  expect(rows).toEqual([{ starts: '40', entries: '40' }]);
});
