import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrateDatabase } from '../../src/platform/migrations.ts';
import type { DatabaseAddress } from '../../src/platform/postgres.ts';
import { migrateTickets } from '../../src/platform/tickets.ts';

/** The data about its backend that a test needs. */
export interface Backend {
  name: 'embedded' | 'servers';
  /** To create and drop databases with. */
  admin: DatabaseAddress;
  template: string;
  redisUrl: string | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    backend: Backend;
    /** The folder of the build that processes under test share. */
    build: string;
    /** The folder below which servers keep their files. */
    files: string;
  }
}

/** Makes the database that every test file gets a copy of. */
export async function makeTemplate(admin: DatabaseAddress, name: string): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const address = inDatabase(admin, name);
  await migrateDatabase(address);
  await migrateTickets(address);
}

/** Removes the template and the copies that a killed run left behind. */
export async function removeTemplate(admin: DatabaseAddress, name: string): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE datname = $1 OR datname LIKE $2',
    [name, `${name}\\_%`],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  await client.end();
}

/** The same server, another database. */
export function inDatabase(address: DatabaseAddress, name: string): DatabaseAddress {
  if (!address.connectionString) return { ...address, database: name };
  const url = new URL(address.connectionString);
  url.pathname = `/${name}`;
  return { connectionString: url.href };
}

/**
 * The folder of the build for tests that start server processes; the first of them makes it. The set-ups of both
 * backends run in one process, so they name the same folder.
 */
export const buildFolder = join(tmpdir(), `parley-build-${process.pid}`);

/** Where servers in the tests' own processes keep their files: below this, each in a folder of its own. */
export const filesFolder = join(tmpdir(), `parley-files-${process.pid}`);

/** Removes the build and the files; a second call does nothing. */
export function removeFolders(): void {
  for (const folder of [buildFolder, filesFolder]) rmSync(folder, { recursive: true, force: true });
}
