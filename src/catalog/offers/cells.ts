import type { FieldErrors } from '../errors.ts';
import { parseJson } from '../json.ts';
import { clearable } from './columns.ts';
import type { CsvFormat } from './csv-format.ts';

/** Gives a record the value of a cell of a table. @returns what is wrong with it */
export function putCell(
  input: Record<string, unknown>,
  column: string,
  value: string,
  emptyCells: CsvFormat['emptyCells'],
): FieldErrors | undefined {
  if (value === '') {
    if (emptyCells === 'null' && clearable.includes(column)) input[column] = null;
    return undefined;
  }
  if (column !== 'raw_payload') {
    input[column] = value;
    return undefined;
  }
  const parsed = parseJson(value);
  if ('error' in parsed) return { raw_payload: ['Value must be valid JSON.'] };
  input[column] = parsed.value;
  return undefined;
}
