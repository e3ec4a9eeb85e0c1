import { migrate } from '../migrate.ts';
import { whyUnusable } from '../platform/database-advice.ts';
import { grantToServer, NoSuchRole } from '../platform/server-role.ts';
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
    await migrate(address, { tickets: true });
    if (serverRole !== undefined) await grantToServer(address, serverRole);
  } catch (error) {
    if (error instanceof NoSuchRole) {
      throw new CommandFailed(
        `The database was migrated, but ${error.message}: make the roles with migrations/roles/roles.sql, then repeat the command.`,
      );
    }
    throw new CommandFailed(`The database cannot be migrated (${whyUnusable(error)}).`);
  }
  process.stdout.write(
    serverRole === undefined
      ? 'The database has this version.\n'
      : `The database has this version, and ${serverRole} may change its rows.\n`,
  );
}

function ownDatabase(): string {
  const wanted = 'Name the database of the role that migrates with --database-url or MIGRATION_DATABASE_URL.';
  try {
    const { databaseUrl } = processSettings();
    if (databaseUrl !== undefined) return databaseUrl;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new CommandFailed(`${error.message}. ${wanted}`);
  }
  throw new CommandFailed(
    `The embedded database is migrated when its server starts, so there is nothing to do. ${wanted}`,
  );
}
