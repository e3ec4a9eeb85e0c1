import pg from 'pg';
import { connectMs, type DatabaseAddress, keepAlive } from './postgres.ts';

/** The schemas in which the running server changes rows; those that are not there are passed over. */
const changed = ['dialog', 'catalog', 'bullmq'];
/** What it only reads: which migrations were applied. Who could write it could make a server skip one. */
const readOnlySchema = 'drizzle';
const readOnlyTable = 'bullmq.migration';
/** Vacuuming and analyzing are a privilege of their own since Postgres 17; before, only the owner may, and autovacuum does it. */
const maintainSince = 170_000;

/** There is no such role. */
export class NoSuchRole extends Error {}

/**
 * Lets a role do what the running server does: read and change rows. It may not make, change, empty or drop tables. Run it after
 * every migration, as the role that owns the tables; it may be repeated.
 * @param role its name as in `pg_roles`
 * @throws NoSuchRole
 */
export async function grantToServer(address: DatabaseAddress, role: string): Promise<void> {
  const client = new pg.Client({ ...address, ...keepAlive, connectionTimeoutMillis: connectMs });
  client.on('error', () => {}); // the running statement fails too
  await client.connect();
  try {
    const { rows } = await client.query<{ schemas: string[]; version: number; hasRole: boolean }>(
      `SELECT array(SELECT nspname::text FROM pg_namespace WHERE nspname = ANY ($1)) AS schemas,
              current_setting('server_version_num')::integer AS version,
              EXISTS (SELECT FROM pg_roles WHERE rolname = $2) AS "hasRole"`,
      [[...changed, readOnlySchema], role],
    );
    const { schemas, version, hasRole } = rows[0]!;
    if (!hasRole) throw new NoSuchRole(`there is no role "${role}"`);
    const to = `TO ${pg.escapeIdentifier(role)}`;
    const privileges = `SELECT, INSERT, UPDATE, DELETE${version >= maintainSince ? ', MAINTAIN' : ''}`;
    // Together they are one transaction.
    await client.query(
      schemas
        .flatMap((schema) =>
          schema === readOnlySchema
            ? [
                `GRANT USAGE ON SCHEMA ${schema} ${to}`,
                `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} ${to}`,
              ]
            : [
                `GRANT USAGE ON SCHEMA ${schema} ${to}`,
                `GRANT ${privileges} ON ALL TABLES IN SCHEMA ${schema} ${to}`,
                `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} ${to}`,
                `GRANT EXECUTE ON ALL ROUTINES IN SCHEMA ${schema} ${to}`,
                ...(readOnlyTable.startsWith(`${schema}.`)
                  ? [`REVOKE INSERT, UPDATE, DELETE ON ${readOnlyTable} FROM ${pg.escapeIdentifier(role)}`]
                  : []),
              ],
        )
        .join(';\n'),
    );
  } finally {
    await client.end();
  }
}
