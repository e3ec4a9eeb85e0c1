import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { digestsOf } from '../dialog/files/digests.ts';
import { probedWith } from '../dialog/projects/probe.ts';
import { isBeginningOf, knownMigrations } from '../platform/migration-steps.ts';
import type { DatabaseAddress, Transaction } from '../platform/postgres.ts';
import { loadDatabase } from '../platform/saved-database/load.ts';
import type { Vault } from '../platform/secrets.ts';
import type { Settings } from '../settings.ts';
import { type CopiedFiles, copyFiles } from './files.ts';
import { databaseFolder, filesFolder, type Manifest, readManifest, tooNew, UnfitBackup } from './manifest.ts';

/** None of the keys opens the secrets of a backup. */
export class WrongBackupKey extends Error {
  /** The id of the key that is wanted, if the backup knows it. */
  readonly keyId: string | null;

  constructor(keyId: string | null) {
    super('none of the encryption keys opens the secrets of this backup');
    this.keyId = keyId;
  }
}

/**
 * Reads a backup and makes sure that it can be restored: it is whole, this build knows its tables, and its files are as they were
 * written. Changes nothing.
 * @param folder absolute path
 * @param ownVersion of Parley
 * @throws UnfitBackup
 */
export async function checkBackup(folder: string, ownVersion: string): Promise<Manifest> {
  const manifest = readManifest(folder, ownVersion);
  if (!isBeginningOf(manifest.migrations, knownMigrations())) {
    throw new UnfitBackup(tooNew(manifest.version, ownVersion));
  }
  for (const { file, sha256 } of manifest.tables) {
    const sum = createHash('sha256');
    const path = join(folder, databaseFolder, file);
    try {
      await pipeline(createReadStream(path), sum);
    } catch (error) {
      throw new UnfitBackup(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
    if (sum.digest('hex') !== sha256) throw new UnfitBackup(`${path} is damaged`);
  }
  return manifest;
}

/**
 * Checks that one of the keys opens the secrets of a backup.
 * @returns the id of the key
 * @throws WrongBackupKey
 */
export function checkBackupKey({ probe }: Manifest, vault: Vault | undefined): string {
  const keyId = vault && probedWith(vault, probe.sealed);
  if (keyId === undefined) throw new WrongBackupKey(probe.key);
  return keyId;
}

interface RestoreOptions {
  /** Absolute path of the backup. */
  folder: string;
  manifest: Manifest;
  settings: Pick<Settings, 'dataDir' | 'bucket'>;
  /** Changes the restored rows, in the same transaction. */
  change?: ((tx: Transaction) => Promise<void>) | undefined;
}

/**
 * Restores a checked backup into an empty database, and its files into the folder of files. The rows count only when all of them
 * and all files are there, so that it can be done again after any failure.
 * @returns the files that were copied
 * @throws UnfitTarget
 * @throws UnfitBackup if files are missing or damaged
 */
export async function restoreBackup(
  address: DatabaseAddress,
  { folder, manifest, settings, change }: RestoreOptions,
): Promise<CopiedFiles> {
  let copied: CopiedFiles = { count: 0, bytes: 0 };
  await loadDatabase(address, {
    saved: manifest,
    folder: join(folder, databaseFolder),
    async finish(tx) {
      await change?.(tx);
      const { bucket, dataDir } = settings;
      if (manifest.files.kept !== 'here' || bucket) return;
      copied = await copyFiles(join(folder, filesFolder), join(dataDir, filesFolder), (project, names) =>
        digestsOf(tx, project, names),
      );
      const missing = manifest.files.count - copied.count;
      if (missing > 0) throw new UnfitBackup(`${missing} files are missing in ${join(folder, filesFolder)}`);
      const lacking = manifest.files.bytes - copied.bytes;
      if (lacking > 0)
        throw new UnfitBackup(`files in ${join(folder, filesFolder)} are cut short (${lacking} bytes)`);
    },
  });
  return copied;
}
