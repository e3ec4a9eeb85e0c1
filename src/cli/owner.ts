import { removeSecondFactors } from '../dialog/projects/owner-factors.ts';
import { NoSuchOwner, resetOwnerPassword } from '../dialog/projects/owner-password.ts';
import { isMigrated } from '../platform/migrations.ts';
import { type Database, type DatabaseAddress, openDatabase } from '../platform/postgres.ts';
import { localAddress, processSettings, SettingsError } from '../settings.ts';
import { CommandFailed } from './failure.ts';
import { onDatabase, serverSettings } from './on-database.ts';

/**
 * Gives an owner a new password and prints it. It uses the database directly with the server's settings, so only somebody who may
 * read these can do it.
 */
export async function resetPassword({
  email,
  removeSecondFactors: removes = false,
}: {
  email?: string;
  removeSecondFactors?: boolean;
}): Promise<void> {
  const { made, removed } = await withMigrated(async (database) => {
    const made = await resetOwnerPassword(database, email);
    return { made, removed: removes ? await removeSecondFactors(database, made.email) : undefined };
  });
  const ended = 'All sessions of this owner have ended. The password is kept nowhere in readable form.';
  const stands = `A second factor of this owner stands: a login asks for it after the password. If it and the recovery codes are lost, remove it with: parley owner remove-second-factors ${made.email}`;
  const factors = removed ? saidOf(removed) : made.hasSecondFactor ? stands : '';
  const lines = [
    `owner      ${made.email}`,
    `password   ${made.password}`,
    '',
    ended,
    ...(factors ? [factors] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Removes all second factors of a person who has lost them. The same people can do it. */
export async function removeFactors(email: string): Promise<void> {
  const removed = await withMigrated((database) => removeSecondFactors(database, email));
  const said = saidOf(removed);
  process.stdout.write(
    removed.hadTotp || removed.passkeys > 0
      ? `${said} All sessions of this person have ended; the password alone logs in now.\n`
      : `${said}\n`,
  );
}

/** What was removed, for people. */
function saidOf({ email, hadTotp, passkeys }: Awaited<ReturnType<typeof removeSecondFactors>>): string {
  const what = [
    ...(hadTotp ? ['the app'] : []),
    ...(passkeys > 0 ? [`${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`] : []),
  ].join(' and ');
  return what === ''
    ? `${email} has no second factor.`
    : `Removed ${what} of ${email}, and the recovery codes.`;
}

/** Uses the database of the settings. @throws CommandFailed if it has not the tables of this version */
function withMigrated<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  return withDatabase(async (address) => {
    const database = openDatabase(address, { connections: 1, onError: () => {} });
    try {
      if (!(await isMigrated(database))) {
        throw new CommandFailed(
          'This database has not been migrated to this version: start the server once, then repeat the command.',
        );
      }
      return await work(database);
    } finally {
      await database.close();
    }
  });
}

async function withDatabase<Result>(work: (address: DatabaseAddress) => Promise<Result>): Promise<Result> {
  return onDatabase(serverSettings(), async (address) => {
    try {
      return await work(address);
    } catch (error) {
      if (error instanceof NoSuchOwner) throw new CommandFailed(error.message);
      throw error;
    }
  });
}

/**
 * The server that has the settings of this folder and these variables.
 * @param token replaces the one in the settings
 */
export function ownServer(token: string | undefined): { url: string; token: string | undefined } {
  try {
    const settings = processSettings(undefined, { opensSecrets: false });
    return { url: localAddress(settings), token: token ?? settings.catalogToken };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new CommandFailed(`${error.message}. Or name the server with --url.`);
  }
}
