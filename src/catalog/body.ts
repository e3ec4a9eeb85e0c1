import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FieldErrors, invalid, refuse } from './errors.ts';
import { mayNotBeNull, required } from './fields.ts';
import { isRecord, parseJson, pythonType } from './json.ts';

const mebibyte = 2 ** 20;
/** The limit of bodies that carry offers, sources or ids by the thousand. */
export const bulkBodyLimit = 32 * mebibyte;
/** The most elements of one bulk call. */
export const bulkLimit = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The content type as it was sent, also when Fastify would not take it for one. */
    sentType: string;
  }
}

/** `type/subtype` as far as Fastify insists on it. */
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/**
 * Bodies are collected here and read by the handlers, since DRF says that a record does not exist before it says that
 * a body is broken.
 */
export function registerBodies(app: FastifyInstance): void {
  app.decorateRequest('sentType', '');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, raw, done) => done(null, raw));
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    request.sentType = headers['content-type'] ?? '';
    // Fastify would answer 415 in words of its own.
    if (request.sentType === '' || !mediaType.test(request.sentType)) {
      headers['content-type'] = 'application/octet-stream';
    }
    done();
  });
}

/**
 * The JSON value of a body; an empty one counts as `{}`.
 * @throws Refusal 415 for another content type, 400 for what is not JSON
 */
function readJson(request: FastifyRequest): unknown {
  const raw = request.body as Buffer | undefined;
  if (!raw || raw.length === 0) return {};
  if (!/^application\/json\s*(?:;|$)/i.test(request.sentType)) {
    throw refuse(415, `Unsupported media type "${request.sentType}" in request.`);
  }
  const fault = isUtf8(raw) ? undefined : utf8Fault(raw);
  const result = fault ? { error: fault } : parseJson(raw.toString());
  if ('error' in result) throw refuse(400, `JSON parse error - ${result.error}`);
  return result.value;
}

/** As `readJson`, and it must be an object. */
export function readObject(request: FastifyRequest): Record<string, unknown> {
  return asObject(readJson(request));
}

function asObject(value: unknown): Record<string, unknown> {
  const errors = objectErrors(value);
  if (errors) throw invalid(errors);
  return value as Record<string, unknown>;
}

/** What DRF says of a value that should be an object; undefined when it is one. */
export function objectErrors(value: unknown): FieldErrors | undefined {
  if (isRecord(value)) return undefined;
  if (value === null) return { non_field_errors: ['No data provided'] };
  return { non_field_errors: [`Invalid data. Expected a dictionary, but got ${pythonType(value)}.`] };
}

/**
 * The elements of a bulk body: `{"<name>": [...]}` or the bare array, 1 to 10,000 of them.
 * @param names what the list may be called; the first one stands in messages
 */
export function readList(request: FastifyRequest, ...names: [string, ...string[]]): unknown[] {
  const [name] = names;
  const body = readJson(request);
  let list: unknown = body;
  if (!Array.isArray(body)) {
    const holder = asObject(body);
    const given = names.find((n) => n in holder);
    if (given === undefined) throw invalid({ [name]: [required] });
    list = holder[given];
  }
  if (list === null) throw invalid({ [name]: [mayNotBeNull] });
  if (!Array.isArray(list)) {
    throw invalid({ [name]: [`Expected a list of items but got type "${pythonType(list)}".`] });
  }
  if (list.length === 0) throw invalid({ [name]: ['This list may not be empty.'] });
  if (list.length > bulkLimit) {
    throw invalid({ [name]: [`Ensure this field has no more than ${bulkLimit} elements.`] });
  }
  return list;
}

/** Where bytes stop being UTF-8, in the words of Python's decoder. Positions count bytes. */
export function utf8Fault(bytes: Buffer): string {
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at]!;
    const length =
      first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length === 0) return fault(bytes, at, at + 1, 'invalid start byte');
    for (let i = 1; i < length; i++) {
      const next = bytes[at + i];
      if (next === undefined) return fault(bytes, at, at + i, 'unexpected end of data');
      const [low, high] = i === 1 ? secondByte(first) : [0x80, 0xbf];
      if (next < low || next > high) return fault(bytes, at, at + i, 'invalid continuation byte');
    }
    at += length;
  }
  return fault(bytes, 0, 1, 'invalid start byte');
}

/** Overlong forms, surrogates and what lies beyond U+10FFFF show in the second byte (Unicode, table 3-7). */
function secondByte(first: number): [number, number] {
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  if (first === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}

function fault(bytes: Buffer, start: number, end: number, reason: string): string {
  if (end - start === 1) {
    const byte = bytes[start]!.toString(16).padStart(2, '0');
    return `'utf-8' codec can't decode byte 0x${byte} in position ${start}: ${reason}`;
  }
  return `'utf-8' codec can't decode bytes in position ${start}-${end - 1}: ${reason}`;
}
