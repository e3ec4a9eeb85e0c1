import { createHash } from 'node:crypto';
import { LosslessNumber, parse } from 'lossless-json';
import { isDeeperThan } from '../platform/json-scan.ts';
import { placeJsonError } from '../platform/json-syntax-error.ts';

/** Deeper nesting is refused before the text is parsed, which takes V8 long, and before recursive code reads the value. */
const deepest = 500;

/** A number that a double may change: sixteen characters or more, or an exponent. */
const delicateNumber = /(?:^|[[:,\s])-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;

export type JsonResult = { value: unknown } | { error: string };

/**
 * Parses JSON without losing digits: if a double could change a number of the text, numbers become `LosslessNumber`. Most
 * texts have no such numbers and go through V8's parser, which is several times faster.
 *
 * @returns an `error` in the words of Python's `json` module, which clients of DRF know
 */
export function parseJson(text: string): JsonResult {
  if (text.startsWith('\ufeff')) {
    return { error: 'Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)' };
  }
  if (isDeeperThan(text, deepest)) return { error: `The value is nested deeper than ${deepest} levels` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: describeFault(text) };
  }
  if (!delicateNumber.test(text)) return { value };
  return { value: parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue }) };
}

function describeFault(text: string): string {
  const place = placeJsonError(text);
  if (!place) return 'Expecting value: line 1 column 1 (char 0)';
  const { message, line, column, position, rest } = place;
  const word = /^(?:NaN|-?Infinity)/.exec(rest);
  if (word && message === 'Expecting value') {
    return `Out of range float values are not JSON compliant: '${word[0]}'`;
  }
  return `${message}: line ${line} column ${column} (char ${position})`;
}

/** Writes a parsed value as JSON, with every number as it was written. */
export const writeJson = (value: unknown): string => textOf(value, false);

/**
 * The SHA-256, in hexadecimal, of a value's canonical text: names sorted by code unit, no white space. Equal values get
 * equal hashes, whatever their indentation.
 */
export const hashJson = (value: unknown): string =>
  createHash('sha256').update(textOf(value, true)).digest('hex');

function textOf(value: unknown, isSorted: boolean): string {
  if (isPlain(value, isSorted)) return JSON.stringify(value);
  const pieces: string[] = [];
  write(value, '', isSorted ? sortedEntries : Object.entries, pieces);
  return pieces.join('');
}

/** Whether V8, which is several times faster, writes a value in the same way. */
function isPlain(value: unknown, isSorted: boolean): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof LosslessNumber) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, isSorted));
  let last = '';
  for (const name in value) {
    if (isSorted && name < last) return false;
    if (!isPlain((value as Record<string, unknown>)[name], isSorted)) return false;
    last = name;
  }
  return true;
}

type Entries = (value: object) => [string, unknown][];

const sortedEntries: Entries = (value) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));

/** Adds `before` and the text of a value to `pieces`: to join them at every level would copy deep values many times. */
function write(value: unknown, before: string, entriesOf: Entries, pieces: string[]): void {
  if (value instanceof LosslessNumber) {
    const text = delicateNumber.test(value.value) ? value.value : JSON.stringify(Number(value.value));
    pieces.push(before + text);
  } else if (typeof value !== 'object' || value === null) {
    pieces.push(before + JSON.stringify(value));
  } else if (Array.isArray(value)) {
    let next = `${before}[`;
    for (const item of value) {
      write(item, next, entriesOf, pieces);
      next = ',';
    }
    pieces.push(value.length === 0 ? `${next}]` : ']');
  } else {
    let next = `${before}{`;
    const entries = entriesOf(value);
    for (const [name, member] of entries) {
      write(member, `${next}${JSON.stringify(name)}:`, entriesOf, pieces);
      next = ',';
    }
    pieces.push(entries.length === 0 ? `${next}}` : '}');
  }
}

/** Python's name for the type of a JSON value, as in DRF's messages. */
export function pythonType(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (value === null) return 'NoneType';
  if (value instanceof LosslessNumber) return /[.eE]/.test(value.value) ? 'float' : 'int';
  switch (typeof value) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'int' : 'float';
    default:
      return 'dict';
  }
}

/** Whether a parsed value is an object, and not a list or a number. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
  );
}
