import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** More bytes arrived than may. */
export class TooLong extends Error {
  constructor() {
    super('there are more bytes than may be received');
  }
}

/** Bytes that arrived completely, in a temporary file. Whoever has them keeps or discards them. */
export interface Received {
  size: number;
  sha256: Buffer;
  /** The first bytes. @param most how many, if there are as many */
  head(most: number): Promise<Buffer>;
  /** All bytes from the beginning; may be called again. */
  stream(): Readable;
  /** Writes them to the disk for good. @returns the path of the file, which now belongs to the caller */
  settle(): Promise<string>;
  /** Forgets them. May be called again, and after `settle`, when it does nothing. */
  discard(): Promise<void>;
}

interface TemporaryFile {
  path: string;
  /** Called when the file is open, for one that nobody but this process shall find. */
  hide?: () => Promise<void>;
  remove: () => Promise<void>;
}

/**
 * Writes bytes to a new file while they arrive, and computes their checksum. Only the piece that has just arrived is in memory.
 * @throws TooLong, errors of the file system, and what `bytes` throws; then the file is gone
 */
export async function receiveInto(
  { path, hide, remove }: TemporaryFile,
  bytes: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Received> {
  const file = await open(path, 'wx+', 0o600);
  try {
    await hide?.();
    const digest = createHash('sha256');
    let size = 0;
    for await (const piece of bytes) {
      size += piece.length;
      if (size > most) throw new TooLong();
      digest.update(piece);
      await file.writeFile(piece);
    }
    return new InFile(file, { path, remove, size, sha256: digest.digest() });
  } catch (error) {
    await file.close();
    await remove();
    throw error;
  }
}

class InFile implements Received {
  readonly size: number;
  readonly sha256: Buffer;
  readonly #path: string;
  readonly #remove: () => Promise<void>;
  /** Undefined when the file belongs to nobody here any more. */
  #file: FileHandle | undefined;

  constructor(
    file: FileHandle,
    given: { path: string; remove: () => Promise<void>; size: number; sha256: Buffer },
  ) {
    this.#file = file;
    this.#path = given.path;
    this.#remove = given.remove;
    this.size = given.size;
    this.sha256 = given.sha256;
  }

  async head(most: number): Promise<Buffer> {
    const head = Buffer.alloc(Math.min(most, this.size));
    let filled = 0;
    while (filled < head.length) {
      const { bytesRead } = await this.#file!.read(head, filled, head.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return head.subarray(0, filled);
  }

  stream(): Readable {
    // A stream of the file itself closes it when it is destroyed, and then it could not be read again.
    return Readable.from(piecesOf(this.#file!), { objectMode: false });
  }

  async settle(): Promise<string> {
    await this.#file!.sync();
    await this.#file!.close();
    this.#file = undefined;
    return this.#path;
  }

  async discard(): Promise<void> {
    if (!this.#file) return;
    const file = this.#file;
    this.#file = undefined;
    await file.close();
    await this.#remove();
  }
}

const pieceBytes = 64 * 1024;

/** Reads a file from its beginning to its end. */
async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
