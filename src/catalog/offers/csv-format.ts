import type { Reading } from '../fields.ts';
import { knownColumns } from './columns.ts';

/** How a CSV is written, and what it means by an empty cell. */
export interface CsvFormat {
  /** One character. */
  delimiter: string;
  /** What an empty cell is: a field that is absent, or one that is to be cleared. */
  emptyCells: 'absent' | 'null';
  /** Whether rows have to name their source. */
  needsSource: boolean;
  /** The fields of columns that have other names. */
  map: Readonly<Record<string, string>>;
  /** Lines above the header row, which are not in what is read. */
  skippedLines: number;
  /** Is told the header row and the field of each column, also of one that is refused then. */
  onHeader?: (cells: readonly string[], fields: readonly (string | undefined)[], line: number) => void;
}

const signs: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };

/** The name of a delimiter, for people. */
export const nameOfDelimiter = (sign: string): string =>
  Object.keys(signs).find((name) => signs[name] === sign) ?? `"${sign}"`;

/** Reads a delimiter that is said: a name, or the sign itself. */
export function readDelimiter(text: string): Reading<string> {
  const sign = signs[text] ?? text;
  if (/^[^\w\s"'.\-\x80-\uffff]$/.test(sign) || sign === '\t') return { value: sign };
  return {
    errors: [
      `"${text}" is not a valid choice. Say comma, semicolon, tab or pipe, or give one sign, such as ^.`,
    ],
  };
}

/** The first line of a file that Excel opens with another delimiter than its own, such as `sep=;`. */
const declaration = /^"?sep=(.)"?$/i;

/**
 * How the beginning of a CSV is written.
 * @param start its text, from its first line
 * @param said what is said about it: its delimiter, the line of its header row, from 1, and the names of its columns
 */
export function findFormat(
  start: string,
  said: {
    delimiter?: string | undefined;
    headerRow?: number | undefined;
    map: Readonly<Record<string, string>>;
  },
): { delimiter: string; skippedLines: number } {
  const lines = start.split(/\r\n|\n|\r/);
  const sign = declaration.exec(lines[0]!)?.[1];
  const skippedLines = said.headerRow === undefined ? (sign === undefined ? 0 : 1) : said.headerRow - 1;
  const declared = sign === undefined ? undefined : readDelimiter(sign);
  const columns = [...knownColumns, ...Object.keys(said.map)];
  const header = lines.slice(skippedLines).find((line) => hasName.test(line)) ?? '';
  return {
    delimiter:
      said.delimiter ?? (declared && 'value' in declared ? declared.value : delimiterOf(header, columns)),
    skippedLines,
  };
}

/** Lines and rows above a header row may be empty. */
const hasName = /[^\s"',;|]/;

/**
 * The delimiter of a header row: a comma, unless another one parts more columns of these names. A row without any of them, whose columns are still to
 * be mapped, is taken to be parted by what it has most of.
 */
function delimiterOf(header: string, columns: readonly string[]): string {
  const known = (delimiter: string) =>
    header.split(delimiter).filter((cell) => columns.includes(cell.replace(/^[\s"]+|[\s"]+$/g, ''))).length;
  const others = Object.values(signs).filter((sign) => sign !== ',');
  const better = others.find((other) => known(other) > known(','));
  if (better !== undefined || [',', ...others].some((sign) => known(sign) > 0)) return better ?? ',';
  const cells = (delimiter: string) => header.split(delimiter).length;
  return others.reduce((most, other) => (cells(other) > cells(most) ? other : most), ',');
}
