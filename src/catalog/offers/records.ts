import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { type CsvError, type Options, type Parser, parse } from 'csv-parse';
import { objectErrors, utf8Fault } from '../body.ts';
import { type FieldErrors, invalid } from '../errors.ts';
import { parseJson } from '../json.ts';
import { offerFields } from './fields.ts';

/** One record of an imported file: what it says, or why it cannot be read. */
export interface FileRecord {
  /** From 0, without the header row of a CSV. */
  index: number;
  /** Where it begins, from 1. */
  line: number;
  input?: Record<string, unknown>;
  errors?: FieldErrors;
  /** Its size in the file, roughly in bytes. */
  size: number;
}

/** A record longer than this is reported and not read: it bounds what a broken quote can keep in memory. */
const longestRecord = 2 ** 20;

interface CsvRecord {
  index: number;
  line: number;
  /** A character for each byte, unless the file is in UTF-16. */
  values: string[];
  size: number;
}

/** What csv-parse keeps public and does not declare. */
type ParserInside = Parser & { state: { quoting: boolean; stop: boolean }; options: { encoding: string } };

const knownColumns = ['source_identifier', 'source_name', ...offerFields];

/**
 * Reads CSV as RFC 4180 has it, in UTF-8, with a header row. Columns that no offer has are ignored.
 * @throws Refusal 400 when the header row lacks a column that every offer needs
 */
export async function* readCsv(file: Readable): AsyncGenerator<FileRecord> {
  let columns: (string | undefined)[] | undefined;
  let index = 0;
  let lastLine = 0;
  let areBytes = true;
  const fault = (error: CsvError): FileRecord => ({
    index: index++,
    line: Math.max(1, Number(error.lines ?? 1)),
    errors: { non_field_errors: [describe(error)] },
    size: 0,
  });
  const parser: Parser = parse({
    bom: true,
    // Cells come as bytes: the parser would put U+FFFD where they are not UTF-8, and say nothing.
    encoding: 'latin1',
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestRecord,
    on_skip: (error: CsvError | undefined) => {
      if (!error) return undefined;
      const { state } = parser as ParserInside;
      // The parser would go on to the next quote, over lines that are sound. The cell ends here, and the record, which
      // is skipped, with its line.
      if (error.code === 'CSV_INVALID_CLOSING_QUOTE') state.quoting = false;
      // There is no telling where it should have ended, so reading ends here. An error would take sound records along
      // that nobody has read yet.
      const isEnd = error.code === 'CSV_MAX_RECORD_SIZE';
      if (isEnd) {
        state.stop = true;
        error.lines = lastLine + 1;
      }
      // In its place among the records.
      parser.push(fault(error));
      if (isEnd) {
        parser.push(null);
        file.unpipe(parser);
        file.resume();
      }
      return undefined;
    },
    on_record: (values: string[], { lines }: { lines: number }) => {
      lastLine = lines;
      if (!columns) {
        // A byte order mark has chosen the encoding anew.
        const { options } = parser as ParserInside;
        if (options.encoding === 'utf8') options.encoding = 'latin1';
        areBytes = options.encoding === 'latin1';
        columns = values.map((name) => knownColumns.find((known) => known === name.trim()));
        return null;
      }
      let size = 0;
      let breaks = 0;
      for (const value of values) {
        size += value.length;
        for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) breaks++;
      }
      return { index: index++, line: lines - breaks, values, size } satisfies CsvRecord;
    },
    // Its types know records of texts only, where `on_record` may make anything of them.
  } as unknown as Options);
  file.on('error', (error) => parser.destroy(error));
  file.pipe(parser);
  try {
    for await (const found of parser as AsyncIterable<FileRecord | CsvRecord>) {
      requireColumns(columns);
      if (!('values' in found)) yield found;
      else {
        const { index, line, size, values } = found;
        yield { index, line, size, ...toInput(columns!, values, areBytes) };
      }
    }
  } finally {
    file.unpipe(parser);
    file.resume();
  }
  requireColumns(columns);
}

function requireColumns(columns: (string | undefined)[] | undefined): void {
  const missing = [
    ...(columns?.includes('source_identifier') || columns?.includes('source_name')
      ? []
      : ['source_identifier']),
    ...(columns?.includes('pn_raw') ? [] : ['pn_raw']),
  ];
  if (missing.length === 0) return;
  throw invalid({ non_field_errors: missing.map((name) => `Line 1: the column ${name} is missing.`) });
}

const beyondAscii = /[\x80-\xff]/;

/** @param areBytes the characters of `values` stand for the bytes of UTF-8 */
function toInput(
  columns: (string | undefined)[],
  values: string[],
  areBytes: boolean,
): Pick<FileRecord, 'input' | 'errors'> {
  const input: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i];
    let value = values[i];
    // An empty cell is a field that was left out.
    if (column === undefined || value === undefined || value === '') continue;
    if (areBytes && beyondAscii.test(value)) {
      const bytes = Buffer.from(value, 'latin1');
      if (!isUtf8(bytes)) return { errors: { [column]: [utf8Fault(bytes)] } };
      value = bytes.toString();
    }
    if (column !== 'raw_payload') {
      input[column] = value;
      continue;
    }
    const parsed = parseJson(value);
    if ('error' in parsed) return { errors: { raw_payload: ['Value must be valid JSON.'] } };
    input[column] = parsed.value;
  }
  return { input };
}

/** The commonest faults in words of their own; the parser's texts name its options. */
function describe(error: CsvError): string {
  switch (error.code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return 'This line has another number of cells than the header row.';
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'A quote that begins here is never closed.';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'A closing quote is followed by something else than a comma or the end of the line.';
    case 'INVALID_OPENING_QUOTE':
      return 'A quote stands inside of a cell that does not begin with one.';
    case 'CSV_MAX_RECORD_SIZE':
      return 'This record is longer than 1 MiB; a quote may not be closed. Nothing after it was read.';
    default:
      return 'This line is not valid CSV.';
  }
}

const newline = 0x0a;

/** Reads one JSON object a line; empty lines are skipped. */
export async function* readNdjson(file: Readable): AsyncGenerator<FileRecord> {
  let rest: Buffer[] = [];
  let restSize = 0;
  let line = 0;
  let index = 0;
  let overlong = false;
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
      else if (!isBlank(bytes)) yield readLine(bytes, index++, line);
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
  else if (!isBlank(last)) yield readLine(last, index, line);
}

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte > 0x20) return false;
  return true;
}

function readLine(bytes: Buffer, index: number, line: number): FileRecord {
  const size = bytes.length;
  const parsed = isUtf8(bytes) ? parseJson(bytes.toString()) : { error: utf8Fault(bytes) };
  if ('error' in parsed) {
    return { index, line, size, errors: { non_field_errors: [`JSON parse error - ${parsed.error}`] } };
  }
  const errors = objectErrors(parsed.value);
  return errors
    ? { index, line, size, errors }
    : { index, line, size, input: parsed.value as Record<string, unknown> };
}
