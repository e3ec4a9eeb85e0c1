import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type Client, escapeLiteral } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  applyMigrations,
  forgetMigrations,
  isBeginningOf,
  knownMigrations,
  readMigrations,
} from '../migration-steps.ts';
import { migrationLock } from '../migrations.ts';
import { type DatabaseAddress, sqlState, type Transaction } from '../postgres.ts';
import type { SavedDatabase, TableFile } from './save.ts';
import { withSession } from './session.ts';
import { columnList, inOrderOfReferences, listRelations, quoted, savedSchemas } from './tables.ts';

/** The database cannot take a backup; the message says why, and nothing was changed. */
export class UnfitTarget extends Error {}

/** The connection was lost with the answer to the commit: either all is restored, or nothing. */
export class UnknownCommit extends Error {}

/** Rows that migrations make: in a database with no others nothing was done yet. */
const madeByMigrations = ['catalog.totals'];
const lockMs = 5000;
const mostNamed = 5;

/** What to load. */
export interface LoadOptions {
  saved: Pick<SavedDatabase, 'migrations' | 'tables' | 'sequences'>;
  /** The folder with the files of the tables. */
  folder: string;
  /** Does what else belongs to it when all rows are there and the tables have this build's form. If it fails, nothing was changed. */
  finish(tx: Transaction): Promise<void>;
}

/**
 * Fills an empty database with what was saved, as the role that owns its tables, in one transaction: its tables get the form that
 * they had, then their rows, then the form of this build. Whatever fails, the database is as it was.
 * @throws UnfitTarget
 * @throws UnknownCommit
 */
export function loadDatabase(address: DatabaseAddress, options: LoadOptions): Promise<void> {
  return withSession(address, 'parley restore', async (client) => {
    await refuseIfInUse(client);
    await client.query('BEGIN');
    try {
      await prepare(client, options.saved.migrations);
      await loadRows(client, options);
      await applyMigrations(client, options.saved.migrations, knownMigrations());
      await options.finish({
        orm: drizzle(client),
        query: (text, values) => client.query(text as string, values as unknown[]) as never,
      });
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      throw error;
    }
    await client.query('COMMIT').catch((error) => {
      throw new UnknownCommit('the database did not say whether it has committed', { cause: error });
    });
    // Without statistics the first plans would be poor; autovacuum makes them, too.
    await client.query('ANALYZE').catch(() => {});
  });
}

/** @throws UnfitTarget if a server of ours has connections to the database, or migrates it */
async function refuseIfInUse(client: Client): Promise<void> {
  const { rows } = await client.query<{ connections: number; isMine: boolean }>(
    `SELECT count(*)::integer AS connections, pg_try_advisory_lock($1) AS "isMine" FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'parley'`,
    [migrationLock],
  );
  const { connections, isMine } = rows[0]!;
  if (connections > 0) {
    throw new UnfitTarget('a server is running on this database; stop it first');
  }
  if (!isMine) throw new UnfitTarget('another process is making the tables of this database; try again');
}

/** Gives the tables the form in which they were saved, and empties them. @throws UnfitTarget */
async function prepare(client: Client, wanted: SavedDatabase['migrations']): Promise<void> {
  const applied = await readMigrations(client);
  const isMigrated = Object.keys(applied).length > 0;
  const relations = await listRelations(client);
  if (!isMigrated && relations.length > 0) {
    throw new UnfitTarget(
      `its schemas ${savedSchemas.join(' and ')} have tables that no Parley made: ${some(relations.map(({ schema, name }) => `${schema}.${name}`))}`,
    );
  }
  if (relations.length > 0) await refuseIfFilled(client, relations);
  const goesOn = isMigrated && isBeginningOf(applied, wanted);
  if (!goesOn) {
    // Nothing is in them. They may be of another version.
    await client.query(`DROP SCHEMA IF EXISTS ${savedSchemas.join(', ')} CASCADE`);
    await forgetMigrations(client);
  }
  await applyMigrations(client, goesOn ? applied : {}, wanted);
}

async function refuseIfFilled(
  client: Client,
  relations: readonly { schema: string; name: string }[],
): Promise<void> {
  const names = relations.map(quoted);
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockMs}`);
    await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    await client.query('SET LOCAL lock_timeout = 0');
  } catch (error) {
    if (sqlState(error) !== '55P03') throw error;
    throw new UnfitTarget('somebody is using its tables; end that first');
  }
  const { rows } = await client.query<{ name: string }>(
    relations
      .map(
        (relation) =>
          `SELECT ${escapeLiteral(`${relation.schema}.${relation.name}`)} AS name WHERE EXISTS (SELECT FROM ${quoted(relation)})`,
      )
      .join(' UNION ALL '),
  );
  const filled = rows.map(({ name }) => name).filter((name) => !madeByMigrations.includes(name));
  if (filled.length > 0) throw new UnfitTarget(`it is not empty: there are rows in ${some(filled)}`);
}

function some(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return names.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

async function loadRows(client: Client, { saved, folder }: LoadOptions): Promise<void> {
  const tables = await inOrderOfReferences(client, saved.tables);
  if (tables.length > 0) await client.query(`TRUNCATE ${tables.map(quoted).join(', ')}`);
  for (const table of tables) {
    // What triggers would write is among the rows already.
    await client.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`);
    await loadTable(client, table, folder);
    await client.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
  }
  for (const [name, value] of Object.entries(saved.sequences)) {
    await client.query('SELECT setval($1::regclass, $2::bigint)', [name, value]);
  }
}

async function loadTable(client: Client, table: TableFile, folder: string): Promise<void> {
  const rows = client.query(copyFrom(`COPY ${quoted(table)} (${columnList(table)}) FROM STDIN`));
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), rows);
  if (rows.rowCount === table.rows) return;
  throw new Error(`${table.schema}.${table.name} has ${rows.rowCount} rows in place of ${table.rows}`);
}
