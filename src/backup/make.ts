import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { probedWith, readProbe } from '../dialog/projects/probe.ts';
import { isBeginningOf, knownMigrations } from '../platform/migration-steps.ts';
import type { DatabaseAddress } from '../platform/postgres.ts';
import { saveDatabase } from '../platform/saved-database/save.ts';
import type { Vault } from '../platform/secrets.ts';
import type { Settings } from '../settings.ts';
import { copyFiles, sync } from './files.ts';
import { databaseFolder, filesFolder, type Manifest, writeManifest } from './manifest.ts';

/** No backup can be made; the message says why. */
export class NoBackup extends Error {}

interface MakeOptions {
  /** Absolute path; must not exist, or be empty. */
  folder: string;
  /** Of Parley. */
  version: string;
  settings: Pick<Settings, 'dataDir' | 'bucket'>;
  /** With the keys of the settings; undefined if there are none. */
  vault: Vault | undefined;
}

/**
 * Makes a backup, which is a folder. It gets its name when all of it is there: until then it is beside that, with an addition to
 * the name.
 * @returns what is in it
 * @throws NoBackup
 */
export async function makeBackup(
  address: DatabaseAddress,
  { folder, version, settings, vault }: MakeOptions,
): Promise<Omit<Manifest, 'format'>> {
  const fresh = makeFolderBeside(folder);
  const clear = () => rmSync(fresh, { recursive: true, force: true });
  // Also if a signal ends the command.
  process.on('exit', clear);
  try {
    await mkdir(join(fresh, databaseFolder), { mode: 0o700 });
    const madeAt = new Date().toISOString();
    const { seen: sealed, ...database } = await saveDatabase(
      address,
      join(fresh, databaseFolder),
      async (snapshot, migrations) => {
        const known = knownMigrations();
        if (Object.keys(migrations).length === 0) {
          throw new NoBackup('the database has no tables of Parley; is it the right one?');
        }
        if (!isBeginningOf(migrations, known)) {
          throw new NoBackup(
            `the database has tables that Parley ${version} does not know; use the command of its own version`,
          );
        }
        const probe = await readProbe(snapshot);
        if (probe === undefined) {
          throw new NoBackup('the database is empty: no server was ever started on it');
        }
        return probe;
      },
    );
    await sync(join(fresh, databaseFolder));
    const { bucket, dataDir } = settings;
    // After the rows, so that the files of all rows are there. A file is whole under its name.
    const files: Manifest['files'] = bucket
      ? { kept: 'in the bucket', bucket: `${bucket.name} at ${new URL(bucket.origin).host}` }
      : { kept: 'here', ...(await copyFiles(join(dataDir, filesFolder), join(fresh, filesFolder))) };
    const key = (vault && probedWith(vault, sealed)) ?? null;
    const content = { version, madeAt, ...database, probe: { sealed, key }, files };
    await writeManifest(fresh, content);
    await sync(fresh);
    await nameIt(fresh, folder);
    return content;
  } finally {
    process.off('exit', clear);
    clear();
  }
}

/** @throws NoBackup */
function makeFolderBeside(folder: string): string {
  try {
    if (readdirSync(folder).length > 0) {
      throw new NoBackup(`${folder} is not empty; name a new folder`);
    }
  } catch (error) {
    if (error instanceof NoBackup) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') throw new NoBackup(`${folder} is a file; name a new folder`);
    if (code !== 'ENOENT') throw new NoBackup(`${folder} cannot be used (${code})`);
  }
  const parent = dirname(folder);
  try {
    // Readable by this user only.
    return mkdtempSync(join(parent, `${basename(folder)}.unfinished-`));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new NoBackup(`no folder can be made in ${parent} (${code}); name another place`);
  }
}

async function nameIt(fresh: string, folder: string): Promise<void> {
  try {
    await rename(fresh, folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new NoBackup(`${folder} cannot be replaced (${code}); name a new folder, for example in it`);
  }
  // It has its name, whether or not this user may open the folder around it.
  await sync(dirname(folder)).catch(() => {});
}
