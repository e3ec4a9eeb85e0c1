import type { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { charsetOf, decodingOf, NoText, readContentType, type TextDecoding } from './body-text.ts';
import { Breath } from './breath.ts';

/** CSV by RFC 4180, read row by row, so that files may be of any size. */

/** A row, and the line on which it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** A file that cannot be read on, at a line. Its message is for the person who made the file. */
export class CsvFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** A longer row is most likely one whose quote was never closed. */
const longestRow = 2 ** 20;

/**
 * Reads the rows of a file, the first one included; empty lines are left out. It lets others work in between.
 * @param contentType names the charset of the file, if it is not UTF-8 and no byte order mark shows it
 * @throws CsvFault where the file is no CSV, after the rows before; what the file throws
 */
export async function* readCsv(file: Readable, contentType?: string): AsyncGenerator<CsvRow> {
  let line = 1;
  let returns = 0;
  /** Rows that are parsed and were not given out: with an error the parser would discard them. */
  let pending: CsvRow[] = [];
  let taken = 0;
  const parser = parse({
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    // The parser knows the line on which a row ends, and counts a carriage return inside a cell as one.
    on_record: (cells: string[], { lines }: { lines: number }) => {
      returns += countOf('\r', cells);
      line = lines - returns + 1;
      const row = { line: lines - returns - countOf('\n', cells), cells };
      pending.push(row);
      return row as never;
    },
  });
  void feed(file, parser, readContentType(contentType).charset, () => line);
  const breath = new Breath();
  try {
    for await (const row of parser as AsyncIterable<unknown>) {
      taken++;
      if (taken === pending.length) [pending, taken] = [[], 0];
      yield row as CsvRow;
      if (breath.isDue) await breath.take();
    }
  } catch (error) {
    const code = (error as CsvError).code;
    const isOfCsv = typeof code === 'string' && /^(?:CSV|INVALID)_/.test(code);
    if (!isOfCsv && !(error instanceof CsvFault)) throw error;
    yield* pending.slice(taken);
    throw isOfCsv ? new CsvFault(line, saidOf(code)) : error;
  } finally {
    parser.destroy();
  }
}

type Parser = ReturnType<typeof parse>;

/** Gives a file to the parser as fast as its rows are read. */
async function feed(
  file: Readable,
  parser: Parser,
  charset: string | undefined,
  lineNow: () => number,
): Promise<void> {
  // What fails while the rest is discarded is nobody's concern; without a listener it would end the process.
  file.on('error', () => {});
  let decoding: TextDecoding | undefined;
  try {
    for await (const chunk of wholeMarks(file.iterator({ destroyOnReturn: false }))) {
      if (parser.destroyed) return;
      decoding ??= decodingOf(charsetOf(chunk, charset));
      if (!parser.write(decoding.next(chunk))) await drained(parser);
    }
    decoding?.end();
    parser.end();
  } catch (error) {
    const fault =
      error instanceof NoText
        ? new CsvFault(
            lineNow(),
            decoding
              ? `This line, or one after it, ${error.message}. Save the file in UTF-8.`
              : `The content type of the file ${error.message}.`,
          )
        : error;
    parser.destroy(fault as Error);
  } finally {
    file.resume();
  }
}

/** The pieces of a file; the first is long enough to show a byte order mark, if the file is. */
async function* wholeMarks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first = Buffer.alloc(0);
  for await (const piece of pieces) {
    if (first.length >= 3) yield piece;
    else {
      first = Buffer.concat([first, piece]);
      if (first.length >= 3) yield first;
    }
  }
  if (first.length < 3) yield first;
}

/** Waits until the parser of a file has room, or is not used any more. */
export async function drained(parser: Parser): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      parser.off('drain', done).off('close', done);
      resolve();
    };
    if (parser.destroyed) resolve();
    else parser.on('drain', done).on('close', done);
  });
}

const countOf = (sign: '\n' | '\r', cells: string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.includes(sign) ? cell.split(sign).length - 1 : 0), 0);

function saidOf(code: string): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'A quote of this row, or of one after it, is never closed.';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'A closing quote is followed by something else than a comma or the end of the line.';
    case 'INVALID_OPENING_QUOTE':
      return 'A quote stands inside of a cell that does not begin with one.';
    case 'CSV_MAX_RECORD_SIZE':
      return 'This row is longer than 1 MiB; a quote may not be closed.';
    default:
      return 'This line is not valid CSV.';
  }
}
