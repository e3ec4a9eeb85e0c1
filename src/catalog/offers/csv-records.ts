import type { Readable } from 'node:stream';
import { type CsvError, type Options, type Parser, parse } from 'csv-parse';
import { Breath } from '../../platform/breath.ts';
import { drained } from '../../platform/csv-reader.ts';
import { putCell } from './cells.ts';
import { type CsvFormat, nameOfDelimiter } from './csv-format.ts';
import { type Columns, readHeader } from './csv-header.ts';
import { type FileRecord, longestRecord } from './records.ts';
import { Utf8Reader } from './utf8.ts';

interface CsvRecord {
  index: number;
  line: number;
  /** One character for each byte. */
  values: string[];
  size: number;
}

/** Public fields of csv-parse that its types leave out. */
type ParserInside = Parser & {
  state: {
    quoting: boolean;
    stop: boolean;
    /** The cells of the current record without the unfinished one. */
    record: string[];
    field: { toString(encoding: string): string };
  };
  options: { encoding: string };
};

/** Faults after which nothing more can be read, because nobody can tell where the record should have ended. */
const ends = ['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED'];

/**
 * Reads CSV by RFC 4180, with any of our delimiters, in UTF-8, with a header row. Columns that offers do not have are ignored.
 * @throws Refusal 400 if the header row is missing or malformed, has a column twice, or lacks a required one
 */
export async function* readCsv(file: Readable, format: CsvFormat): AsyncGenerator<FileRecord> {
  let header: string[] | undefined;
  let headerFault: string | undefined;
  let headerLine = format.skippedLines + 1;
  let index = 0;
  const lines = new LineCount(format.skippedLines);
  const parser: Parser = parse({
    // Read cells as bytes, because the parser would silently write U+FFFD for invalid UTF-8.
    encoding: 'latin1',
    delimiter: format.delimiter,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestRecord,
    on_skip: (error: CsvError | undefined) => {
      if (!error) return undefined;
      const { state, options } = parser as ParserInside;
      // The parser would continue to the next quote, across valid lines. End the cell here, and with its line the
      // record, which is skipped.
      if (error.code === 'CSV_INVALID_CLOSING_QUOTE') state.quoting = false;
      const isEnd = ends.includes(error.code);
      const place = lines.ofFault(error, state.record, state.field.toString(options.encoding));
      if (place.again && !isEnd) return undefined;
      if (error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH' && isEmpty(state.record)) return undefined;
      const fault = describe(error, place, format);
      if (!header) headerFault ??= fault;
      // Report the fault in its place among the records. An error would drop valid records that are not read yet.
      parser.push({
        index: index++,
        line: error.code === 'CSV_QUOTE_NOT_CLOSED' ? place.cell : place.begin,
        errors: { non_field_errors: [fault] },
        size: 0,
        ...(isEnd ? { isEnd } : {}),
      } satisfies FileRecord);
      if (error.code === 'CSV_MAX_RECORD_SIZE') {
        state.stop = true;
        parser.push(null);
      }
      return undefined;
    },
    on_record: (values: string[], info: { lines: number }) => {
      const line = lines.ofRecord(info.lines, values);
      // Spreadsheets write the rows above and below a table, too.
      if (isEmpty(values)) return null;
      if (!header) {
        headerLine = line;
        // A name that is not in UTF-8 is none of ours.
        header = values.map((cell) => Buffer.from(cell, 'latin1').toString());
        return null;
      }
      const size = values.reduce((sum, { length }) => sum + length, 0);
      return { index: index++, line, values, size } satisfies CsvRecord;
    },
    // The types allow only records of texts, but `on_record` may return anything.
  } as unknown as Options);
  void feed(file, parser);
  const reader = new Utf8Reader();
  let columns: Columns | undefined;
  try {
    for await (const found of parser as AsyncIterable<FileRecord | CsvRecord>) {
      columns ??= readHeader(header, headerFault, { ...format, line: headerLine });
      if (!('values' in found)) yield found;
      else {
        const { index, line, size, values } = found;
        yield { index, line, size, ...toInput(columns, values, reader, format) };
      }
    }
  } finally {
    parser.destroy();
  }
  // The file may have no other row.
  readHeader(header, headerFault, { ...format, line: headerLine });
}

const isEmpty = (values: readonly string[]): boolean => values.every((value) => value.trim() === '');

/** The parser reads what it is given without a pause; a row may have two bytes, and a malformed one costs most. */
const pieceBytes = 1024;

/** Gives a file to the parser, as fast as its records are read, until the parser wants no more. The rest is discarded. */
async function feed(file: Readable, parser: Parser): Promise<void> {
  // What fails while the rest is discarded is nobody's concern; without a listener it would end the process.
  file.on('error', () => {});
  const breath = new Breath();
  try {
    for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        // Before the piece, because many files may have waited for their data at the same time.
        if (breath.isDue) await breath.take();
        if (parser.destroyed || (parser as ParserInside).state.stop) return;
        if (!parser.write(chunk.subarray(at, at + pieceBytes))) await drained(parser);
      }
    }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
  } finally {
    file.resume();
  }
}

const breaksIn = (text: string, sign: '\n' | '\r'): number => {
  let breaks = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) breaks++;
  return breaks;
};

/**
 * Finds the line on which a record begins. The parser knows the line on which it ends, and counts a carriage return inside
 * a cell as a line.
 */
class LineCount {
  /** Number of carriage returns inside cells of earlier records. */
  #returns = 0;
  readonly #above: number;
  /** The last malformed record; the parser continues in it to the end of its line. */
  #broken: { record: string[]; returns: number } | undefined;

  /** @param above lines that the parser does not get */
  constructor(above: number) {
    this.#above = above;
  }

  ofRecord(parserLine: number, values: string[]): number {
    this.#leaveBroken();
    let feeds = 0;
    for (const value of values) {
      feeds += breaksIn(value, '\n');
      this.#returns += breaksIn(value, '\r');
    }
    return this.#above + parserLine - feeds - this.#returns;
  }

  /**
   * The lines on which the record, its unfinished cell, and the part that was read begin or end.
   * @returns `again` is true for another fault of the same record
   */
  ofFault(error: CsvError, record: string[], cell: string): Place {
    const again = this.#broken?.record === record;
    if (!again) this.#leaveBroken();
    // The parser counts a line at its first character, and the end of the file has none.
    const isFileEnd = error.code === 'CSV_QUOTE_NOT_CLOSED';
    const counted = isFileEnd && /[\r\n]$/.test(cell) ? cell.slice(0, -1) : cell;
    const sum = (sign: '\n' | '\r') => record.reduce((total, text) => total + breaksIn(text, sign), 0);
    const returns = sum('\r') + breaksIn(counted, '\r');
    this.#broken = { record, returns };
    const end = this.#above + Number(error.lines ?? 1) - this.#returns - returns;
    const cellLine = end - breaksIn(counted, '\n');
    const begin = cellLine - sum('\n');
    return { begin, cell: cellLine, end, again };
  }

  #leaveBroken(): void {
    this.#returns += this.#broken?.returns ?? 0;
    this.#broken = undefined;
  }
}

interface Place {
  begin: number;
  cell: number;
  end: number;
  again: boolean;
}

const beyondAscii = /[\x80-\xff]/;

/** @param values whose characters are bytes */
function toInput(
  columns: Columns,
  values: string[],
  reader: Utf8Reader,
  { emptyCells }: CsvFormat,
): Pick<FileRecord, 'input' | 'errors'> {
  const input: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i];
    let value = values[i];
    if (column === undefined || value === undefined) continue;
    if (value !== '' && beyondAscii.test(value)) {
      const read = reader.read(Buffer.from(value, 'latin1'));
      if ('fault' in read) return { errors: { [column]: [read.fault, ...read.hints] } };
      value = read.text;
    }
    const fault = putCell(input, column, value, emptyCells);
    if (fault) return { errors: fault };
  }
  return { input };
}

/** Our own texts for the most common faults, because the parser's texts name its options. */
function describe(error: CsvError, { begin, end }: Place, { delimiter }: CsvFormat): string {
  const swallowed =
    end > begin
      ? ` Lines ${begin} to ${end} were taken for one row: a quote may not be closed where it should.`
      : '';
  switch (error.code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return `This line has another number of cells than the header row.${swallowed}`;
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'A quote that begins here is never closed: everything after it was taken for its text, and nothing of that was imported.';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `A closing quote is followed by something else than a ${nameOfDelimiter(delimiter)} or the end of the line.${swallowed}`;
    case 'INVALID_OPENING_QUOTE':
      return 'A quote stands inside of a cell that does not begin with one.';
    case 'CSV_MAX_RECORD_SIZE':
      return 'This record is longer than 1 MiB; a quote may not be closed. Nothing after it was read.';
    default:
      return 'This line is not valid CSV.';
  }
}
