import type { Readable } from 'node:stream';
import type { Received } from './received.ts';

/** A part of a file: the positions of its first and its last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where the bytes of files lie: a folder, or a bucket. What a file is called and who may have it is kept elsewhere. */
export interface FileStore {
  /** For people: where it is, without its secrets. */
  readonly title: string;
  /** Tells stores apart: two processes with the same place have the same files. */
  readonly place: string;
  /**
   * The id that a folder carries in itself, so that processes on several machines can tell whether they share it; null where
   * there is none, as in a bucket or before the first file.
   */
  readMark(): Promise<string | null>;
  /**
   * Reads bytes to their end and keeps them for the moment. If the process dies, they are forgotten.
   * @param most bytes that are read
   * @param declared bytes that their sender says they are; 0 if it says nothing
   * @throws TooLong, DiskFull, StoreFault, and what `bytes` throws; then nothing is left of them
   */
  receive(bytes: AsyncIterable<Uint8Array>, most: number, declared: number): Promise<Received>;
  /**
   * Stores what was received under a name, all of it or nothing, and on disk when this resolves. The same name again is
   * replaced.
   * @param name two UUIDs with a slash between them
   * @throws StoreFault; then nobody knows whether it was stored
   */
  keep(name: string, received: Received): Promise<void>;
  /**
   * Opens a part of a stored file. The stream has exactly these bytes, or it fails.
   * @param size of the whole file
   * @throws StoreFault
   */
  open(name: string, size: number, range: ByteRange): Promise<Readable>;
  /** Removes a file; one that is not there counts as removed. @throws StoreFault if it may still be there */
  remove(name: string): Promise<void>;
  /** Asks whether the store answers, without changing anything, once and for a short time. @throws StoreFault */
  probe(): Promise<void>;
  /** The room on the disk of a folder; undefined for a bucket, of which nobody knows. */
  room(): Promise<DiskRoom | undefined>;
  /** Removes what processes that died have left of uploads. @param ageMs since the last byte arrived */
  removeRemains(ageMs: number): Promise<void>;
  close(): Promise<void>;
}

/** In bytes. */
export interface DiskRoom {
  /** What is free. */
  free: number;
  /** What files leave free for everything else on the disk. */
  floor: number;
}

/** A store could not do what it was asked to. The message is for operators, without a full stop. */
export class StoreFault extends Error {
  /** True if another try may succeed. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'StoreFault';
    this.isPassing = isPassing;
  }
}

/** So little is free on the disk that no more files are taken. It passes when somebody makes room. */
export class DiskFull extends StoreFault {
  constructor({ free, floor }: DiskRoom) {
    const mebibytes = (bytes: number) => Math.floor(bytes / 2 ** 20);
    super(`the disk has ${mebibytes(free)} MiB free, and files leave ${mebibytes(floor)} MiB of it`, {
      isPassing: true,
    });
    this.name = 'DiskFull';
  }
}
