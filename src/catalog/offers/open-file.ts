import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { decodingOf, NoText, nameOfCharset, readContentType } from '../../platform/body-text.ts';
import { type Decoder, decoderOf } from '../../platform/content-decoding.ts';
import { invalid, refuse } from '../errors.ts';
import { charsetOfFile } from './charset.ts';
import { type CsvFormat, findFormat, nameOfDelimiter } from './csv-format.ts';
import { readCsv } from './csv-records.ts';
import {
  decoded,
  mayExpandTo,
  readStart,
  streamOf,
  textOf,
  unpacked,
  wholeLines,
  withoutLines,
} from './file-bytes.ts';
import { csv, gzip, ndjson, workbook, zip } from './file-types.ts';
import { renamed } from './mapping.ts';
import { type FileRecord, readNdjson } from './records.ts';
import { readWorkbook } from './workbook.ts';
import { type Archive, openArchive } from './zip.ts';

/** What a request says about its file besides its headers. */
export interface FileSaid extends Pick<CsvFormat, 'emptyCells' | 'needsSource' | 'map'> {
  charset?: string | undefined;
  /** One character. */
  delimiter?: string | undefined;
  /** The line of the header row, from 1. */
  headerRow?: number | undefined;
  /** A sheet of a workbook: its name, or its number from 1. */
  sheet?: string | undefined;
  /** A file of a ZIP archive. */
  file?: string | undefined;
}

/** How a file is read. */
export interface FoundFile {
  format: 'csv' | 'ndjson' | 'xlsx';
  /** Of a text. */
  charset?: string;
  compressed: boolean;
  /** Of an archive: the file in it. */
  file?: string;
  /** Of a workbook. */
  sheet?: string;
  /** Of a CSV: the name of its delimiter. */
  delimiter?: string;
  /** Of a table: the line of its header row, and the fields of its columns, once that was read; null is not read. */
  header_row?: number;
  columns?: { column: string; field: string | null }[];
}

/** An imported file. */
export interface OpenFile {
  found: FoundFile;
  records: AsyncIterable<FileRecord>;
}

/**
 * Opens the body of an import by its headers, by what is said, and by its beginning. Nothing but archives and workbooks is kept as a whole,
 * and these in a temporary file.
 * @param gone aborts when the sender has left: then reading fails
 * @throws Refusal 415 for an unknown type, charset or encoding; 400 if the beginning is not that of such a file; 413 for what is too large. Reading
 *   `records` fails with a Refusal 400 if the bytes do not match the headers, 413 if they expand too much
 */
export async function openFile(
  request: FastifyRequest,
  said: FileSaid,
  gone: AbortSignal,
): Promise<OpenFile> {
  const { media: type, charset } = readContentType(request.sentType);
  if (![csv, ndjson, workbook, zip, gzip].includes(type)) {
    throw refuse(415, `Unsupported media type "${request.sentType}" in request.`);
  }
  // Refused before anything is read.
  checkCharset(charset);
  checkCharset(said.charset);
  if (
    charset !== undefined &&
    said.charset !== undefined &&
    nameOfCharset(charset) !== nameOfCharset(said.charset)
  ) {
    throw invalid({
      charset: [`This says ${said.charset}, and the content type says ${charset}. Say one of them.`],
    });
  }
  const unpack = readEncoding(request.headers['content-encoding']);
  const body = (request.body as Readable | undefined) ?? Readable.from([]);
  let received = Number.POSITIVE_INFINITY;
  const plain = unpack
    ? streamOf(
        unpacked(body, unpack, (bytes) => {
          received = bytes;
        }),
      )
    : body;
  const sent = await readStart(plain);
  gone.throwIfAborted();
  const stopping = (file: Readable) => {
    // After its last reader the file may still fail.
    file.on('error', () => {});
    gone.addEventListener('abort', () => file.destroy(gone.reason as Error));
    return file;
  };
  const isText = type === ndjson ? ndjson : csv;
  const named = { ...said, charset: said.charset ?? charset };
  if (isGzip(sent.start)) {
    if (unpack) throw twice();
    const inner = await readStart(streamOf(unpacked(stopping(sent.file), createGunzip)));
    if (isZip(inner.start) || isGzip(inner.start)) throw twice();
    return openText(inner, isText, named, { compressed: true });
  }
  if (!isZip(sent.start)) {
    if (type === workbook || type === zip || type === gzip) {
      throw refuse(
        400,
        `The file is no ${type === workbook ? 'workbook' : type === zip ? 'ZIP archive' : 'gzip'}.`,
      );
    }
    return openText({ ...sent, file: stopping(sent.file) }, isText, named, {
      compressed: unpack !== undefined,
    });
  }
  return inArchive(await openArchive(stopping(sent.file), () => mayExpandTo(received)), (archive) =>
    openArchived(archive, named),
  );
}

const twice = () => refuse(400, 'The file was compressed twice. Send what is in it.');

/** Opens what an archive has, and closes the archive once that was read, or cannot be. */
async function inArchive(
  archive: Archive,
  open: (archive: Archive) => OpenFile | Promise<OpenFile>,
): Promise<OpenFile> {
  try {
    return closing(archive, await open(archive));
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function openArchived(archive: Archive, said: FileSaid): Promise<OpenFile> {
  if (archive.isWorkbook) return openWorkbook(archive, said);
  const { name, size, bytes } = archive.only(said.file);
  const inner = await readStart(streamOf(bytes));
  if (isGzip(inner.start)) throw twice();
  if (isZip(inner.start)) {
    // Suppliers send workbooks in archives. What is in one may be as large as if it had been compressed once.
    return inArchive(await openArchive(inner.file, () => mayExpandTo(size)), (workbook) => {
      if (!workbook.isWorkbook) throw twice();
      return openWorkbook(workbook, said, name);
    });
  }
  const type = /\.(?:ndjson|jsonl)$/i.test(name) ? ndjson : csv;
  return openText(inner, type, said, { compressed: true, file: name });
}

function openWorkbook(archive: Archive, said: FileSaid, file?: string): OpenFile {
  const found: FoundFile = { format: 'xlsx', compressed: true, ...(file !== undefined && { file }) };
  return { found, records: readWorkbook(archive, { ...said, ...onHeader(found) }, found) };
}

/** Closes the archive when its file was read, or reading it has failed. */
function closing(archive: Archive, { found, records }: OpenFile): OpenFile {
  return {
    found,
    records: (async function* () {
      try {
        yield* records;
      } finally {
        archive.close();
      }
    })(),
  };
}

function openText(
  { start, file }: { start: Buffer; file: Readable },
  type: typeof csv | typeof ndjson,
  said: FileSaid,
  about: Pick<FoundFile, 'compressed' | 'file'>,
): OpenFile {
  if (isOldWorkbook(start)) {
    throw refuse(
      400,
      'The file is a workbook in the old format of Excel (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.',
    );
  }
  const charset = charsetOfFile(wholeLines(start), said.charset);
  // Invalid lines of UTF-8 are left out one by one by whoever reads them.
  const text = charset === 'utf-8' ? file : streamOf(decoded(file, charset));
  if (type === ndjson) {
    const found: FoundFile = { format: 'ndjson', charset, ...about };
    const records = readNdjson(text);
    return { found, records: Object.keys(said.map).length > 0 ? renamed(records, said.map) : records };
  }
  const { delimiter, skippedLines } = findFormat(textOf(start, charset), said);
  const found: FoundFile = {
    ...{ format: 'csv', charset, ...about },
    delimiter: nameOfDelimiter(delimiter),
  };
  const lines = skippedLines > 0 ? streamOf(withoutLines(text, skippedLines)) : text;
  return { found, records: readCsv(lines, { ...said, delimiter, skippedLines, ...onHeader(found) }) };
}

/** Notes the columns of a table. */
const onHeader = (found: FoundFile): Pick<CsvFormat, 'onHeader'> => ({
  onHeader(cells, fields, line) {
    found.header_row = line;
    found.columns = cells.map((column, i) => ({ column, field: fields[i] ?? null }));
  },
});

const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;
const isOldWorkbook = (start: Buffer): boolean => start.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1';
const isZip = (start: Buffer): boolean => start.toString('latin1', 0, 4) === 'PK\x03\x04';

function checkCharset(charset: string | undefined): void {
  try {
    if (charset !== undefined) decodingOf(charset);
  } catch (error) {
    if (!(error instanceof NoText)) throw error;
    throw refuse(
      415,
      `Unsupported charset "${charset}" in request. Send the file in UTF-8, or name its charset by a label of the WHATWG Encoding Standard, such as windows-1251, iso-8859-1 or utf-16le.`,
    );
  }
}

/** @returns undefined for a file that is sent as it is */
function readEncoding(header = ''): (() => Decoder) | undefined {
  if (/^(?:identity)?$/i.test(header.trim())) return undefined;
  const unpack = decoderOf(header);
  if (unpack) return unpack;
  throw refuse(
    415,
    `Unsupported content encoding "${header}" in request. Send the file as it is, or with gzip, deflate or br.`,
  );
}
