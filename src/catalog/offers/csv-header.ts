import { invalid } from '../errors.ts';
import { knownColumns } from './columns.ts';
import type { CsvFormat } from './csv-format.ts';

/** The field of each column; undefined for columns that offers do not have. */
export type Columns = (string | undefined)[];

/** The field of each cell of a header row. @param map the fields of columns that have other names */
function fieldsOf(cells: readonly string[], map: CsvFormat['map']): Columns {
  return cells.map((cell) => {
    const name = cell.trim();
    return Object.hasOwn(map, name) ? map[name] : knownColumns.find((known) => known === name);
  });
}

/**
 * Reads a header row. `onHeader` is told of its columns also if it is refused then, for whoever maps them.
 * @param cells undefined if the file has no rows at all
 * @param fault what is wrong with the header row as CSV
 * @param said with the line where it stands in the file
 * @throws Refusal 400 if the header row is missing or malformed, has a column twice, or lacks a required one
 */
export function readHeader(
  cells: string[] | undefined,
  fault: string | undefined,
  {
    needsSource,
    map,
    onHeader,
    line: at,
  }: Pick<CsvFormat, 'needsSource' | 'map' | 'onHeader'> & { line: number },
): Columns {
  const line = `Line ${at}`;
  if (fault !== undefined) throw invalid({ non_field_errors: [`${line}: ${fault}`] });
  if (cells === undefined) {
    throw invalid({
      non_field_errors: [
        'The file is empty. Its first line has to name the columns, source_identifier and pn_raw among them.',
      ],
    });
  }
  const columns = fieldsOf(cells, map);
  onHeader?.(cells, columns, at);
  const names = cells.map((cell) => cell.trim());
  const absent = Object.keys(map).filter((name) => !names.includes(name));
  if (absent.length > 0) {
    const those = names.map((name) => `"${name}"`).join(', ');
    throw invalid({
      map: absent.map((name) => `${line} has no column "${name}". Its columns are ${those}.`),
    });
  }
  const doubled = columns.flatMap((field, i) => {
    const first = columns.indexOf(field);
    if (field === undefined || first === i) return [];
    if (names[first] !== names[i])
      return `${line}: the columns "${names[first]}" and "${names[i]}" are both ${field}.`;
    return `${line}: the column ${names[i] === field ? field : `"${names[i]}"`} stands there twice.`;
  });
  if (doubled.length > 0) throw invalid({ non_field_errors: doubled });
  const missing = [
    ...(!needsSource || columns.includes('source_identifier') || columns.includes('source_name')
      ? []
      : ['source_identifier']),
    ...(columns.includes('pn_raw') ? [] : ['pn_raw']),
  ];
  if (missing.length === 0) return columns;
  throw invalid({
    non_field_errors: missing.map(
      (name) => `${line}: the column ${name} is missing.${otherCase(name, cells)}`,
    ),
  });
}

/** A hint if a column has the right name in another case. */
function otherCase(name: string, cells: string[]): string {
  const found = cells.map((cell) => cell.trim()).find((cell) => cell.toLowerCase() === name);
  return found === undefined ? '' : ` Names of columns are in lower case: write ${name} instead of ${found}.`;
}
