import type { FieldErrors } from '../errors.ts';
import { quoted } from './numbers.ts';
import type { FileRecord } from './records.ts';

/** What the file calls the fields that are mapped. */
export type FileNames = Readonly<Record<string, string>>;

/** The names in the file, by field. @param map the fields by these names */
export const fileNames = (map: Readonly<Record<string, string>>): FileNames =>
  Object.fromEntries(Object.entries(map).map(([name, field]) => [field, name]));

/**
 * Adds to the errors of mapped fields what the file calls them and what stands there, since the API's errors have its own names.
 * @param input undefined if the record could not be read
 */
export function inWordsOfFile(
  errors: FieldErrors,
  input: FileRecord['input'],
  names: FileNames,
): FieldErrors {
  const told = { ...errors };
  for (const [field, name] of Object.entries(names)) {
    const faults = told[field];
    if (Array.isArray(faults))
      told[field] = [...faults, `This is ${quoted(name)} of the file${hasThere(input, field)}.`];
  }
  return told;
}

function hasThere(input: FileRecord['input'], field: string): string {
  if (!input) return '';
  const value = input[field];
  if (value === undefined || value === null || value === '') return ', which is empty there';
  return typeof value === 'object' ? '' : `, which has ${quoted(String(value))} there`;
}
