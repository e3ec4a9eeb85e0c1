import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BodyBudget } from '../../platform/body-budget.ts';
import { decodeJsonText, isJsonType, NoText, readContentType } from '../../platform/body-text.ts';
import { isDeeperThan, skipSpace, stringEnd, valueEnd } from '../../platform/json-scan.ts';
import { findJsonError } from '../../platform/json-syntax-error.ts';
import { Problem } from '../../platform/problem.ts';
import { type BodyRoom, keepBodies } from '../../platform/request-body.ts';
import { isUnstorable, SUSPECT_ESCAPE, unstorable } from './unstorable.ts';
import { unstorableItems } from './unstorable-items.ts';
import { valueError } from './validation-items.ts';
import { ValidationProblem } from './validation-problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as sent, without a byte order mark; empty if there is none. */
    bodyText: string;
    /** The content type as it was sent, even if Fastify does not accept it. */
    sentType: string;
  }
}

/** Deeper nesting is refused before any recursive code reads the value. */
const DEEPEST = 500;

/** `type/subtype`, as strictly as Fastify checks it. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/**
 * Reads the bytes of a request as FastAPI does.
 *
 * @param contentType the header as sent; a body without it is read as JSON
 * @returns the parsed value and its text. Without bytes the value is `undefined`. A body of another content type is its own
 *   text, which no declared body accepts.
 * @throws ValidationProblem with one `json_invalid` item if the text is not JSON
 * @throws Problem 400 `body_unreadable` if the bytes are neither UTF-8 nor of the charset that is named, or the nesting is deeper
 *   than 500
 */
export function parseJsonBody(
  raw: Buffer,
  contentType: string | undefined,
): { value: unknown; text: string } {
  if (raw.length === 0) return { value: undefined, text: '' };
  const { media, charset } = readContentType(contentType);
  // FastAPI knows no other types.
  if (contentType !== undefined && !(isJsonType(media) && media.startsWith('application/'))) {
    const text = raw.toString();
    return { value: text, text };
  }
  const text = textOf(raw, charset);
  // Before it is parsed: V8 takes a hundred milliseconds to open a million brackets.
  if (isDeeperThan(text, DEEPEST)) throw unreadable();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const error = findJsonError(text);
    if (error === null) throw unreadable(cause);
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
  return { value, text };
}

function textOf(raw: Buffer, charset: string | undefined): string {
  try {
    return decodeJsonText(raw, charset);
  } catch (error) {
    throw error instanceof NoText ? unreadable(error) : error;
  }
}

/**
 * Makes every body of this plugin go through {@link parseJsonBody}, whatever its content type, and keeps its text in
 * `request.bodyText`. A route that declares no body gets none, even if a malformed one was sent.
 */
export function registerJsonBodyParser(app: FastifyInstance, room: BodyRoom): void {
  app.decorateRequest('bodyText', '');
  keepBodies(app, room, (request, raw) => {
    if (request.routeOptions.schema?.body === undefined) return undefined;
    const { value, text } = parseJsonBody(raw, request.headers['content-type']);
    request.bodyText = text;
    return value;
  });
  readAnyMediaType(app);
}

/** Fastify answers 415 to a content type that it cannot parse before it calls any parser. FastAPI never answers 415. */
function readAnyMediaType(app: FastifyInstance): void {
  app.decorateRequest('sentType', '');
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const type = headers['content-type'];
    request.sentType = type ?? '';
    if (type !== undefined && !MEDIA_TYPE.test(type)) {
      headers['content-type'] = type === '' ? 'application/json' : 'text/plain';
    }
    done();
  });
}

/** Keeps the bytes of every body of this plugin, because signatures cover them. They are read before the signature is checked. */
export function keepRawBodies(app: FastifyInstance, budget: BodyBudget): void {
  keepBodies(app, { budget, holderOf: () => undefined }, (_request, raw) => raw);
  readAnyMediaType(app);
}

/** The body's bytes; none for a request without a body. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/**
 * Reads a body that was kept raw, after its signature was checked: JSON, whatever its content type says.
 * @param charset in which it may be if it is not in UTF-8
 * @throws what {@link parseJsonBody} throws, and ValidationProblem if there is no body or a string in it cannot be stored
 */
export function readSignedBody(
  raw: Buffer,
  { charset, atFields = false }: { charset?: string | undefined; atFields?: boolean } = {},
): { value: unknown; text: string } {
  const { value, text } = parseJsonBody(raw, charset && `application/json; charset=${charset}`);
  if (value === undefined) {
    throw new ValidationProblem([{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]);
  }
  if (holdsUnstorable(text)) {
    const items = atFields ? unstorableItems(value, 'body') : [];
    throw new ValidationProblem(items.length > 0 ? items : [valueError(['body'], unstorable, value)]);
  }
  return { value, text };
}

/**
 * The text of one top-level member exactly as it was sent, so that numbers of any size and precision are stored as they are.
 *
 * @param text an object that {@link parseJsonBody} accepted
 * @returns undefined if there is no such member; of several equal names the last one counts
 */
export function losslessField(text: string, key: string): string | undefined {
  let found: string | undefined;
  // No map is made of the members: a body may have many that nobody asks for.
  forEachMember(text, (name, start, end) => {
    if (name === key) found = text.slice(start, end);
  });
  return found;
}

/**
 * The texts of an object's members exactly as they were sent, by name, in their order. (A JavaScript object would reorder
 * names that look like numbers.) Of several equal names the last one counts.
 *
 * @param text an object that {@link parseJsonBody} accepted; anything else has no members
 */
export function losslessMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  forEachMember(text, (name, start, end) => members.set(name, text.slice(start, end)));
  return members;
}

/** Members with their texts as the text of an object. */
export function objectOf(members: Iterable<[string, string]>): string {
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
}

/** Calls back with the name of each member and the place of its value. */
function forEachMember(text: string, found: (name: string, start: number, end: number) => void): void {
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return;
  do {
    const nameStart = skipSpace(text, at + 1);
    if (text[nameStart] !== '"') break;
    const nameEnd = stringEnd(text, nameStart);
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = valueEnd(text, start);
    const sent = text.slice(nameStart + 1, nameEnd - 1);
    found(sent.includes('\\') ? (JSON.parse(`"${sent}"`) as string) : sent, start, end);
    at = skipSpace(text, end);
  } while (text[at] === ',');
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
 * Whether a string or a name in a JSON text contains a character that Postgres cannot store. A parsed value is not enough: of
 * members with equal names it has only the last.
 *
 * @param text accepted by {@link parseJsonBody}, or a part of such a text
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
