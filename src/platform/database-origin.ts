import { sql } from 'drizzle-orm';
import type { Queryable } from './postgres.ts';
import { as } from './sql-expressions.ts';
import { types } from './sql-types.ts';
import { statement } from './statement.ts';

/**
 * Identifies the database in which a statement runs, by its cluster and its id in the cluster. A copy restored from a dump has
 * another identity; a promoted replica and a copy of the cluster's files have the same one.
 */
export const databaseOrigin = sql`(SELECT system_identifier::text FROM pg_control_system()) || '/' ||
  (SELECT oid::text FROM pg_database WHERE datname = current_database())`;

const readDatabaseOrigin = statement({
  name: 'database-origin',
  prepared: false,
  columns: { origin: as(types.text, databaseOrigin) },
  query: (_, columns) => sql`SELECT ${columns}`,
});

/** Reads `databaseOrigin`, for data that is kept outside of the database. */
export async function readOrigin(database: Queryable): Promise<string> {
  return (await readDatabaseOrigin.one(database)).origin;
}
