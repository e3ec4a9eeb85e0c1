import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseAddress } from '../../src/platform/postgres.ts';
import { inDatabase } from './template.ts';

/** A database of one's own, migrated and empty. */
export interface TestDatabase {
  address: DatabaseAddress;
  /** The same as a URL, for a process of its own. */
  url: string;
  drop(): Promise<void>;
}

export async function createDatabase(): Promise<TestDatabase> {
  const { admin, template } = inject('backend');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await run(admin, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const address = inDatabase(admin, name);
  return { address, url: toUrl(address), drop: () => run(admin, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function run(admin: DatabaseAddress, statement: string): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function toUrl({ connectionString, host, user, database }: DatabaseAddress): string {
  return connectionString ?? `postgresql:///${database}?host=${encodeURIComponent(host!)}&user=${user}`;
}
