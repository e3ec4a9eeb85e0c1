import { makeBackup, NoBackup } from '../backup/make.ts';
import { keyPlaces, placeOfKey } from '../dialog/projects/key-places.ts';
import { findEncryptionKeys } from '../encryption-keys.ts';
import { createVault, type Vault } from '../platform/secrets.ts';
import { type Settings, SettingsError } from '../settings.ts';
import { CommandFailed } from './failure.ts';
import { onDatabase, serverSettings } from './on-database.ts';
import { number, seconds, size } from './progress.ts';
import { typedPath } from './typed-path.ts';

interface BackupOptions {
  /** Of Parley. */
  version: string;
  /** True: the key is not looked at. */
  withoutKey?: boolean;
}

/** A backup was made, but something about it needs a person. */
const needsLook = 2;

/**
 * `parley backup FOLDER`: saves the database and the files, also while the server runs. The encryption key is only checked.
 * @param given the folder as the person typed it
 * @throws CommandFailed if no backup was made
 */
export async function backupCommand(
  given: string,
  { version, withoutKey = false }: BackupOptions,
): Promise<void> {
  const began = performance.now();
  const settings = serverSettings();
  const vault = withoutKey ? undefined : vaultOf(settings);
  const folder = typedPath(given);
  // What is unfinished is removed when the process ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const made = await onDatabase(settings, async (address) => {
    try {
      return await makeBackup(address, { folder, version, settings, vault });
    } catch (error) {
      throw notMade(error);
    }
  });
  const { tables, files, probe } = made;
  const sum = (of: 'rows' | 'bytes') => tables.reduce((total, table) => total + table[of], 0);
  const lines = [
    `Saved in ${folder}, in ${seconds(performance.now() - began)}:`,
    `  database  ${number(sum('rows'))} rows of ${number(tables.length)} tables, ${size(sum('bytes'))} compressed`,
    files.kept === 'here'
      ? `  files     ${number(files.count)}, ${size(files.bytes)}`
      : `  files     not in it: they are in the bucket ${files.bucket}, which has versions of its own`,
    '',
    ...keyLines(settings, vault, probe.key, withoutKey),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (withoutKey || probe.key !== null) return;
  process.exitCode = needsLook;
  process.stderr.write(
    vault
      ? `The backup is made, but no key in ${keyPlaces(settings).current} opens its secrets: find the key with which the server runs, and keep that.\n`
      : 'The backup is made, but these settings have no encryption key, so that it was not checked: set ENCRYPTION_KEY or ENCRYPTION_KEY_FILE, or add --without-key.\n',
  );
}

function keyLines(
  settings: Settings,
  vault: Vault | undefined,
  keyId: string | null,
  withoutKey: boolean,
): string[] {
  const kept = 'Keep a copy of it, and not beside the backup: without it, nobody reads the secrets there.';
  const line = 'The encryption key is not in the backup.';
  if (keyId === null || !vault) return [withoutKey ? `${line} It was not checked. ${kept}` : line];
  const { place } = placeOfKey(settings, vault.keyIds, keyId);
  return [line, `It is in ${place}, and opens the backup (its id is ${keyId}). ${kept}`];
}

/** The keys of these settings; undefined if they have none. @throws CommandFailed */
export function vaultOf(settings: Settings): Vault | undefined {
  try {
    const keys = findEncryptionKeys(settings);
    return keys && createVault(keys.current, keys.previous);
  } catch (error) {
    if (error instanceof SettingsError) throw new CommandFailed(`${error.message}.`);
    throw error;
  }
}

function notMade(error: unknown): unknown {
  if (error instanceof NoBackup) return new CommandFailed(`No backup was made: ${error.message}.`);
  const { syscall, code, path } = error as NodeJS.ErrnoException & { path?: string };
  const isOfFiles = syscall !== undefined && path !== undefined && code !== undefined;
  return isOfFiles ? new CommandFailed(`No backup was made: ${fileFault(code, path)}.`) : error;
}

/** What hindered a command at a file, for people. */
export const fileFault = (code: string, path: string): string =>
  code === 'ENOSPC' ? `the disk of ${path} is full` : `${path} cannot be used (${code})`;
