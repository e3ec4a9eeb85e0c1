import { migrate } from '../migrate.ts';
import { whyUnusable } from '../platform/database-advice.ts';
import { sqlState } from '../platform/postgres.ts';
import { checkServerRole, grantToServer, UnfitRole } from '../platform/server-role.ts';
import { processSettings, SettingsError } from '../settings.ts';
import { CommandFailed } from './failure.ts';

export interface MigrateOptions {
  /** Of the role that migrates; without it, that of the server's settings. */
  databaseUrl?: string;
  /** A role that may only change rows. */
  serverRole?: string;
}

/**
 * Migrates the database to this version, for servers that start with `MIGRATE_AT_START=false`, and lets their role use what is new.
 * Servers of the version before go on meanwhile if the notes of this version do not say otherwise.
 */
export async function migrateCommand({ databaseUrl = ownDatabase(), serverRole }: MigrateOptions) {
  const address = { connectionString: databaseUrl };
  try {
    if (serverRole !== undefined) {
      await checkServerRole(address, serverRole);
      await grantToServer(address, serverRole);
    }
    await migrate(address, { tickets: true, onWait: (sentence) => process.stderr.write(`${sentence}\n`) });
    if (serverRole !== undefined) await grantToServer(address, serverRole);
  } catch (error) {
    if (error instanceof UnfitRole) {
      throw new CommandFailed(
        `Nothing was changed: ${error.message}. Name the role of the servers; migrations/roles/roles.sql makes one.`,
      );
    }
    throw new CommandFailed(`The database cannot be migrated (${whyNotAsOwner(error, databaseUrl)}).`);
  }
  process.stdout.write(
    serverRole === undefined
      ? 'The database has this version.\n'
      : `The database has this version, and ${serverRole} may change its rows.\n`,
  );
}

/**
 * Why a database cannot be used by the role that owns its tables. What is different from a server: a role without the right is the wrong
 * one, and roles have a script.
 */
export function whyNotAsOwner(error: unknown, databaseUrl: string): string {
  const user = decodeURIComponent(new URL(databaseUrl).username);
  const [said] = whyUnusable(error).split('; ');
  const wanted = 'name the role that owns the tables with --database-url or MIGRATION_DATABASE_URL';
  if (sqlState(error) === '42501') return `${said}: the role "${user}" may not change tables; ${wanted}`;
  if (sqlState(error) === '28000') return `${said}; migrations/roles/roles.sql makes the roles`;
  return whyUnusable(error);
}

/** The address of a database as a person gave it. @throws CommandFailed, which does not repeat it: it may have a password */
export function postgresAddress(given: string): string {
  if (URL.canParse(given) && /^postgres(?:ql)?:$/.test(new URL(given).protocol)) return given;
  throw new CommandFailed(
    'The address of the database, --database-url or MIGRATION_DATABASE_URL, must be a URL that begins with postgres:// or postgresql://.',
  );
}

function ownDatabase(): string {
  const wanted = 'Name the database of the role that migrates with --database-url or MIGRATION_DATABASE_URL.';
  try {
    const { databaseUrl } = processSettings(undefined, { opensSecrets: false });
    if (databaseUrl !== undefined) return databaseUrl;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new CommandFailed(`${error.message}. ${wanted}`);
  }
  throw new CommandFailed(
    `The embedded database is migrated when its server starts, so there is nothing to do. ${wanted}`,
  );
}
