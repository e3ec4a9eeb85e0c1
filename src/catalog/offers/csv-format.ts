import { knownColumns } from './csv-header.ts';

/** How a CSV parts its cells, and what it means by an empty one. */
export interface CsvFormat {
  delimiter: Delimiter;
  /** What an empty cell is: a field that is absent, or one that is to be cleared. */
  emptyCells: 'absent' | 'null';
  /** Whether rows have to name their source. */
  needsSource: boolean;
}

export const delimiters = ['comma', 'semicolon', 'tab', 'pipe'] as const;
export type Delimiter = (typeof delimiters)[number];
export const signOf = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

/** The delimiter of a file, by its header row: a comma, unless another sign parts more columns that offers have. @param start of the file */
export function delimiterOf(start: Buffer): Delimiter {
  // A file in UTF-16 has a NUL beside every ASCII letter.
  const [header = ''] = start
    .toString('latin1')
    .replaceAll('\0', '')
    .split(/[\r\n]/, 1);
  const known = (delimiter: Delimiter) =>
    header.split(signOf[delimiter]).filter((cell) => knownColumns.includes(cell.replace(/^\W+|\W+$/g, '')))
      .length;
  return delimiters.find((other) => known(other) > Math.max(1, known('comma'))) ?? 'comma';
}
