import type { Logger } from 'pino';
import type { Received } from '../../platform/file-store/received.ts';
import { programFile } from '../../platform/package-files.ts';
import { PoolBusy, ThreadPool } from '../../platform/thread-pool.ts';
import type { FactsWork, FileFacts } from './facts-work.ts';
import { mediaTypeOf } from './media-type.ts';

/**
 * Looks into the first bytes of uploads. Anybody may have written them, to confuse the libraries that read them, and both have had
 * faults by which a few bytes kept them busy for ever. So a thread does it, which is ended if it takes too long.
 */

/** Bytes that are looked at. The size of a JPEG stands behind its previews, which may have 64 KiB each. */
const headBytes = 256 * 1024;
/** Processor time of a thread for one file, in milliseconds. */
const readMs = 500;

const nothing: FileFacts = { type: null, width: null, height: null };

/** See the comment at the top of this file. */
export class FactReader {
  readonly #pool: ThreadPool;
  readonly #log: Pick<Logger, 'warn'>;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
    const file = programFile('dialog/files/facts-thread');
    this.#pool = new ThreadPool({ file });
  }

  /**
   * Reads what the bytes say.
   * @param owner the id of the project: it has one thread at a time
   * @returns nothing but nulls for bytes of no known kind, and for those that took too long
   * @throws PoolBusy if too many uploads wait
   */
  async read(owner: string, head: Uint8Array): Promise<FileFacts> {
    const done = await this.#pool.run<FileFacts>(owner, { head } satisfies FactsWork, readMs);
    if ('result' in done) return done.result;
    this.#log.warn({ project: owner, ended: done.ended }, 'the type of an upload was not found in time');
    return nothing;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Whether too many uploads waited for a thread. */
export const isBusy = (error: unknown): boolean => error instanceof PoolBusy;

/**
 * What is known of bytes that arrived, whoever sent them.
 * @param said the media type by their sender
 * @throws PoolBusy if too many uploads wait
 */
export async function factsOf(
  reader: FactReader,
  projectId: string,
  received: Received,
  said: string | undefined,
): Promise<Omit<FileFacts, 'type'> & { type: string; size: number; sha256: Buffer }> {
  const head = await received.head(headBytes);
  const { type, width, height } = await reader.read(projectId, head);
  const { size, sha256 } = received;
  return { type: mediaTypeOf(type, said, head), size, width, height, sha256 };
}
