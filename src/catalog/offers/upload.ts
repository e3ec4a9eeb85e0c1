import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { decodingOf, NoText, readContentType } from '../../platform/body-text.ts';
import { type Decoder, decoderOf } from '../../platform/content-decoding.ts';
import { refuse } from '../errors.ts';
import { charsetOfFile } from './charset.ts';
import { findFormat } from './csv-format.ts';

export const csv = 'text/csv';
export const ndjson = 'application/x-ndjson';

/** A file of each type, for the document. */
export const fileExamples = {
  [csv]: 'source_identifier,pn_raw,price_raw\r\nAcme,A-100,12.50\r\n',
  [ndjson]: '{"source_identifier":"Acme","pn_raw":"A-100","price_raw":"12.50"}\n',
};

/** What a request says about its file besides its headers. */
export interface FileSaid {
  charset?: string | undefined;
  delimiter?: string | undefined;
  /** The line of the header row, from 1. */
  headerRow?: number | undefined;
  map: Readonly<Record<string, string>>;
}

/** An uploaded file, decompressed, in UTF-8, without a byte order mark, from its header row on. */
export interface Upload {
  type: typeof csv | typeof ndjson;
  file: Readable;
  /** The charset that it was sent in. */
  charset: string;
  isPacked: boolean;
  /** Of a CSV. */
  delimiter: string;
  skippedLines: number;
}

/**
 * Opens the body of an import as a stream, by its headers, by what is said, and by its beginning.
 * @throws Refusal 415 for an unknown type, charset or encoding, 400 if the first bytes are not a file of lines. Reading
 *   `file` fails with a Refusal 400 if the bytes do not match the headers, 413 if they expand too much
 */
export async function openUpload(request: FastifyRequest, said: FileSaid): Promise<Upload> {
  const { media: type, charset: named } = readContentType(request.sentType);
  if (type !== csv && type !== ndjson) {
    throw refuse(415, `Unsupported media type "${request.sentType}" in request.`);
  }
  // Refused before anything is read.
  checkCharset(named);
  checkCharset(said.charset);
  const unpack = readEncoding(request.headers['content-encoding']);
  const body = (request.body as Readable | undefined) ?? Readable.from([]);
  const sent = await readStart(unpack ? streamOf(unpacked(body, unpack)) : body);
  const isGzip = isGzipped(sent.start);
  const { start, file } = isGzip ? await readStart(streamOf(unpacked(sent.file, createGunzip))) : sent;
  refuseStrangers(start);
  const charset = charsetOfFile(wholeLines(start), said.charset ?? named);
  // Invalid lines of UTF-8 are left out one by one by whoever reads them.
  const text = charset === 'utf-8' ? file : streamOf(decoded(file, charset));
  const isPacked = isGzip || unpack !== undefined;
  if (type === ndjson) return { type, file: text, charset, isPacked, delimiter: ',', skippedLines: 0 };
  const format = findFormat(textOf(start, charset), said);
  const { skippedLines } = format;
  return {
    ...{ type, charset, isPacked, ...format },
    file: skippedLines > 0 ? streamOf(withoutLines(text, skippedLines)) : text,
  };
}

const isGzipped = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;

/** The same for a file however it arrives, and without a part of a character at its end. */
const wholeLines = (start: Buffer): Buffer => {
  if (start.length <= longestStart) return start;
  const head = start.subarray(0, longestStart);
  return head.subarray(0, head.lastIndexOf(0x0a) + 1 || head.length);
};

/** The text of the beginning, for finding out how it is written. */
function textOf(start: Buffer, charset: string): string {
  if (charset === 'utf-8') return unmarked(start).toString();
  try {
    return decodingOf(charset).next(start);
  } catch {
    // Whoever reads the file says so.
    return '';
  }
}

/** A text without its first lines. */
async function* withoutLines(chunks: AsyncIterable<Buffer>, lines: number): AsyncGenerator<Buffer> {
  let left = lines;
  for await (const chunk of chunks) {
    let at = 0;
    while (left > 0) {
      const end = chunk.indexOf(0x0a, at);
      if (end < 0) break;
      at = end + 1;
      left--;
    }
    if (left === 0 && at < chunk.length) yield chunk.subarray(at);
  }
}

/** Its reader gets its errors; the listener is for those after a reader has gone, which would end the process. */
const streamOf = (pieces: AsyncIterable<Buffer>): Readable =>
  Readable.from(pieces, { objectMode: false }).on('error', () => {});

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

const resume = 'What stood before was imported; send the file again once it is whole.';

/**
 * What a compressed file may expand to: so many bytes, and so many times what was received. Files of offers expand five to
 * fifty times. Without a limit, the rows of some kilobytes would be work for minutes.
 */
const freeBytes = 2 ** 20;
const mostTimes = 200;

async function* unpacked(body: Readable, unpack: () => Decoder): AsyncGenerator<Buffer> {
  const plain = unpack();
  body.on('error', (error) => plain.destroy(error));
  body.pipe(plain);
  let bytes = 0;
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > freeBytes + mostTimes * plain.bytesWritten) {
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

async function* decoded(chunks: AsyncIterable<Buffer>, charset: string): AsyncGenerator<Buffer> {
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

/** More bytes than header rows need, and enough to see how a file is written. Less than one step of an import, so nothing waits for it. */
const longestStart = 2 ** 16;

/** Without a byte order mark of UTF-8. */
const unmarked = (start: Buffer): Buffer => (start.indexOf('\ufeff') === 0 ? start.subarray(3) : start);

/**
 * Reads the beginning and puts it back, so that a file of the wrong kind is refused before anything is
 * imported. Returns the same stream if possible, because a second stream around it would cost as much as reading it.
 */
async function readStart(file: Readable): Promise<{ start: Buffer; file: Readable }> {
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

function refuseStrangers(start: Buffer): void {
  const signature = start.toString('latin1', 0, 4);
  if (signature === 'PK\x03\x04') {
    throw refuse(
      400,
      'The file is a ZIP archive or a workbook of a spreadsheet. Save it as CSV in UTF-8 first.',
    );
  }
}
