import type { Readable } from 'node:stream';
import type { FieldErrors } from '../errors.ts';
import { objectFault } from '../fields.ts';
import { isRecord, parseJson } from '../json.ts';
import { Utf8Reader } from './utf8.ts';

/** One record of an imported file: its content, or why it cannot be read. */
export interface FileRecord {
  /** From 0, without the header row of a CSV. */
  index: number;
  /** The line on which it begins, from 1. */
  line: number;
  input?: Record<string, unknown>;
  errors?: FieldErrors;
  /** True if nothing from this record on can be read. */
  isEnd?: boolean;
  /** Its size in the file, roughly in bytes. */
  size: number;
}

/** In bytes. A longer record is reported and not read, because a missing quote could otherwise keep the whole file in memory. */
export const longestRecord = 2 ** 20;

const newline = 0x0a;

/** Reads one JSON object per line; empty lines are skipped. */
export async function* readNdjson(file: Readable): AsyncGenerator<FileRecord> {
  let rest: Buffer[] = [];
  let restSize = 0;
  let line = 0;
  let index = 0;
  let overlong = false;
  const reader = new Utf8Reader();
  const tooLong = () => ({
    index: index++,
    line,
    errors: { non_field_errors: ['This line is longer than 1 MiB.'] },
    size: 0,
  });
  for await (const chunk of file as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const piece = chunk.subarray(start, end);
      const bytes = rest.length > 0 ? Buffer.concat([...rest, piece]) : piece;
      start = end + 1;
      rest = [];
      restSize = 0;
      line++;
      if (overlong || bytes.length > longestRecord) yield tooLong();
      else if (!isBlank(bytes)) yield readLine(reader, bytes, index++, line);
      overlong = false;
    }
    const left = chunk.subarray(start);
    restSize += left.length;
    if (restSize > longestRecord) {
      overlong = true;
      rest = [];
    } else if (left.length > 0) {
      rest.push(left);
    }
  }
  line++;
  const last = Buffer.concat(rest);
  if (overlong) yield tooLong();
  else if (!isBlank(last)) yield readLine(reader, last, index, line);
}

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte > 0x20) return false;
  return true;
}

function readLine(reader: Utf8Reader, bytes: Buffer, index: number, line: number): FileRecord {
  const size = bytes.length;
  const refused = (error: string, hints: string[] = []): FileRecord => ({
    ...{ index, line, size },
    errors: { non_field_errors: [`JSON parse error - ${error}`, ...hints] },
  });
  const read = reader.read(bytes);
  if ('fault' in read) return refused(read.fault, read.hints);
  const parsed = parseJson(read.text);
  if ('error' in parsed) return refused(parsed.error);
  const { value } = parsed;
  if (isRecord(value)) return { index, line, size, input: value };
  return { index, line, size, errors: { non_field_errors: [objectFault(value)!] } };
}
