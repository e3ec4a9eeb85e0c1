import { createHash } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UnfitBackup } from './manifest.ts';

/** Uploads that are under way; see src/platform/file-store/folder.ts. */
const incoming = 'incoming';
const atOnce = 8;
/** Files whose digests are asked for together. */
const perPage = 1000;
/** Ends the name of a file while it is being copied. */
const unfinished = '.unfinished';

/** How many files were copied, and their size. */
export interface CopiedFiles {
  count: number;
  bytes: number;
}

/** Finds the SHA-256 of files of a group, which is a folder of the store, by their names; some may have none. */
type FindDigests = (group: string, names: string[]) => Promise<Map<string, Buffer>>;

/**
 * Copies the folder of a file store. Files in it never change. One that is deleted meanwhile is passed over, and one that is there
 * already is kept, if it has the same size and the expected bytes.
 * @param findDigests of the bytes that are expected
 * @throws UnfitBackup if a file has other bytes
 */
export async function copyFiles(
  from: string,
  to: string,
  findDigests: FindDigests = async () => new Map(),
): Promise<CopiedFiles> {
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
    let digests = new Map<string, Buffer>();
    for (let i = 0; i < files.length; i += atOnce) {
      if (i % perPage === 0) {
        digests = await findDigests(
          group,
          files.slice(i, i + perPage).map(({ name }) => name),
        );
      }
      const sizes = await Promise.all(
        files
          .slice(i, i + atOnce)
          .map(({ name }) => copyOne(join(from, group, name), join(to, group, name), digests.get(name))),
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

/**
 * @param digest undefined if nobody knows it
 * @returns its size; undefined if it is gone
 * @throws UnfitBackup
 */
async function copyOne(from: string, to: string, digest?: Buffer): Promise<number | undefined> {
  const { size } = (await stat(from).catch(passMissing(undefined))) ?? {};
  if (size === undefined) return undefined;
  const present = await stat(to).catch(passMissing(undefined));
  if (present?.size === size && (!digest || (await readDigest(to)).equals(digest))) return size;
  const fresh = `${to}${unfinished}`;
  const copy = digest
    ? copyComparing(from, fresh, digest)
    : copyFile(from, fresh, constants.COPYFILE_FICLONE);
  const isCopied = await copy.then(() => true, passMissing(false));
  if (!isCopied) return undefined;
  await sync(fresh);
  await rename(fresh, to);
  return size;
}

/** @throws UnfitBackup */
async function copyComparing(from: string, to: string, digest: Buffer): Promise<void> {
  const sum = createHash('sha256');
  const summing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(createReadStream(from), summing, createWriteStream(to, { mode: 0o600 }));
  if (sum.digest().equals(digest)) return;
  await unlink(to);
  throw new UnfitBackup(`${from} is damaged`);
}

async function readDigest(path: string): Promise<Buffer> {
  const sum = createHash('sha256');
  await pipeline(createReadStream(path), sum);
  return sum.digest();
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
