import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { openSession } from './database.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;
let copy: TestDatabase;

beforeAll(async () => {
  scene = await makeProcessScene();
  copy = await createDatabase();
});

afterAll(async () => {
  await scene?.close();
  await copy?.drop();
});

it('a restored copy does not count the processes of the original', async () => {
  const original = await scene.start({ ROLE: 'all' });
  // The processes in a backup, restored within the seconds for which they would count.
  const rows = await scene.session.query('SELECT row_to_json(p)::text AS row FROM dialog.processes AS p');
  expect(rows).not.toEqual([]);
  const session = await openSession(copy.address);
  const restore = () =>
    session.query(
      `INSERT INTO dialog.processes SELECT * FROM json_populate_recordset(null::dialog.processes, $1::json)
       ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
      [`[${rows.map(({ row }) => row).join(',')}]`],
    );
  await restore();
  const restored = await scene.start({ ROLE: 'api', DATABASE_URL: copy.url });
  await restore();
  const client = new Client(restored.url);
  const serves = async ({ url }: { url: string }) =>
    until(async () => {
      const { status, body } = await new Client(url).call('GET', '/readyz');
      return status === 200 && body;
    });
  const { status, checks } = await serves(restored);
  expect([status, checks.worker]).toEqual(['degraded', 'failed']);
  expect((await serves(original)).checks.worker).toBe('ok');

  await scene.start({ ROLE: 'worker', DATABASE_URL: copy.url });
  await until(async () => (await client.call('GET', '/readyz')).body.checks.worker === 'ok');
  await session.close();
});
