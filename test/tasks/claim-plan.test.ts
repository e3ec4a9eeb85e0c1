import { afterAll, beforeAll, expect, it } from 'vitest';
import { markBegun, renewLeases } from '../../src/dialog/tasks/claim.ts';
import { finishTasks } from '../../src/dialog/tasks/finish.ts';
import type { TaskKinds } from '../../src/dialog/tasks/kinds.ts';
import { TaskQueue } from '../../src/dialog/tasks/queue.ts';
import type { Task } from '../../src/dialog/tasks/task.ts';
import { newId } from '../../src/platform/ids.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import { planOnce } from '../../src/platform/session-settings.ts';
import { type Stage, setStage } from './stage.ts';

let stage: Stage;
let worker: Database;

beforeAll(async () => {
  stage = await setStage();
  // One session, with the settings of the pool that workers claim from.
  worker = openDatabase(stage.test.address, { connections: 1, onError: () => {}, session: planOnce });
});
afterAll(async () => {
  await worker?.close();
  await stage?.close();
});

const laneOf = (n: number) => `message:${String(n).padStart(6, '0')}`;

async function fill(project: string, from: number, to: number): Promise<void> {
  await stage.database.query(
    `INSERT INTO dialog.tasks (project_id, id, kind, lane, payload, environment, deadline_at)
     SELECT $1, gen_random_uuid(), 'message', 'message:' || lpad(n::text, 6, '0'), '{}', 'sandbox',
       now() + interval '1 day'
     FROM generate_series($2::int, $3::int) AS n`,
    [project, from, to],
  );
}

/**
 * @returns the database blocks that the session's claim of 50 lanes touched, which do not depend on the machine's load.
 */
async function blocksOfClaim(project: string, from: number): Promise<number> {
  const lanes = Array.from({ length: 50 }, (_, i) => laneOf(from + i));
  const { rows } = await worker.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
     SELECT * FROM dialog.claim_tasks($1::uuid[], $2::text[], gen_random_uuid(), 60000)`,
    [lanes.map(() => project), lanes],
  );
  const plan = rows[0]!['QUERY PLAN'][0].Plan;
  expect(plan['Actual Rows']).toBe(50);
  return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
}

it('a claim costs as much with 20,000 waiting tasks as with 100, even in a session that began with few or none', async () => {
  await stage.database.query('ALTER TABLE dialog.tasks SET (autovacuum_enabled = false)');
  const project = newId();
  // Known to be empty, which is not the same as not known.
  await stage.database.query('VACUUM ANALYZE dialog.tasks');
  await worker.query('SELECT FROM dialog.claim_tasks($1, $2, gen_random_uuid(), 60000)', [
    [project],
    ['none'],
  ]);
  await fill(project, 1, 100);
  for (let i = 0; i < 2; i++) {
    await blocksOfClaim(project, 1 + 50 * i);
  }
  await fill(project, 1001, 1100);
  const few = await blocksOfClaim(project, 1001);
  await fill(project, 2001, 22_000);
  expect(await blocksOfClaim(project, 2001)).toBeLessThan(4 * few);
});

it('a claim looks at no running task of other lanes, though the statistics know of no running task', async () => {
  const project = newId();
  const others = async (state: 'succeeded' | 'running', many: number) => {
    await stage.database.query(
      `INSERT INTO dialog.tasks (project_id, id, kind, lane, payload, environment, deadline_at, state, lease, lease_until)
       SELECT $1, gen_random_uuid(), 'message', 'message:other ' || n, '{}', 'sandbox', now() + interval '1 day', $2,
         gen_random_uuid(), now() + interval '1 day'
       FROM generate_series(1, $3::int) AS n`,
      [project, state, many],
    );
  };
  await others('succeeded', 5000);
  await stage.database.query(`DELETE FROM dialog.tasks WHERE state = 'running'`);
  await stage.database.query('VACUUM ANALYZE dialog.tasks');
  // A session that plans with these statistics.
  await worker.close();
  worker = openDatabase(stage.test.address, { connections: 1, onError: () => {}, session: planOnce });
  await fill(project, 1, 200);
  await blocksOfClaim(project, 1);
  const few = await blocksOfClaim(project, 51);
  await others('running', 5000);
  expect(await blocksOfClaim(project, 101)).toBeLessThan(1.5 * few);
});

/** Rows that sessions read through the indexes of a table, as counted by Postgres. */
async function rowsRead(table: string): Promise<number> {
  await worker.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await worker.query<{ read: number }>(
    'SELECT sum(idx_tup_read)::int AS read FROM pg_stat_user_indexes WHERE relname = $1',
    [table],
  );
  return rows[0]!.read;
}

it('to begin, renew and finish 50 tasks costs as much with 5,000 running in their project as with 50, in such a session too', async () => {
  const project = newId();
  const running = async (from: number, to: number) => {
    const { rows } = await stage.database.query<Task>(
      `INSERT INTO dialog.tasks (project_id, id, kind, lane, payload, environment, deadline_at, state, lease, lease_until)
       SELECT $1, gen_random_uuid(), 'message', 'message:' || n, '{}', 'sandbox', now() + interval '1 day', 'running',
         gen_random_uuid(), now() + interval '1 day'
       FROM generate_series($2::int, $3::int) AS n
       RETURNING project_id AS "projectId", id, kind, lease, waiter, 1 AS attempts, deadline_at AS "deadlineAt"`,
      [project, from, to],
    );
    return rows;
  };
  const carryOut = async (tasks: Task[]) => {
    expect(await markBegun(worker, tasks)).toEqual(tasks.map(() => true));
    await renewLeases(worker, tasks, 60_000);
    const finished = tasks.map((task) => ({ task, outcome: { state: 'succeeded' as const } }));
    const written = await finishTasks(worker, kinds, new TaskQueue(0), finished);
    expect(written.map((each) => each?.state)).toEqual(tasks.map(() => 'succeeded'));
  };
  const kinds: TaskKinds = { message: { record: 'message', succeeded: 'sent', run: () => Promise.reject() } };
  for (let round = 0; round < 3; round++) await carryOut(await running(round * 50, round * 50 + 49));
  await running(1000, 6000);
  const tasks = await running(10_000, 10_049);
  const before = await rowsRead('tasks');
  await carryOut(tasks);
  expect((await rowsRead('tasks')) - before).toBeLessThan(1000);
});

// While the table is small, a session's choice between several indexes is arbitrary, and it keeps that choice.
it('only the primary key can find a task by its id, since every other index has only some of the tasks', async () => {
  const { rows } = await stage.database.query(
    `SELECT indexrelid::regclass::text AS name FROM pg_index
     WHERE indrelid = 'dialog.tasks'::regclass AND NOT indisprimary AND indpred IS NULL`,
  );
  expect(rows).toEqual([]);
});

it('the audit log is numbered in one pass over the waiting entries and their customers, even in a session that began with few', async () => {
  const project = newId();
  const wait = (identities: number, entries: number) =>
    stage.database.query(
      `WITH customer AS (
         INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id)
         SELECT $1, gen_random_uuid(), $1, gen_random_uuid()::text, gen_random_uuid() FROM generate_series(1, $2::int)
         RETURNING id
       ), named AS (SELECT id FROM customer LIMIT 1)
       INSERT INTO dialog.audit_inbox
         (project_id, actor_type, action, subject_type, subject_id, environment, identity_id, data)
       SELECT $1, 'system', 'message.sent', 'message', n::text, 'sandbox', named.id, '{}'
       FROM generate_series(1, $3::int) AS n CROSS JOIN named`,
      [project, identities, entries],
    );
  const number = async () =>
    (await worker.query<{ n: number }>('SELECT dialog.number_audit($1, 2000) AS n', [project])).rows[0]!.n;
  for (let round = 0; round < 3; round++) {
    await wait(1, 2);
    expect(await number()).toBe(2);
  }
  await wait(2000, 2500);
  const before = (await rowsRead('audit_inbox')) + (await rowsRead('identities'));
  expect(await number()).toBe(2000);
  expect(await number()).toBe(500);
  const read = (await rowsRead('audit_inbox')) + (await rowsRead('identities')) - before;
  expect(read).toBeLessThan(20_000);
});
