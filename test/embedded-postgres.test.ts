import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';
import { isAlive, query, spawnChild } from './fixtures/embedded-postgres-helpers.ts';
import { patient } from './harness/patience.ts';

const isRoot = process.getuid?.() === 0;

let folder: string;
let dataDir: string;
const children: ChildProcess[] = [];
const databases: EmbeddedPostgres[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  for (const database of databases.splice(0)) await database.stop();
  const pid = databasePid();
  if (pid) await vi.waitFor(() => expect(isAlive(pid)).toBe(false), patient(10_000));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, ...(log && { log }) });
  databases.push(database);
  return database;
}

function startChild(task: string, user?: { uid: number; gid: number }) {
  const started = spawnChild(dataDir, task, user);
  children.push(started.child);
  return started;
}

function databasePid(): number {
  const file = join(dataDir, 'postgres/postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
}

function socketFoldersOf(pid: number | undefined): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`parley-pg-${pid}-`));
}

test('the first start makes a UTF-8 database without a TCP port, on a private socket', async () => {
  const database = await start();
  expect(database.connection).toMatchObject({ user: 'parley', database: 'parley' });
  const rows = await query(
    database,
    `SELECT current_setting('listen_addresses') AS tcp, current_setting('fsync') AS fsync,
       current_setting('synchronous_commit') AS synchronous, datlocale AS locale,
       pg_encoding_to_char(encoding) AS encoding, upper('é') AS upper
     FROM pg_database WHERE datname = current_database()`,
  );
  const durable = { fsync: 'on', synchronous: 'on' };
  expect(rows).toEqual([{ tcp: '', ...durable, locale: 'C.UTF-8', encoding: 'UTF8', upper: 'É' }]);
  const status = statSync(database.connection.host);
  expect(status.mode & 0o777).toBe(0o700);
  expect(status.uid).toBe(statSync(join(dataDir, 'postgres')).uid);
});

test('a second start keeps the data, and stopping twice leaves neither process nor socket', async () => {
  const first = await start();
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS value');
  const pid = databasePid();
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(first.connection.host)).toBe(false);

  expect(await query(await start(), 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
});

test('settings and the database name can be chosen; a wrong setting is named in the error', async () => {
  const settings = { work_mem: '7MB' };
  const database = await startEmbeddedPostgres({ dataDir, database: 'other "one"', settings });
  databases.push(database);
  expect(
    await query(database, 'SELECT current_database() AS name, current_setting($$work_mem$$) AS mem'),
  ).toEqual([{ name: 'other "one"', mem: '7MB' }]);
  await database.stop();
  await expect(startEmbeddedPostgres({ dataDir, settings: { no_such: '1' } })).rejects.toThrow(/no_such/);
});

test('after kill -9 of Node an immediate restart has every acknowledged row and leaves no orphan process', async () => {
  let acknowledged = 0;
  for (let round = 0; round < 3; round++) {
    const child = startChild('write');
    const rows = () => child.lines.filter((line) => line.startsWith('row')).length;
    await child.heard('row');
    await vi.waitFor(() => expect(rows()).toBeGreaterThan(20), patient(20_000));
    const orphan = databasePid();
    await child.kill();
    const killed = Date.now();
    for (const line of child.lines) if (line.startsWith('row')) acknowledged++;

    const database = await start();
    expect(Date.now() - killed).toBeLessThan(patient(5_000));
    expect(isAlive(orphan)).toBe(false);
    expect(socketFoldersOf(child.child.pid)).toEqual([]);
    const heard = child.lines.filter((line) => line.startsWith('row')).map((line) => line.slice(4));
    const lost = `SELECT id FROM unnest('{${heard}}'::bigint[]) AS id EXCEPT SELECT id FROM acknowledged`;
    expect(await query(database, lost)).toEqual([]);
    await database.stop();
  }
  expect(acknowledged).toBeGreaterThan(30);
});

test('after kill -9 of Node the database stops within a few seconds', async () => {
  const child = startChild('write');
  await child.heard('row');
  const orphan = databasePid();
  await child.kill();
  await vi.waitFor(() => expect(isAlive(orphan)).toBe(false), patient(5_000));
});

test('after kill -9 of the database process it is started again and no acknowledged row is lost', async () => {
  const log: string[] = [];
  const database = await start((line) => log.push(line));
  const pool = new pg.Pool(database.connection);
  pool.on('error', () => {});
  await pool.query('CREATE TABLE acknowledged (id int PRIMARY KEY)');
  const acknowledged: number[] = [];
  const kills = new Set<number>();
  for (let id = 1; kills.size < 3 || acknowledged.length < 300; id++) {
    if (id % 100 === 0) {
      kills.add(databasePid());
      process.kill(databasePid(), 'SIGKILL');
    }
    try {
      await pool.query('INSERT INTO acknowledged VALUES ($1)', [id]);
      acknowledged.push(id);
    } catch {
      await vi.waitFor(() => pool.query('SELECT 1'), { timeout: patient(10_000), interval: 20 });
    }
  }
  // The last kill may take effect only now.
  const { rows } = await vi.waitFor(() => pool.query('SELECT id FROM acknowledged'), {
    timeout: patient(10_000),
    interval: 20,
  });
  await pool.end();
  const found = new Set(rows.map((row) => row.id));
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
  // The last kill may not have been noticed yet: connections stay open for a moment without the server process.
  const restarts = () => log.filter((line) => line === 'database is running again');
  await vi.waitFor(() => expect(restarts()).toHaveLength(3), patient(10_000));
  expect(log.filter((line) => /signal 9.*starting it again/.test(line))).toHaveLength(3);
});

test.runIf(process.platform === 'linux')(
  'after kill -9 of the shell around the database the database is stopped and started again',
  async () => {
    const log: string[] = [];
    const database = await start((line) => log.push(line));
    const former = databasePid();
    const shell = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${former}/status`, 'utf8'))?.[1]);
    process.kill(shell, 'SIGKILL');
    await vi.waitFor(() => expect(log.at(-1)).toBe('database is running again'), patient(10_000));
    expect(databasePid()).not.toBe(former);
    expect(isAlive(former)).toBe(false);
    expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  },
);

test('a stop while the database is being started again ends cleanly', async () => {
  const database = await start();
  const pid = databasePid();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: patient(5000), interval: 2 });
  await sleep(70);
  await database.stop();
  expect(existsSync(database.connection.host)).toBe(false);
  const left = databasePid();
  expect(left !== 0 && isAlive(left)).toBe(false);
});

test('a second process on the same folder is refused at once; the first is not disturbed', async () => {
  const first = await start();
  const child = startChild('hold');
  const began = Date.now();
  expect(await child.heard('ready')).toBe(
    `failed another Parley is running on ${dataDir} (process ${process.pid}); stop it or set DATA_DIR`,
  );
  expect(Date.now() - began).toBeLessThan(patient(5_000));
  expect(await query(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('an interrupted initdb is repeated', async () => {
  const child = startChild('hold');
  const unfinished = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres.init-'));
  await vi.waitFor(() => expect(readdirSync(join(dataDir, unfinished()[0]!))).not.toEqual([]), {
    timeout: patient(10_000),
    interval: 2,
  });
  await child.kill();
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

  const database = await start();
  expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
  await start();
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.lock', 'postgres.log']);
});

test('a start works although another program now has the process id of the crashed database', async () => {
  await (await start()).stop();
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], { uid, gid });
  children.push(stranger);
  const file = join(dataDir, 'postgres/postmaster.pid');
  writeFileSync(file, `${stranger.pid}\n${dataDir}/postgres\n1\n5432\n/tmp/gone\n\n  1  1\nready   \n`);
  chownSync(file, uid, gid);

  expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(stranger.exitCode).toBe(null);
});

test('Ctrl-C reaches only Node: the database serves until the graceful stop is done', async () => {
  const child = startChild('hold');
  await child.heard('ready');
  const pid = databasePid();
  process.kill(-child.child.pid!, 'SIGINT');
  expect(await child.heard('stopped')).toBe('stopped 1');
  await vi.waitFor(() => expect(child.child.exitCode).toBe(0), patient(5000));
  expect(isAlive(pid)).toBe(false);
});

test('the embedded database does not keep Node alive', async () => {
  const child = startChild('leave');
  await child.heard('ready');
  const pid = databasePid();
  await vi.waitFor(() => expect(child.child.exitCode).toBe(0), patient(5_000));
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), patient(5_000));
});

test('a data folder works even if its path is too long for a socket', async () => {
  dataDir = join(folder, 'long'.repeat(20), 'longer'.repeat(20), 'data');
  expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test.runIf(isRoot)('root can use a folder that only root may enter, such as one under /root', async () => {
  chmodSync(folder, 0o700);
  const first = await start();
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS value');
  expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
  await first.stop();
  expect(await query(await start(), 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
});

test.runIf(isRoot)('an ordinary user can run it too, and root can go on with the same data', async () => {
  mkdirSync(dataDir);
  const { uid, gid } = { uid: 65534, gid: 65534 };
  chownSync(dataDir, uid, gid);
  const child = startChild('write', { uid, gid });
  expect(await child.heard('ready')).toBe(`ready ${uid}`);
  await child.heard('row');
  await child.kill();

  const rows = await query(await start(), 'SELECT count(*) > 0 AS found FROM acknowledged');
  expect(rows).toEqual([{ found: true }]);
});

test.runIf(isRoot)(
  'a user id without a passwd entry, and a folder of another user, get a clear error',
  async () => {
    mkdirSync(dataDir);
    const stranger = { uid: 54321, gid: 54321 };
    expect(await startChild('hold', stranger).heard('ready')).toMatch(
      /failed .*set DATA_DIR or DATABASE_URL/,
    );
    chownSync(dataDir, stranger.uid, stranger.gid);
    expect(await startChild('hold', stranger).heard('ready')).toMatch(
      'failed User id 54321 has no passwd entry, which the embedded database needs; set DATABASE_URL',
    );
  },
);
