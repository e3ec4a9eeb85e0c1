import { Readable } from 'node:stream';
import { decodingOf, NoText } from '../../platform/body-text.ts';
import type { Decoder } from '../../platform/content-decoding.ts';
import { refuse } from '../errors.ts';

/** The bytes of an imported file as they arrive: what its beginning shows, unpacking, decoding. */

/** Its reader gets its errors; the listener is for those after a reader has gone, which would end the process. */
export const streamOf = (pieces: AsyncIterable<Buffer>): Readable =>
  Readable.from(pieces, { objectMode: false }).on('error', () => {});

const resume = 'What stood before was imported; send the file again once it is whole.';

/**
 * What a compressed file may expand to: so many bytes, and so many times what was received. Files of offers expand five to
 * fifty times. Without a limit, the rows of some kilobytes would be work for minutes.
 */
const freeBytes = 2 ** 20;
export const mostTimes = 200;

/** How many bytes a file may have that was received compressed. @param bytes of the compressed file */
export const mayExpandTo = (bytes: number): number => freeBytes + mostTimes * bytes;

/** The bytes of a compressed file. @param received is told how many bytes of it were read */
export async function* unpacked(
  body: Readable,
  unpack: () => Decoder,
  received: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const plain = unpack();
  body.on('error', (error) => plain.destroy(error));
  body.pipe(plain);
  let bytes = 0;
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      received(plain.bytesWritten);
      if (bytes > mayExpandTo(plain.bytesWritten)) {
        throw refuse(
          413,
          `The file expands to more than ${mostTimes} times its compressed size. Send it as it is, without Content-Encoding; offers that were imported are skipped.`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!/^(?:Z_|ERR_.*BROTLI|ERR__ERROR)/.test(code)) throw error;
    throw refuse(400, `The body is not what its Content-Encoding says, or breaks off. ${resume}`);
  } finally {
    body.unpipe(plain);
    body.resume();
  }
}

/** The bytes of a text in UTF-8. */
export async function* decoded(chunks: AsyncIterable<Buffer>, charset: string): AsyncGenerator<Buffer> {
  const decoding = decodingOf(charset);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      yield Buffer.from(decoding.next(chunk));
      bytes += chunk.length;
    }
    yield Buffer.from(decoding.end());
  } catch (error) {
    if (!(error instanceof NoText)) throw error;
    throw refuse(400, `The file is not in ${charset}: see what stands after byte ${bytes}. ${resume}`);
  }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A text without its first lines. */
export async function* withoutLines(chunks: AsyncIterable<Buffer>, lines: number): AsyncGenerator<Buffer> {
  let left = lines;
  let isReturned = false;
  for await (const chunk of chunks) {
    let at = 0;
    // A line ends by a line feed, a carriage return, or both.
    while (at < chunk.length && (left > 0 || (isReturned && chunk[at] === lineFeed))) {
      const byte = chunk[at++];
      if (byte === carriageReturn || (byte === lineFeed && !isReturned)) left--;
      isReturned = byte === carriageReturn;
    }
    if (at === chunk.length) continue;
    isReturned = false;
    yield chunk.subarray(at);
  }
}

/** More bytes than header rows need, and enough to see how a file is written. Less than one step of an import, so nothing waits for it. */
const longestStart = 2 ** 16;

/** Without a byte order mark of UTF-8. */
const unmarked = (start: Buffer): Buffer => (start.indexOf('\ufeff') === 0 ? start.subarray(3) : start);

/**
 * Reads the beginning and puts it back, so that a file of the wrong kind is refused before anything is
 * imported. Returns the same stream if possible, because a second stream around it would cost as much as reading it.
 */
export async function readStart(file: Readable): Promise<{ start: Buffer; file: Readable }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = file.read() as Buffer | null;
    if (chunk !== null) {
      pieces.push(chunk);
      size += chunk.length;
      if (size < longestStart) continue;
      const start = Buffer.concat(pieces);
      file.unshift(unmarked(start));
      return { start, file };
    }
    if (await hasEnded(file)) {
      const start = Buffer.concat(pieces);
      const rest = unmarked(start);
      return { start, file: Readable.from(rest.length > 0 ? [rest] : []) };
    }
  }
}

/** Waits for more data. @throws the stream's error */
async function hasEnded(file: Readable): Promise<boolean> {
  if (file.readableEnded) return true;
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      file.off('readable', more).off('end', end).off('error', fail);
      settle();
    };
    const more = () => done(() => resolve(false));
    const end = () => done(() => resolve(true));
    const fail = (error: Error) => done(() => reject(error));
    file.on('readable', more).on('end', end).on('error', fail);
  });
}

/** The same for a file however it arrives, and without a part of a character at its end. */
export const wholeLines = (start: Buffer): Buffer => {
  // A start that is as long may have been cut.
  if (start.length < longestStart) return start;
  const head = start.subarray(0, longestStart);
  return head.subarray(0, head.lastIndexOf(0x0a) + 1 || head.length);
};

/** The text of the beginning, for finding out how it is written. */
export function textOf(start: Buffer, charset: string): string {
  if (charset === 'utf-8') return unmarked(start).toString();
  try {
    return decodingOf(charset).next(start);
  } catch {
    // Whoever reads the file says so.
    return '';
  }
}
