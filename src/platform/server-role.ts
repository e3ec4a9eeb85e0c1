import pg from 'pg';
import { migrationLock } from './migrations.ts';
import { connectMs, type DatabaseAddress, keepAlive } from './postgres.ts';

/** The schemas in which the running server changes rows; those that are not there are passed over. */
const changed = ['dialog', 'catalog', 'bullmq'];
/** What it only reads: which migrations were applied. Who could write it could make a server skip one. */
const readOnlySchema = 'drizzle';
const readOnlyTable = 'bullmq.migration';
/** Vacuuming and analyzing are a privilege of their own since Postgres 17; before, only the owner may, and autovacuum does it. */
const maintainSince = 170_000;

/** BullMQ makes a sequence for a queue when it first needs one, and asks for that right each time. */
const schemaWithSequences = 'bullmq';

/** The role cannot be one that only changes rows; the message says why. */
export class UnfitRole extends Error {}

/**
 * Lets a role do what the running server does: read and change rows. It may not make, change, empty or drop tables. Run it before and after
 * every migration, as the role that owns the tables; it may be repeated. Before, for what is made in schemas that are there: a server sees a new
 * table as soon as it is committed, and then needs its rights. After, for new schemas: their migrations are in a list that the server
 * cannot read until then.
 * @param role its name as in `pg_roles`
 * @throws UnfitRole
 */
export async function grantToServer(address: DatabaseAddress, role: string): Promise<void> {
  await withClient(address, async (client) => {
    const { rows } = await client.query<{ schemas: string[]; version: number }>(
      `SELECT array(SELECT nspname::text FROM pg_namespace WHERE nspname = ANY ($1)) AS schemas,
              current_setting('server_version_num')::integer AS version`,
      [[...changed, readOnlySchema]],
    );
    const { schemas, version } = rows[0]!;
    const to = `TO ${pg.escapeIdentifier(role)}`;
    const rights = [
      [`SELECT, INSERT, UPDATE, DELETE${version >= maintainSince ? ', MAINTAIN' : ''}`, 'TABLES'],
      ['USAGE, SELECT', 'SEQUENCES'],
      ['EXECUTE', 'ROUTINES'],
    ];
    const grants = schemas.flatMap((schema) =>
      schema === readOnlySchema
        ? [`GRANT USAGE ON SCHEMA ${schema} ${to}`, `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} ${to}`]
        : [
            `GRANT USAGE${schema === schemaWithSequences ? ', CREATE' : ''} ON SCHEMA ${schema} ${to}`,
            ...rights.flatMap(([privileges, what]) => [
              `GRANT ${privileges} ON ALL ${what} IN SCHEMA ${schema} ${to}`,
              `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ${privileges} ON ${what} ${to}`,
            ]),
            ...(readOnlyTable.startsWith(`${schema}.`)
              ? [`REVOKE INSERT, UPDATE, DELETE ON ${readOnlyTable} FROM ${pg.escapeIdentifier(role)}`]
              : []),
          ],
    );
    // Sent together they are one transaction. Two at once would change the same rows of the catalog, which fails.
    await client.query([`SELECT pg_advisory_xact_lock(${migrationLock})`, ...grants].join(';\n'));
  });
}

/**
 * Makes sure that a role can be one that only changes rows, before anything is migrated for it.
 * @throws UnfitRole if there is none, or if it may change tables anyway
 */
export async function checkServerRole(address: DatabaseAddress, role: string): Promise<void> {
  await withClient(address, async (client) => {
    const { rows } = await client.query<{ isSuperuser: boolean; isOwn: boolean }>(
      `SELECT rolsuper AS "isSuperuser", pg_has_role(rolname, current_user, 'MEMBER') AS "isOwn"
       FROM pg_roles WHERE rolname = $1`,
      [role],
    );
    const [found] = rows;
    if (!found) throw new UnfitRole(`there is no role "${role}"`);
    if (found.isSuperuser) throw new UnfitRole(`"${role}" is a superuser, who may do everything`);
    if (found.isOwn) throw new UnfitRole(`"${role}" has the rights of the role that migrates`);
  });
}

async function withClient<Result>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...address, ...keepAlive, connectionTimeoutMillis: connectMs });
  client.on('error', () => {}); // the running statement fails too
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
