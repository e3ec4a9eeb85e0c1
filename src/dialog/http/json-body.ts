import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findJsonError } from '../../platform/json-syntax-error.ts';
import { Problem } from '../../platform/problem.ts';
import { isUnstorable, SUSPECT_ESCAPE, unstorable, ValidationProblem, valueError } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, without a byte order mark; empty when there is none. */
    bodyText: string;
  }
}

/** Deeper nesting than this is refused, before anything walks the value by recursion. */
const DEEPEST = 500;

/** `type/subtype` as far as Fastify insists on it. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

const JSON_MEDIA_TYPE = /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i;

/**
 * Reads the bytes of a request as FastAPI does.
 *
 * @param contentType the header as sent; a body without one is taken for JSON
 * @returns the parsed value and the text it came from. No bytes give `undefined`; a body of another content
 * type is its own text, which no declared body accepts.
 * @throws ValidationProblem with one `json_invalid` item when the text is not JSON
 * @throws Problem 400 `body_unreadable` when the bytes are not UTF-8 or the nesting is deeper than 500
 */
export function parseJsonBody(
  raw: Buffer,
  contentType: string | undefined,
): { value: unknown; text: string } {
  if (raw.length === 0) return { value: undefined, text: '' };
  if (contentType !== undefined && !JSON_MEDIA_TYPE.test(contentType)) {
    const text = raw.toString();
    return { value: text, text };
  }
  if (!isUtf8(raw)) throw unreadable();
  const decoded = raw.toString();
  const text = decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;

  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const error = findJsonError(text);
    if (error === null || error.depth > DEEPEST) throw unreadable(cause);
    throw new ValidationProblem([
      {
        type: 'json_invalid',
        loc: ['body', error.position],
        msg: 'JSON decode error',
        input: {},
        ctx: { error: error.message },
      },
    ]);
  }
  if (isDeeperThan(text, DEEPEST)) throw unreadable();
  return { value, text };
}

/**
 * Makes every body of this plugin go through {@link parseJsonBody}, whatever its content type, and keeps its text
 * as `request.bodyText`. A route that declares no body gets none, even when a broken one was sent.
 */
export function registerJsonBodyParser(app: FastifyInstance): void {
  app.decorateRequest('bodyText', '');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, raw, done) => {
    if (request.routeOptions.schema?.body === undefined) return done(null, undefined);
    try {
      const { value, text } = parseJsonBody(raw, request.headers['content-type']);
      request.bodyText = text;
      done(null, value);
    } catch (error) {
      done(error as Error, undefined);
    }
  });
  readAnyMediaType(app);
}

/** Fastify answers 415 to a content type it cannot read, before any parser is asked. FastAPI knows no 415. */
function readAnyMediaType(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const type = headers['content-type'];
    if (type !== undefined && !MEDIA_TYPE.test(type)) {
      headers['content-type'] = type === '' ? 'application/json' : 'text/plain';
    }
    done();
  });
}

/** Keeps the bytes of every body of this plugin: signatures are made over them. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, raw, done) => done(null, raw));
  readAnyMediaType(app);
}

/** The body's bytes; none for a request without a body. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/**
 * Reads a body that was kept raw, once its signature is right: JSON, whatever its content type says.
 * @throws what {@link parseJsonBody} throws, and ValidationProblem when there is no body or a string in it cannot be stored
 */
export function readSignedBody(raw: Buffer): { value: unknown; text: string } {
  const { value, text } = parseJsonBody(raw, undefined);
  if (value === undefined) {
    throw new ValidationProblem([{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]);
  }
  if (holdsUnstorable(text)) throw new ValidationProblem([valueError(['body'], unstorable, value)]);
  return { value, text };
}

/**
 * One spelling for all texts of the same document: members sorted by name, the last of equal names kept, white
 * space gone, escapes as `JSON.stringify` writes them. Numbers keep the text they were sent in, so `1` and `1.0`,
 * or two integers beyond 2^53, never look equal.
 *
 * It copies from the text instead of walking a parsed value: a double no longer knows how it was written.
 *
 * @param text what {@link parseJsonBody} accepted, so valid and not too deep for recursion
 */
export function canonicalJson(text: string): string {
  let at = 0;
  let lastNames: string[] = [];
  let lastOrder: number[] = [];

  function string(): string {
    const start = at;
    at = stringEnd(text, start);
    const sent = text.slice(start, at);
    return sent.includes('\\') ? JSON.stringify(JSON.parse(sent)) : sent;
  }

  function object(): string {
    const names: string[] = [];
    const members: string[] = [];
    do {
      at = skipSpace(text, at + 1);
      if (text[at] === '}') break;
      names.push(string());
      at = skipSpace(text, at) + 1;
      members.push(value());
    } while (text[at] === ',');
    at++;
    let canonical = '{';
    for (const i of orderOf(names)) {
      canonical += `${canonical.length > 1 ? ',' : ''}${names[i]}:${members[i]}`;
    }
    return `${canonical}}`;
  }

  /** The places of the names in their order, the last of equal ones. The items of a list mostly have the same names. */
  function orderOf(names: string[]): number[] {
    const isAsBefore = names.length === lastNames.length && names.every((name, i) => name === lastNames[i]);
    if (isAsBefore) return lastOrder;
    const places = new Map(names.map((name, i) => [name, i]));
    lastNames = names;
    lastOrder = [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, i]) => i);
    return lastOrder;
  }

  function array(): string {
    let canonical = '[';
    do {
      at = skipSpace(text, at + 1);
      if (text[at] === ']') break;
      canonical += canonical.length > 1 ? `,${value()}` : value();
    } while (text[at] === ',');
    at++;
    return `${canonical}]`;
  }

  function scalar(): string {
    const start = at;
    at = scalarEnd(text, start);
    return text.slice(start, at);
  }

  function value(): string {
    at = skipSpace(text, at);
    const first = text[at];
    const canonical =
      first === '"' ? string() : first === '{' ? object() : first === '[' ? array() : scalar();
    at = skipSpace(text, at);
    return canonical;
  }

  return value();
}

/**
 * The text of one top-level member exactly as it was sent, for values that are stored without looking inside:
 * numbers of any size and precision survive.
 *
 * @param text an object that {@link parseJsonBody} accepted
 * @returns undefined when there is no such member; of several equal names the last one counts
 */
export function losslessField(text: string, key: string): string | undefined {
  return losslessMembers(text).get(key);
}

/**
 * The texts of an object's members exactly as they were sent, by name and in their order, which an object of
 * JavaScript does not keep for names that look like numbers. Of several equal names the last one counts.
 *
 * @param text an object that {@link parseJsonBody} accepted; anything else has no members
 */
export function losslessMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return members;
  do {
    const nameStart = skipSpace(text, at + 1);
    if (text[nameStart] !== '"') break;
    const nameEnd = stringEnd(text, nameStart);
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = valueEnd(text, start);
    members.set(JSON.parse(text.slice(nameStart, nameEnd)) as string, text.slice(start, end));
    at = skipSpace(text, end);
  } while (text[at] === ',');
  return members;
}

/**
 * The texts of an array's items exactly as they were sent.
 *
 * @param text an array that {@link parseJsonBody} accepted
 */
export function losslessItems(text: string): string[] {
  const items: string[] = [];
  let at = skipSpace(text, 0);
  do {
    const start = skipSpace(text, at + 1);
    if (text[start] === ']') break;
    const end = valueEnd(text, start);
    items.push(text.slice(start, end));
    at = skipSpace(text, end);
  } while (text[at] === ',');
  return items;
}

/**
 * Whether a string or a name in a JSON text holds a character that Postgres cannot store. A parsed value does not
 * tell of all of them: of members with equal names only the last is left in it.
 *
 * @param text what {@link parseJsonBody} accepted, or a part of it
 */
export function holdsUnstorable(text: string): boolean {
  if (!SUSPECT_ESCAPE.test(text)) return false;
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = stringEnd(text, start);
    const sent = text.slice(start, end);
    if (SUSPECT_ESCAPE.test(sent) && isUnstorable(JSON.parse(sent) as string)) return true;
    start = text.indexOf('"', end);
  }
  return false;
}

function unreadable(cause?: unknown): Problem {
  return new Problem(400, 'body_unreadable', 'There was an error parsing the body', { cause });
}

/** True for JSON text that is nested deeper than `limit`; it may be asked of any text before it is parsed. */
export function isDeeperThan(text: string, limit: number): boolean {
  if (text.length <= 2 * limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = stringEnd(text, at) - 1;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  // In valid JSON nothing but white space is at or below U+0020 here; the end of the text gives NaN.
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first !== '{' && first !== '[') return scalarEnd(text, start);
  let depth = 0;
  let at = start;
  do {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x5d || code === 0x7d) depth--;
    at = code === 0x22 ? stringEnd(text, at) : at + 1;
  } while (depth > 0 && at < text.length);
  return at;
}

/** Searches for quotes only, which is much quicker than looking at every character of a long string. */
function stringEnd(text: string, start: number): number {
  let quote = start;
  for (;;) {
    quote = text.indexOf('"', quote + 1);
    if (quote < 0) return text.length;
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
}

function scalarEnd(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x2c || code === 0x5d || code === 0x7d) break;
  }
  return at;
}
