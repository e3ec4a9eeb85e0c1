import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { whyUnusable } from '../platform/database-advice.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/index.ts';
import { refuseSharedSessions } from '../platform/pooler.ts';
import type { DatabaseAddress } from '../platform/postgres.ts';
import { processSettings, type Settings, SettingsError } from '../settings.ts';
import { CommandFailed } from './failure.ts';

const needs = 'The command needs the settings of the server: the same .env, folder or variables.';

/** The settings of the server of this folder and these variables. @throws CommandFailed */
export function serverSettings(): Settings {
  try {
    return processSettings(undefined, { opensSecrets: false });
  } catch (error) {
    if (error instanceof SettingsError) throw new CommandFailed(`${error.message}. ${needs}`);
    throw error;
  }
}

/** Uses the database of the settings, also while its server runs. @throws CommandFailed if it cannot be used */
export async function onDatabase<Result>(
  settings: Settings,
  work: (address: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  try {
    if (!settings.databaseUrl) return await withEmbedded(settings, work);
    const address = { connectionString: settings.databaseUrl };
    await refuseSharedSessions(address);
    return await work(address);
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
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
