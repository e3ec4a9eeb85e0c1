import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { beginWithLocks, type OnWait } from './migration-locks.ts';
import { packageFile } from './package-files.ts';
import { connectMs, type DatabaseAddress, keepAlive, type Queryable, sqlState } from './postgres.ts';

const migrationsFolder = fileURLToPath(packageFile('migrations'));
/** The lock of the process that migrates, held until its connection ends. */
export const migrationLock = 7_263_511;

interface MigrationSet {
  folder: string;
  /** The table that lists the applied migrations of this set. */
  table: string;
}

let found: MigrationSet[] | undefined;

/**
 * The migrations folder, and every folder in it with a journal of its own. Parts of the service that share no tables have
 * separate sequences of migrations.
 */
export function migrationSets(): MigrationSet[] {
  found ??= [
    { folder: migrationsFolder, table: '__drizzle_migrations' },
    ...readdirSync(migrationsFolder)
      .filter((name) => existsSync(`${migrationsFolder}/${name}/meta/_journal.json`))
      .sort()
      .map((name) => ({ folder: `${migrationsFolder}/${name}`, table: `__${name}_migrations` })),
  ];
  return found;
}

/**
 * Migrates the database to this build's version. Several processes may call it at the same time: one migrates, the others
 * wait for it. Older processes may go on meanwhile; what they write to the tables that change waits.
 * @param onWait told every few seconds while other connections keep the tables
 */
export async function migrateDatabase(address: DatabaseAddress, onWait: OnWait = () => {}): Promise<void> {
  // No statement limit: a migration, or the wait for another process that migrates, may take long.
  const client = new pg.Client({ ...address, ...keepAlive, connectionTimeoutMillis: connectMs });
  client.on('error', () => {}); // the running statement fails too
  await client.connect();
  try {
    // Whatever the server or the role has set: else a long migration would be cut off, and begun again.
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    for (const { folder, table } of migrationSets()) {
      await beginWithLocks(client, folder, table, onWait);
      await migrate(drizzle(client), { migrationsFolder: folder, migrationsTable: table });
    }
  } finally {
    await client.end();
  }
}

/** True when every migration of this build was applied to the database. */
export async function isMigrated(database: Queryable): Promise<boolean> {
  const applied = await appliedMigrations(database);
  return bundledMigrations().every((hash) => applied.has(hash));
}

/** True when a later build has migrated the database: it has migrations that are newer than all of this one. */
export async function isNewer(database: Queryable): Promise<boolean> {
  for (const { folder, table } of migrationSets()) {
    const { entries } = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as {
      entries: { when: number }[];
    };
    const newest = Math.max(...entries.map(({ when }) => when));
    const { rows } = await whereMade(
      database.query(`SELECT 1 FROM drizzle.${table} WHERE created_at > $1 LIMIT 1`, [newest]),
    );
    if (rows.length > 0) return true;
  }
  return false;
}

async function appliedMigrations(database: Queryable): Promise<Set<string>> {
  const { rows } = await whereMade(
    database.query<{ hash: string }>(
      migrationSets()
        .map(({ table }) => `SELECT hash FROM drizzle.${table}`)
        .join(' UNION ALL '),
    ),
  );
  return new Set(rows.map((row) => row.hash));
}

/** A database in which nothing was created yet has no table of migrations: then there are no rows. */
async function whereMade<Row>(reading: Promise<{ rows: Row[] }>): Promise<{ rows: Row[] }> {
  try {
    return await reading;
  } catch (error) {
    if (sqlState(error) === '42P01' || sqlState(error) === '3F000') return { rows: [] };
    throw error;
  }
}

let bundled: string[] | undefined;
function bundledMigrations(): string[] {
  bundled ??= migrationSets().flatMap(({ folder }) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .map((name) =>
        createHash('sha256')
          .update(readFileSync(`${folder}/${name}`))
          .digest('hex'),
      ),
  );
  return bundled;
}
