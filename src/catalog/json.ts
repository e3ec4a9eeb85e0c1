import { createHash } from 'node:crypto';
import { isLosslessNumber, LosslessNumber, parse } from 'lossless-json';
import { placeJsonError } from '../platform/json-syntax-error.ts';

/** Deeper nesting is refused before any recursive code reads the value. */
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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: describeFault(text) };
  }
  if (isDeeperThan(text, deepest)) return { error: `The value is nested deeper than ${deepest} levels` };
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

function isDeeperThan(text: string, limit: number): boolean {
  if (text.length <= 2 * limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      for (at++; text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** Writes a parsed value as JSON, with every number as it was written. */
export function writeJson(value: unknown): string {
  if (value instanceof LosslessNumber) {
    return delicateNumber.test(value.value) ? value.value : JSON.stringify(Number(value.value));
  }
  if (Array.isArray(value)) return `[${value.map(writeJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`)
    .join()}}`;
}

/**
 * The SHA-256, in hexadecimal, of a value's canonical text: names sorted by code unit, no white space. Equal values get
 * equal hashes, whatever their indentation.
 */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return writeJson(value);
  return `{${Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .join()}}`;
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
