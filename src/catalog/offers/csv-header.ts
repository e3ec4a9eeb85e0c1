import { invalid } from '../errors.ts';
import { offerFields } from './columns.ts';

/** The columns that an imported file may have. */
export const knownColumns: readonly string[] = ['source_identifier', 'source_name', ...offerFields];

/** The columns that may be empty. */
export const clearable: readonly string[] = offerFields.filter((field) => field !== 'pn_raw');

/** The field of each column; undefined for columns that offers do not have. */
export type Columns = (string | undefined)[];

/** Reads the cells of a header row. */
export function readHeader(cells: string[]): Columns {
  return cells.map((cell) => knownColumns.find((known) => known === cell.trim()));
}

/**
 * Checks a header row.
 * @param cells undefined if the file has no rows at all
 * @param fault what is wrong with the header row as CSV
 * @param needsSource whether rows have to name their source
 * @throws Refusal 400 if the header row is missing or malformed, has a column twice, or lacks a required one
 */
export function checkHeader(
  cells: string[] | undefined,
  fault: string | undefined,
  needsSource: boolean,
): void {
  if (fault !== undefined) throw invalid({ non_field_errors: [`Line 1: ${fault}`] });
  if (cells === undefined) {
    throw invalid({
      non_field_errors: [
        'The file is empty. Its first line has to name the columns, source_identifier and pn_raw among them.',
      ],
    });
  }
  const columns = readHeader(cells);
  const doubled = columns.filter((name, i) => name !== undefined && columns.indexOf(name) < i);
  if (doubled.length > 0) {
    throw invalid({
      non_field_errors: doubled.map((name) => `Line 1: the column ${name} stands there twice.`),
    });
  }
  const missing = [
    ...(!needsSource || columns.includes('source_identifier') || columns.includes('source_name')
      ? []
      : ['source_identifier']),
    ...(columns.includes('pn_raw') ? [] : ['pn_raw']),
  ];
  if (missing.length === 0) return;
  throw invalid({
    non_field_errors: missing.map(
      (name) => `Line 1: the column ${name} is missing.${otherCase(name, cells)}`,
    ),
  });
}

/** A hint if a column has the right name in another case. */
function otherCase(name: string, cells: string[]): string {
  const found = cells.map((cell) => cell.trim()).find((cell) => cell.toLowerCase() === name);
  return found === undefined ? '' : ` Names of columns are in lower case: write ${name} instead of ${found}.`;
}
