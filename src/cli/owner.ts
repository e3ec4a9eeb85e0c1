import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NoSuchOwner, resetOwnerPassword } from '../dialog/projects/owner-password.ts';
import { whyUnusable } from '../platform/database-advice.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/index.ts';
import { isMigrated } from '../platform/migrations.ts';
import { type DatabaseAddress, openDatabase } from '../platform/postgres.ts';
import { localAddress, processSettings, type Settings, SettingsError } from '../settings.ts';
import { CommandFailed } from './failure.ts';

/**
 * Gives an owner a new password and prints it. It uses the database directly with the server's settings, so only somebody who may
 * read these can do it.
 */
export async function resetPassword({ email }: { email?: string }): Promise<void> {
  const made = await withDatabase(async (address) => {
    const database = openDatabase(address, { connections: 1, onError: () => {} });
    try {
      if (!(await isMigrated(database))) {
        throw new CommandFailed(
          'This database has not been migrated to this version: start the server once, then repeat the command.',
        );
      }
      return await resetOwnerPassword(database, email);
    } finally {
      await database.close();
    }
  });
  process.stdout.write(
    `owner      ${made.email}\npassword   ${made.password}\n\nAll sessions of this owner have ended. The password is kept nowhere in readable form.\n`,
  );
}

async function withDatabase<Result>(work: (address: DatabaseAddress) => Promise<Result>): Promise<Result> {
  try {
    const settings = processSettings();
    return settings.databaseUrl
      ? await work({ connectionString: settings.databaseUrl })
      : await withEmbedded(settings, work);
  } catch (error) {
    if (error instanceof NoSuchOwner) throw new CommandFailed(error.message);
    if (error instanceof CommandFailed) throw error;
    const needs = 'The command needs the settings of the server: the same .env, folder or variables.';
    if (error instanceof SettingsError) throw new CommandFailed(`${error.message}. ${needs}`);
    throw new CommandFailed(`The database cannot be used (${whyUnusable(error)}). ${needs}`);
  }
}

/** Uses the database of a running server through its socket, or starts the database for this command. */
async function withEmbedded<Result>(
  { dataDir }: Settings,
  work: (address: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new CommandFailed(`There is no database in ${dataDir}: set DATA_DIR as for the server.`);
  }
  const running = await findRunningPostgres(dataDir);
  if (running) return work(running);
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    return await work(embedded.connection);
  } finally {
    await embedded.stop();
  }
}

/**
 * The server that has the settings of this folder and these variables.
 * @param token replaces the one in the settings
 */
export function ownServer(token: string | undefined): { url: string; token: string | undefined } {
  try {
    const settings = processSettings();
    return { url: localAddress(settings), token: token ?? settings.catalogToken };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new CommandFailed(`${error.message}. Or name the server with --url.`);
  }
}
