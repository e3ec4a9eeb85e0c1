import { sql } from 'drizzle-orm';
import type { Queryable } from './postgres.ts';
import { as } from './sql-expressions.ts';
import { types } from './sql-types.ts';
import { statement } from './statement.ts';

const readSettings = statement({
  name: 'connection-limit',
  prepared: false,
  columns: {
    maximum: as(types.int, sql`current_setting('max_connections')::int`),
    // The second is of PostgreSQL 16.
    reserved: as(
      types.int,
      sql`current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0)`,
    ),
    ofRole: as(types.int, sql`(SELECT rolconnlimit FROM pg_roles WHERE rolname = session_user)`),
    ofDatabase: as(types.int, sql`(SELECT datconnlimit FROM pg_database WHERE datname = current_database())`),
    isSuperuser: as(types.boolean, sql`(SELECT rolsuper FROM pg_roles WHERE rolname = session_user)`),
  },
  query: (_, columns) => sql`SELECT ${columns}`,
});

/** What the database says about its connections; -1 for a limit that is not set. */
export interface ConnectionLimits {
  maximum: number;
  /** Of the maximum, kept free for administrators. */
  reserved: number;
  ofRole: number;
  ofDatabase: number;
  /** For whom the limits of a role and of a database do not count. */
  isSuperuser: boolean;
}

/** The most connections that the database grants us. */
export interface ConnectionLimit {
  most: number;
  /** Where it comes from, for people. */
  from: string;
}

/** The lowest of the limits that count for this role. */
export function lowestLimit({
  maximum,
  reserved,
  ofRole,
  ofDatabase,
  isSuperuser,
}: ConnectionLimits): ConnectionLimit {
  const limits = [
    { most: maximum - reserved, from: `max_connections is ${maximum}, of which ${reserved} are reserved` },
    { most: ofRole, from: 'CONNECTION LIMIT of the role' },
    { most: ofDatabase, from: 'CONNECTION LIMIT of the database' },
  ];
  return limits
    .filter(({ most }, i) => i === 0 || (most >= 0 && !isSuperuser))
    .reduce((lowest, each) => (each.most < lowest.most ? each : lowest));
}

/** The most connections that the database grants the role of this connection, whoever has them now. */
export async function readConnectionLimit(database: Queryable): Promise<ConnectionLimit> {
  return lowestLimit(await readSettings.one(database));
}
