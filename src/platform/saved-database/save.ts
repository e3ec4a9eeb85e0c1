import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Migrations, readMigrations } from '../migration-steps.ts';
import type { DatabaseAddress, Queryable } from '../postgres.ts';
import { withSession } from './session.ts';
import { columnList, listTables, quoted, readSequences, type SavedTable } from './tables.ts';

/** A table in a backup: the file with its rows, as COPY writes them, compressed. */
export interface TableFile extends SavedTable {
  file: string;
  rows: number;
  /** Of the file. */
  bytes: number;
  sha256: string;
}

/** What was saved of a database. */
export interface SavedDatabase {
  migrations: Migrations;
  tables: TableFile[];
  /** The last value of every sequence that was used, by its name. */
  sequences: Record<string, string>;
  /** The version of Postgres, such as `17.2`. */
  postgres: string;
}

/**
 * Writes all rows of a database into a folder, as they are at one moment, while others go on writing. It needs no right but that
 * to read.
 * @param look reads what else is to be known, at the same moment, before anything is written
 */
export function saveDatabase<Seen>(
  address: DatabaseAddress,
  folder: string,
  look: (snapshot: Queryable, migrations: Migrations) => Promise<Seen>,
): Promise<SavedDatabase & { seen: Seen }> {
  return withSession(address, 'parley backup', async (client) => {
    const names = (await listTables(client)).map(quoted);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Before the first read, so that no upgrade changes a table behind the moment that is saved.
    if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
    const migrations = await readMigrations(client);
    const seen = await look(client, migrations);
    const tables: TableFile[] = [];
    for (const table of await listTables(client)) tables.push(await saveTable(client, table, folder));
    // Sequences know no moments. Read at the end they are behind every row that was saved.
    const sequences = await readSequences(client);
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    await client.query('COMMIT');
    return { migrations, seen, tables, sequences, postgres: rows[0]!.server_version };
  });
}

async function saveTable(client: pg.Client, table: SavedTable, folder: string): Promise<TableFile> {
  const file = `${table.schema}.${table.name}.copy.gz`;
  const rows = client.query(copyTo(`COPY ${quoted(table)} (${columnList(table)}) TO STDOUT`));
  const sum = createHash('sha256');
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(rows, createGzip(), counting, newFile(join(folder, file)));
  return { ...table, file, rows: rows.rowCount, bytes, sha256: sum.digest('hex') };
}

/** A file that nobody else may read. It is on the disk when the stream has ended. */
const newFile = (path: string): Writable =>
  createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
