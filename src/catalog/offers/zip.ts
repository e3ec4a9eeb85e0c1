import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { BodyBudget } from '../../platform/body-budget.ts';
import { Problem } from '../../platform/problem.ts';
import { isRefusal, refuse } from '../errors.ts';
import { mayExpandTo, mostTimes } from './file-bytes.ts';

/** ZIP archives, and workbooks, which are such archives. Their list of files stands at their end, so they are kept in a temporary file. */

const mebibyte = 2 ** 20;
const mostBytes = 512 * mebibyte;
const mostEntries = 10_000;
/** Of the list of its files, which is in memory. */
const mostListBytes = 8 * mebibyte;

/** Of the archives that are open at the same time. Nobody is a proven holder here, so half of it may be used: two of the largest fit. */
const disk = new BodyBudget(4 * mostBytes);

const noRoom = () =>
  new Problem(
    503,
    'too_many_bodies',
    'The server reads as many archives and workbooks as it may at the moment. Send this one again in a minute, or its list as CSV, which needs no room.',
    { retryAfterSeconds: 60 },
  );

/** A file of an archive. */
interface Packed {
  name: string;
  /** In bytes, as it is in the archive. */
  size: number;
  /** What it has; reading it fails with a Refusal. */
  bytes: AsyncIterable<Buffer>;
}

export interface Archive {
  isWorkbook: boolean;
  /** What a file has; undefined if there is none of this name, in any case. */
  read(name: string): AsyncIterable<Buffer> | undefined;
  /** The file of this name, or the only one. @throws Refusal 400 */
  only(name: string | undefined): Packed;
  close(): void;
}

/**
 * Receives an archive. Its temporary file has no name any more when this returns, so it ends with the process.
 * @param mayHave how many bytes each of its files may have, asked once the archive was received; for one that was compressed itself
 * @param budget of the bytes that such files may have together
 * @throws Refusal 413 if it is too large, 400 if it is no archive; Problem 503 if there is no room for it now
 */
export async function openArchive(
  file: Readable,
  mayHave: () => number = () => Number.POSITIVE_INFINITY,
  budget: BodyBudget = disk,
): Promise<Archive> {
  const path = join(tmpdir(), `parley-import-${randomUUID()}`);
  const place = budget.open(undefined);
  let bytes = 0;
  try {
    await pipeline(
      file,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > mostBytes) {
            throw refuse(
              413,
              `An archive or a workbook may have ${mostBytes / mebibyte} MiB. Send its list as CSV.`,
            );
          }
          if (!place.take(chunk.length)) throw noRoom();
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    );
    const archive = await readArchive(path, mayHave());
    return {
      ...archive,
      close() {
        archive.close();
        place.giveBack();
      },
    };
  } catch (error) {
    place.giveBack();
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

const noArchive = () =>
  refuse(400, 'The file begins like a ZIP archive or a workbook and is none, or breaks off.');

async function readArchive(path: string, mayHave: number): Promise<Archive> {
  let archive: ZipFile | undefined;
  const entries: Entry[] = [];
  let listBytes = 0;
  try {
    archive = await yauzl.openPromise(path, { autoClose: false });
    for await (const entry of archive.eachEntry()) {
      listBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (entries.length === mostEntries || listBytes > mostListBytes) {
        throw refuse(400, `The archive has more than ${mostEntries} files, or very long names of files.`);
      }
      if (!entry.fileName.endsWith('/')) entries.push(entry);
    }
  } catch (error) {
    archive?.close();
    throw isRefusal(error) ? error : noArchive();
  }
  const opened = archive;
  const packed = (entry: Entry): Packed => {
    refuseUnreadable(entry);
    const bytes = limited(() => opened.openReadStreamPromise(entry), entry, mayHave);
    return { name: entry.fileName, size: entry.compressedSize, bytes };
  };
  // Names of parts are the same in any case (ECMA-376, part 2, 6.2.2.3), and some programs write them so.
  const find = (name: string) =>
    entries.find(({ fileName }) => fileName === name) ??
    entries.find(({ fileName }) => fileName.toLowerCase() === name.toLowerCase());
  // What systems add beside the files that somebody packed.
  const files = entries.filter(({ fileName }) => !/^__MACOSX\/|(?:^|\/)\.DS_Store$/.test(fileName));
  return {
    isWorkbook: find('xl/workbook.xml') !== undefined || find('[Content_Types].xml') !== undefined,
    read(name) {
      const entry = find(name);
      return entry && packed(entry).bytes;
    },
    only(name) {
      if (find('mimetype') && find('content.xml')) {
        throw refuse(400, 'The file is an OpenDocument spreadsheet. Save it as .xlsx, or as CSV.');
      }
      const those = files
        .slice(0, 20)
        .map(({ fileName }) => `"${fileName}"`)
        .join(', ');
      if (name === undefined) {
        if (files.length === 1) return packed(files[0]!);
        throw refuse(
          400,
          files.length === 0
            ? 'The archive is empty.'
            : `The archive has several files: ${those}. Say which one: file=NAME.`,
        );
      }
      const entry = files.find(({ fileName }) => fileName === name);
      if (!entry) throw refuse(400, `The archive has no file "${name}". Its files are ${those}.`);
      return packed(entry);
    },
    close: () => opened.close(),
  };
}

/** @throws Refusal 400 for a file with a password, or that is packed in a way which few programs know */
function refuseUnreadable(entry: Entry): void {
  if (entry.isEncrypted()) throw refuse(400, 'The archive has a password. Send it without one.');
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw refuse(
      400,
      'The archive is compressed in a way that cannot be read here. Pack it as an ordinary ZIP archive (deflate), or send the file itself.',
    );
  }
}

/** Opens a file when its reader begins, so that nothing stays open of what nobody reads. */
async function* limited(
  open: () => Promise<Readable>,
  entry: Entry,
  mayHave: number,
): AsyncGenerator<Buffer> {
  const most = Math.min(mayHave, mayExpandTo(entry.compressedSize));
  let bytes = 0;
  let sum = 0;
  try {
    for await (const chunk of (await open()) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      sum = crc32(chunk, sum);
      if (bytes > most) {
        throw refuse(
          413,
          `A file of the archive expands to more than ${mostTimes} times its compressed size. Send it as it is.`,
        );
      }
      yield chunk;
    }
    if (sum !== entry.crc32) throw noArchive();
  } catch (error) {
    throw isRefusal(error) ? error : noArchive();
  }
}
