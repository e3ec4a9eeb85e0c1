import { createHash } from 'node:crypto';
import { isLosslessNumber, LosslessNumber, parse } from 'lossless-json';
import { findJsonError } from '../platform/json-syntax-error.ts';

/** Deeper nesting than this is refused, before anything walks the value by recursion. */
const deepest = 500;

/** A number that a double may not hold as it was written: sixteen characters and more, or with an exponent. */
const delicateNumber = /(?:^|[[:,\s])-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;

export type JsonResult = { value: unknown } | { error: string };

/**
 * Parses JSON without losing digits: where a double could change a number, numbers come as `LosslessNumber`. Most texts
 * have none of those and go through the parser of V8, which is several times quicker.
 *
 * @returns an `error` in the words of Python's `json` module, which is what clients of DRF know
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
  const fault = findJsonError(text);
  if (!fault) return 'Expecting value: line 1 column 1 (char 0)';
  const points = Array.from(text.slice(0, fault.position * 2));
  const before = points.slice(0, fault.position).join('');
  const word = /^(?:NaN|-?Infinity)/.exec(text.slice(before.length));
  if (word && fault.message === 'Expecting value') {
    return `Out of range float values are not JSON compliant: '${word[0]}'`;
  }
  const lines = before.split('\n');
  const column = Array.from(lines.at(-1)!).length + 1;
  return `${fault.message}: line ${lines.length} column ${column} (char ${fault.position})`;
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

/** JSON text of a parsed value, with every number as it was written. */
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
 * The SHA-256, in hexadecimal, of a value's canonical text: names sorted by code unit, no white space. Equal values
 * get equal hashes, however they were indented.
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

/** What Python calls the type of a JSON value, as it stands in DRF's messages. */
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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
  );
}
