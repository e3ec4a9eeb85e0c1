/** Describes why a text is not JSON, in the words of CPython's `json` module up to Python 3.12. */
export interface JsonSyntaxError {
  message: string;
  /** 0-based, counted in code points of the text. */
  position: number;
}

/** The place of a syntax error as CPython reports it: lines and columns from 1, all counted in code points. */
export interface JsonErrorPlace {
  message: string;
  line: number;
  column: number;
  /** 0-based. */
  position: number;
  /** The text from the error on, cut after a few characters. */
  rest: string;
}

interface Fault {
  message: string;
  /** 0-based, counted in UTF-16 units. */
  offset: number;
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const FOUR_HEX_DIGITS = /[0-9a-fA-F]{4}/y;

/**
 * Finds the first syntax error of a text that `JSON.parse` refused. V8's own messages and offsets change between releases,
 * so clients of a Python service cannot rely on them.
 *
 * It accepts exactly what `JSON.parse` accepts (so not CPython's `NaN` and `Infinity`). It keeps its own stack, so that deep
 * nesting cannot overflow the call stack.
 *
 * @returns null when the text is valid JSON
 */
export function findJsonError(text: string): JsonSyntaxError | null {
  const fault = findFault(text);
  if (fault === null) return null;
  return { message: fault.message, position: codePoints(text, 0, fault.offset) };
}

/**
 * Like {@link findJsonError}, with line and column. The text is not copied: an error at the end of 30 MB needs no more
 * memory than one in a few bytes.
 */
export function placeJsonError(text: string): JsonErrorPlace | null {
  const fault = findFault(text);
  if (fault === null) return null;
  const { message, offset } = fault;
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    lineStart = at + 1;
  }
  const inLine = codePoints(text, lineStart, offset);
  const position = codePoints(text, 0, lineStart) + inLine;
  return { message, line, column: inLine + 1, position, rest: text.slice(offset, offset + shownRest) };
}

/** Enough for the longest word that a caller may want to quote. */
const shownRest = 16;

function findFault(text: string): Fault | null {
  const closers: number[] = [];
  const fail = (message: string, offset: number): Fault => ({ message, offset });

  let at = skipSpace(text, 0);
  let keyIsNext = false;
  for (;;) {
    if (keyIsNext) {
      if (text.charCodeAt(at) !== QUOTE) {
        return fail('Expecting property name enclosed in double quotes', at);
      }
      const end = stringEnd(text, at);
      if (typeof end !== 'number') return end;
      at = skipSpace(text, end);
      if (text.charCodeAt(at) !== COLON) return fail("Expecting ':' delimiter", at);
      at = skipSpace(text, at + 1);
    }

    const first = text.charCodeAt(at);
    if (first === OPEN_BRACE || first === OPEN_BRACKET) {
      const closer = first === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
      closers.push(closer);
      at = skipSpace(text, at + 1);
      keyIsNext = first === OPEN_BRACE;
      if (text.charCodeAt(at) !== closer) continue;
    } else {
      const end = first === QUOTE ? stringEnd(text, at) : scalarEnd(text, at);
      if (typeof end !== 'number') return end;
      at = skipSpace(text, end);
    }

    // A value has ended: close what ends with it, up to the comma before the next one.
    while (closers.length > 0 && text.charCodeAt(at) === closers[closers.length - 1]) {
      closers.pop();
      at = skipSpace(text, at + 1);
    }
    if (closers.length === 0) return at < text.length ? fail('Extra data', at) : null;
    if (text.charCodeAt(at) !== COMMA) return fail("Expecting ',' delimiter", at);
    at = skipSpace(text, at + 1);
    keyIsNext = closers[closers.length - 1] === CLOSE_BRACE;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== NEWLINE && code !== RETURN && code !== TAB) return at;
    at++;
  }
}

/** @returns the offset after the closing quote */
function stringEnd(text: string, start: number): number | Fault {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < SPACE) return { message: 'Invalid control character at', offset: at };
    if (code !== BACKSLASH) {
      at++;
      continue;
    }
    const escaped = text[at + 1];
    if (escaped === undefined) break;
    if (escaped === 'u') {
      FOUR_HEX_DIGITS.lastIndex = at + 2;
      // CPython wants one more character after the digits before it checks them.
      if (at + 6 >= text.length || !FOUR_HEX_DIGITS.test(text)) {
        return { message: 'Invalid \\uXXXX escape', offset: at + 1 };
      }
      at += 6;
    } else if ('"\\/bfnrt'.includes(escaped)) {
      at += 2;
    } else {
      return { message: 'Invalid \\escape', offset: at };
    }
  }
  return { message: 'Unterminated string starting at', offset: start };
}

function scalarEnd(text: string, start: number): number | Fault {
  for (const word of ['null', 'true', 'false']) {
    if (text.startsWith(word, start)) return start + word.length;
  }
  return numberEnd(text, start) ?? { message: 'Expecting value', offset: start };
}

/** The end of the longest number at `start`. For `1.` and `1e` it is the end of the `1`. */
function numberEnd(text: string, start: number): number | null {
  const integer = text.charCodeAt(start) === MINUS ? start + 1 : start;
  let end = text.charCodeAt(integer) === ZERO ? integer + 1 : digitsEnd(text, integer);
  if (end === integer) return null;
  if (text.charCodeAt(end) === POINT) {
    const fraction = digitsEnd(text, end + 1);
    if (fraction > end + 1) end = fraction;
  }
  if (text[end] === 'e' || text[end] === 'E') {
    const sign = text.charCodeAt(end + 1);
    const digits = sign === PLUS || sign === MINUS ? end + 2 : end + 1;
    const exponent = digitsEnd(text, digits);
    if (exponent > digits) end = exponent;
  }
  return end;
}

function digitsEnd(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= NINE) at++;
  return at;
}

/** @param start the beginning of a code point */
function codePoints(text: string, start: number, end: number): number {
  let pairs = 0;
  for (let at = start; at < end - 1; at++) {
    // Only a high surrogate followed by a low one forms a pair.
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      pairs++;
      at++;
    }
  }
  return end - start - pairs;
}
