import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseFault } from '../../src/platform/database-faults.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { openSession, type Session } from '../process/database.ts';

let test: TestDatabase;
let session: Session;
let database: Database;

beforeAll(async () => {
  test = await createDatabase();
  session = await openSession(test.address);
  database = openDatabase(test.address, { connections: 1, onError: () => {}, statementMs: 1000 });
  await session.query('CREATE TABLE written (n int)');
});
afterAll(async () => {
  await database?.close();
  await session?.close();
  await test?.drop();
});

const running = async (text: string) =>
  (
    await session.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE $1
       AND pid <> pg_backend_pid()`,
      [`${text}%`],
    )
  ).length;
/** A session says what went wrong a moment before it shows itself as idle. */
const hasEnded = (text: string) => until(async () => (await running(text)) === 0, 5000);

it('Postgres ends a statement that takes longer than its pool allows', async () => {
  const error = await database.query('SELECT pg_sleep(60)').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: '57014' });
  expect(databaseFault(error)?.name).toBe('too_slow');
  await hasEnded('SELECT pg_sleep');
});

it('a statement that waits for a connection fails at its own time, and is not begun after that', async () => {
  let leave = () => {};
  const held = new Promise<void>((resolve) => (leave = resolve));
  const holding = database.transaction(() => held);
  const began = performance.now();
  const failures = await Promise.allSettled([
    database.query('INSERT INTO written VALUES (-2)'),
    database.transaction((tx) => tx.query('INSERT INTO written VALUES (-2)')),
    database.reading(new AbortController().signal).query('INSERT INTO written VALUES (-2)'),
  ]);
  expect(performance.now() - began).toBeGreaterThan(900);
  const names = failures.map((each) => each.status === 'rejected' && databaseFault(each.reason)?.name);
  expect(names).toEqual(['unreachable', 'unreachable', 'unreachable']);
  leave();
  await holding;
  expect((await database.query('SELECT FROM written WHERE n = -2')).rows).toEqual([]);
  expect(database.connections()).toMatchObject({ busy: 0, waiting: 0 });
});

it('a pool without a limit, for maintenance, lets a statement run for long', async () => {
  const upkeep = openDatabase(test.address, { connections: 1, onError: () => {} });
  const { rows } = await upkeep.query("SELECT current_setting('statement_timeout') AS limit, pg_sleep(1.5)");
  expect(rows[0]).toMatchObject({ limit: '0' });
  await upkeep.close();
});

it('a read ends in the database when its reader goes away, and its connection stays usable', async () => {
  const patient = openDatabase(test.address, { connections: 1, onError: () => {}, statementMs: 60_000 });
  const pid = async () => (await patient.query('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
  const before = await pid();
  const gone = new AbortController();
  const read = patient.reading(gone.signal).query('SELECT pg_sleep(50)');
  await until(async () => (await running('SELECT pg_sleep')) === 1);
  gone.abort(new Error('gone'));
  await expect(read).rejects.toThrow('gone');
  await hasEnded('SELECT pg_sleep');
  expect(await pid()).toBe(before);
  await patient.close();
});

it('cancelling a read never cancels the next statement on the same connection', async () => {
  // With time for a write whose disk is busy.
  const patient = openDatabase(test.address, { connections: 1, onError: () => {}, statementMs: 60_000 });
  for (let i = 0; i < 100; i++) {
    const gone = new AbortController();
    const read = patient.reading(gone.signal).query('SELECT 1');
    // Sometimes just before the answer, sometimes just after it.
    setTimeout(() => gone.abort(new Error('gone')), i % 5);
    await read.catch((error: Error) => expect(error.message).toBe('gone'));
    await patient.query('INSERT INTO written VALUES ($1)', [i]);
  }
  await patient.close();
  expect(await session.query('SELECT count(*)::int AS n FROM written')).toEqual([{ n: 100 }]);
});

it('a read is not sent if its reader went away before it began', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(database.reading(gone).query('INSERT INTO written VALUES (-1)')).rejects.toThrow('gone');
  expect(await session.query('SELECT FROM written WHERE n = -1')).toEqual([]);
});
