import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Uploads that are under way; see src/platform/file-store/folder.ts. */
const incoming = 'incoming';
const atOnce = 8;
/** Ends the name of a file while it is being copied. */
const unfinished = '.unfinished';

/** How many files were copied, and their size. */
export interface CopiedFiles {
  count: number;
  bytes: number;
}

/**
 * Copies the folder of a file store. Files in it never change. One that is deleted meanwhile is passed over, and one that is there
 * already with the same size is kept.
 */
export async function copyFiles(from: string, to: string): Promise<CopiedFiles> {
  const names = await namesIn(from);
  if (names.length === 0) return { count: 0, bytes: 0 };
  const copied = { count: 0, bytes: 0 };
  await mkdir(to, { recursive: true, mode: 0o700 });
  // What lies in the folder itself tells processes whether they share it, and is no file of anybody.
  for (const { name } of names.filter(({ isFolder }) => !isFolder)) {
    await copyOne(join(from, name), join(to, name));
  }
  for (const { name: group } of names.filter(({ name, isFolder }) => isFolder && name !== incoming)) {
    const files = await namesIn(join(from, group));
    if (files.length === 0) continue;
    await mkdir(join(to, group), { recursive: true, mode: 0o700 });
    for (let i = 0; i < files.length; i += atOnce) {
      const sizes = await Promise.all(
        files.slice(i, i + atOnce).map(({ name }) => copyOne(join(from, group, name), join(to, group, name))),
      );
      for (const bytes of sizes) {
        if (bytes === undefined) continue;
        copied.count++;
        copied.bytes += bytes;
      }
    }
    await sync(join(to, group));
  }
  await sync(to);
  return copied;
}

/** @returns its size; undefined if it is gone */
async function copyOne(from: string, to: string): Promise<number | undefined> {
  const { size } = (await stat(from).catch(passMissing(undefined))) ?? {};
  if (size === undefined) return undefined;
  const present = await stat(to).catch(passMissing(undefined));
  if (present?.size === size) return size;
  const fresh = `${to}${unfinished}`;
  const isCopied = await copyFile(from, fresh, constants.COPYFILE_FICLONE).then(
    () => true,
    passMissing(false),
  );
  if (!isCopied) return undefined;
  await sync(fresh);
  await rename(fresh, to);
  return size;
}

async function namesIn(folder: string): Promise<{ name: string; isFolder: boolean }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(passMissing([]));
  return entries
    .filter(({ name }) => !name.endsWith(unfinished))
    .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
}

const passMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return value;
  };

/** Writes a file, or the entries of a folder, to the disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
