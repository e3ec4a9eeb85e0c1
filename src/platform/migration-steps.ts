import { readMigrationFiles } from 'drizzle-orm/migrator';
import { escapeIdentifier } from 'pg';
import { migrationSets } from './migrations.ts';
import type { Queryable } from './postgres.ts';

/** The hashes of migrations, oldest first, by the table that lists those that were applied. */
export type Migrations = Record<string, string[]>;

const listSchema = 'drizzle';

/** The migrations of this build. */
export function knownMigrations(): Migrations {
  return Object.fromEntries(
    migrationSets().map(({ folder, table }) => [
      table,
      readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash),
    ]),
  );
}

/** The migrations that were applied to a database; without entries if there were none. */
export async function readMigrations(database: Queryable): Promise<Migrations> {
  const found: Record<string, string[]> = {};
  for (const { table } of migrationSets()) {
    const { rows: tables } = await database.query<{ known: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS known',
      [`${listSchema}.${table}`],
    );
    if (!tables[0]!.known) continue;
    const { rows } = await database.query<{ hash: string }>(
      `SELECT hash FROM ${listSchema}.${escapeIdentifier(table)} ORDER BY created_at, id`,
    );
    if (rows.length > 0) found[table] = rows.map(({ hash }) => hash);
  }
  return found;
}

/** Whether these migrations are the first ones of those others. */
export function isBeginningOf(first: Migrations, all: Migrations): boolean {
  return Object.entries(first).every(([table, hashes]) => {
    const others = all[table] ?? [];
    return hashes.every((hash, i) => others[i] === hash);
  });
}

/**
 * Applies migrations of this build as Drizzle does, but in the caller's transaction, so that they are undone with it.
 * @param from what was applied already
 * @param to how far to go
 */
export async function applyMigrations(tx: Queryable, from: Migrations, to: Migrations): Promise<void> {
  await tx.query(`CREATE SCHEMA IF NOT EXISTS ${listSchema}`);
  for (const { folder, table } of migrationSets()) {
    const list = `${listSchema}.${escapeIdentifier(table)}`;
    await tx.query(
      `CREATE TABLE IF NOT EXISTS ${list} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
    );
    const steps = readMigrationFiles({ migrationsFolder: folder });
    for (const step of steps.slice(from[table]?.length ?? 0, to[table]?.length ?? 0)) {
      for (const statement of step.sql) await tx.query(statement);
      await tx.query(`INSERT INTO ${list} (hash, created_at) VALUES ($1, $2)`, [
        step.hash,
        step.folderMillis,
      ]);
    }
  }
}

/** Removes the lists of applied migrations, of a database whose tables are removed. */
export async function forgetMigrations(tx: Queryable): Promise<void> {
  // Also where the schema does not exist.
  const lists = migrationSets().map(({ table }) => `${listSchema}.${escapeIdentifier(table)}`);
  await tx.query(`DROP TABLE IF EXISTS ${lists.join(', ')}`);
}
