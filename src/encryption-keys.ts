import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEncryptionKey } from './setting-values.ts';
import { type Settings, SettingsError } from './settings.ts';

/** The keys that open stored secrets, each base64 of 32 bytes. */
export interface EncryptionKeys {
  /** It also seals. */
  current: string;
  previous: string[];
}

type KeySettings = Pick<
  Settings,
  'encryptionKey' | 'encryptionKeyFile' | 'encryptionKeyPrevious' | 'databaseUrl' | 'dataDir'
>;

/**
 * Reads the encryption keys: from ENCRYPTION_KEY, or from ENCRYPTION_KEY_FILE, or, with the embedded database, from a file in
 * `dataDir`, which is made with the first start and readable by this user only. A file has one key in each line: the first is
 * the current one. ENCRYPTION_KEY_PREVIOUS adds others that only open.
 * @throws SettingsError
 */
export function readEncryptionKeys(settings: KeySettings): EncryptionKeys {
  const { encryptionKey, encryptionKeyFile, encryptionKeyPrevious, databaseUrl, dataDir } = settings;
  if (encryptionKey) return { current: encryptionKey, previous: encryptionKeyPrevious };
  const file = encryptionKeyFile ?? join(dataDir, 'encryption.key');
  if (!encryptionKeyFile && !databaseUrl && !existsSync(file)) {
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  }
  const [current, ...others] = keysIn(file, encryptionKeyFile ? 'ENCRYPTION_KEY_FILE' : 'DATA_DIR');
  return { current, previous: [...others, ...encryptionKeyPrevious] };
}

/**
 * As `readEncryptionKeys`, but makes none. @returns undefined if the settings name none
 * @throws SettingsError
 */
export function findEncryptionKeys(settings: KeySettings): EncryptionKeys | undefined {
  const { encryptionKey, encryptionKeyFile, databaseUrl, dataDir } = settings;
  const isNamed = encryptionKey !== undefined || encryptionKeyFile !== undefined;
  const isThere = isNamed || (databaseUrl === undefined && existsSync(join(dataDir, 'encryption.key')));
  return isThere ? readEncryptionKeys(settings) : undefined;
}

function keysIn(file: string, setting: string): [string, ...string[]] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(`${setting}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const lines = text.split('\n').map((line) => line.trim());
  const [current, ...previous] = lines.filter((line) => line !== '');
  const wrong = lines.findIndex((line) => line !== '' && !isEncryptionKey(line));
  if (current !== undefined && wrong < 0) return [current, ...previous];
  const where = current === undefined ? 'is empty' : `line ${wrong + 1} is no key`;
  throw new SettingsError(
    `${setting}: ${file} ${where}; it has one key of 32 bytes in base64 in each line, first the one that seals`,
  );
}
