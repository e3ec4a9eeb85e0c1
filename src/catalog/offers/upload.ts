import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { charsetOf, decodingOf, NoText, readContentType } from '../../platform/body-text.ts';
import { type Decoder, decoderOf } from '../../platform/content-decoding.ts';
import { refuse } from '../errors.ts';
import { type Delimiter, delimiterOf } from './csv-format.ts';

export const csv = 'text/csv';
export const ndjson = 'application/x-ndjson';

/** A file of each type, for the document. */
export const fileExamples = {
  [csv]: 'source_identifier,pn_raw,price_raw\r\nAcme,A-100,12.50\r\n',
  [ndjson]: '{"source_identifier":"Acme","pn_raw":"A-100","price_raw":"12.50"}\n',
};

/** An uploaded file, decompressed, in UTF-8, without a byte order mark. */
export interface Upload {
  type: typeof csv | typeof ndjson;
  file: Readable;
  /** Of a CSV, as its header row shows it. */
  delimiter: Delimiter;
}

/**
 * Opens the body of an import as a stream, by its headers.
 * @throws Refusal 415 for an unknown type, charset or encoding, 400 if the first bytes are not a file of lines. Reading
 *   `file` fails with a Refusal 400 if the bytes do not match the headers, 413 if they expand too much
 */
export async function openUpload(request: FastifyRequest): Promise<Upload> {
  const { media: type, charset } = readContentType(request.sentType);
  if (type !== csv && type !== ndjson) {
    throw refuse(415, `Unsupported media type "${request.sentType}" in request.`);
  }
  // Refused before anything is read.
  checkCharset(charset);
  const unpack = readEncoding(request.headers['content-encoding']);
  const body = (request.body as Readable | undefined) ?? Readable.from([]);
  const plain = unpack ? streamOf(unpacked(body, unpack)) : body;
  const { start, file } = await readStart(plain);
  refuseStrangers(start);
  const found = charsetOf(start, charset);
  // Invalid lines of UTF-8 are left out one by one by whoever reads them.
  const text = found === 'utf-8' ? file : streamOf(decoded(file, found));
  return { type, file: text, delimiter: delimiterOf(start) };
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

/** More bytes than any header row needs. */
const longestStart = 2 ** 16;

/** Without a byte order mark of UTF-8. */
const unmarked = (start: Buffer): Buffer => (start.indexOf('\ufeff') === 0 ? start.subarray(3) : start);

/**
 * Reads to the end of the first line and puts it back, so that a file of the wrong kind is refused before anything is
 * imported. Returns the same stream if possible, because a second stream around it would cost as much as reading it.
 */
async function readStart(file: Readable): Promise<{ start: Buffer; file: Readable }> {
  let start = Buffer.alloc(0);
  for (;;) {
    const chunk = file.read() as Buffer | null;
    if (chunk !== null) {
      start = Buffer.concat([start, chunk]);
      if (start.length < longestStart && !start.includes(0x0a)) continue;
      file.unshift(unmarked(start));
      return { start, file };
    }
    if (await hasEnded(file)) {
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
  if (signature.startsWith('\x1f\x8b')) {
    throw refuse(400, 'The file is compressed by gzip. Send it with the header Content-Encoding: gzip.');
  }
  if (signature === 'PK\x03\x04') {
    throw refuse(
      400,
      'The file is a ZIP archive or a workbook of a spreadsheet. Save it as CSV in UTF-8 first.',
    );
  }
}
