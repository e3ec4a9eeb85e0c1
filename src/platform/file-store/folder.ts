import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { sha256 } from '../secrets.ts';
import { Disk } from './disk-room.ts';
import { type ByteRange, type FileStore, StoreFault } from './file-store.ts';
import { receiveInto, TooLong } from './received.ts';

/** Holds a random id, by which processes on several machines can tell whether they share the folder. */
const markName = 'folder-id';
/** Uploads that are under way. */
const incomingName = 'incoming';

/** @returns undefined for an error of another kind */
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT';

/**
 * A store in a folder, which the first file makes. A file is received beside the others and then renamed, so under its name
 * it is always whole; both the file and its entry in the folder are written to the disk before `keep` resolves.
 * @param floor what files leave free of the disk, as for `Disk`
 */
export function folderStore(folder: string, floor?: number): FileStore {
  const disk = new Disk(folder, floor);
  const incoming = join(folder, incomingName);
  const mark = join(folder, markName);
  let isPrepared = false;

  return {
    title: `the folder ${folder}`,
    place: `folder ${sha256(`${hostname()}\n${folder}`).toString('hex')}`,

    // A folder is there or is made by the first file.
    async probe() {},

    room: () => disk.room(),

    async readMark() {
      try {
        return (await readFile(mark, 'utf8')).trim() || null;
      } catch {
        return null;
      }
    },

    receive: (bytes, most, declared) =>
      told('an upload cannot be written', async () => {
        await prepare();
        const path = join(incoming, randomUUID());
        try {
          return await receiveInto(
            { path, remove: () => unlinkIfThere(path) },
            disk.fill(bytes, declared),
            most,
          );
        } catch (error) {
          // Somebody has emptied the folder.
          if (isMissing(error)) isPrepared = false;
          throw error;
        }
      }),

    keep: (name, received) =>
      told('a file cannot be stored', async () => {
        const target = pathOf(name);
        const source = await received.settle();
        try {
          await moveDurably(source, target);
        } catch (error) {
          await unlinkIfThere(source).catch(() => {});
          throw error;
        }
      }),

    open: (name, size, range) => told('a file cannot be read', () => openWhole(pathOf(name), size, range)),

    remove: (name) =>
      told('a file cannot be removed', async () => {
        // Where the folder of the files is another one, a missing file would say nothing.
        await stat(mark);
        const path = pathOf(name);
        await unlinkIfThere(path);
        await rmdir(dirname(path)).catch((error) => {
          if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
        });
      }),

    async removeRemains(ageMs) {
      const names = await readdir(incoming).catch(() => []);
      for (const name of names) {
        const path = join(incoming, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (Date.now() - mtimeMs > ageMs) await rm(path, { force: true });
      }
    },

    async close() {},
  };

  function pathOf(name: string): string {
    if (!/^[\da-f-]{36}\/[\da-f-]{36}$/.test(name)) throw new Error(`"${name}" names no file`);
    return join(folder, name);
  }

  /** Makes the folder with its mark, once. Of two processes at the same moment, one makes the mark. */
  async function prepare(): Promise<void> {
    if (isPrepared) return;
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const own = join(folder, `${markName}.${randomUUID()}`);
    const isMarked = await stat(mark).then(
      () => true,
      () => false,
    );
    if (!isMarked) {
      const file = await open(own, 'wx', 0o600);
      await file.writeFile(`${randomUUID()}\n`);
      await file.sync();
      await file.close();
      // A link that fails where there is a mark already, so the first stays.
      await link(own, mark).catch((error) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
      await unlink(own);
    }
    await syncFolder(folder);
    await syncFolder(dirname(folder));
    isPrepared = true;
  }

  async function moveDurably(source: string, target: string): Promise<void> {
    const parent = dirname(target);
    for (let attempt = 1; ; attempt++) {
      const made = await mkdir(parent, { recursive: true, mode: 0o700 });
      try {
        await rename(source, target);
        await syncFolder(parent);
        if (made !== undefined) await syncFolder(folder);
        return;
      } catch (error) {
        // The removal of another file may have taken the empty folder away meanwhile.
        if (!isMissing(error) || attempt === 5) throw error;
      }
    }
  }
}

/** Opens a part of a file, if the file has its size. */
async function openWhole(path: string, size: number, { start, end }: ByteRange): Promise<Readable> {
  const file = await open(path, 'r');
  try {
    const found = await file.stat();
    if (found.size !== size) throw new StoreFault(`a file has ${found.size} bytes in place of ${size}`);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file.createReadStream({ start, end });
}

async function unlinkIfThere(path: string): Promise<void> {
  await unlink(path).catch((error) => {
    if (!isMissing(error)) throw error;
  });
}

/** Writes the entries of a folder to the disk, so that a new name is still there after a loss of power. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Turns an error of the file system into a fault of the store. */
async function told<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooLong || error instanceof StoreFault) throw error;
    if (!(error as NodeJS.ErrnoException | null)?.syscall) throw error;
    throw new StoreFault(`${what} (${codeOf(error)})`, { cause: error });
  }
}
