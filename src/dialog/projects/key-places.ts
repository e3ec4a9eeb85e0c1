import { join } from 'node:path';
import type { Settings } from '../../settings.ts';

/**
 * Where the encryption keys of this server are: the one that seals, and those that only open. Without paths, because owners of
 * projects read it, too.
 */
export function keyPlaces({ encryptionKey, encryptionKeyFile, encryptionKeyPrevious }: Settings): {
  current: string;
  previous: string;
} {
  const setting = 'ENCRYPTION_KEY_PREVIOUS';
  if (encryptionKey) return { current: 'ENCRYPTION_KEY', previous: setting };
  const file = encryptionKeyFile ? 'the file of ENCRYPTION_KEY_FILE' : 'encryption.key in DATA_DIR';
  const previous = `a further line of ${file}`;
  return {
    current: `the first line of ${file}`,
    previous: encryptionKeyPrevious.length > 0 ? `${previous} or ${setting}` : previous,
  };
}

/**
 * Where the key is that opened something.
 * @param keyIds of all keys of these settings, first that which seals
 * @param keyId one of them
 */
export function placeOfKey(
  settings: Settings,
  keyIds: readonly string[],
  keyId: string,
): { place: string; isPrevious: boolean } {
  const { current, previous } = keyPlaces(settings);
  const isPrevious = keyId !== keyIds[0];
  return { place: isPrevious ? previous : current, isPrevious };
}

/**
 * Says that no key of this server opens what is stored, and where the right one may be.
 * @param keys how many this server has
 */
export function wrongKey(settings: Settings, keys: number): string {
  const { current, previous } = keyPlaces(settings);
  const which = keys > 1 ? `No key in ${current} or ${previous} is` : `${only(settings)} is not`;
  return `${which} the key that this database's secrets are sealed with now. While the key is being replaced, put the old one into ${previous}. Otherwise ${whereFrom(settings)}.`;
}

function only({ encryptionKey, encryptionKeyFile, dataDir }: Settings): string {
  if (encryptionKeyFile) return `The key in ENCRYPTION_KEY_FILE (${encryptionKeyFile})`;
  return encryptionKey ? 'ENCRYPTION_KEY' : `ENCRYPTION_KEY is not set, and the key in ${fileIn(dataDir)}`;
}

function whereFrom({ encryptionKey, encryptionKeyFile, databaseUrl, dataDir }: Settings): string {
  if (encryptionKeyFile) return 'look for it where you keep it beside your backups';
  if (!encryptionKey) return `restore ${fileIn(dataDir)} with the rest of the folder`;
  return databaseUrl
    ? 'look for it in the .env file or the variables of the server that made or last used the database, or where you keep it beside your backups'
    : `leave ENCRYPTION_KEY out, and the server takes the key in ${fileIn(dataDir)}`;
}

const fileIn = (dataDir: string) => join(dataDir, 'encryption.key');
