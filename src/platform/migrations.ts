import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { DatabaseAddress, Queryable } from './postgres.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
const migrationLock = 7_263_511;

interface MigrationSet {
  folder: string;
  /** What was applied of it is written there. */
  table: string;
}

let found: MigrationSet[] | undefined;

/**
 * The folder of migrations, and every folder in it that has a journal of its own: parts of the service that share no
 * tables share no order of changes either.
 */
function migrationSets(): MigrationSet[] {
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
 * Brings the database to this build's version. Several processes may call it at the same time: one works, the
 * others wait.
 */
export async function migrateDatabase(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client(address);
  client.on('error', () => {}); // the statement under way fails with it
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    for (const { folder, table } of migrationSets()) {
      await migrate(drizzle(client), { migrationsFolder: folder, migrationsTable: table });
    }
  } finally {
    await client.end();
  }
}

/** True when every migration of this build was applied to the database. */
export async function isMigrated(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ hash: string }>(
    migrationSets()
      .map(({ table }) => `SELECT hash FROM drizzle.${table}`)
      .join(' UNION ALL '),
  );
  const applied = new Set(rows.map((row) => row.hash));
  return bundledMigrations().every((hash) => applied.has(hash));
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
