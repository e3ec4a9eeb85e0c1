import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { refuse } from '../errors.ts';

/** ZIP archives, and workbooks, which are such archives. Their list of files stands at their end, so they are kept in a temporary file. */

const mebibyte = 2 ** 20;
const mostBytes = 512 * mebibyte;
const mostEntries = 10_000;
/** What a file of an archive may expand to, as for other compressed files. */
const freeBytes = mebibyte;
const mostTimes = 200;

export interface Archive {
  isWorkbook: boolean;
  /** Opens a file; undefined if there is none of this name. */
  read(name: string): Promise<AsyncIterable<Buffer>> | undefined;
  /** The file of this name, or the only one. @throws Refusal 400 */
  only(name: string | undefined): { name: string; open: () => Promise<AsyncIterable<Buffer>> };
  close(): void;
}

/**
 * Receives an archive. Its temporary file has no name any more when this returns, so it ends with the process.
 * @throws Refusal 413 if it is too large, 400 if it is no archive
 */
export async function openArchive(file: Readable): Promise<Archive> {
  const path = join(tmpdir(), `parley-import-${randomUUID()}`);
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
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    );
    return await readArchive(path);
  } finally {
    await rm(path, { force: true });
  }
}

const noArchive = () =>
  refuse(400, 'The file begins like a ZIP archive or a workbook and is none, or breaks off.');

async function readArchive(path: string): Promise<Archive> {
  let archive: ZipFile | undefined;
  const entries = new Map<string, Entry>();
  try {
    archive = await yauzl.openPromise(path, { autoClose: false });
    for await (const entry of archive.eachEntry()) {
      if (entries.size === mostEntries) throw refuse(400, `The archive has more than ${mostEntries} files.`);
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
    }
  } catch (error) {
    archive?.close();
    throw error instanceof Error && error.name === 'Refusal' ? error : noArchive();
  }
  const opened = async (entry: Entry) => limited(await archive.openReadStreamPromise(entry), entry);
  // What systems add beside the files that somebody packed.
  const files = [...entries.keys()].filter((name) => !/^__MACOSX\/|(?:^|\/)\.DS_Store$/.test(name));
  return {
    isWorkbook: entries.has('xl/workbook.xml') || entries.has('[Content_Types].xml'),
    read(name) {
      const entry = entries.get(name);
      return entry && opened(entry);
    },
    only(name) {
      const those = files
        .slice(0, 20)
        .map((each) => `"${each}"`)
        .join(', ');
      const chosen = name ?? (files.length === 1 ? files[0] : undefined);
      if (chosen === undefined) {
        throw refuse(
          400,
          files.length === 0
            ? 'The archive is empty.'
            : `The archive has several files: ${those}. Say which one: file=NAME.`,
        );
      }
      const entry = entries.get(chosen);
      if (!entry) throw refuse(400, `The archive has no file "${chosen}". Its files are ${those}.`);
      return { name: chosen, open: () => opened(entry) };
    },
    close: () => archive.close(),
  };
}

async function* limited(chunks: Readable, entry: Entry): AsyncGenerator<Buffer> {
  const most = freeBytes + mostTimes * entry.compressedSize;
  let bytes = 0;
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) {
        throw refuse(
          413,
          `A file of the archive expands to more than ${mostTimes} times its compressed size. Send it as it is.`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Error && error.name === 'Refusal' ? error : noArchive();
  }
}
