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
  const quoted = withQuotes(text);
  if (quoted === text) return value;
  const exact: unknown = JSON.parse(quoted);
  if (typeof exact === 'object' && exact !== null) plainOf.set(exact, value);
  return exact;
}

/** Valid JSON with quotes around each number that a double cannot hold. */
function withQuotes(text: string): string {
  let written = '';
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const between = text.slice(at, quote < 0 ? undefined : quote);
    written += between.replace(number, (digits) => (isHeldByDouble(digits) ? digits : `"${digits}"`));
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
