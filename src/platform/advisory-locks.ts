import { sql } from 'drizzle-orm';
import type { Queryable } from './postgres.ts';
import { as } from './sql-expressions.ts';
import { types } from './sql-types.ts';
import { statement } from './statement.ts';

const lockNumber = statement({
  name: 'lock-number',
  prepared: false,
  params: { key: types.bigint },
  query: ({ key }) => sql`SELECT pg_advisory_xact_lock(${key})`,
});

const lockName = statement({
  name: 'lock-name',
  prepared: false,
  params: { key: types.text },
  query: ({ key }) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`,
});

const lockSession = statement({
  name: 'lock-session',
  prepared: false,
  params: { key: types.bigint },
  query: ({ key }) => sql`SELECT pg_advisory_lock(${key})`,
});

const tryNumber = statement({
  name: 'lock-try',
  prepared: false,
  params: { key: types.bigint },
  columns: ({ key }) => ({ isMine: as(types.boolean, sql`pg_try_advisory_xact_lock(${key})`) }),
  query: (_, columns) => sql`SELECT ${columns}`,
});

/** Waits for an advisory lock, by its number or by a name, and holds it until the transaction ends. */
export async function lock(tx: Queryable, key: number | string): Promise<void> {
  if (typeof key === 'number') await lockNumber.run(tx, { key });
  else await lockName.run(tx, { key });
}

/** Takes the lock only if it is free. @returns whether the transaction holds it now */
export async function tryLock(tx: Queryable, key: number): Promise<boolean> {
  return (await tryNumber.one(tx, { key })).isMine;
}

/** Waits for an advisory lock and holds it until the connection ends. Use it only on a pool of one connection. */
export async function lockUntilEnd(database: Queryable, key: number): Promise<void> {
  await lockSession.run(database, { key });
}
