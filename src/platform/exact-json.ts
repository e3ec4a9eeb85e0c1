import { isSafeNumber } from 'lossless-json';
import { stringEnd } from './json-scan.ts';

/** A number that a double may change: sixteen digits or more, or a long exponent. It may also stand in a string. */
const mayBeLong = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;
const number = /-?\d[\d.eE+-]*/g;

/**
 * Parses JSON so that no digit is lost: a number that a double cannot hold becomes the text of its digits. So
 * `{"id": 1313131313131313131}` gives `{ id: '1313131313131313131' }`, while `JSON.parse` would make 1313131313131313200 of
 * this id and of the next. All other values are those of `JSON.parse`.
 *
 * @param value what `JSON.parse` makes of the text, if that is known
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseExactly(text: string, value: unknown = JSON.parse(text)): unknown {
  // Only a text that is known to be valid may get quotes.
  if (!mayBeLong.test(text)) return value;
  const quoted = withQuotes(text, isHeldByDouble);
  if (quoted === text) return value;
  const exact: unknown = JSON.parse(quoted);
  if (typeof exact === 'object' && exact !== null) plainOf.set(exact, value);
  return exact;
}

/** Valid JSON with quotes around each number for which this is not so. */
function withQuotes(text: string, isKept: (digits: string) => boolean): string {
  let written = '';
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const between = text.slice(at, quote < 0 ? undefined : quote);
    written += between.replace(number, (digits) => (isKept(digits) ? digits : `"${digits}"`));
    if (quote < 0) break;
    at = stringEnd(text, quote);
    written += text.slice(quote, at);
  }
  return written;
}

/** What `JSON.parse` made of the text of a value, if that is another. */
const plainOf = new WeakMap<object, unknown>();

/** The same JSON as {@link parseExactly} was given, as `JSON.parse` reads it. */
export function asParsed(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (plainOf.get(value) ?? value) : value;
}

/** A number in a JSON text that `JSON.parse` makes another of. */
export interface ChangedNumber {
  /** The names and positions that lead to it. */
  path: (string | number)[];
  /** As it was written. */
  digits: string;
  /** What `JSON.parse` makes of it. */
  read: number;
}

/**
 * Finds the numbers that `JSON.parse` changes. One in another spelling, such as 1.50 or 1e20, is the same, and so is what a double wrote
 * with seventeen digits.
 * @param value what `JSON.parse` makes of the text
 * @param most of them are looked for
 */
export function changedNumbers(text: string, value: unknown, most: number): ChangedNumber[] {
  if (!mayBeLong.test(text)) return [];
  const quoted = withQuotes(text, isReadAsWritten);
  if (quoted === text) return [];
  const found: ChangedNumber[] = [];
  const path: ChangedNumber['path'] = [];
  function compare(read: unknown, marked: unknown): void {
    if (found.length === most) return;
    if (typeof read === 'number') {
      if (typeof marked === 'string') found.push({ path: [...path], digits: marked, read });
    } else if (typeof read === 'object' && read !== null) {
      for (const name of Object.keys(read)) {
        path.push(Array.isArray(read) ? Number(name) : name);
        compare((read as Record<string, unknown>)[name], (marked as Record<string, unknown>)[name]);
        path.pop();
      }
    }
  }
  compare(value, JSON.parse(quoted));
  return found;
}

/** Whether a text is what {@link parseExactly} makes of a number. */
export const isLongNumber = (text: string): boolean =>
  text.length > 2 && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && !isHeldByDouble(text);

/**
 * Whether a double has the value of a number, or wrote it: an exponent shows that, and many systems write doubles with seventeen
 * digits, so that 19.99 comes as 19.989999999999998. Integers beyond 2^53 are never held, so that the ids of one list have one
 * type.
 */
function isHeldByDouble(digits: string): boolean {
  const value = Number(digits);
  if (/[eE]/.test(digits)) return Number.isFinite(value);
  if (isSafeNumber(digits)) return true;
  if (!Number.isFinite(value) || Number.isInteger(value)) return false;
  return value.toPrecision(17).replace(/0+$/, '') === digits.replace(/0+$/, '');
}

/** Whether the number that `JSON.parse` makes of these digits is theirs, as far as its own digits say. */
function isReadAsWritten(digits: string): boolean {
  const value = Number(digits);
  const written = significant(digits);
  if (written === significant(String(value))) return true;
  return !Number.isInteger(value) && written === significant(value.toPrecision(17));
}

/** The digits that count. The nearest double to a number that has the same ones has the same exponent, too. */
const significant = (digits: string): string =>
  digits
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');
