import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { invalid } from '../errors.ts';
import { longestRecord } from './records.ts';

/**
 * The XML of a workbook (ECMA-376, part 1, chapter 18), read piece by piece. Nothing is computed: a cell with a formula has the value that was stored with it.
 */

/** A cell. A number is what a spreadsheet shows of it, without its format. */
export interface Cell {
  kind: 'text' | 'number' | 'error';
  value: string;
}

export interface SheetRow {
  /** The number of the row in the sheet, from 1. */
  line: number;
  /** By their columns; holes are empty cells. */
  cells: (Cell | undefined)[];
  /** In characters. */
  size: number;
}

/** Handlers of a parser. */
interface Handlers {
  open(tag: SaxesTagPlain): void;
  text(text: string): void;
  close(name: string): void;
}

/** In characters, from tag to tag. The parser keeps so much; a cell of a spreadsheet has 32,767 characters. */
const longestBetweenTags = 2 * longestRecord;
/** Elements in one another, each of which the parser keeps. A text in a cell is the eighth. */
const deepest = 100;

/** Feeds XML to handlers. Entities and document types, which may expand or refer to anything, are refused. @yields after each piece */
async function* parsed(chunks: AsyncIterable<Buffer>, { open, text, close }: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  let betweenTags = 0;
  parser.on('doctype', () => {
    throw new Error('a document type');
  });
  parser.on('opentag', (tag) => {
    betweenTags = 0;
    if (++depth > deepest) throw new Error('elements too deep in one another');
    open(tag);
  });
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', ({ name }) => {
    betweenTags = 0;
    depth--;
    close(name);
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const feed = (piece: string) => {
    betweenTags += piece.length;
    if (betweenTags > longestBetweenTags) throw brokenWorkbook();
    try {
      parser.write(piece);
    } catch {
      throw brokenWorkbook();
    }
  };
  for await (const chunk of chunks) {
    let piece: string;
    try {
      piece = decoder.decode(chunk, { stream: true });
    } catch {
      throw brokenWorkbook();
    }
    feed(piece);
    yield;
  }
  try {
    parser.close();
  } catch {
    throw brokenWorkbook();
  }
}

export const brokenWorkbook = () =>
  invalid({ non_field_errors: ['The workbook cannot be read. Save it again as .xlsx, or as CSV.'] });

/** In bytes. The list of sheets has some kilobytes, beside names that somebody defined. */
const largestPart = 16 * 2 ** 20;

/** Reads a small part of a workbook as a whole. @param seen is told each element with its attributes */
export async function readElements(
  chunks: AsyncIterable<Buffer>,
  seen: (tag: SaxesTagPlain) => void,
): Promise<void> {
  async function* small() {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > largestPart) throw brokenWorkbook();
      yield chunk;
    }
  }
  for await (const _ of parsed(small(), { open: seen, text() {}, close() {} }));
}

/** A text of its own. A part of a longer one, as the parser gives it, keeps all of that in memory. */
const copied = (text: string): string => Buffer.from(text).toString();

/** Without the prefix of a name space. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Characters of the texts that cells share; they are in memory while a workbook is read. A text counts for some, also if it is empty. */
const mostSharedCharacters = 64 * 2 ** 20;
const charactersOfText = 16;

/** The texts that cells share, by their numbers. @throws Refusal 400 for what is no such XML */
export async function readSharedTexts(chunks: AsyncIterable<Buffer>): Promise<string[] | 'too large'> {
  const texts: string[] = [];
  let now: string | undefined;
  let inText = false;
  let isReading = 0;
  let size = 0;
  const handlers: Handlers = {
    open({ name }) {
      const local = localName(name);
      if (local === 'si') now = '';
      // How a text is pronounced is none of it.
      if (local === 'rPh') isReading++;
      inText = local === 't' && isReading === 0;
    },
    text(text) {
      if (!inText || now === undefined) return;
      now += text;
      size += text.length;
    },
    close(name) {
      const local = localName(name);
      inText = false;
      if (local === 'rPh') isReading--;
      if (local !== 'si') return;
      texts.push(copied(now ?? ''));
      size += charactersOfText;
      now = undefined;
    },
  };
  for await (const _ of parsed(chunks, handlers)) if (size > mostSharedCharacters) return 'too large';
  return texts;
}

/** The rows of a sheet. @param shared the texts that its cells refer to */
export async function* readRows(
  chunks: AsyncIterable<Buffer>,
  shared: readonly string[],
): AsyncGenerator<SheetRow> {
  let rows: SheetRow[] = [];
  let row: SheetRow | undefined;
  let line = 0;
  let column = 0;
  let type = 'n';
  let value = '';
  let takes = false;
  let isReading = 0;
  const handlers: Handlers = {
    open({ name, attributes }) {
      const local = localName(name);
      if (local === 'row') {
        line = /^[1-9]\d{0,8}$/.test(attributes.r ?? '') ? Number(attributes.r) : line + 1;
        row = { line, cells: [], size: 0 };
        column = 0;
      } else if (local === 'c' && row) {
        column = columnOf(attributes.r) ?? column;
        type = attributes.t ?? 'n';
        value = '';
      } else if (local === 'rPh') isReading++;
      takes = local === 'v' || (local === 't' && isReading === 0);
    },
    text(text) {
      if (!takes || !row) return;
      row.size += text.length;
      // A longer record is reported by its size.
      if (row.size <= longestRecord) value += text;
    },
    close(name) {
      const local = localName(name);
      takes = false;
      if (local === 'rPh') isReading--;
      else if (local === 'c' && row) {
        const cell = cellOf(type, value, shared);
        if (cell) row.cells[column] = cell;
        if (type === 's' && cell) row.size += cell.value.length;
        column++;
      } else if (local === 'row' && row) {
        rows.push(row);
        row = undefined;
      }
    },
  };
  for await (const _ of parsed(chunks, handlers)) {
    const read = rows;
    rows = [];
    yield* read;
  }
  yield* rows;
}

/** Columns of a sheet, as in Excel. */
const mostColumns = 16_384;

/** The column of a place such as `BC12`, from 0. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(place ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return Math.min(column, mostColumns) - 1;
}

function cellOf(type: string, value: string, shared: readonly string[]): Cell | undefined {
  if (value === '') return undefined;
  if (type === 's') return textCell(shared[Number(value)] ?? '');
  if (type === 'e') return { kind: 'error', value: copied(value) };
  if (type === 'b') return textCell(value === '1' ? 'TRUE' : 'FALSE');
  return type === 'n' ? numberCell(value) : textCell(copied(value));
}

const textCell = (value: string): Cell | undefined => (value === '' ? undefined : { kind: 'text', value });

/** A spreadsheet stores 17 digits of a number, and shows 15 of them: 12.3 is stored as 12.300000000000001. */
function numberCell(value: string): Cell {
  const number = Number(Number(value).toPrecision(15));
  if (!Number.isFinite(number)) return { kind: 'text', value: copied(value) };
  const text = String(number);
  const plain = text.includes('e')
    ? number.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
    : text;
  return { kind: 'number', value: plain };
}
