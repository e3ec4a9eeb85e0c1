/** What stands in a cell, and what becomes of what somebody writes into it. */

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a text is a number of JSON. */
export const isNumber = (text: string): boolean => number.test(text);

/** What a person reads in a cell: a text without its quotes, everything else as it was written. */
export const shownOf = (value: string | undefined): string =>
  value === undefined ? '' : value[0] === '"' ? (JSON.parse(value) as string) : value;

export type ColumnType = 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'json';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * The value for what somebody wrote into a cell, by the type of its column. What does not fit the type becomes a text, which the server
 * refuses if it enforces the columns. Without a type, the value stays of the kind that it was.
 * @param before the value that is there
 * @returns undefined: the row does not have this column any more
 */
export function valueFor(
  written: string,
  type: ColumnType | undefined,
  before: string | undefined,
): string | undefined {
  if (written === '') return undefined;
  const text = JSON.stringify(written);
  const trimmed = written.trim();
  switch (type) {
    case 'text':
    case 'date':
      return text;
    case 'number':
    case 'integer':
      return isNumber(trimmed) ? trimmed : text;
    case 'boolean':
      return trimmed === 'true' || trimmed === 'false' ? trimmed : text;
    case 'json':
      return isJson(written) ? written : text;
    default:
      if (before?.[0] === '"') return text;
      return isJson(trimmed) ? trimmed : text;
  }
}
