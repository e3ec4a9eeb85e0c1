import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DiskFull, type DiskRoom } from './file-store.ts';

/** The room on the disk of a folder, and a floor below which no files are taken: whatever else needs the disk goes on. */

/** What is left free if nobody says it: of a small disk, less. In bytes. */
const usualFloor = 2 ** 30;
const usualShare = 1 / 20;

/** What was found is good for so long, however many files arrive. In milliseconds. */
const keptMs = 1000;

/**
 * See the comment at the top of this file.
 * @param floor in bytes; 0 for none. Undefined: 1 GiB, or a twentieth of the disk if that is less
 * @param stat reads the disk; another one for tests
 */
export class Disk {
  readonly #folder: string;
  readonly #floor: number | undefined;
  readonly #stat: typeof statOf;
  #known: { at: number; room: Promise<DiskRoom> } | undefined;

  constructor(folder: string, floor?: number, stat = statOf) {
    this.#folder = folder;
    this.#floor = floor;
    this.#stat = stat;
  }

  /** The room as of the last second. */
  async room(): Promise<DiskRoom> {
    if (!this.#known || performance.now() - this.#known.at > keptMs) {
      this.#known = { at: performance.now(), room: this.#read() };
    }
    return this.#known.room;
  }

  /** The bytes while they arrive, as long as there is room. @throws DiskFull, also at once for more bytes than there is room for */
  async *fill(bytes: AsyncIterable<Uint8Array>, declared: number): AsyncGenerator<Uint8Array> {
    if (this.#floor === 0) return yield* bytes;
    const refuseBeyond = async (more: number) => {
      const room = await this.room();
      if (room.free - more < room.floor) throw new DiskFull(room);
    };
    await refuseBeyond(declared);
    for await (const piece of bytes) {
      await refuseBeyond(piece.length);
      yield piece;
    }
  }

  async #read(): Promise<DiskRoom> {
    const { bavail, blocks, bsize } = await this.#stat(this.#folder);
    return { free: bavail * bsize, floor: this.#floor ?? Math.min(usualFloor, blocks * bsize * usualShare) };
  }
}

/** Of the folder, or while it is not there, of that in which it will be made. */
const statOf = (folder: string): Promise<Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>> =>
  statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return statOf(dirname(folder));
  });
