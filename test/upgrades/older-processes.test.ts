import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beginWithLocks } from '../../src/platform/migration-locks.ts';
import { migrateDatabase } from '../../src/platform/migrations.ts';
import { until } from '../harness/until.ts';
import { type Restored, restore } from './restore.ts';

/** What processes of version 0.12.0 meet while their database is migrated. */

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));
const applied = '__drizzle_migrations';

let restored: Restored;
let clients: pg.Client[];

beforeEach(async () => {
  restored = await restore('0.12.0');
  clients = [];
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await restored.outside.close();
  await restored.database.drop();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(restored.database.address);
  await client.connect();
  clients.push(client);
  return client;
}

it('a transaction that writes tables in whatever order ends well, and the migration after it', async () => {
  const [older, watcher] = [await connect(), await connect()];
  await older.query('BEGIN');
  // The migrations change orders first, and refunds much later.
  await older.query('UPDATE dialog.refunds SET status = status');
  await older.query('UPDATE dialog.workflow_steps SET step = step');
  const migration = migrateDatabase(restored.database.address);
  const failure = migration.then(
    () => undefined,
    (error: unknown) => error,
  );
  await until(async () => {
    const { rows } = await watcher.query(
      "SELECT 1 FROM pg_locks WHERE NOT granted AND relation IN ('dialog.refunds'::regclass, 'dialog.workflow_steps'::regclass)",
    );
    return rows.length > 0;
  });
  await older.query('UPDATE dialog.workflow_runs SET status = status');
  await older.query('UPDATE dialog.orders SET status = status');
  await older.query('COMMIT');
  expect(await failure).toBeUndefined();
});

it('a migration that others keep waiting says who does, and goes on when they have ended', async () => {
  const older = await connect();
  await older.query('BEGIN');
  await older.query('SELECT count(*) FROM dialog.orders');
  const { rows } = await older.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const sentences: string[] = [];
  const migration = migrateDatabase(restored.database.address, (sentence) => sentences.push(sentence));
  await until(() => sentences.length > 0, 30_000);
  expect(sentences[0]).toContain(`pg_terminate_backend(${rows[0]!.pid})`);
  await older.query('COMMIT');
  await migration;
});

it('a migration of a role that may not see who keeps it waiting says how an administrator sees it', async () => {
  const migrator = `migrator_${randomBytes(6).toString('hex')}`;
  const admin = await connect();
  try {
    await admin.query(`SET parley.migrator = '${migrator}'; SET parley.server = '${migrator}_server'`);
    await admin.query(readFileSync('migrations/roles/roles.sql', 'utf8'));
    const older = await connect();
    await older.query('BEGIN');
    await older.query('SELECT count(*) FROM dialog.orders');
    const { rows } = await older.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const sentences: string[] = [];
    const url = restored.database.url.replace(/\/\/[^@]+@/, `//${migrator}@`);
    const migration = migrateDatabase({ connectionString: url }, (sentence) => sentences.push(sentence));
    await until(() => sentences.length > 0, 30_000);
    const [, look] = /an administrator does with (SELECT .*), and ends/.exec(sentences[0]!) ?? [sentences[0]];
    const seen = await admin.query(look!);
    expect(seen.rows[0]).toMatchObject({ pid: rows[0]!.pid, query: 'SELECT pg_backend_pid() AS pid' });
    await older.query('COMMIT');
    await migration;
  } finally {
    for (const role of [migrator, `${migrator}_server`]) {
      await admin.query(
        `REASSIGN OWNED BY ${role} TO CURRENT_USER; DROP OWNED BY ${role}; DROP ROLE ${role}`,
      );
    }
  }
});

it('every lock of a table is taken before the first change', async () => {
  const client = await connect();
  const tables = await client.query<{ oid: number }>(
    "SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace IN ('dialog'::regnamespace, 'catalog'::regnamespace)",
  );
  const oids = tables.rows.map(({ oid }) => oid);
  const strong = async () => {
    const { rows } = await client.query<{ lock: string }>(
      `SELECT relation::regclass || ' ' || mode AS lock FROM pg_locks
       WHERE pid = pg_backend_pid() AND relation = ANY ($1::oid[])
         AND mode NOT IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`,
      [oids],
    );
    return rows.map(({ lock }) => lock);
  };
  const newest = await client.query<{ at: string }>(`SELECT max(created_at) AS at FROM drizzle.${applied}`);
  await beginWithLocks(client, folder, applied, () => {});
  const before = await strong();
  const isWhole = new Set(
    before.filter((lock) => lock.endsWith(' AccessExclusiveLock')).map((lock) => lock.split(' ')[0]),
  );
  const isHeld = new Set(before.map((lock) => lock.split(' ')[0]));
  for (const { sql, folderMillis } of readMigrationFiles({ migrationsFolder: folder })) {
    if (folderMillis <= Number(newest.rows[0]!.at)) continue;
    for (const text of sql) await client.query(text);
  }
  const late = (await strong()).filter((lock) => {
    const [table, mode] = lock.split(' ');
    return !isWhole.has(table) && (mode === 'AccessExclusiveLock' || !isHeld.has(table));
  });
  await client.query('ROLLBACK');
  expect(late).toEqual([]);
  // Customers are read while the migration runs.
  expect(isWhole).not.toContain('dialog.profiles');
});
