import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseAddress } from '../../src/platform/postgres.ts';
import { Patience } from './patience.ts';
import { inDatabase } from './template.ts';

/** A separate database, migrated and empty. */
export interface TestDatabase {
  address: DatabaseAddress;
  /** The same as a URL, for a separate process. */
  url: string;
  drop(): Promise<void>;
}

/** @param from the database that is copied: the migrated and empty one unless another is named */
export async function createDatabase(from?: 'template0'): Promise<TestDatabase> {
  const { name: backend, admin, template } = inject('backend');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  // A copy of files takes a third of the processor time of one through the log. It waits for a checkpoint, which costs little without fsync.
  const strategy = backend === 'embedded' ? ' STRATEGY FILE_COPY' : '';
  await run(admin, `CREATE DATABASE ${name} TEMPLATE ${from ?? template}${strategy}`);
  const address = inDatabase(admin, name);
  return { address, url: toUrl(address), drop: () => run(admin, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Somebody is still in the database. Postgres waits five seconds for them, in which a busy machine may not end them. */
const objectInUse = '55006';

async function run(admin: DatabaseAddress, statement: string): Promise<void> {
  const patience = new Patience(30_000);
  for (;;) {
    const client = new pg.Client(admin);
    await client.connect();
    try {
      await client.query(statement);
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== objectInUse || patience.isOver) throw error;
    } finally {
      await client.end();
    }
    await patience.pause(200);
  }
}

function toUrl({ connectionString, host, user, database }: DatabaseAddress): string {
  // A URL without a host takes no user, so it names one, and `host` counts instead.
  return connectionString ?? `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host!)}`;
}
